"""Two or fifty requests at the same instant have one effect; and the twins show what the lock is for."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from games import play
from games.models import Game, Move, Notice, Seat, Tenure
from games.play import desk, reading
from tests.play.conftest import hand, seat_of
from tests.race.conftest import together

pytestmark = pytest.mark.django_db(transaction=True)
Do = Callable[..., play.Outcome]


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def replays(game: Game) -> bool:
    """Whether the log leads to the stored position."""
    look = reading.look(None, fresh(game))
    return reading.history(None, fresh(game), look.step).view == look.view


def test_the_same_move_twice_is_one(at_turns: Game, alice: Any) -> None:
    """A1, A2 for moves."""
    key = seat_of(alice, at_turns).decision_key
    results = together(*[lambda: play.act(alice, at_turns.pk, key, "step 1; roll")] * 2)
    assert sorted(outcome.repeated for outcome in results) == [False, True]
    assert Move.objects.filter(game=at_turns, seat=1, text__in=["step 1", "roll"]).count() == 2
    assert replays(at_turns)


def test_fifty_parallel_clicks_are_one(at_turns: Game, alice: Any, bob: Any) -> None:
    """A2: one accepted, the next player asked once and told once."""
    Notice.objects.all().delete()
    key = seat_of(alice, at_turns).decision_key
    results = together(*[lambda: play.act(alice, at_turns.pk, key, "end")] * 50)
    assert sum(not outcome.repeated for outcome in results) == 1
    assert Move.objects.filter(game=at_turns, text="end").count() == 1
    assert Notice.objects.filter(kind="your_turn").count() == 1
    assert seat_of(bob, at_turns).decision_key


def test_two_different_moves_with_one_key(at_turns: Game, alice: Any) -> None:
    """A8: two devices, one question, one answer."""
    key = seat_of(alice, at_turns).decision_key
    results = together(
        lambda: play.act(alice, at_turns.pk, key, "step 1"), lambda: play.act(alice, at_turns.pk, key, "step 2")
    )
    assert sorted(type(result).__name__ for result in results) == ["Outcome", "Stale"]
    assert Move.objects.filter(game=at_turns, text__startswith="step").count() == 1


def test_the_same_undo_twice_is_one(at_turns: Game, alice: Any, do: Do) -> None:
    """A1: exactly one undo row, the second answer is 'already done'."""
    do(alice, at_turns, "step 1; step 1")
    key = seat_of(alice, at_turns).decision_key
    for upto in (4, None):
        key = seat_of(alice, at_turns).decision_key
        results = together(*[lambda key=key, upto=upto: play.undo(alice, at_turns.pk, key, upto)] * 2)
        assert sorted(outcome.repeated for outcome in results) == [False, True]
    assert Move.objects.filter(game=at_turns, kind="undo").count() == 2
    assert Move.objects.filter(game=at_turns, undone_by__isnull=False).count() == 2
    assert replays(at_turns)


def test_undo_against_the_next_move(at_turns: Game, alice: Any, do: Do) -> None:
    do(alice, at_turns, "step 1")
    key = seat_of(alice, at_turns).decision_key
    results = together(lambda: play.undo(alice, at_turns.pk, key), lambda: play.act(alice, at_turns.pk, key, "step 2"))
    assert sorted(type(result).__name__ for result in results) == ["Outcome", "Stale"]
    assert replays(at_turns)


def test_the_last_seat_has_room_for_one(alice: Any, bob: Any, charlie: Any) -> None:
    """A5: one sits down, the game starts once, the other is told."""
    game = play.open_table(alice, "toy", "Last", 2, {})
    results = together(lambda: play.join(bob, game.pk), lambda: play.join(charlie, game.pk))
    refused = [result for result in results if isinstance(result, play.Closed)]
    assert [error.code for error in refused] == ["already_started"]
    assert Move.objects.filter(game=game, text="start").count() == 1
    assert Seat.objects.filter(game=game, user__isnull=False).count() == 2


def test_joining_twice_at_once_is_one_seat(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "Twice", 3, {})
    results = together(*[lambda: play.join(bob, game.pk)] * 4)
    assert not [result for result in results if isinstance(result, Exception)]
    assert Seat.objects.filter(game=game, user=bob).count() == 1
    assert fresh(game).is_open


def test_a_table_filled_from_two_sides_starts_once(alice: Any, bob: Any, charlie: Any) -> None:
    game = play.open_table(alice, "toy", "Fill", 4, {})
    together(
        lambda: play.join(bob, game.pk),
        lambda: play.join(charlie, game.pk),
        lambda: play.add_bot(alice, game.pk, "random"),
        lambda: play.add_bot(alice, game.pk, "random"),
    )
    assert Move.objects.filter(game=game, text="start").count() == 1
    assert fresh(game).is_running
    assert sorted(Seat.objects.filter(game=game).values_list("number", flat=True)) == [1, 2, 3, 4]


def test_leaving_and_starting_at_once(alice: Any, bob: Any, charlie: Any) -> None:
    game = play.open_table(alice, "toy", "Leave", 3, {})
    play.join(bob, game)
    left, _ = together(lambda: play.leave(bob, game.pk), lambda: play.join(charlie, game.pk))
    row = fresh(game)
    assert row.is_running == isinstance(left, play.Closed)
    assert Seat.objects.filter(game=game, user__isnull=False).count() == (3 if row.is_running else 2)


def test_two_ticks_hand_over_once(at_turns: Game, alice: Any) -> None:
    """A13: run twice at once, and again as after a crash: one successor, one notice a player."""
    Notice.objects.all().delete()
    play.tick(at_turns.pk, timezone.now() + timedelta(hours=25))
    late = timezone.now() + timedelta(hours=38)
    results = together(*[lambda: play.tick(at_turns.pk, late)] * 4)
    assert not [result for result in results if isinstance(result, Exception)]
    Game.objects.filter(pk=at_turns.pk).update(wake_at=late)
    play.tick(at_turns.pk, late)
    for act in ("expire", "autopilot"):
        assert Move.objects.filter(game=at_turns, text=act).count() == 1
    assert Move.objects.filter(game=at_turns, via="autopilot").count() == 1
    assert Notice.objects.filter(kind="your_turn").count() == 1


def test_the_last_second_has_one_outcome(at_turns: Game, alice: Any) -> None:
    """A move and the end of its time at once: one of them, and a position that follows from the log."""
    key = seat_of(alice, at_turns).decision_key
    play.tick(at_turns.pk, timezone.now() + timedelta(hours=25))
    late = timezone.now() + timedelta(hours=38)
    acted, _ = together(lambda: play.act(alice, at_turns.pk, key, "end"), lambda: play.tick(at_turns.pk, late))
    assert Move.objects.filter(game=at_turns, seat=1, text="end").count() == 1
    assert isinstance(acted, play.Refused) == Move.objects.filter(game=at_turns, text="autopilot", seat=1).exists()
    assert replays(at_turns)


def test_two_substitutes_for_one_seat(at_turns: Game, alice: Any, bob: Any, charlie: Any) -> None:
    """First taker wins under the lock, and who came second is told so."""
    dora = type(alice).objects.create_user("dora@example.org", "Dora", "x")
    play.resign(alice, at_turns)
    results = together(*[lambda u=user: play.take_seat(u, at_turns.pk, 1) for user in (charlie, dora, charlie, dora)])
    assert len([result for result in results if isinstance(result, play.Closed)]) == 2
    assert Move.objects.filter(game=at_turns, text="substitute").count() == 1
    assert Tenure.objects.filter(game=at_turns, number=1, ended_at=None).count() == 1


def test_the_win_and_the_way_back_at_once(at_turns: Game, alice: Any, bob: Any) -> None:
    """C55: one of them."""
    play.resign(alice, at_turns)
    took, back = together(lambda: play.take_win(bob, at_turns.pk), lambda: play.return_to_seat(alice, at_turns.pk))
    assert isinstance(took, play.Refused) != isinstance(back, play.Refused)
    assert fresh(at_turns).is_finished == isinstance(back, play.Refused)


def test_a_day_given_many_times_at_once_is_given_once(at_turns: Game, bob: Any) -> None:
    play.tick(at_turns.pk, timezone.now() + timedelta(hours=25))
    results = together(*[lambda: play.grant(bob, at_turns.pk, 1)] * 4)
    assert len([result for result in results if isinstance(result, play.Refused)]) == 3
    assert Move.objects.filter(game=at_turns, text="grant").count() == 1


def test_sealed_answers_of_all_at_once(alice: Any, bob: Any, charlie: Any) -> None:
    game = play.open_table(alice, "toy", "Sealed", 3, {})
    play.join(bob, game)
    play.join(charlie, game)

    def hide(user: Any) -> Callable[[], Any]:
        cards, key = hand(user, game), seat_of(user, game).decision_key
        return lambda: play.act(user, game.pk, key, f"hide {cards[0]}; hide {cards[1]}")

    results = together(hide(alice), hide(bob), hide(charlie))
    assert [len(outcome.steps) for outcome in results] == [2, 2, 2]
    assert fresh(game).progress["turn"] == 1
    assert replays(game)


def test_bots_woken_many_times_play_once(alice: Any) -> None:
    game = play.open_table(None, "toy", "Bots", 3, {}, bots=["random"] * 3)
    for _ in range(20):
        results = together(*[lambda: play.play_bots(game.pk)] * 3)
        assert not [result for result in results if isinstance(result, Exception)]
        if fresh(game).is_finished:
            break
    assert fresh(game).is_finished
    assert replays(game)


@pytest.fixture
def unlock(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The twin: from the call on, the Game row is read without a lock, and both requests read before either writes."""

    def take_the_lock_away() -> None:
        meet = threading.Barrier(2)
        real = desk.Desk.__init__

        def slow(self: desk.Desk, *args: Any) -> None:
            real(self, *args)
            meet.wait(timeout=30)

        monkeypatch.setattr(desk, "lock", lambda pk: Game.objects.filter(pk=pk).first())
        monkeypatch.setattr(desk.Desk, "__init__", slow)

    return take_the_lock_away


@pytest.mark.postgres
def test_twin_without_the_lock_a_doubled_move_is_no_longer_answered(
    at_turns: Game, alice: Any, unlock: Callable[[], None]
) -> None:
    """Both find the key current and both play; only the unique number of the row stops the second, with a fault."""
    key = seat_of(alice, at_turns).decision_key
    unlock()
    results = together(*[lambda: play.act(alice, at_turns.pk, key, "step 1")] * 2)
    assert sorted(type(result).__name__ for result in results) == ["IntegrityError", "Outcome"]


@pytest.mark.postgres
def test_twin_without_the_lock_two_people_take_one_chair(
    alice: Any, bob: Any, charlie: Any, unlock: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both find the same chair free. Take the numbered log away too, and one silently loses the seat just given."""
    game = play.open_table(alice, "toy", "Twin", 3, {})
    monkeypatch.setattr(desk.Desk, "note", lambda self, *args, **kwargs: setattr(self, "dirty", True))
    unlock()
    results = together(lambda: play.join(bob, game.pk), lambda: play.join(charlie, game.pk))
    assert not [result for result in results if isinstance(result, IntegrityError | play.Refused)]
    assert Seat.objects.filter(game=game, user__in=[bob, charlie]).count() == 1
