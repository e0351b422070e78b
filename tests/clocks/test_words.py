"""A clock and the settings of a table in words: one wording for page, list, mail and feed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from games import clocks
from games.clocks import HOUR, Clock, Habits, Terms
from games.clockwords import OPEN_ENDED, clock_words, pace, terms_parts, terms_unusual, terms_words

OSLO = ZoneInfo("Europe/Oslo")
NOW = datetime(2030, 12, 2, 6, 30, tzinfo=UTC)  # Monday, half past seven in Oslo
HOURS, MINUTES = timedelta(hours=1), timedelta(minutes=1)
SETTINGS = Terms(
    preset="custom", bank=30 * HOUR, credit=5 * HOUR, cap=60 * HOUR, grace=12 * HOUR, weekend=True, quiet=True,
    vacation=False, claim=24 * HOUR, pilot="bot", endgame="short", bench_days=1, least=80,
)  # fmt: skip


@pytest.fixture(autouse=True)
def in_english() -> object:
    with translation.override("en"):
        yield


def running(left: timedelta, **more: object) -> Clock:
    return Clock(due_at=NOW + left, left=left, bank=left, running=True, **more)  # type: ignore[arg-type]


def still(why: str, until: timedelta, **more: object) -> Clock:
    told = {"due_at": NOW + until + 5 * HOURS, "left": 5 * HOURS, "bank": 5 * HOURS, **more}
    return Clock(still=why, still_until=NOW + until, **told)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seen", "line"),
    [
        (running(52 * HOURS), "2 days 4 hours left · until Wed 4 Dec, 11:30 in Oslo"),
        (running(-MINUTES), "time is up"),
        (running(-MINUTES, claim_until=NOW + 12 * HOURS), "time is up · the others decide until today 19:30"),
        (still("pause", 26 * HOURS), "paused until tomorrow 09:30 · 5 hours on the clock"),
        (still("vacation", 9 * 24 * HOURS), "on vacation until Wed 11 Dec, 07:30 · 5 hours on the clock"),
        (
            still("quiet", 30 * MINUTES),
            "quiet hours until today 08:00 · 5 hours on the clock · until today 13:00 in Oslo",
        ),
        (
            still("weekend", 26 * HOURS),
            "weekend until tomorrow 09:30 · 5 hours on the clock · until tomorrow 14:30 in Oslo",
        ),
        (
            still("grace", 12 * HOURS),
            "the clock starts today 19:30 · 5 hours on the clock · until tomorrow 00:30 in Oslo",
        ),
        (Clock(untimed=True), "no time limit"),
        (Clock(left=HOURS, bank=HOURS), ""),
        (still("pause", HOURS, due_at=None), "paused until today 08:30 · 5 hours on the clock"),
        (Clock(untimed=True, still="pause", still_until=NOW + HOURS), "paused until today 08:30"),
    ],
)
def test_one_line_for_every_kind_of_clock(seen: Clock, line: str) -> None:
    assert clock_words(seen, OSLO, NOW)["line"] == line


def test_what_is_read_later_names_its_dates() -> None:
    told = clock_words(still("pause", 26 * HOURS, claim_until=NOW + 12 * HOURS), OSLO, NOW, with_date=True)
    assert told["line"] == (
        "paused until Tue 3 Dec, 09:30 · 5 hours on the clock · the others decide until Mon 2 Dec, 19:30"
    )
    assert clock_words(running(HOURS), OSLO, NOW, with_date=True)["words"] == "Mon 2 Dec, 08:30"


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(seconds=59), "less than a minute left"),
        (59 * MINUTES, "59 minutes left"),
        (61 * MINUTES, "61 minutes left"),
        (2 * HOURS, "2 hours left"),
    ],
)
def test_the_last_hour_is_told_in_minutes(left: timedelta, words: str) -> None:
    """B46."""
    assert clock_words(running(left), OSLO, NOW)["left"] == words


@pytest.mark.parametrize("why", ["pause", "vacation", "quiet", "weekend", "grace"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_clock_that_stands_still_counts_nothing_down(why: str, language: str) -> None:
    """B25: the words of a pause hold no time left, and stay the same while it lasts."""
    with translation.override(language):
        seen = [clock_words(still(why, 40 * HOURS), OSLO, NOW - later * MINUTES) for later in (0, 5, 50)]
        assert len({told["left"] for told in seen}) == len({told["rest"] for told in seen}) == 1
        assert "left" not in seen[0]["line"]
        assert "quedan" not in seen[0]["line"]
        assert seen[0]["still"] == why
        assert seen[0]["note"] == ""
        if why in OPEN_ENDED:
            assert (seen[0]["words"], seen[0]["at"], seen[0]["urgency"]) == ("", None, "none")


def test_the_words_follow_the_arithmetic_through_a_pause() -> None:
    """B25, B52: the same seat before, in and after a pause with five seconds left."""
    five = timedelta(seconds=5)
    pause = [(NOW - five, NOW + 24 * HOURS)]
    told = {}
    for name, now in (("before", NOW - 2 * five), ("in", NOW), ("after", NOW + 24 * HOURS), ("over", NOW + 25 * HOURS)):
        seen = clocks.clock_at(now, NOW - HOURS, HOURS, Terms(), Habits(), pauses=pause)
        told[name] = clock_words(seen, OSLO, now)
    assert told["before"]["left"] == told["after"]["left"] == "less than a minute left"
    assert told["in"]["left"] == "paused until tomorrow 07:30"
    assert told["in"]["at"] is None
    assert (told["over"]["left"], told["over"]["urgency"]) == ("time is up", "over")


def test_urgency_goes_by_the_time_that_is_left() -> None:
    """Five hours on the clock are few, even when the night makes the moment far."""
    seen = Clock(due_at=NOW + 30 * HOURS, left=5 * HOURS, bank=9 * HOURS, running=True)
    told = clock_words(seen, OSLO, NOW)
    assert (told["left"], told["words"], told["urgency"]) == ("5 hours left", "tomorrow 13:30", "late")
    assert told["note"] == "Quiet hours and free days do not count."
    assert clock_words(running(5 * HOURS), OSLO, NOW)["note"] == ""


def test_every_setting_of_a_table_is_a_sentence() -> None:
    """B29."""
    assert terms_words(SETTINGS, OSLO) == [
        "Every player starts with 1 day 6 hours. Each ended turn adds 5 hours, up to 2 days 12 hours at most.",
        "The clock starts 12 hours after a player is asked.",
        "Players’ quiet hours stop their clocks, up to 10 hours a day, each by their own zone (yours: Oslo).",
        "Saturdays and Sundays do not count, each by their own zone (yours: Oslo).",
        "Vacations do not stop the clock here.",
        "The table is paused when all agree, for 14 days at most.",
        "When a player’s time is up, the others have 1 day to give more time or to hand the seat to the autopilot; "
        "after that it is handed over by itself. In a game of two, the other may also take the win.",
        "The house bot plays for an empty seat.",
        "An empty seat is offered to substitutes for 1 day.",
        "Once the last turns have begun, an ended turn adds only half as much.",
        "Players need a reliability of 80% or more; newcomers may join.",
    ]


def test_settings_stand_under_headings_and_the_unusual_ones_apart() -> None:
    parts = terms_parts(SETTINGS, OSLO)
    assert [heading for heading, _ in parts] == [
        "How much time there is", "What stops a clock", "When time is up", "The last turns", "Reliability",
    ]  # fmt: skip
    assert [sentence for _, sentences in parts for sentence in sentences] == terms_words(SETTINGS, OSLO)
    assert terms_unusual(Terms(), OSLO) == terms_unusual(clocks.PRESETS["brisk"], OSLO) == []
    assert terms_unusual(Terms(weekend=True, least=80), OSLO) == [
        "Saturdays and Sundays do not count, each by their own zone (yours: Oslo).",
        "Players need a reliability of 80% or more; newcomers may join.",
    ]


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_setting_changes_a_sentence(language: str) -> None:
    """B29: nothing that was chosen is left unsaid."""
    changes: dict[str, Any] = {
        "bank": 31, "credit": 6, "cap": 61, "grace": 0, "quiet": False, "weekend": False, "vacation": True, "claim": 12,
        "pilot": "fallback", "endgame": "normal", "bench_days": 0, "least": 0,
    }  # fmt: skip
    with translation.override(language):
        told = terms_words(SETTINGS, OSLO)
        for name, value in changes.items():
            hours = name in ("bank", "credit", "cap", "claim")
            other = Terms(**{**SETTINGS.dump(), name: value * HOUR if hours else value})
            assert terms_words(other, OSLO) != told, name


def test_an_untimed_table_says_nothing_of_clocks() -> None:
    told = terms_words(clocks.PRESETS["untimed"], OSLO)
    assert told[0] == (
        "There is no time limit: no clock runs. Only after 30 days of silence may the others go on without somebody."
    )
    assert len(told) == 4
    assert not any("clock starts" in sentence or "quiet" in sentence for sentence in told)


@pytest.mark.parametrize(
    ("terms", "english", "spanish"),
    [
        (Terms(), "Standard: 3 days, 12 hours more each turn", "Estándar: 3 días, 12 horas más por turno"),
        (clocks.PRESETS["untimed"], "Untimed", "Sin reloj"),
        (clocks.per_turn(36), "1 day 12 hours a turn", "1 día y 12 horas por turno"),
        (
            Terms(preset="custom", bank=72 * HOUR, credit=0, cap=72 * HOUR),
            "Own times: 3 days for the whole game",
            "A medida: 3 días para toda la partida",
        ),
    ],
)
def test_the_pace_in_a_few_words(terms: Terms, english: str, spanish: str) -> None:
    assert pace(terms) == english
    with translation.override("es"):
        assert pace(terms) == spanish
