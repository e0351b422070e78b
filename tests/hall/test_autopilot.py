"""The autopilot, step by step: what it takes of two like things, and that it goes on from every half-done turn."""

from __future__ import annotations

import pytest

from games.rules import kernel
from games.rules.dice import seeded
from games.rules.hall import build
from games.rules.hall.state import Activation
from tests.hall.building import HOUSE, Maker, Scenario
from tests.hall.caselist import meadow


def fallback(game: Scenario) -> str:
    return game.rules.fallback(game.state, game.seat)


def test_it_drafts_the_earlier_card_into_the_leftmost_slot() -> None:
    """H140: until all four slots are filled, whatever the later card is."""
    rules, dice = build(HOUSE), seeded("autopilot")
    state, _ = rules.setup({"start": "1"}, 2, dice)
    placed = 0
    while state.phase != "play":
        seat = rules.pending(state)[0].seat
        text = rules.fallback(state, seat)
        if state.phase == "draft":
            own = state.drafts[seat - 1]
            filled = sum(map(bool, own.slots))
            assert text == f"draft {own.drawn[0]} {filled + 1}"
            placed += 1
        state = kernel.advance(rules, state, seat, text, dice).state
    assert placed == 8


def test_it_digs_where_the_fewest_hammers_are_needed() -> None:
    """H138: a later spot without rubble goes before an earlier one on rubble."""
    board = {"map": ".oo..\n.....", "tiles": "1....\n....2"}
    maker = Maker().board(board).trolls(10).storage({"stone": 2, "hammer": 2}).shape("two", [(0, 0), (0, 1)], (0, 0))
    game = maker.done()
    words = game.next("dig two stone").words
    assert words[0].data["hammers"] > 0
    least = min(word.data["hammers"] for word in words)
    first = next(word.text for word in words if word.data["hammers"] == least)
    assert (least, fallback(game)) == (0, f"dig two stone {first}")


def test_it_declines_a_pedestal_left_to_choose_and_places_leftmost() -> None:
    """H139: a level-3 troll taken by the person who then left."""
    game = meadow().storage({"coin": 5}).done()
    game.act(f"recruit {game.view()['horde'][2][0]['card']}")
    done = []
    while game.state.turn.seat == 1:
        done.append(fallback(game))
        game.act(done[-1])
    assert done == ["pedestal none", "place 2.1", "end"]


@pytest.mark.parametrize("step", ["extra", "hall", "statues"])
def test_it_ends_a_turn_whose_second_step_is_done(step: str) -> None:
    """H139: everything optional is declined, the extra tunnel of Night Shift too."""
    game = meadow().storage({"stone": 9, "cart": 2}).done()
    game.state.turn.step = step
    game.state.turn.markers = ["night_shift"]
    assert fallback(game) == "end"


def test_it_leaves_an_open_workshop() -> None:
    """H139: no further use is made of it."""
    game = Maker().workshop("Stonemill", 2).storage({"stone": 4}).done()
    game.act("activate C3")
    game.act("use stone iron")
    assert game.state.turn.activation == Activation(game.state.turn.activated[0], 1)
    assert fallback(game) == "close"
