"""The arithmetic against brute force by minutes, for random schedules over a year with all its clock changes.

``CLOCK_EXAMPLES=3000`` tries so many schedules in each zone instead of a sample.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import clocks
from games.clocks import HOUR, Habits, Stretch, Terms
from tests.clocks.brute import DAY, MINUTE, Case

EXAMPLES = int(os.environ.get("CLOCK_EXAMPLES", "30"))
ZONES = (
    "Europe/Berlin",
    "Australia/Lord_Howe",  # half an hour of summer time
    "Asia/Kathmandu",  # 5:45, no summer time
    "Africa/Cairo",  # the day of the change begins at one
    "America/Santiago",  # the same, in the south
    "America/Havana",  # midnight comes twice
    "Asia/Beirut",
    "America/St_Johns",
    "Pacific/Chatham",  # 12:45 and 13:45
    "Africa/Casablanca",  # summer time all year but in Ramadan
)
sample = settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
FIRST, LAST = datetime(2027, 7, 1, tzinfo=UTC), datetime(2028, 12, 1, tzinfo=UTC)
BANKS = (0, 1, 59, 8 * 60, 3 * DAY, 7 * DAY)
LONG_BANKS = (*BANKS, 14 * DAY, 62 * DAY)


def changes(zone: str) -> list[datetime]:
    """The UTC days in whose course the wall clock jumps."""
    days = [FIRST + timedelta(days=n) for n in range((LAST - FIRST).days)]
    shown = [day.astimezone(ZoneInfo(zone)).utcoffset() for day in days]
    return [day for day, now, then in zip(days, shown, shown[1:], strict=False) if now != then]


@st.composite
def cases(draw: st.DrawFn, zone: str) -> Case:
    span = (LAST - FIRST) // MINUTE
    about = [day - timedelta(days=3) for day in changes(zone)]
    start, most = draw(st.sampled_from([(FIRST, span), *((day, 6 * DAY) for day in about)]))
    asked_at = start + MINUTE * draw(st.integers(0, most))
    terms = Terms(
        grace=draw(st.sampled_from((0, 8, 12, 24))) * HOUR, quiet=draw(st.booleans()), weekend=draw(st.booleans())
    )
    quiet = draw(st.none() | st.tuples(st.integers(0, DAY - 1), st.integers(1, clocks.QUIET_MOST)))
    habits = Habits(zone, quiet and (quiet[0], (quiet[0] + quiet[1]) % DAY))
    bank = draw(st.sampled_from(BANKS if EXAMPLES < 100 else LONG_BANKS))
    return Case(asked_at, bank + draw(st.integers(0, 90)) * (bank > 0), terms, habits, draw(stretches(asked_at)))


def stretches(asked_at: datetime) -> st.SearchStrategy[list[Stretch]]:
    """Pauses and vacations around a moment: overlapping, unsorted, some empty, some begun long before."""
    minutes = st.tuples(st.integers(-20 * DAY, 10 * DAY), st.sampled_from((-5, 0, 1, 300, 2 * DAY, 14 * DAY)))
    made = minutes.map(lambda pair: (asked_at + pair[0] * MINUTE, asked_at + (pair[0] + pair[1]) * MINUTE))
    return st.lists(made, max_size=4)


@pytest.mark.parametrize("zone", ZONES)
def test_the_formula_says_what_counting_minutes_says(zone: str) -> None:
    @sample
    @given(cases(zone), st.integers(-2 * DAY, 12 * DAY), st.sampled_from((0, 1, 60, 5 * DAY)))
    def same(case: Case, later: int, left: int) -> None:
        now, bank = case.asked_at + later * MINUTE, case.bank * MINUTE
        told = (case.terms, case.habits, case.frozen)
        assert clocks.due(case.asked_at, bank, *told) == case.when_left(0)
        assert clocks.when_left(case.asked_at, bank, left * MINUTE, *told) == case.when_left(left)
        assert clocks.spent(case.asked_at, now, *told) == case.spent(now) * MINUTE
        assert clocks.stands_still(now, case.asked_at, *told) == case.stands_still(now)

    same()


@sample
@given(stretches(FIRST), st.sampled_from((0, 1, 60, 720, 4320)))
def test_a_window_is_as_long_as_its_minutes_outside_of_pauses(frozen: list[Stretch], length: int) -> None:
    case = Case(FIRST, 0, Terms(grace=length * 60), Habits(), frozen)
    assert clocks.window_end(FIRST, length * MINUTE, frozen) == case.grace_end()


@pytest.mark.parametrize("zone", ZONES)
def test_the_last_tick_runs_and_the_one_before_leaves_something(zone: str) -> None:
    """To the microsecond: at ``due`` all is spent, just before it not yet, and it is time that runs there."""

    @sample
    @given(cases(zone), st.integers(0, 10**9), st.integers(1, 10**9))
    def exact(case: Case, early: int, more: int) -> None:
        tick = timedelta(microseconds=1)
        asked_at, bank = case.asked_at + early * tick, case.bank * MINUTE + more * tick
        told = (case.terms, case.habits, case.frozen)
        due = clocks.due(asked_at, bank, *told)
        assert due is not None
        assert clocks.spent(asked_at, due, *told) == bank
        assert clocks.spent(asked_at, due - tick, *told) == bank - tick
        assert clocks.stands_still(due - tick, asked_at, *told) is None

    exact()
