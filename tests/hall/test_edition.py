"""The house edition, reading editions, and the comparison with the rulebook: every kind of fault is found and named."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import polib
import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from games import editions
from games.rules.hall.claims import Claim
from games.rules.hall.edition import Broken, HallEdition, Side, Square, Use
from games.rules.hall.edition.checking import check_edition, statements
from games.rules.hall.edition.drawings import BadEdition
from games.rules.hall.edition.reading import edition_from_files
from tests.hall.boards import house

HOUSE = house()
LOCALE = Path(__file__).parents[2] / "games/rules/hall/locale"


def files() -> dict[str, str]:
    return editions.files("hall")


def test_the_house_edition_is_sound() -> None:
    claims = statements(HOUSE)
    assert [claim for claim in claims if not claim.kept] == []
    assert len(claims) >= 103
    assert len({(claim.area, claim.statement) for claim in claims}) == len(claims)


def test_the_catalogues_bear_the_names_of_the_edition() -> None:
    for language in ("en", "es"):
        texts = {entry.msgid: entry.msgstr for entry in polib.pofile(str(LOCALE / language / "LC_MESSAGES/django.po"))}
        names = {key: name[language] for key, name in HOUSE.names.items()}
        assert {key: texts.get(f"hall.{key}") for key in names} == names


def test_an_edition_survives_its_store() -> None:
    data = editions.dump(HOUSE)
    assert editions.thaw("hall", data) == HOUSE
    assert editions.dump(editions.thaw("hall", data)) == data
    assert editions.content_hash(data) == editions.content_hash(editions.dump(house()))


@pytest.mark.django_db
def test_freezing_twice_makes_one_row() -> None:
    row = editions.freeze("hall")
    assert editions.freeze("hall") == row
    assert (row.slug, row.name, editions.thaw("hall", row.data)) == ("hall", "house", HOUSE)


@pytest.mark.django_db
def test_a_changed_folder_makes_a_new_row_and_leaves_the_old_one(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """What a running game names is never touched: the same name, other content, another hash."""
    (tmp_path / "house").mkdir()
    for name, text in files().items():
        (tmp_path / "house" / name).write_text(text, encoding="utf-8")
    old = editions.freeze("hall")
    monkeypatch.setattr(editions, "folder", lambda slug: tmp_path)
    assert editions.freeze("hall") == old
    halls = tmp_path / "house" / "halls.toml"
    halls.write_text(halls.read_text(encoding="utf-8").replace("high = 9", "high = 10"), encoding="utf-8")
    new = editions.freeze("hall")
    assert new.hash != old.hash
    assert editions.thaw("hall", new.data).halls[0].high == 10
    old.refresh_from_db()
    assert editions.thaw("hall", old.data) == HOUSE
    assert editions.content_hash(old.data) == old.hash


# ------------------------------------------------------------------ what the comparison finds


def at(items: tuple[Any, ...], n: int, **changes: Any) -> tuple[Any, ...]:
    """The items with one of them changed."""
    return (*items[:n], replace(items[n], **changes), *items[n + 1 :])


def with_side(edition: HallEdition, key: str, **changes: Any) -> HallEdition:
    return replace(edition, sides={**edition.sides, key: replace(edition.sides[key], **changes)})


def with_square(key: str, wanted: Callable[[Square, int, Side], bool], **changes: Any) -> HallEdition:
    """The house edition with the first square that fits changed."""
    side = HOUSE.sides[key]
    n = next(n for n, square in enumerate(side.squares) if wanted(square, n, side))
    return with_side(HOUSE, key, squares=at(side.squares, n, **changes))


def starts(key: str, n: int, **changes: Any) -> HallEdition:
    return with_side(HOUSE, key, starts=at(HOUSE.sides[key].starts, n, **changes))


def faulty() -> Iterator[tuple[str, str, HallEdition]]:
    """Area, part of the statement that must be named, broken edition."""
    e, winter = HOUSE, HOUSE.sides["winter"]
    yield "tile", "52 tunnel tiles", replace(e, shapes=at(e.shapes, 0, count=11))
    yield "tile", "12 and 10", replace(e, shapes=at(at(e.shapes, 0, count=11), 1, count=11))
    yield "tile", "in one piece", replace(e, shapes=at(e.shapes, 1, cells=((0, 0), (1, 1), (2, 2))))
    yield "tile", "an anchor below size 5", replace(e, shapes=at(e.shapes, 2, anchor=None))
    yield "tile", "turned or flipped", replace(e, shapes=at(e.shapes, 2, cells=((0, 0), (1, 0), (2, 0), (2, 1))))
    yield "tile", "names (es)", replace(e, names={**e.names, "tile.crawl": {"en": "Crawl", "es": ""}})
    yield "chart", "size 2 scores nothing", replace(e, chart={**e.chart, 2: {"stone": 0, "iron": 0, "heartstone": 1}})
    yield "chart", "every size", replace(e, chart={n: row for n, row in e.chart.items() if n < 5})
    yield "chart", "dearer mineral", replace(e, chart={**e.chart, 4: {"stone": 2, "iron": 2, "heartstone": 4}})
    yield "chart", "larger tunnel", replace(e, chart={**e.chart, 4: {"stone": 1, "iron": 3, "heartstone": 4}})
    yield "tier", "2, 4, 6, 8, 10", replace(e, tier_values=(2, 4, 6, 8, 12))
    yield "hall", "six great halls", replace(e, halls=e.halls[:5])
    yield "hall", "altar", replace(e, halls=at(e.halls, 3, altar=(0, 1)))
    torn = ((0, 0), (0, 2), (1, 0), (1, 1), (1, 2), (0, 4))
    yield "hall", "in one piece", replace(e, halls=at(e.halls, 0, cells=torn))
    yield "hall", "lower value", replace(e, halls=at(e.halls, 0, low=9))
    yield "hall", "shapes differ", replace(e, halls=at(e.halls, 2, cells=e.halls[3].cells))
    one_way = (Use(("stone",), ("iron",)),)
    yield "workshop", "stonemill exchanges", replace(e, workshops=at(e.workshops, 8, uses=one_way))
    yield "workshop", "eleven workshops", replace(e, workshops=e.workshops[:-1])
    yield "workshop", "wheeljack", replace(e, workshops=e.workshops[:-1])
    yield "workshop", "besides the eleven", replace(e, workshops=at(e.workshops, 0, key="carters"))
    yield "workshop", "two tiles", replace(e, copies=3)
    yield "supplies", "point tokens", replace(e, tokens=(1, *e.tokens[:-1]))
    yield "supplies", "each clan and tier", replace(e, tokens=e.tokens[:-1])
    yield "supplies", "18 pedestals", replace(e, pedestals=5)
    yield "supplies", "21 statues", replace(e, statues=8)
    yield "supplies", "coronation", replace(e, crowns=(3, 5))
    yield "starter", "six starting trolls", replace(e, starters=e.starters[1:])
    yield "starter", "no clan carts", replace(e, starters=at(e.starters, 0, symbols=("cart:fire",)))
    yield "starter", "lower rows", replace(e, starters=at(e.starters, 0, once=("gold",)))
    yield "starter", "two rows", replace(e, starters=at(e.starters, 0, once=()))
    yield "troll", "55 horde trolls", replace(e, trolls=e.trolls[1:])
    yield "troll", "21, 17 and 17", replace(e, trolls=at(e.trolls, 0, level=2))
    yield "troll", "Fire, Ice, Moon and Mud", replace(e, trolls=at(e.trolls, 0, clan="wind", symbols=("stone",)))
    yield "troll", "its marking", replace(e, trolls=at(e.trolls, 0, symbols=("stone", "cart")))
    yield "troll", "of that clan only", replace(e, trolls=at(e.trolls, 0, clan="fire", symbols=("cart:ice", "stone")))
    yield "troll", "keys are present", replace(e, trolls=at(e.trolls, 0, key=e.trolls[1].key))
    yield "spell", "17 spells", replace(e, spells=e.spells[:-1])
    yield "spell", "the rules know", replace(e, spells=(*e.spells[:-1], "fireball"))
    yield "side", "winter side and an autumn", replace(e, sides={"winter": winter})
    yield "winter", "played by", with_side(e, "winter", seats=(4, 5))
    yield "winter", "in threes", with_side(e, "winter", spots=winter.spots[:-1])
    yield "winter", "than statues", with_side(e, "winter", spots=tuple(range(24)))
    yield "winter", "spots are listed clockwise", with_side(e, "winter", spots=winter.spots[::-1])
    yield "winter", "points are listed clockwise", with_side(e, "winter", starts=winter.starts[::-1])
    yield "winter", "in the outer tier", starts("winter", 0, square=10 * 29 + 13)
    yield "winter", "bears another number", starts("winter", 0, marks=(4, 5, 3))
    yield "winter", "marked 4", with_side(e, "winter", starts=winter.starts[3:])
    yield "winter", "gates can ever touch", starts("winter", 1, square=winter.starts[0].square - 1)
    yield "winter", "clear of rubble", with_square("winter", lambda s, n, side: n == side.starts[0].square, rubble=True)
    flat = tuple(replace(s, tier=4) if s.tier == 5 else s for s in winter.squares)
    yield "winter", "five tiers", with_side(e, "winter", squares=flat)
    solid = tuple(replace(s, ground="rock", tier=5) if s.ground == "heart" else s for s in winter.squares)
    yield "winter", "a heart in", with_side(e, "winter", squares=solid)
    gate = winter.starts[0].square
    cut = tuple(Square("outside") if n in (gate - 1, gate + winter.width) else s for n, s in enumerate(winter.squares))
    yield "winter", "can be reached", with_side(e, "winter", squares=cut)
    site = next(n for n, square in enumerate(winter.squares) if square.ground == "site")
    shut = (site - 1, site + 1, site - winter.width, site + winter.width)
    walled = tuple(Square("heart") if n in shut else s for n, s in enumerate(winter.squares))
    yield "winter", "a side to dig to", with_side(e, "winter", squares=walled)
    yield "winter", "spots on diggable ground", with_side(e, "winter", spots=(site, *winter.spots[1:]))
    yield "troll", "generates something", replace(e, trolls=at(e.trolls, 0, symbols=()))
    wild = [replace(t, symbols=tuple("cart:wild" if "cart" in s else s for s in t.symbols)) for t in e.trolls]
    yield "troll", "mostly bear a marking", replace(e, trolls=tuple(wild))
    yield "supplies", "unknown resource", replace(e, workshops=at(e.workshops, 0, uses=(Use(("gold",), ("cart",)),)))
    bare = tuple(replace(s, ground="rock") if s.ground == "site" else s for s in winter.squares)
    yield "winter", "more workshop sites", with_side(e, "winter", squares=bare)
    yield "winter", "no rubble and no", with_square("winter", lambda s, *_: s.ground == "site", rubble=True)
    yield "winter", "known resources are buried", with_square("winter", lambda s, *_: bool(s.goods), goods={"gold": 1})
    yield "winter", "in diggable ground", with_square("winter", lambda s, *_: s.ground == "heart", goods={"coin": 1})
    everywhere = tuple(replace(s, rubble=s.ground == "heart") for s in e.sides["autumn"].squares)
    yield "autumn", "there is rubble", with_side(e, "autumn", squares=everywhere)
    smooth = tuple(replace(s, rubble=False) for s in e.sides["autumn"].squares)
    yield "autumn", "statues are buried under", with_side(e, "autumn", squares=smooth)
    yield "autumn", "resources are buried under", with_side(e, "autumn", squares=smooth)


FAULTY = list(faulty())


@pytest.mark.parametrize(("area", "part", "edition"), FAULTY, ids=[f"{area}-{part}" for area, part, _ in FAULTY])
def test_every_fault_is_named(area: str, part: str, edition: HallEdition) -> None:
    found = check_edition(edition)
    assert any(broken.area == area and part in broken.statement and not broken.promise for broken in found), found


def test_every_statement_of_the_rulebook_is_broken_by_some_edition_above() -> None:
    def told(claim: Claim | Broken) -> tuple[str, str]:
        return ("board" if claim.area in HOUSE.sides else claim.area, claim.statement)

    found = {told(broken) for _, _, edition in faulty() for broken in check_edition(edition)}
    wanted = [claim for claim in statements(HOUSE) if not claim.promise]
    alike = ("keys are", "names (", "exchanges what")  # said of every area and every workshop; one of each is above
    untold = {told(claim) for claim in wanted if not any(part in claim.statement for part in alike)}
    assert untold - found == {("board", "played by [2, 3] seats"), ("board", "at least 3 start points marked 3")}


# ------------------------------------------------------------------ what cannot be read


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("tiles.toml", 'shape = ["O#"]', 'shape = ["O#?"]', "unknown sign '?'"),
        ("tiles.toml", 'shape = ["O#"]', 'shape = ["O##"]', "3 squares drawn, size 2 stated"),
        ("tiles.toml", 'shape = ["O#"]', 'shape = ["OO"]', "more than one 'O'"),
        ("tiles.toml", "count = 12", 'count = "12"', "Expected `int`"),
        ("tiles.toml", 'key = "crawl"', "", "missing required field `key`"),
        ("tiles.toml", 'key = "elbow"', 'key = "crawl"', "the key stands twice"),
        ("halls.toml", '"#A#",', '"###",', "no altar drawn"),
        ("halls.toml", "low = 4", "lowest = 4", "unknown field `lowest`"),
        ("workshops.toml", '{ move = "troll_to_storage"', '{ move = "somewhere"', "moves troll_to_storage"),
        ("boards.toml", "1@  .   .   .", "1@  1?  .   .", "unknown token '1?'"),
        ("boards.toml", "width = 29", "width = 30", "not 30 tokens wide"),
        ("boards.toml", "[14, 4], ", "", "statue spots are not those on the map"),
        ("boards.toml", "x = 20\n", "x = 21\n", "start points are not those on the map"),
        ("boards.toml", "players = [2, 4, 5]", "players = 2", "boards, winter"),
        ("supplies.toml", "statues_per_clan = 7", "statues_per_clan = ", "supplies"),
    ],
)
def test_unreadable_files_say_where(name: str, old: str, new: str, fault: str) -> None:
    content = files()
    assert old in content[name]
    with pytest.raises(BadEdition) as caught:
        edition_from_files({**content, name: content[name].replace(old, new, 1)})
    assert any(fault in line for line in caught.value.faults), caught.value.faults


def test_a_missing_file_is_named_together_with_other_faults() -> None:
    content = {name: text for name, text in files().items() if name != "trolls.toml"}
    with pytest.raises(BadEdition) as caught:
        edition_from_files({**content, "halls.toml": "hall = 3"})
    assert [line.split(":")[0] for line in caught.value.faults] == ["halls", "trolls"]


def test_parsed_content_is_read_like_text() -> None:
    assert edition_from_files({name: tomllib.loads(text) for name, text in files().items()}) == HOUSE


# ------------------------------------------------------------------ the command


def test_the_command_finds_the_house_edition_sound(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_edition", "hall")
    assert capsys.readouterr().out == "house: sound.\n"


def test_the_command_names_faults_and_fails(tmp_path, monkeypatch, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    """Another edition beside the house's, with one rule and one promise broken."""
    (tmp_path / "printed").mkdir()
    for name, text in files().items():
        changed = text.replace("pedestals_per_clan = 6", "pedestals_per_clan = 5").replace("high = 16", "high = 9")
        (tmp_path / "printed" / name).write_text(changed, encoding="utf-8")
    monkeypatch.setattr(editions, "folder", lambda slug: tmp_path)
    with pytest.raises(CommandError) as caught:
        call_command("check_edition", "hall", "printed")
    assert caught.value.returncode == 1
    told = capsys.readouterr().err
    assert "printed: rule broken: supplies: 18 pedestals, 6 of each clan (found: 5)" in told
    assert "printed: promise broken: hall: a larger hall never pays less" in told
    with pytest.raises(CommandError):
        call_command("check_edition", "hall", "printed", "--rulebook")
    assert "promise" not in capsys.readouterr().err


def test_the_command_names_what_cannot_be_read(tmp_path, monkeypatch, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "tiles.toml").write_text("tile = [", encoding="utf-8")
    monkeypatch.setattr(editions, "folder", lambda slug: tmp_path)
    with pytest.raises(CommandError):
        call_command("check_edition", "hall", "torn")
    assert "torn: cannot be read: tiles:" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("chess",), ("hall", "printed"), ("hall", "../hall")])
def test_the_command_refuses_unknown_names(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="no edition"):
        call_command("check_edition", *words)


def test_editions_are_frozen_values() -> None:
    with pytest.raises(AttributeError):
        HOUSE.copies = 3  # type: ignore[misc]
    assert msgspec.json.decode(editions.dump(HOUSE))["key"] == "house"
