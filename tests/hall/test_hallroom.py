"""How near the steward thinks it is to a great hall."""

from __future__ import annotations

import pytest

from games.rules.hall.board import Mountain, mask_of
from games.rules.hall.bots.hallroom import LACKING, lacks, room
from tests.hall.building import HOUSE

MOUNTAIN = Mountain(HOUSE, "autumn")
HALL = MOUNTAIN.halls["shamans_chamber"]
LAYER = MOUNTAIN.hall_layers["shamans_chamber"][0]
SPOT = next(LAYER.spot(n) for n in range(MOUNTAIN.size) if LAYER.fits >> n & 1)


@pytest.mark.parametrize("missing", range(len(HALL.cells) + 1))
def test_lacking_squares(missing: int) -> None:
    """Squares that are neither own nor free make a place impossible; too many to dig are not thought of."""
    own, free = mask_of(SPOT.squares[missing:]), mask_of(SPOT.squares[:missing])
    thought_of = missing < len(LACKING)
    assert lacks(MOUNTAIN, LAYER, own, free) == (missing if thought_of else None)
    assert lacks(MOUNTAIN, LAYER, own, 0) == (None if missing else 0)


@pytest.mark.parametrize(("missing", "turns", "hoped"), [(0, 1, True), (1, 1, False), (1, 2, True), (3, 3, False)])
def test_a_hall_must_come_in_time(missing: int, turns: int, hoped: bool) -> None:
    own, free = mask_of(SPOT.squares[missing:]), mask_of(SPOT.squares[:missing])
    value = LACKING[missing] * (HALL.low + HALL.high) / 2 if hoped else 0.0
    assert room(MOUNTAIN, ["shamans_chamber"], own, free, turns) == value
    assert room(MOUNTAIN, [], own, free, turns) == 0.0
