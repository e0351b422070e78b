"""How near the steward is to a great hall: the squares that the best place for one still lacks."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.hall.board import Layer, Mountain

LACKING = (0.8, 0.5, 0.3, 0.15)
"""How likely a great hall is that lacks no square, one, two, three; one that lacks more is not thought of."""


def lacks(mountain: Mountain, layer: Layer, have: int, free: int) -> int | None:
    """The fewest squares that this turning lacks anywhere, when ``have`` may be covered and ``free`` dug; None if more
    than are thought of."""
    by_number = [layer.fits] + [0] * (len(LACKING) - 1)
    for row, column in layer.offsets:
        own, open_ = mountain.seen_from(have, row, column), mountain.seen_from(free, row, column)
        for n in range(len(by_number) - 1, 0, -1):
            by_number[n] = by_number[n] & own | by_number[n - 1] & open_
        by_number[0] &= own
        if not any(by_number):
            return None
    return next(n for n, mask in enumerate(by_number) if mask)


def room(mountain: Mountain, halls: Sequence[str], have: int, free: int, turns: int) -> float:
    """The honour to be hoped for from the most promising hall, with so many own turns to come."""
    best = 0.0
    for key in halls:
        found = [lacks(mountain, layer, have, free) for layer in mountain.hall_layers[key]]
        fewest = min((number for number in found if number is not None), default=None)
        if fewest is not None and fewest < turns:
            hall = mountain.halls[key]
            best = max(best, LACKING[fewest] * (hall.low + hall.high) / 2)
    return best
