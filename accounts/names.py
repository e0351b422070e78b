"""Display names: which are allowed, and when two of them look alike.

A name keeps its spelling; ``name_key`` is what is compared. It is the Unicode skeleton of the name (every character
replaced by the one it can be mistaken for, after UTS 39), without accents, case, spaces and dashes, with the usual
figures read as letters. ``User.name_key`` is unique, so no two people can look the same in a log.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.resources import files

from confusable_homoglyphs import categories
from django.core.exceptions import ValidationError

from hotmk_site.texts import t

SHORTEST, LONGEST = 2, 24
SIGNS = " -.'’_"
RESERVED = (
    "admin", "administrator", "moderator", "mod", "lantern post", "lanternpost", "post", "postmaster", "autopilot",
    "autopiloto", "piloto automatico", "system", "sistema", "staff", "team", "equipo", "support", "soporte", "help",
    "ayuda", "bot", "house bot", "nobody", "nadie", "somebody", "alguien", "everybody", "todos", "anonymous", "anonimo",
    "you", "tu", "root", "webmaster", "security", "moderador", "moderadora", "administrador", "administradora", "none",
    "null", "undefined",
)  # fmt: skip
#: Nobody may begin a name like this: "Deleted player #12", "Admin Ola", "Lantern Post Team".
RESERVED_STARTS = (
    "deleted", "admin", "moderator", "moderador", "lantern post", "autopilot", "borrado", "eliminado", "cuenta borrada",
)  # fmt: skip
TEXT_IDS = tuple(
    f"accounts.name.{code}"
    for code in ("short", "long", "signs", "hidden", "edge", "mixed", "letters", "reserved", "taken")
)
TWO_SIGNS = re.compile(rf"(?!\. )[{re.escape(SIGNS)}]{{2}}")  # "J. R." is fine
DIGRAPHS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
FIGURES = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "5": "s", "$": "s", "@": "a", "3": "e", "4": "a"}
)


def clean_name(name: str) -> str:
    """The name as it will be kept (NFC, outer and doubled spaces removed), or ValidationError with a sentence.

    Whether it is taken is asked of the database, in ``User.check_name``.
    """
    if any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for sign in name):
        raise _refused("hidden")
    name = unicodedata.normalize("NFC", re.sub(r"\s+", " ", name.strip()))
    if code := _fault(name):
        raise _refused(code)
    return name


def validate_name(name: str) -> None:
    """For model fields: ValidationError when the name is refused."""
    clean_name(name)


def name_key(name: str) -> str:
    """What is compared: equal keys mean that people could mistake one name for the other."""
    text = _skeleton(unicodedata.normalize("NFKD", name).casefold())
    text = "".join(sign for sign in unicodedata.normalize("NFKD", text).casefold() if sign.isalnum() or sign in "|!$@")
    for two, one in DIGRAPHS:
        text = text.replace(two, one)
    return text.translate(FIGURES)


def is_reserved(name: str) -> bool:
    """Names of the house, of its bots, and all that could pass for them."""
    key = name_key(name)
    return key in _reserved_keys() or key.startswith(tuple(name_key(start) for start in RESERVED_STARTS))


def _fault(name: str) -> str:
    if len(name) < SHORTEST:
        return "short"
    if len(name) > LONGEST:
        return "long"
    if not all(sign in SIGNS or unicodedata.category(sign)[0] in "LN" or _is_accent(sign) for sign in name):
        return "signs"
    if not (name[0].isalnum() and (name[-1].isalnum() or _is_accent(name[-1]))):
        return "edge"
    if _scripts(name) > 1:
        return "mixed"
    if not any(sign.isalpha() for sign in name) or TWO_SIGNS.search(name):
        return "letters"
    return "reserved" if is_reserved(name) else ""


def _is_accent(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Mc")


def _scripts(name: str) -> int:
    """How many scripts the letters come from. Japanese and Korean mix by nature and count as one."""
    found = {categories.alias(sign) for sign in name} - {"COMMON", "INHERITED"}
    if found <= {"HAN", "HIRAGANA", "KATAKANA"} or found <= {"HAN", "HANGUL"}:
        return 1
    return len(found)


def _skeleton(text: str) -> str:
    table = _prototypes()
    return "".join(table.get(sign, sign) for sign in text)


@cache
def _prototypes() -> dict[str, str]:
    """Character -> the character it can be mistaken for, from the Unicode consortium's list of confusables."""
    listed = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8"))
    alike = {sign: [other["c"].strip("\u200e") for other in others] for sign, others in listed.items()}
    table = {}
    for sign, others in alike.items():
        if len(sign) == 1 and len(others) == 1 and (len(alike.get(others[0], ())) > 1 or others[0] < sign):
            table[sign] = others[0].casefold()
    return {sign: proto for sign, proto in table.items() if not (sign.isascii() and sign.isalnum())}


@cache
def _reserved_keys() -> frozenset[str]:
    return frozenset(name_key(name) for name in (*RESERVED, *_bot_names()))


def _bot_names() -> Iterable[str]:
    from games.rules.registry import REGISTRY

    for module in REGISTRY.values():
        yield from import_module(module).BOTS


def _refused(code: str) -> ValidationError:
    return ValidationError(t(f"accounts.name.{code}", least=SHORTEST, most=LONGEST), code=code)
