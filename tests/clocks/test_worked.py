"""Clocks worked out by hand: the days on which others went wrong."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games import clocks
from games.clocks import HOUR, Habits, Terms

PLAIN = Terms()
HOURS, MINUTES = timedelta(hours=1), timedelta(minutes=1)
NOON = datetime(2030, 3, 1, 12, tzinfo=UTC)  # a Friday
NIGHT = (22 * 60, 8 * 60)


def at(zone: str, *when: int, fold: int = 0) -> datetime:
    """The instant at which the wall there shows this (the second time, with ``fold=1``)."""
    return datetime(*when, tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)  # type: ignore[arg-type, misc]


def test_without_anything_that_stops_it_a_clock_is_a_sum() -> None:
    assert clocks.due(NOON, 24 * HOURS, PLAIN, Habits()) == NOON + 24 * HOURS
    assert clocks.when_left(NOON, 24 * HOURS, HOURS, PLAIN, Habits()) == NOON + 23 * HOURS
    assert clocks.spent(NOON, NOON + 90 * MINUTES, PLAIN, Habits()) == 90 * MINUTES
    assert clocks.stands_still(NOON, NOON, PLAIN, Habits()) is None
    assert clocks.due(NOON, 24 * HOURS, clocks.PRESETS["untimed"], Habits()) is None
    assert clocks.spent(NOON, NOON + HOURS, clocks.PRESETS["untimed"], Habits()) == timedelta(0)


def test_time_is_up_from_the_due_instant_on() -> None:
    assert not clocks.is_over(NOON, NOON - timedelta(microseconds=1))
    assert clocks.is_over(NOON, NOON)
    assert not clocks.is_over(None, NOON)
    assert clocks.earliest([None, NOON, NOON - HOURS]) == NOON - HOURS
    assert clocks.earliest([None]) is None


@pytest.mark.parametrize("jump", [datetime(2027, 3, 28, 1, tzinfo=UTC), datetime(2027, 10, 31, 1, tzinfo=UTC)])
def test_no_age_is_negative_when_the_wall_clock_jumps(jump: datetime) -> None:
    """B40: 01:59 to 03:00 and 02:59 to 02:00 in Berlin; what has passed is what a stop-watch shows."""
    berlin = Habits("Europe/Berlin")
    for asked in range(-70, 71, 7):
        for now in range(-70, 131, 7):
            asked_at, seen = jump + asked * MINUTES, jump + now * MINUTES
            assert clocks.spent(asked_at, seen, PLAIN, berlin) == max(0, now - asked) * MINUTES
        assert clocks.due(asked_at, HOURS, PLAIN, berlin) == asked_at + HOURS


def test_the_hour_that_comes_twice_is_quiet_twice() -> None:
    berlin = Habits("Europe/Berlin", (2 * 60, 2 * 60 + 30))
    asked_at = at("Europe/Berlin", 2027, 10, 31, 1, 30)
    assert clocks.due(asked_at, HOURS, PLAIN, berlin) == at("Europe/Berlin", 2027, 10, 31, 2, fold=1)
    assert clocks.due(asked_at, 90 * MINUTES, PLAIN, berlin) == at("Europe/Berlin", 2027, 10, 31, 3)
    first = at("Europe/Berlin", 2027, 10, 31, 2, 10)
    assert clocks.stands_still(first, asked_at, PLAIN, berlin) == ("quiet", first + 20 * MINUTES)
    assert clocks.stands_still(first + 25 * MINUTES, asked_at, PLAIN, berlin) is None
    assert clocks.stands_still(first + HOURS, asked_at, PLAIN, berlin) == ("quiet", first + 80 * MINUTES)


def test_quiet_hours_that_the_wall_clock_jumps_over_do_not_happen() -> None:
    berlin = Habits("Europe/Berlin", (2 * 60, 3 * 60))
    asked_at = at("Europe/Berlin", 2027, 3, 28, 1)
    assert clocks.due(asked_at, 2 * HOURS, PLAIN, berlin) == asked_at + 2 * HOURS
    assert clocks.due(asked_at - timedelta(days=1), 2 * HOURS, PLAIN, berlin) == asked_at - 21 * HOURS


@pytest.mark.parametrize("sunday", [(2027, 3, 28), (2027, 10, 31)])
def test_hours_of_play_stay_where_the_wall_clock_has_them(sunday: tuple[int, int, int]) -> None:
    """B41: six to eleven in the evening in Paris, on the Saturday, on the Sunday of the change, on the Monday."""
    paris, zone = Habits("Europe/Paris", (23 * 60, 18 * 60)), "Europe/Paris"
    before = at(zone, *sunday[:2], sunday[2] - 1, 23)
    assert clocks.stands_still(before, before, PLAIN, paris) == ("quiet", at(zone, *sunday, 18))
    assert clocks.due(before - 5 * HOURS, 10 * HOURS, PLAIN, paris) == at(zone, *sunday, 23)
    assert clocks.due(before, 6 * HOURS, PLAIN, paris) == at(zone, *sunday, 18) + 25 * HOURS


@pytest.mark.parametrize(("sunday", "length"), [((2027, 3, 28), 23), ((2027, 10, 31), 25), ((2027, 6, 6), 24)])
def test_days_have_as_many_hours_as_they_have(sunday: tuple[int, int, int], length: int) -> None:
    """B41: on short and long days, awake, asleep, and with the day free."""
    start = at("Europe/Paris", *sunday)
    end = start + length * HOURS
    assert clocks.spent(start, end, PLAIN, Habits("Europe/Paris")) == length * HOURS
    assert clocks.spent(start, end, PLAIN, Habits("Europe/Paris", NIGHT)) == 14 * HOURS
    assert clocks.spent(start, end, Terms(weekend=True), Habits("Europe/Paris")) == timedelta(0)
    assert clocks.due(start, HOURS, Terms(weekend=True), Habits("Europe/Paris")) == end + HOURS


def test_where_the_day_of_the_change_has_no_midnight() -> None:
    """Cairo, Friday 30 April 2027: 00:00 is 01:00. Quiet from eleven to one ends with the jump, an hour long."""
    cairo = Habits("Africa/Cairo", (23 * 60, 60))
    evening = at("Africa/Cairo", 2027, 4, 29, 22)
    assert clocks.due(evening, 2 * HOURS, PLAIN, cairo) == evening + 3 * HOURS
    assert (evening + 2 * HOURS).astimezone(ZoneInfo("Africa/Cairo")).hour == 1


def test_half_an_hour_of_summer_time_and_three_quarters_of_an_hour_of_zone() -> None:
    start, end = at("Australia/Lord_Howe", 2027, 10, 3), at("Australia/Lord_Howe", 2027, 10, 4)
    assert end - start == 23.5 * HOURS
    assert clocks.spent(start, end, PLAIN, Habits("Australia/Lord_Howe")) == 23.5 * HOURS
    assert clocks.spent(start, end, PLAIN, Habits("Australia/Lord_Howe", (0, 600))) == 14 * HOURS
    assert clocks.spent(start, end, PLAIN, Habits("Australia/Lord_Howe", (600, 1200))) == 13.5 * HOURS
    kathmandu = at("Asia/Kathmandu", 2027, 1, 1, 21, 45)
    assert clocks.due(kathmandu, HOURS, PLAIN, Habits("Asia/Kathmandu", NIGHT)) == kathmandu + 11 * HOURS


def test_the_leap_day_is_a_day() -> None:
    start = datetime(2028, 2, 28, 12, tzinfo=UTC)
    assert clocks.due(start, 48 * HOURS, PLAIN, Habits()) == datetime(2028, 3, 1, 12, tzinfo=UTC)
    away = [(datetime(2028, 2, 29, tzinfo=UTC), datetime(2028, 3, 1, tzinfo=UTC))]
    assert clocks.due(start, 48 * HOURS, PLAIN, Habits(), away) == datetime(2028, 3, 2, 12, tzinfo=UTC)
    assert clocks.spent(start, start + 48 * HOURS, PLAIN, Habits("UTC", NIGHT)) == 28 * HOURS


def test_a_clock_set_back_takes_nothing_and_gives_nothing() -> None:
    for habits in (Habits(), Habits("Europe/Berlin", NIGHT)):
        assert clocks.spent(NOON, NOON - timedelta(days=3), PLAIN, habits) == timedelta(0)
    shown = clocks.clock_at(NOON - HOURS, NOON, 5 * HOURS, PLAIN, Habits())
    assert (shown.left, shown.due_at) == (5 * HOURS, NOON + 5 * HOURS)


def test_a_pause_with_five_seconds_left_leaves_five_seconds() -> None:
    """B52: nothing falls due in the pause, and after it there are five seconds."""
    bank, second = HOURS, timedelta(seconds=1)
    stopped = NOON + bank - 5 * second
    pause = [(stopped, stopped + timedelta(days=3))]
    assert clocks.due(NOON, bank, PLAIN, Habits(), pause) == pause[0][1] + 5 * second
    for moment in (stopped, stopped + 6 * second, pause[0][1] - second, pause[0][1]):
        shown = clocks.clock_at(moment, NOON, bank, PLAIN, Habits(), pauses=pause)
        assert shown.left == 5 * second
        assert not clocks.is_over(shown.due_at, moment)
        assert shown.running is (moment == pause[0][1])


def test_pauses_that_overlap_count_once() -> None:
    day = timedelta(days=1)
    pauses = [(NOON + 2 * day, NOON + 4 * day), (NOON - day, NOON + day), (NOON, NOON + 3 * day), (NOON, NOON)]
    assert clocks.due(NOON, HOURS, PLAIN, Habits(), pauses) == NOON + 4 * day + HOURS
    assert clocks.spent(NOON, NOON + 5 * day, PLAIN, Habits(), pauses) == day
    assert clocks.stands_still(NOON, NOON, PLAIN, Habits(), pauses) == ("frozen", NOON + 4 * day)
    assert clocks.window_end(NOON, 12 * HOURS, pauses) == NOON + 4 * day + 12 * HOURS


def test_a_vacation_over_the_change_of_the_clocks() -> None:
    zone = "America/New_York"
    away = [(at(zone, 2027, 3, 13, 9), at(zone, 2027, 3, 15, 9))]
    asked_at = at(zone, 2027, 3, 13, 8)
    assert away[0][1] - away[0][0] == 47 * HOURS
    assert clocks.due(asked_at, 3 * HOURS, PLAIN, Habits(zone, NIGHT), away) == at(zone, 2027, 3, 15, 11)


def test_grace_passes_at_night_and_on_sundays_but_not_in_a_pause() -> None:
    terms = Terms(grace=24 * HOUR, weekend=True)
    friday = at("Europe/Oslo", 2030, 3, 1, 20)
    oslo = Habits("Europe/Oslo", NIGHT)
    monday = at("Europe/Oslo", 2030, 3, 4, 8)
    assert clocks.stands_still(friday, friday, terms, oslo) == ("grace", monday)
    assert clocks.due(friday, HOURS, terms, oslo) == monday + HOURS
    assert clocks.stands_still(friday + 25 * HOURS, friday, terms, oslo) == ("weekend", monday)
    pause = [(friday + HOURS, friday + 61 * HOURS)]
    tuesday = at("Europe/Oslo", 2030, 3, 5, 8)
    assert clocks.stands_still(friday, friday, terms, oslo, pause) == ("grace", tuesday)
    assert clocks.due(friday, HOURS, terms, oslo, pause) == tuesday + HOURS


def test_an_empty_bank_falls_due_when_time_runs_next() -> None:
    """Nobody's time is up in the night, in a pause or before the grace is over."""
    oslo, night = Habits("Europe/Oslo", NIGHT), at("Europe/Oslo", 2030, 3, 5, 23)
    nothing = timedelta(0)
    assert clocks.due(night, nothing, PLAIN, oslo) == at("Europe/Oslo", 2030, 3, 6, 8)
    assert clocks.due(night, nothing, Terms(grace=12 * HOUR), oslo) == night + 12 * HOURS
    assert clocks.due(NOON, nothing, PLAIN, Habits()) == NOON
    assert clocks.when_left(NOON, HOURS, 2 * HOURS, PLAIN, Habits()) == NOON
    assert clocks.due(NOON, nothing, PLAIN, Habits(), [(NOON, NOON + HOURS)]) == NOON + HOURS


def test_a_bank_that_ends_with_the_day_is_over_at_night_fall() -> None:
    """The first instant at which all is spent: when quiet hours begin, not when they end."""
    oslo, evening = Habits("Europe/Oslo", NIGHT), at("Europe/Oslo", 2030, 3, 5, 20)
    assert clocks.due(evening, 2 * HOURS, PLAIN, oslo) == evening + 2 * HOURS


def test_a_clock_says_whether_a_pause_or_a_vacation_holds_it() -> None:
    day = timedelta(days=1)
    pauses, away = [(NOON, NOON + day), (NOON + day, NOON + 2 * day)], [(NOON - day, NOON + 5 * day)]
    told: dict[str, Any] = {"pauses": pauses, "vacations": away}
    assert _still(clocks.clock_at(NOON, NOON - 2 * day, 72 * HOURS, PLAIN, Habits(), **told)) == ("pause", 2)
    assert _still(clocks.clock_at(NOON + 2 * day, NOON, 72 * HOURS, PLAIN, Habits(), **told)) == ("vacation", 5)
    assert _still(clocks.clock_at(NOON + 5 * day, NOON, 72 * HOURS, PLAIN, Habits(), **told)) == ("", None)
    unasked = clocks.clock_at(NOON, None, HOURS, PLAIN, Habits(), **told)
    assert (unasked.due_at, unasked.left, unasked.running, _still(unasked)) == (None, HOURS, False, ("pause", 2))
    untimed = clocks.clock_at(NOON, NOON, timedelta(0), clocks.PRESETS["untimed"], Habits(), pauses=pauses)
    assert (untimed.untimed, untimed.due_at, _still(untimed)) == (True, None, ("pause", 2))


def _still(seen: clocks.Clock) -> tuple[str, int | None]:
    """Why, and until how many days after noon."""
    return seen.still, (seen.still_until - NOON).days if seen.still_until else None


def test_a_table_may_forbid_quiet_hours() -> None:
    night = at("Europe/Oslo", 2030, 3, 5, 23)
    assert clocks.due(night, HOURS, Terms(quiet=False), Habits("Europe/Oslo", NIGHT)) == night + HOURS


def test_a_window_runs_through_the_night_but_not_through_a_pause() -> None:
    assert clocks.window_end(NOON, 12 * HOURS) == NOON + 12 * HOURS
    assert clocks.window_end(NOON, 12 * HOURS, [(NOON + HOURS, NOON + 3 * HOURS)]) == NOON + 14 * HOURS
    assert clocks.window_end(NOON, 12 * HOURS, [(NOON + 12 * HOURS, NOON + 30 * HOURS)]) == NOON + 12 * HOURS


def test_a_turn_gives_its_credit_up_to_the_cap() -> None:
    terms, hours = Terms(), 3600 * timedelta(seconds=1)
    assert clocks.after_turn(72 * hours, 10 * hours, terms, credit=True) == 74 * hours
    assert clocks.after_turn(72 * hours, 10 * hours, terms, credit=False) == 62 * hours
    assert clocks.after_turn(119 * hours, hours, terms, credit=True) == 120 * hours
    assert clocks.after_turn(hours, 3 * hours, terms, credit=True) == 12 * hours
    assert clocks.after_turn(hours, 3 * hours, terms, credit=False) == timedelta(0)


def test_the_last_turns_may_give_half() -> None:
    short, hours = Terms(endgame="short"), 3600 * timedelta(seconds=1)
    assert clocks.after_turn(10 * hours, hours, short, credit=True, endgame=True) == 15 * hours
    assert clocks.after_turn(10 * hours, hours, short, credit=True) == 21 * hours
    assert clocks.after_turn(10 * hours, hours, Terms(), credit=True, endgame=True) == 21 * hours


def test_a_limit_for_each_turn_is_the_same_each_turn() -> None:
    terms = clocks.per_turn(24)
    assert clocks.after_turn(24 * HOURS, 20 * HOURS, terms, credit=True) == 24 * HOURS
    assert clocks.per_turn(0).untimed
