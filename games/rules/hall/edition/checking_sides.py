"""Statements about the two sides of the board (rulebook: Components, General Setup; rulings H1 to H7)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

from games.rules.hall.board import Mountain, bits, mask_of
from games.rules.hall.claims import Claim, named, promise, rule
from games.rules.hall.edition import CLANS, KINDS, HallEdition, Side

SEATS = {"winter": (2, 4, 5), "autumn": (2, 3)}
MARKS = {"winter": (4, 5), "autumn": (3,)}
CORE = 6
"""The heart counts as the step after the fifth tier when neighbours are compared."""


def claims(edition: HallEdition) -> Iterator[Claim]:
    """Everything about the board."""
    yield from named(edition, "side", list(edition.sides))
    yield rule("side", "a winter side and an autumn side", set(edition.sides) == set(SEATS), sorted(edition.sides))
    for key, side in edition.sides.items():
        mountain = Mountain(edition, key)
        yield from named(edition, f"start.{key}", [start.id for start in side.starts])
        yield from ground(mountain)
        yield from starts(mountain)
        yield from statues(mountain, edition)
        yield from sites(mountain, edition)
        yield from buried(mountain)
    if set(edition.sides) >= set(SEATS):
        size = {key: sum(square.tier > 0 for square in side.squares) for key, side in edition.sides.items()}
        yield promise("side", "winter is the larger side", size["winter"] > size["autumn"], size)


def levels(mountain: Mountain) -> dict[int, int]:
    """Tier -> mask, the heart as tier 6."""
    found = {tier: mask_of(n for n in range(mountain.size) if mountain.tier(n) == tier) for tier in range(1, CORE)}
    return {**found, CORE: mountain.heart}


def ground(mountain: Mountain) -> Iterator[Claim]:
    key, tiers = mountain.side.key, levels(mountain)
    land = mountain.ground | mountain.site_mask | mountain.heart
    yield rule(key, "a heart in the mountain", bool(mountain.heart))
    yield rule(key, "five tiers", all(tiers[n] for n in range(1, CORE)), {n: m.bit_count() for n, m in tiers.items()})
    whole = [tier for tier, mask in tiers.items() if len(mountain.groups(mask)) != 1]
    yield promise(key, "each tier in one piece", not whole, whole)
    steep = [mountain.name(square) for square in jumps(mountain, tiers)]
    yield promise(key, "tiers lie inside each other: neighbours differ by one at most", not steep, steep)
    inside = [group for group in mountain.groups(mountain.full & ~land) if not group & frame(mountain)]
    yield promise(key, "no hole in the mountain", not inside, len(inside))
    pieces = len(mountain.groups(mountain.ground))
    yield rule(key, "every diggable square can be reached", pieces == 1, pieces)
    sizes = [(tiers[n] & ~mountain.heart).bit_count() for n in range(1, CORE)]
    yield promise(key, "tiers grow outward", all(outer > inner for outer, inner in pairwise(sizes)), sizes)
    share = land.bit_count() / mountain.size if mountain.size else 1
    yield promise(key, "the outline is no rectangle", share < 0.8, f"{share:.0%} of the frame")
    off = math.dist(centre(mountain, mountain.heart), centre(mountain, land))
    yield promise(key, "the heart lies in the middle", off < 1, f"off by {off:.2f}")


def jumps(mountain: Mountain, tiers: dict[int, int]) -> Iterator[int]:
    """Squares beside one that is more than a tier away (outside counts as tier 0)."""
    tier_of = {square: tier for tier, mask in tiers.items() for square in bits(mask)}
    for square, tier in tier_of.items():
        around = [tier_of.get(other, 0) for other in mountain.neighbours[square]]
        if 1 << square & frame(mountain):
            around.append(0)
        if any(abs(tier - other) > 1 for other in around):
            yield square


def frame(mountain: Mountain) -> int:
    """The outermost squares of the frame round the mountain."""
    width, height = mountain.width, mountain.height
    edge = [n for n in range(mountain.size) if n % width in (0, width - 1) or n // width in (0, height - 1)]
    return mask_of(edge)


def centre(mountain: Mountain, mask: int) -> tuple[float, float]:
    """The mean (row, column) of some squares."""
    cells = [divmod(square, mountain.width) for square in bits(mask)]
    if not cells:
        return math.inf, math.inf
    return sum(row for row, _ in cells) / len(cells), sum(column for _, column in cells) / len(cells)


def starts(mountain: Mountain) -> Iterator[Claim]:
    side = mountain.side
    key, gates = side.key, [start.square for start in side.starts]
    seats, marks = SEATS.get(key, ()), MARKS.get(key, ())
    yield rule(key, f"played by {list(seats)} seats", side.seats == seats, side.seats)
    outside = mountain.full & ~(mountain.ground | mountain.site_mask | mountain.heart)
    rim = frame(mountain) | mountain.adjacent(outside)
    good = all(mountain.tier(gate) == 1 and 1 << gate & rim for gate in gates)
    yield rule(key, "start points lie at the edge, in the outer tier", good)
    clear = mountain.ground & ~mountain.rubble_mask & ~mask_of(side.spots)
    clear &= ~mask_of(n for n, square in enumerate(side.squares) if square.goods)
    yield rule(key, "start points are clear of rubble, statues and resources", not mask_of(gates) & ~clear)
    for number in marks:
        have = sum(number in start.marks for start in side.starts)
        yield rule(key, f"at least {number} start points marked {number}", have >= number, have)
        yield promise(key, f"one start point marked {number} to spare", have > number, have)
    odd = sorted({mark for start in side.starts for mark in start.marks} - set(marks))
    yield rule(key, "no start point bears another number", not odd and all(start.marks for start in side.starts), odd)
    yield rule(key, "start points are listed clockwise", clockwise(mountain, gates))
    yield from distances(mountain, gates)


def distances(mountain: Mountain, gates: list[int]) -> Iterator[Claim]:
    key, cells = mountain.side.key, [divmod(gate, mountain.width) for gate in gates]
    gap = min((abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in combinations(cells, 2)), default=0)
    yield rule(key, "no two gates can ever touch", gap > 1, gap)
    yield promise(key, "start points lie at least 10 steps apart", gap >= 10, gap)
    far = [steps_to_core(mountain, gate) for gate in gates]
    near, wide = min(far, default=0), max(far, default=0)
    yield promise(key, "11 to 16 steps from each gate to the inner tier", 11 <= near <= wide <= 16, far)
    yield promise(key, "no gate is more than 2 steps nearer than another", wide - near <= 2, far)


def steps_to_core(mountain: Mountain, gate: int) -> int:
    """The least number of steps over diggable ground from a gate to the fifth tier; 0 if there is no way."""
    goal, reached, steps = levels(mountain)[5] & mountain.ground, 1 << gate, 0
    edge = reached
    while edge and not reached & goal:
        edge = mountain.adjacent(edge) & mountain.ground & ~reached
        reached |= edge
        steps += 1
    return steps if reached & goal else 0


def bearings(mountain: Mountain, squares: list[int]) -> list[float]:
    """Degrees clockwise from twelve o'clock, seen from the heart."""
    row, column = centre(mountain, mountain.heart or mountain.full)
    cells = [divmod(square, mountain.width) for square in squares]
    return [math.degrees(math.atan2(c - column, row - r)) % 360 for r, c in cells]


def clockwise(mountain: Mountain, squares: list[int]) -> bool:
    """Whether the squares go once round the heart, wherever the list begins."""
    angles = bearings(mountain, squares)
    return sum((b - a) % 360 for a, b in zip(angles, angles[1:] + angles[:1], strict=True)) <= 360.001


def statues(mountain: Mountain, edition: HallEdition) -> Iterator[Claim]:
    key, spots = mountain.side.key, list(mountain.spots)
    fits = 0 < len(spots) <= edition.statues * len(CLANS)
    yield rule(key, "no more statue spots than statues", fits, len(spots))
    yield rule(key, "statue spots in threes, so that the ring closes", len(spots) % len(CLANS) == 0, len(spots))
    yield rule(key, "statue spots on diggable ground", not mask_of(spots) & ~mountain.ground)
    yield rule(key, "statue spots are listed clockwise", clockwise(mountain, spots))
    angles = bearings(mountain, spots)
    ordered = angles == sorted(angles)
    yield promise(key, "the first statue spot is the one after twelve o'clock", ordered)
    wide = max(((b - a) % 360 for a, b in zip(angles, angles[1:] + angles[:1], strict=True)), default=360)
    yield promise(key, "no gap of more than 60 degrees in the ring", wide <= 60, f"{wide:.0f}")
    tiers = Counter(mountain.tier(spot) for spot in spots)
    yield promise(key, "statues begin in the three outer tiers", set(tiers) <= {1, 2, 3}, dict(sorted(tiers.items())))
    hard = sum(mountain.side.squares[spot].rubble for spot in spots)
    yield rule(key, "some statues are buried under rubble", hard > 0, hard)


def sites(mountain: Mountain, edition: HallEdition) -> Iterator[Claim]:
    side, found = mountain.side, mountain.sites
    most = 2 * max(side.seats, default=0) + 1
    yield rule(side.key, "more workshop sites than workshops in a game", len(found) > most, len(found))
    apart = not mountain.adjacent(mountain.site_mask) & mountain.site_mask
    yield promise(side.key, "workshop sites lie apart", apart)
    yield rule(side.key, "no rubble and no resources on workshop sites", not any(_covered(side, n) for n in found))
    land = mountain.ground | mountain.heart
    doors = [(mountain.near[site] & land).bit_count() for site in found]
    reached = all(mountain.near[site] & mountain.ground for site in found)
    yield rule(side.key, "every workshop site has a side to dig to", reached)
    yield promise(side.key, "three or four open sides at each site", all(count >= 3 for count in doors), sorted(doors))
    least = 12 if side.key == "winter" else 8
    yield promise(side.key, f"at least {least} workshop sites", len(found) >= least, len(found))


def _covered(side: Side, square: int) -> bool:
    return side.squares[square].rubble or bool(side.squares[square].goods)


def buried(mountain: Mountain) -> Iterator[Claim]:
    side, amount = mountain.side, Counter[str]()
    for square in side.squares:
        amount.update(square.goods)
    yield rule(side.key, "known resources are buried", set(amount) <= set(KINDS), sorted(set(amount) - set(KINDS)))
    yield rule(side.key, "resources are buried in diggable ground", _in_ground(mountain))
    hard = sum(bool(square.goods) and square.rubble for square in side.squares)
    yield rule(side.key, "some resources are buried under rubble", hard > 0, hard)
    both = sum(bool(side.squares[spot].goods) for spot in side.spots)
    yield promise(side.key, "no resources under a statue", both == 0, both)
    missing = sorted(set(KINDS) - set(amount))
    yield promise(side.key, "all seven resources are buried somewhere", not missing, dict(amount))
    rubble = mountain.rubble_mask.bit_count() / max(mountain.ground.bit_count(), 1)
    diggable = not mountain.rubble_mask & ~mountain.ground
    yield rule(side.key, "there is rubble, on diggable ground only", rubble > 0 and diggable)
    yield promise(side.key, "rubble on 8 to 25 per cent of the squares", 0.08 <= rubble <= 0.25, f"{rubble:.0%}")


def _in_ground(mountain: Mountain) -> bool:
    return not mask_of(n for n, square in enumerate(mountain.side.squares) if square.goods) & ~mountain.ground
