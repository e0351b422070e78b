"""Names: what is refused, and which two look alike."""

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.names import clean_name, is_reserved, name_key

REFUSED = [
    ("a", "short"),
    ("", "short"),
    ("x" * 25, "long"),
    ("Ola\u200bNord", "hidden"),
    ("Ola\u200d", "hidden"),
    ("\u202eadmin", "hidden"),
    ("Ola\u2066x\u2069", "hidden"),
    ("Ola\r\nBcc: all@example.org", "hidden"),
    ("Ola\nNord", "hidden"),
    ("Ola\x00", "hidden"),
    ("Ola\u2028Nord", "hidden"),
    ("\ufeffOla", "hidden"),
    ("Ola<b>", "signs"),
    ("Ola@home", "signs"),
    ("Ola/Nord", "signs"),
    ("Ola 🔥", "signs"),
    ("-Ola", "edge"),
    ("Ola.", "edge"),
    ("Оla", "mixed"),  # Cyrillic O
    ("Ωmega", "mixed"),
    ("12 34", "letters"),
    ("Ola--Nord", "letters"),
    ("admin", "reserved"),
    ("ADMIN", "reserved"),
    ("Adm1n", "reserved"),
    ("a d m i n", "reserved"),
    ("аdmin", "mixed"),
    ("Administrator", "reserved"),
    ("Moderator", "reserved"),
    ("rnoderator", "reserved"),
    ("Moderadora", "reserved"),
    ("Lantern Post", "reserved"),
    ("LanternPost Team", "reserved"),
    ("Lantern-Post", "reserved"),
    ("Autopilot", "reserved"),
    ("Aut0pilot", "reserved"),
    ("System", "reserved"),
    ("deleted player", "reserved"),
    ("Cuenta borrada", "reserved"),
    ("Deleted Ola", "reserved"),
    ("steward", "reserved"),
    ("Stewárd", "reserved"),
    ("random", "reserved"),
    ("ⓐdmin", "signs"),
    ("ａｄｍｉｎ", "reserved"),
]
KEPT = [
    "Ola", "Mei-Lin", "José", "Ragna 2", "O’Hara", "D'Arc", "Ñandú", "Иван", "Ελένη", "山田 太郎", "김철수",
    "J. R. Tolk", "x_y", "Ana María",
]  # fmt: skip
ALIKE = [
    ("Ola", "OLA"), ("Ola", "0la"), ("Paul", "PauI"), ("Paul", "Pau1"), ("Jose", "José"), ("Amy", "Arny"),
    ("Will", "WiII"), ("Ola Nord", "OlaNord"), ("Ola Nord", "Ola-Nord"), ("Oscar", "Оѕсаг"), ("pax", "рах"),
    ("Vivian", "Viviаn"), ("Wanda", "Vvanda"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "code"), REFUSED)
def test_refused(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as caught:
        clean_name(name)
    assert caught.value.code == code
    assert len(caught.value.messages[0]) > 20, "a sentence says why"


@pytest.mark.parametrize("name", KEPT)
def test_kept_as_typed(name: str) -> None:
    assert clean_name(name) == name


def test_blanks_are_folded() -> None:
    assert clean_name("  Ola   Nord ") == "Ola Nord"


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_look_alikes_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ola", "Ole"), ("Tobias", "Thomas"), ("Mei", "Mai"), ("Иван", "Ivan"), ("Wen", "Ven")]
)
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_no_bot_name_is_free() -> None:
    from importlib import import_module

    from games.rules.registry import REGISTRY

    bots = [bot for module in REGISTRY.values() for bot in import_module(module).BOTS]
    assert bots
    assert all(is_reserved(bot) for bot in bots)


def test_a_taken_name_is_refused_in_all_its_spellings(alice: User) -> None:
    for name in ("Alice", "ALICE", "A1ice", "Alíce", "AIice"):
        with pytest.raises(ValidationError) as caught:
            User().check_name(name)
        assert caught.value.code == "taken"
    assert alice.check_name("alice") == "alice", "one may respell one's own name"


def test_the_key_follows_the_name(alice: User) -> None:
    alice.name = "Ragna"
    alice.save(update_fields=["name"])
    alice.refresh_from_db()
    assert alice.name_key == name_key("Ragna")
