"""Statements about trolls and spells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.rules.hall.claims import Claim, named, promise, rule
from games.rules.hall.edition import CLANS, KINDS, HallEdition, Troll
from games.rules.hall.spells import EFFECTS

LEVELS = {1: 21, 2: 17, 3: 17}
CARTS = ("cart:wild", *(f"cart:{clan}" for clan in CLANS))
SYMBOLS = {*KINDS, *CARTS} - {"cart"}
GROUPS = {"dig", "gain", "trade", "statues", "horde", "pedestals"}


def claims(edition: HallEdition) -> Iterator[Claim]:
    """Everything about the cards."""
    keys = [starter.key for starter in edition.starters] + [troll.key for troll in edition.trolls]
    yield from named(edition, "troll", keys)
    yield from starters(edition)
    yield from trolls(edition.trolls)
    yield from balance(edition.trolls)
    yield from spells(edition)


def starters(edition: HallEdition) -> Iterator[Claim]:
    found = edition.starters
    yield rule("starter", "six starting trolls in each colour", len(found) == 6, len(found))
    yield rule("starter", "two rows of resources each", all(card.symbols and card.once for card in found))
    upper = {symbol for card in found for symbol in card.symbols}
    known = {*KINDS, "cart:wild"} - {"cart"}
    yield rule("starter", "known symbols, and no clan carts, in the upper rows", upper <= known, sorted(upper - known))
    lower = {kind for card in found for kind in card.once}
    yield rule("starter", "known resources in the lower rows", lower <= set(KINDS), sorted(lower - set(KINDS)))
    rows = [{tuple(sorted(card.symbols)) for card in found}, {tuple(sorted(card.once)) for card in found}]
    yield promise("starter", "starting trolls differ in both rows", all(len(row) == len(found) for row in rows))


def trolls(found: Sequence[Troll]) -> Iterator[Claim]:
    levels = Counter(troll.level for troll in found)
    yield rule("troll", "55 horde trolls", len(found) == 55, len(found))
    yield rule("troll", "21, 17 and 17 of levels 1, 2 and 3", levels == LEVELS, dict(sorted(levels.items())))
    clans = {troll.clan for troll in found}
    yield rule("troll", "the clans are Fire, Ice, Moon and Mud", clans == {*CLANS, "mud"}, sorted(clans))
    symbols = {symbol for troll in found for symbol in troll.symbols}
    yield rule("troll", "known symbols, every cart with its marking", symbols <= SYMBOLS, sorted(symbols - SYMBOLS))
    yield rule("troll", "every troll generates something", all(troll.symbols for troll in found))
    wrong = [troll.key for troll in found if not all(_fits(symbol, troll.clan) for symbol in troll.symbols)]
    yield rule("troll", "clan carts lie on trolls of that clan only", not wrong, wrong)
    marked = Counter(
        "clan" if symbol == f"cart:{troll.clan}" else "wild"
        for troll in found
        if troll.clan != "mud"
        for symbol in troll.symbols
        if symbol in CARTS
    )
    most = marked["clan"] > marked["wild"]
    yield rule("troll", "carts of Fire, Ice and Moon trolls mostly bear a marking", most, dict(marked))


def _fits(symbol: str, clan: str) -> bool:
    return symbol not in CARTS or symbol == "cart:wild" or symbol == f"cart:{clan}"


def balance(found: Sequence[Troll]) -> Iterator[Claim]:
    sizes = {level: [len(troll.symbols) for troll in found if troll.level == level] for level in LEVELS}
    growing = all(sizes.values()) and max(sizes[1]) < min(sizes[2]) and max(sizes[2]) < min(sizes[3])
    ranges = {level: (min(s), max(s)) for level, s in sizes.items() if s}
    yield promise("troll", "a higher level bears more symbols", growing, ranges)
    kinds = {(troll.clan, troll.level) for troll in found}
    every = {(clan, level) for clan in (*CLANS, "mud") for level in LEVELS}
    yield promise("troll", "every clan at every level", kinds >= every, sorted(every - kinds))
    different = len({(troll.level, tuple(sorted(troll.symbols))) for troll in found})
    yield promise("troll", "no two trolls of a level are alike", different == len(found), different)
    made = {(symbol.split(":")[0], troll.level) for troll in found for symbol in troll.symbols}
    missing = sorted({(kind, level) for kind in KINDS for level in LEVELS} - made)
    yield promise("troll", "all seven resources at every level", not missing, missing)


def spells(edition: HallEdition) -> Iterator[Claim]:
    found = edition.spells
    yield from named(edition, "spell", found)
    yield rule("spell", "17 spells", len(found) == 17, len(found))
    unknown = sorted(set(found) - set(EFFECTS))
    yield rule("spell", "every spell has an effect that the rules know", not unknown, unknown)
    yield promise("spell", "Earth Ritual is one of them", "earth_ritual" in found)
    groups = Counter(edition.groups.get(key, "") for key in found)
    yield promise("spell", "spells about every part of the game", set(groups) >= GROUPS, dict(groups))
