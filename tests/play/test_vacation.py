"""Vacations: what they book, that they stop one's own clocks everywhere, end by themselves and can begin so."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import clocks, play, tasks
from games.models import Game, Move, Notice, Vacation
from games.play import reading, vacation
from games.play.timing import clock_of
from tests.play.conftest import seat_of

Do = Callable[..., play.Outcome]
MAY = datetime(2031, 5, 5, 12, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture(autouse=True)
def may() -> Any:
    """Every test begins on the same day."""
    with time_machine.travel(MAY, tick=False):
        yield


def at(instant: datetime) -> Any:
    return time_machine.travel(instant, tick=False)


def left(game: Game, user: Any) -> timedelta:
    return clock_of(Game.objects.get(pk=game.pk), seat_of(user, game), timezone.now()).left


def acts(game: Game) -> list[str]:
    rows = Move.objects.filter(game=game, kind="table").order_by("number")
    return [row.text for row in rows if row.text not in ("open", "join", "start")]


def used(user: Any, days: int) -> None:
    """So many days of this year are gone already."""
    start = datetime(2031, 1, 10, tzinfo=UTC)
    Vacation.objects.create(user=user, starts_at=start, ends_at=start + days * DAY, spread=True, closed=True)


def test_it_runs_out_by_itself(at_turns: Game, alice: Any, bob: Any) -> None:
    """B26: three days are left and taken; a minute after them it is over, nothing is left, the clock runs, its person
    has been told."""
    used(alice, 27)
    assert vacation.balance(alice, MAY) == 3
    play.start_vacation(alice, 3)
    assert vacation.balance(alice, MAY) == 0
    assert left(at_turns, alice) == 24 * HOUR
    with at(MAY + 3 * DAY - MINUTE):
        tasks.sweep()
        assert vacation.current(alice, timezone.now()) is not None
        assert clock_of(at_turns, seat_of(alice, at_turns), timezone.now()).still == "vacation"
        assert left(at_turns, alice) == 24 * HOUR
    with at(MAY + 3 * DAY + MINUTE):
        tasks.sweep()
        tasks.sweep()
        assert vacation.current(alice, timezone.now()) is None
        assert vacation.balance(alice, timezone.now()) == 0
        assert clock_of(at_turns, seat_of(alice, at_turns), timezone.now()).running
        assert left(at_turns, alice) == 24 * HOUR - MINUTE
        notice = Notice.objects.get(kind="vacation")
        assert (notice.user, notice.data["what"], notice.data["days"]) == (alice, "over", 0)
        with pytest.raises(play.Refused, match="no_days_left"):
            play.start_vacation(alice, 1)
    assert acts(at_turns) == ["vacation", "vacation_end"]
    assert not seat_of(alice, at_turns).autopilot


def test_the_stored_deadline_is_the_shown_one(at_turns: Game, alice: Any) -> None:
    due = seat_of(alice, at_turns).due_at
    assert due is not None
    play.start_vacation(alice, 5)
    assert seat_of(alice, at_turns).due_at == due + 5 * DAY
    with at(MAY + DAY):
        play.end_vacation(alice)
        assert seat_of(alice, at_turns).due_at == due + DAY
    at_turns.refresh_from_db()
    assert at_turns.wake_at is not None
    assert at_turns.wake_at <= due + DAY


def test_days_that_have_not_begun_are_given_back(at_turns: Game, alice: Any) -> None:
    """A begun day is used, so an hour of vacation costs a day."""
    play.start_vacation(alice, 10)
    assert vacation.balance(alice, MAY) == 20
    with at(MAY + HOUR):
        play.end_vacation(alice)
        assert vacation.balance(alice, timezone.now()) == 29
        with pytest.raises(play.Refused, match="no_vacation"):
            play.end_vacation(alice)
        play.start_vacation(alice, 10)
    with at(MAY + 2 * DAY):
        play.end_vacation(alice)
        assert vacation.balance(alice, timezone.now()) == 27
    assert acts(at_turns) == ["vacation", "vacation_end"] * 2
    assert not Notice.objects.filter(kind="vacation").exists()


def test_days_belong_to_the_year_in_which_they_begin(alice: Any) -> None:
    """The year is that of the person's own zone; nothing is carried over."""
    alice.time_zone = "Pacific/Auckland"
    alice.save()
    used(alice, 28)
    eve = datetime(2031, 12, 30, 12, tzinfo=UTC)  # the 31st in Auckland
    with at(eve):
        assert vacation.balance(alice, eve) == 2
        play.start_vacation(alice, 5)
        assert vacation.balance(alice, eve) == 1
        assert vacation.balance(alice, eve + 2 * DAY) == 26


def test_at_most_what_is_left(alice: Any) -> None:
    used(alice, 25)
    with pytest.raises(play.Refused, match="no_days_left"):
        play.start_vacation(alice, 6)
    for days in (0, 31, -1, True):
        with pytest.raises(play.BadInput, match="bad_days"):
            play.start_vacation(alice, days)
    play.start_vacation(alice, 5)
    with pytest.raises(play.Refused, match="on_vacation"):
        play.start_vacation(alice, 1)


@pytest.mark.parametrize(("last", "days"), [(date(2031, 5, 4), 0), (date(2031, 5, 5), 1), (date(2031, 5, 8), 4)])
def test_until_a_day(alice: Any, last: date, days: int) -> None:
    assert vacation.until_days(alice, last, MAY) == days


def test_only_tables_that_allow_it_stand_still(alice: Any, bob: Any) -> None:
    free = clocks.Terms(quiet=False)
    strict = clocks.Terms(quiet=False, vacation=False)
    games = []
    for terms in (free, strict, clocks.PRESETS["untimed"]):
        game = play.open_table(alice, "toy", "Table", 2, {}, terms=terms, random_order=False)
        play.join(bob, game)
        games.append(game)
    before = [seat_of(alice, game).due_at for game in games]
    play.start_vacation(alice, 2)
    after = [seat_of(alice, game).due_at for game in games]
    assert after == [before[0] + 2 * DAY, before[1], None]  # type: ignore[operator]
    assert [acts(game) for game in games] == [["vacation"], [], []]
    assert seat_of(bob, games[0]).due_at == before[0]


def test_everybody_sees_who_is_away(at_turns: Game, alice: Any, bob: Any) -> None:
    row = play.start_vacation(alice, 2)
    assert reading.look(None, at_turns).vacations == {1: row.ends_at}
    assert reading.look(bob, at_turns).log()[-1].act == "vacation"


def test_a_crash_half_way_is_mended(at_turns: Game, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    other = play.open_table(bob, "toy", "Other", 2, {}, random_order=False)
    play.join(alice, other)
    before = [seat_of(alice, game).due_at for game in (at_turns, other)]
    real = vacation.mark

    def dies(desk: Any, *rest: Any) -> None:
        if desk.game.pk == other.pk:
            raise SystemError("killed")
        real(desk, *rest)

    with monkeypatch.context() as dying:
        dying.setattr(vacation, "mark", dies)
        with pytest.raises(SystemError):
            play.start_vacation(alice, 2)
    assert seat_of(alice, other).due_at == before[1]
    for _ in range(2):
        tasks.sweep()
    assert [seat_of(alice, game).due_at for game in (at_turns, other)] == [d + 2 * DAY for d in before if d]
    assert [acts(game) for game in (at_turns, other)] == [["vacation"], ["vacation"]]


def test_it_can_begin_by_itself(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    """Opt-in; when two hours of counted time are left; three days; once for a question; the person is told."""
    alice.auto_vacation = True
    alice.save()
    do(alice, at_turns, "step 1")
    start = seat_of(alice, at_turns).due_at
    assert start is not None
    with at(start - 2 * HOUR - MINUTE):
        tasks.sweep()
        assert vacation.current(alice, timezone.now()) is None
    with at(start - 2 * HOUR):
        tasks.sweep()
        tasks.sweep()
        row = vacation.current(alice, timezone.now())
        assert row is not None
        assert (row.automatic, row.ends_at - row.starts_at) == (True, 3 * DAY)
        assert left(at_turns, alice) == 2 * HOUR
        assert acts(at_turns) == ["vacation"]
        notice = Notice.objects.get(kind="vacation")
        assert (notice.user, notice.data["what"], notice.data["days"]) == (alice, "auto", 27)
    with at(start + 3 * DAY - MINUTE):
        tasks.sweep()
        assert left(at_turns, alice) == MINUTE
    with at(start + 3 * DAY):
        tasks.sweep()
        assert acts(at_turns) == ["vacation", "vacation_end", "expire"]


def test_it_does_not_begin_by_itself_without_the_wish_or_without_days(at_turns: Game, alice: Any) -> None:
    due = seat_of(alice, at_turns).due_at
    assert due is not None
    with at(due - HOUR):
        tasks.sweep()
        assert vacation.current(alice, timezone.now()) is None
    used(alice, 30)
    alice.auto_vacation = True
    alice.save()
    with at(due - HOUR):
        for _ in range(2):
            tasks.sweep()
        assert vacation.current(alice, timezone.now()) is None
    with at(due):
        tasks.sweep()
    assert "expire" in acts(at_turns)


def test_what_is_left_of_the_days_is_enough_for_a_shorter_one(at_turns: Game, alice: Any, bob: Any) -> None:
    """And the other tables of the person stand still too from the next sweep."""
    used(alice, 29)
    alice.auto_vacation = True
    alice.save()
    other = play.open_table(bob, "toy", "Other", 2, {}, random_order=False)
    play.join(alice, other)
    before = seat_of(alice, other).due_at
    assert before is not None
    play.tick(at_turns.pk, MAY)
    with at(MAY + 22 * HOUR):
        tasks.sweep()
        tasks.sweep()
        row = vacation.current(alice, timezone.now())
        assert row is not None
        assert row.ends_at == MAY + 46 * HOUR
        assert seat_of(alice, other).due_at == before + DAY
