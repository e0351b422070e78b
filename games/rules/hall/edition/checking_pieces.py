"""Statements about tunnel tiles, great halls, workshops and everything that is only counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from games.rules.hall.claims import Claim, joined, named, outline, promise, rule
from games.rules.hall.edition import CLANS, KINDS, MINERALS, HallEdition, Use

SIZES = (2, 3, 4, 5)
COUNTS = Counter({(2, 12): 1, (3, 10): 1, (4, 5): 4, (5, 5): 2})
"""How many shapes there are of each (size, number of tiles)."""
HALL_NAMES = {"Shaman's Chamber", "Stoneshaper's", "The Trove", "Great Forge", "The Crucible", "The Rift"}
TOKENS = Counter({1: 3, 2: 4, 3: 4, 4: 4})
ANY_TWO = ("any", "any")


def claims(edition: HallEdition) -> Iterator[Claim]:
    """Everything about the pieces laid on the board, and the counts of the small ones."""
    yield from tiles(edition)
    yield from chart(edition)
    yield from halls(edition)
    yield from workshops(edition)
    yield from counted(edition)


def tiles(edition: HallEdition) -> Iterator[Claim]:
    shapes = edition.shapes
    yield from named(edition, "tile", [shape.key for shape in shapes])
    total = sum(shape.count for shape in shapes)
    yield rule("tile", "52 tunnel tiles", total == 52, total)
    found = Counter((len(shape.cells), shape.count) for shape in shapes)
    yield rule("tile", "12 and 10 of the small shapes, 5 of each larger one", found == COUNTS, sorted(found))
    yield rule("tile", "every tile is in one piece", all(joined(shape.cells) for shape in shapes))
    broken = [shape.key for shape in shapes if (shape.anchor is None) != (len(shape.cells) == 5)]
    yield rule("tile", "an anchor below size 5, none at size 5", not broken, broken)
    different = len({outline(shape.cells) for shape in shapes})
    yield rule("tile", "no shape is another one turned or flipped", different == len(shapes), different)


def chart(edition: HallEdition) -> Iterator[Claim]:
    rows = [[edition.chart.get(size, {}).get(mineral) for mineral in MINERALS] for size in SIZES]
    numbers = [[value for value in row if value is not None] for row in rows]
    full = set(edition.chart) == set(SIZES) and all(set(row) == set(MINERALS) for row in edition.chart.values())
    yield rule("chart", "honour for every size from 2 to 5 and every mineral", full, rows)
    yield rule("chart", "size 2 scores nothing", numbers[0] == [0, 0, 0], numbers[0])
    across = all(low < high for row in numbers[1:] for low, high in pairwise(row))
    yield rule("chart", "a dearer mineral scores more", across, numbers[1:])
    down = all(low < high for one, two in pairwise(numbers) for low, high in zip(one, two, strict=False))
    yield rule("chart", "a larger tunnel scores more", down, numbers)
    values = edition.tier_values
    right = values == (2, 4, 6, 8, 10)
    yield rule("tier", "a statue is worth 2, 4, 6, 8, 10 from the outer tier inward", right, values)
    yield from named(edition, "tier", [str(n + 1) for n in range(len(values))])


def halls(edition: HallEdition) -> Iterator[Claim]:
    found = edition.halls
    yield from named(edition, "hall", [hall.key for hall in found])
    other = {edition.names.get(f"hall.{hall.key}", {}).get("en", "") for hall in found} ^ HALL_NAMES
    yield rule("hall", "the six great halls by name", len(found) == 6 and not other, sorted(other))
    yield rule("hall", "every hall is in one piece", all(joined(hall.cells) for hall in found))
    altars = [hall.key for hall in found if hall.altar not in hall.cells]
    yield rule("hall", "the altar is a square of the hall", not altars, altars)
    planks = [(hall.low, hall.high) for hall in found]
    yield rule("hall", "the lower value stands first on the plank", all(0 < low < high for low, high in planks), planks)
    different = len({outline(hall.cells) for hall in found})
    yield rule("hall", "the shapes differ", different == len(found), different)
    sizes = [len(hall.cells) for hall in found]
    yield promise("hall", "6 to 9 squares", all(6 <= size <= 9 for size in sizes), sizes)
    cheaper = [a.key for a in found for b in found if len(a.cells) < len(b.cells) and a.high > b.high]
    yield promise("hall", "a larger hall never pays less", not cheaper, cheaper)


def both_ways(*pairs: tuple[tuple[str, ...], tuple[str, ...]]) -> set[Use]:
    """Exchanges that run in both directions (ruling H51)."""
    return {Use(give, gain) for pair in pairs for give, gain in (pair, pair[::-1])}


WORKSHOPS: dict[str, set[Use]] = {
    "cartwright": both_ways((("heartstone",), ("cart",))),
    "charmcrafter": both_ways((("coin",), ("rune",))),
    "coinpress": both_ways((("iron",), ("coin",)), (("heartstone",), ("coin",))),
    "metalworks": both_ways((("heartstone",), ("iron",))),
    "pickforge": {Use(ANY_TWO, ("hammer",))},
    "quartermaster": {Use(move=True)},
    "runesmithy": both_ways((("stone",), ("rune",)), (("iron",), ("rune",))),
    "stonegrinder": both_ways((("heartstone",), ("stone", "stone"))),
    "stonemill": both_ways((("stone",), ("iron",))),
    "toolforge": both_ways((("heartstone",), ("hammer",))),
    "wheeljack": {Use(ANY_TWO, ("cart",))},
}
"""What each workshop does (rulings H51 to H54)."""


def workshops(edition: HallEdition) -> Iterator[Claim]:
    found = {workshop.key: workshop for workshop in edition.workshops}
    yield from named(edition, "workshop", [workshop.key for workshop in edition.workshops])
    yield rule("workshop", "eleven workshops", len(edition.workshops) == 11, len(edition.workshops))
    yield rule("workshop", "two tiles of each", edition.copies == 2, edition.copies)
    for key, uses in WORKSHOPS.items():
        seen = set(found[key].uses) if key in found else set()
        once = key in found and len(found[key].uses) == len(seen)
        yield rule("workshop", f"{key} exchanges what the rulebook says", once and seen == uses, _uses(seen ^ uses))
    other = sorted(set(found) - set(WORKSHOPS))
    yield rule("workshop", "no workshop besides the eleven", not other, other)


def _uses(uses: set[Use]) -> list[str]:
    return sorted("move" if use.move else f"{'+'.join(use.give)} -> {'+'.join(use.gain)}" for use in uses)


def counted(edition: HallEdition) -> Iterator[Claim]:
    tokens = Counter(edition.tokens)
    statement = "15 pedestal point tokens: three 1s, four each of 2, 3 and 4"
    yield rule("supplies", statement, tokens == TOKENS, dict(tokens))
    tiers = len(edition.tier_values)
    yield rule("supplies", "a point token for each clan and tier", len(edition.tokens) == tiers * len(CLANS))
    yield rule("supplies", "18 pedestals, 6 of each clan", edition.pedestals == 6, edition.pedestals)
    yield rule("supplies", "21 statues, 7 of each clan", edition.statues == 7, edition.statues)
    yield rule("supplies", "coronation tokens of 5 and 3, the 5 on top", edition.crowns == (5, 3), edition.crowns)
    kinds = {kind for workshop in edition.workshops for use in workshop.uses for kind in use.give + use.gain}
    strange = sorted(kinds - {*KINDS, "any"})
    yield rule("supplies", "no unknown resource in a workshop", not strange, strange)
