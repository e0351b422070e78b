"""Where statues and gates begin (rulings H3 to H7, H9, H128, H140). Pure helpers of the set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from games.rules.hall.board import Mountain
from games.rules.hall.edition import Start

TEAMS = ((1, 4), (2, 3))
"""The seats of the two teams (ruling H127)."""


def statue_ring(spots: Sequence[int], first: int, clans: Sequence[str]) -> dict[int, str]:
    """Clans by square: the first clan on spot number ``first`` (from 0), then clockwise in turn (ruling H7)."""
    count = len(spots)
    return {spots[(first + n) % count]: clans[n % len(clans)] for n in range(count)}


def workshops_in_play(seats: int) -> int:
    """How many workshop tiles a game uses (ruling H9)."""
    return 2 * seats + 1


def gate_choices(starts: Sequence[Start], seats: int, team: bool, taken: Mapping[int, str]) -> list[Start]:
    """The start points open to the next seat, clockwise. ``taken``: start id by seat, of those who have chosen."""
    free = [start for start in starts if start.id not in taken.values()]
    if seats == 2:
        return _for_two(starts, free, taken)
    marked = [start for start in free if seats in start.marks]
    return [start for start in marked if _teams_fit(starts, marked, taken, start)] if team else marked


def _for_two(starts: Sequence[Start], free: Sequence[Start], taken: Mapping[int, str]) -> list[Start]:
    """Ruling H4: the two points share a number."""
    if taken:
        partners = [start for start in starts if start.id in taken.values()]
    else:
        partners = list(starts)
    return [start for start in free if any(_matches(start, other) for other in partners)]


def _matches(start: Start, other: Start) -> bool:
    return start.id != other.id and bool(set(start.marks) & set(other.marks))


def _teams_fit(starts: Sequence[Start], marked: Sequence[Start], taken: Mapping[int, str], start: Start) -> bool:
    """Ruling H128: with this choice the seats still to choose can yet make team mates neighbours."""
    seat = len(taken) + 1
    chosen = {**taken, seat: start.id}
    rest = [other.id for other in marked if other.id != start.id]
    later = range(seat + 1, 5)
    ways = permutations(rest, len(later))
    return any(_beside(starts, {**chosen, **dict(zip(later, ids, strict=True))}) for ids in ways)


def _beside(starts: Sequence[Start], chosen: Mapping[int, str]) -> bool:
    """Whether both pairs of team mates are neighbours among the four chosen points."""
    seat_of = {start: seat for seat, start in chosen.items()}
    ring = [seat_of[start.id] for start in starts if start.id in seat_of]
    pairs = {frozenset((ring[n], ring[(n + 1) % len(ring)])) for n in range(len(ring))}
    return all(frozenset(team) in pairs for team in TEAMS)


def autopilot_gate(mountain: Mountain, choices: Sequence[Start], gates: Sequence[int]) -> Start:
    """The open point whose nearest gate is farthest (rows plus columns); the lowest id on ties (ruling H140)."""

    def nearest(start: Start) -> int:
        row, column = divmod(start.square, mountain.width)
        others = [divmod(gate, mountain.width) for gate in gates]
        return min((abs(row - r) + abs(column - c) for r, c in others), default=0)

    return min(choices, key=lambda start: (-nearest(start), start.id))
