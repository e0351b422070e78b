"""The last turns: everybody is told once, the table shows what is left, an undo takes the beginning back."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import clocks, play
from games.models import Game, Move, Notice
from games.play import countdown, reading
from tests.play.conftest import hand, seat_of
from tests.toy.rules import ToyRules

Do = Callable[..., play.Outcome]


@pytest.fixture(autouse=True)
def last_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game says what is left once somebody has five points more than the hidden cards gave."""
    plain = ToyRules.progress

    def progress(self: ToyRules, state: Any) -> dict[str, Any]:
        points = sum(state.points) - sum(sum(cards) for cards in state.hidden)
        left = {str(seat): 4 - state.turn for seat in (1, 2)} if points >= 3 and state.phase != "hide" else None
        return {**plain(self, state), "turns_left": left}

    monkeypatch.setattr(ToyRules, "progress", progress)


def told(game: Game) -> list[str]:
    rows = Notice.objects.filter(game=game, kind="last_turns").order_by("user__name")
    return list(rows.values_list("user__name", flat=True))


def test_everybody_else_is_told_once_and_the_table_shows_what_is_left(
    at_turns: Game, alice: Any, bob: Any, do: Do
) -> None:
    do(alice, at_turns, "step 1")
    at_turns.refresh_from_db()
    assert at_turns.countdown_at is None
    assert countdown.turns_left(at_turns) == {}
    do(alice, at_turns, "step 2")
    at_turns.refresh_from_db()
    assert at_turns.countdown_at is not None
    assert countdown.turns_left(at_turns) == {1: 3, 2: 3}
    assert told(at_turns) == ["Bob"]
    assert [e.act for e in reading.look(None, at_turns).log()][-1] == "last_turns"
    do(alice, at_turns, "end")
    do(bob, at_turns, "end")
    assert Move.objects.filter(game=at_turns, text="last_turns").count() == 1
    assert told(at_turns) == ["Bob"]


def test_an_undo_takes_the_beginning_back_and_nobody_is_told_twice(at_turns: Game, alice: Any, do: Do) -> None:
    do(alice, at_turns, "step 3")
    play.undo(alice, at_turns, seat_of(alice, at_turns).decision_key)
    at_turns.refresh_from_db()
    assert at_turns.countdown_at is None
    assert countdown.turns_left(at_turns) == {}
    do(alice, at_turns, "step 3")
    at_turns.refresh_from_db()
    assert at_turns.countdown_at is not None
    assert told(at_turns) == ["Bob"]


@pytest.mark.parametrize(("endgame", "hours"), [("normal", 12), ("short", 6)])
def test_the_credit_of_the_last_turns_is_the_tables_choice(
    alice: Any, bob: Any, do: Do, endgame: str, hours: int
) -> None:
    terms = clocks.Terms(bank=40 * 3600, credit=12 * 3600, cap=90 * 3600, quiet=False, endgame=endgame)
    game = play.open_table(alice, "toy", "End", 2, {}, terms=terms, random_order=False)
    play.join(bob, game)
    for user in (alice, bob):
        cards = hand(user, game)
        do(user, game, f"hide {cards[0]}; hide {cards[1]}")
    do(alice, game, "step 3")
    do(alice, game, "end")
    before = seat_of(bob, game).bank
    with time_machine.travel(timezone.now() + timedelta(hours=10), tick=False):
        do(bob, game, "end")
    gained = seat_of(bob, game).bank - before + timedelta(hours=10)
    assert abs(gained - timedelta(hours=hours)) < timedelta(minutes=1)
