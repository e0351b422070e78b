"""Banks: what a seat pays, when it gets its credit, what an undo gives back, what is frozen when it is asked."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games import clocks, play, tasks
from games.models import Game, Move, Notice, NoticeSettings, Seat, Vacation
from games.play import reading, timing
from tests.play.conftest import at, hide, seat_of

Do = Callable[..., play.Outcome]


def bank(user: Any, game: Game) -> float:
    return seat_of(user, game).bank / timedelta(hours=1)


def test_the_credit_comes_when_the_turn_is_over_up_to_the_cap(
    turns: Game, alice: Any, bob: Any, do: Do, start: datetime
) -> None:
    assert bank(alice, turns) == 24  # 20 + 5 of the first step, but never above the cap
    with at(10, start):
        do(alice, turns, "step 1")
        do(alice, turns, "roll")
        assert bank(alice, turns) == 24
        do(alice, turns, "end")
    assert bank(alice, turns) == 24 - 10 + 5
    assert seat_of(bob, turns).due_at == start + timedelta(hours=34)


def test_several_asked_at_once_each_have_their_own_clock(
    trio: Game, alice: Any, bob: Any, charlie: Any, do: Do, start: datetime
) -> None:
    for hours, user in ((2, alice), (6, bob)):
        with at(hours, start):
            hide(user, trio, do)
            assert seat_of(user, trio).due_at is None
    assert (bank(alice, trio), bank(bob, trio)) == (18, 14)
    assert seat_of(charlie, trio).due_at == start + timedelta(hours=20)
    with at(7, start):
        hide(charlie, trio, do)
    assert (bank(alice, trio), bank(bob, trio), bank(charlie, trio)) == (23, 19, 18)


def test_moving_and_taking_back_gains_nothing(turns: Game, alice: Any, do: Do, start: datetime) -> None:
    """B43: twenty times, an hour apart; also of a line that ends the turn, which nobody else was asked by."""
    due = seat_of(alice, turns).due_at
    for n in range(20):
        with at(n / 2, start):
            do(alice, turns, "step 1")
            play.undo(alice, turns, seat_of(alice, turns).decision_key)
            assert (bank(alice, turns), seat_of(alice, turns).due_at) == (24, due)
    with at(10, start):
        do(alice, turns, "end")
    assert bank(alice, turns) == 19


def test_sealed_answers_taken_back_gain_nothing(trio: Game, alice: Any, do: Do, start: datetime) -> None:
    """B43: the clock stands while everything is answered, and goes on from where it was asked."""
    first = [seat_of(alice, trio).due_at, seat_of(alice, trio).remind_at]
    for n in range(20):
        with at(n / 4, start):
            hide(alice, trio, do)
            upto = reading.look(alice, Game.objects.get(pk=trio.pk)).undo.entries[-1]
            play.undo(alice, trio, "", upto=upto)
            seat = seat_of(alice, trio)
            assert [seat.due_at, seat.remind_at, bank(alice, trio)] == [*first, 20]
    with at(12, start):
        hide(alice, trio, do)
        upto = reading.look(alice, Game.objects.get(pk=trio.pk)).undo.entries[-1]
        play.undo(alice, trio, "", upto=upto)
    assert [mark for mark, _ in seat_of(alice, trio).reminders] == ["fifth", "hour"]


def test_a_question_within_a_turn_costs_time_and_earns_one_credit(
    turns: Game, alice: Any, bob: Any, charlie: Any, do: Do, start: datetime
) -> None:
    with at(4, start):
        do(alice, turns, "call")
    assert bank(alice, turns) == 20
    with at(9, start):
        do(bob, turns, "vote yes")
        do(charlie, turns, "vote no")
    with at(10, start):
        do(alice, turns, "end")
    assert bank(alice, turns) == 20 - 1 + 5


def test_the_bank_does_not_tell_when_a_silent_answer_was_given(
    turns: Game, alice: Any, bob: Any, charlie: Any, do: Do, start: datetime
) -> None:
    """E: silent answers in time cost nothing; the clock of who is asked in silence is no news for the others."""
    do(alice, turns, "call")
    with at(9, start):
        do(bob, turns, "vote yes")
        do(charlie, turns, "vote no")
    assert (bank(bob, turns), bank(charlie, turns)) == (24, 24)
    do(alice, turns, "end")
    assert bank(bob, turns) == 24


def test_only_who_is_asked_openly_shows_a_clock(turns: Game, alice: Any, bob: Any, do: Do) -> None:
    do(alice, turns, "call")
    game = Game.objects.get(pk=turns.pk)
    assert [chair.clock.due_at for chair in reading.look(alice, game).seats] == [None, None, None]
    mine = reading.look(bob, game).seats
    assert [bool(chair.clock.due_at) for chair in mine] == [False, True, False]
    assert Seat.objects.filter(game=game, silent=True).count() == 2


def test_habits_count_from_the_next_question(turns: Game, alice: Any, bob: Any, do: Do, start: datetime) -> None:
    """Hopping through zones and quiet hours does not stop a clock that runs."""
    Game.objects.filter(pk=turns.pk).update(terms={**turns.terms, "quiet": True})
    due = seat_of(alice, turns).due_at
    type(alice).objects.filter(pk__in=[alice.pk, bob.pk]).update(
        quiet_from=0, quiet_to=600, time_zone="Pacific/Auckland"
    )
    with at(1, start):
        do(alice, turns, "step 1")
        assert seat_of(alice, turns).due_at == due
        do(alice, turns, "end")
    seat = seat_of(bob, turns)
    assert seat.habits == {"zone": "Pacific/Auckland", "quiet": [0, 600]}
    assert seat.due_at is not None
    assert seat.due_at > start + timedelta(hours=25)


def test_reminders_at_the_points_chosen_once_each(turns: Game, alice: Any, bob: Any, do: Do, start: datetime) -> None:
    """Half, a fifth, one hour of the bank as it was when asked."""
    marks = []
    for hours in (11.9, 12.1, 13, 19.1, 19.3, 22.9, 23.1, 23.9):
        with at(hours, start):
            tasks.sweep()
            tasks.sweep()
        marks.append(Notice.objects.filter(kind="reminder").count())
    assert marks == [0, 1, 1, 1, 2, 2, 3, 3]
    seat = seat_of(alice, turns)
    keys = Notice.objects.filter(kind="reminder", user=alice, seat=1).values_list("key", flat=True)
    assert sorted(keys) == sorted(f"{seat.decision_key}:{mark}" for mark in ("half", "fifth", "hour"))


def test_reminders_as_the_person_wants_them(trio: Game, alice: Any, start: datetime) -> None:
    NoticeSettings.objects.create(user=alice, reminders=["hour"])
    seat = Seat.objects.select_related("user__notice_settings").get(game=trio, user=alice)
    assert timing.marks_of(seat, timedelta(hours=20)) == [["hour", 3600]]
    assert timing.marks_of(seat, timedelta(minutes=50)) == []


def test_after_a_long_sleep_of_the_house_one_reminder_comes(turns: Game, alice: Any, start: datetime) -> None:
    with at(23.5, start):
        tasks.sweep()
    assert [n.data["mark"] for n in Notice.objects.filter(kind="reminder")] == ["hour"]


def test_a_move_makes_the_reminder_untrue(turns: Game, alice: Any, do: Do, start: datetime) -> None:
    """B32: after the move the time is another one; nothing is said about the old one."""
    with at(11, start):
        do(alice, turns, "end")
    with at(12.1, start):
        tasks.sweep()
    assert not Notice.objects.filter(kind="reminder", user=alice).exists()


def test_a_vacation_holds_the_clock_and_one_read_is_enough(turns: Game, alice: Any, start: datetime) -> None:
    Vacation.objects.create(user=alice, starts_at=start + timedelta(hours=4), ends_at=start + timedelta(hours=52))
    seat = seat_of(alice, turns)
    timing.reckon(turns, seat)
    assert seat.due_at == start + timedelta(hours=24 + 48)
    clock = timing.clock_of(turns, seat, start + timedelta(hours=10))
    assert (clock.still, clock.left) == ("vacation", timedelta(hours=20))


def test_a_clock_set_back_takes_and_gives_nothing(turns: Game, alice: Any, bob: Any, do: Do, start: datetime) -> None:
    """Freeze and clocks set back: no negative, no double, nothing early."""
    with at(-5, start):
        assert timing.clock_of(turns, seat_of(alice, turns), timezone.now()).left == timedelta(hours=24)
        play.tick(turns.pk, timezone.now())
        assert seat_of(alice, turns).due_at == start + timedelta(hours=24)
        do(alice, turns, "end")
        assert bank(alice, turns) == 24
        assert seat_of(bob, turns).due_at == start + timedelta(hours=19)
    with at(-6, start):
        play.tick(turns.pk, timezone.now())
    assert not Move.objects.filter(game=turns, text="expire").exists()


def test_a_long_game_without_a_move_stays(alice: Any, bob: Any, start: datetime) -> None:
    """B34: seven days a turn, nothing for two days: everything is as it was."""
    with at(0, start):
        game = play.open_table(alice, "toy", "Long", 2, {}, terms=clocks.PRESETS["relaxed"], random_order=False)
        play.join(bob, game)
    last = Game.objects.get(pk=game.pk).last_number
    with at(48, start):
        tasks.sweep()
    game = Game.objects.get(pk=game.pk)
    assert (game.status, game.last_number) == ("running", last)


def test_my_turn_is_told_apart_from_how_urgent_it_is(turns: Game, alice: Any, start: datetime) -> None:
    """B38: asked is asked, whatever the bank holds; how much is left is another matter."""
    with at(0.1, start):
        mine = reading.my_tables(alice)[0]
        chair = reading.look(alice, Game.objects.get(pk=turns.pk)).seats[0]
        assert mine.asked
        assert chair.asked
        assert mine.clock.left == chair.clock.left == timedelta(hours=23.9)
        assert mine.due_at == chair.due_at == mine.clock.due_at
