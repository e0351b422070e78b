"""The sweep: what is due, in its order, once; tables nobody filled, full tables that did not start; who is told."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import play, tasks
from games.models import Game, Move, Notice, Seat
from tests.play.conftest import at, seat_of
from tests.play.test_ladder import acts, told

Do = Callable[..., play.Outcome]


def test_the_host_of_a_table_nobody_fills_is_warned_then_it_is_closed(alice: Any, bob: Any, start: datetime) -> None:
    """C67: two days before; once; then closed with a page of its own, and everybody seated is told."""
    with at(0, start):
        game = play.open_table(alice, "toy", "Empty", 3, {})
        play.join(bob, game)
    for days in (11.9, 12, 12.5, 13.9):
        with at(days * 24, start):
            tasks.sweep()
    assert told("table_unfilled") == [("Alice", None)]
    assert Game.objects.get(pk=game.pk).is_open
    with at(14 * 24, start):
        tasks.sweep()
    game = Game.objects.get(pk=game.pk)
    assert (game.status, game.closed_reason, game.wake_at) == ("closed", "unfilled", None)
    assert told("table_closed") == [("Alice", 1), ("Bob", 2)]


def test_the_last_to_accept_starts_the_game_once(alice: Any, bob: Any, charlie: Any) -> None:
    """C71: invited, all accept, one presses twice: one start, one notice each."""
    game = play.open_table(alice, "toy", "Three", 3, {}, visibility="invited", invited=[bob, charlie])
    for user in (bob, charlie, charlie):
        play.join(user, game)
    tasks.sweep()
    assert acts(game).count("start") == 1
    assert Notice.objects.filter(game=game, kind="your_turn").count() == 2
    assert told("table_full") == [("Alice", seat_of(alice, game).number)]


def test_a_full_table_that_waits_is_started_by_the_sweep(alice: Any, bob: Any, start: datetime) -> None:
    """C71: however it came about; a table younger than a minute is left to its own transaction."""
    with at(0, start):
        game = play.open_table(alice, "toy", "Stuck", 2, {})
        Seat.objects.filter(game=game, user=None).update(user=bob, joined_at=timezone.now())
        tasks.sweep()
        assert Game.objects.get(pk=game.pk).is_open
    with at(0.05, start):
        tasks.sweep()
        tasks.sweep()
    assert Game.objects.get(pk=game.pk).is_running
    assert acts(game).count("start") == 1


def test_a_sweep_asks_one_cheap_question_of_all_games(turns: Game) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert tasks.sweep() == 0
    due = [query["sql"] for query in queries if '"games_game"' in query["sql"] and "wake_at" in query["sql"]]
    assert len(due) == 1
    assert "IS NOT NULL" in due[0]
    assert 'ORDER BY "games_game"."wake_at"' in due[0]


def test_the_longest_overdue_comes_first(turns: Game, alice: Any, bob: Any, start: datetime) -> None:
    others = [play.open_table(alice, "toy", f"T{n}", 2, {}) for n in range(3)]
    for hours, game in zip((5, 1, 3), others, strict=True):
        Game.objects.filter(pk=game.pk).update(wake_at=timezone.now() - timedelta(hours=hours))
    assert list(tasks.due_games(timezone.now())) == [others[0].pk, others[2].pk, others[1].pk]


def test_who_is_told_that_somebody_moved(turns: Game, alice: Any, bob: Any, charlie: Any, do: Do) -> None:
    """D73: nothing to who moves, nothing for a step, the turn to who is asked, the rest to the others."""
    Notice.objects.all().delete()
    do(alice, turns, "step 1")
    do(alice, turns, "roll")
    assert not Notice.objects.exists()
    do(alice, turns, "end")
    assert told("your_turn") == [("Bob", 2)]
    assert told("moved") == [("Charlie", 1)]
    row = Move.objects.filter(game=turns, text="end").get()
    assert Notice.objects.get(kind="moved").key == str(row.number)


def test_no_news_of_a_silent_answer(turns: Game, alice: Any, bob: Any, charlie: Any, do: Do) -> None:
    do(alice, turns, "call")
    Notice.objects.all().delete()
    do(bob, turns, "vote yes")
    assert not Notice.objects.exists()
    do(charlie, turns, "vote yes")
    assert [(n.kind, n.user) for n in Notice.objects.all()] == [("your_turn", alice)]


@pytest.mark.parametrize("deed", ["grant", "hand", "resign", "return"])
def test_nobody_is_told_what_they_did(deed: str, turns: Game, alice: Any, bob: Any, start: datetime) -> None:
    with at(24, start):
        tasks.sweep()
        if deed == "return":
            play.resign(alice, turns)
        Notice.objects.all().delete()
        actor = bob if deed in ("grant", "hand") else alice
        if deed in ("grant", "hand"):
            getattr(play, deed)(bob, turns, 1)
        else:
            {"resign": play.resign, "return": play.return_to_seat}[deed](alice, turns)
    others = Notice.objects.exclude(user=actor)
    assert others.exists()
    assert Notice.objects.filter(user=actor).exclude(kind="your_turn").count() == 0
