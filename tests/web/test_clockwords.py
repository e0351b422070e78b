"""Times in words: how long, and when in the reader's zone; also on the days when the clocks change."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from games import clockwords

OSLO = ZoneInfo("Europe/Oslo")
NOW = datetime(2030, 12, 2, 6, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("length", "english", "spanish"),
    [
        (timedelta(seconds=-5), "less than a minute", "menos de un minuto"),
        (timedelta(seconds=59), "less than a minute", "menos de un minuto"),
        (timedelta(minutes=1), "1 minute", "1 minuto"),
        (timedelta(minutes=119), "119 minutes", "119 minutos"),
        (timedelta(hours=2), "2 hours", "2 horas"),
        (timedelta(hours=23, minutes=59), "23 hours", "23 horas"),
        (timedelta(days=1), "1 day", "1 día"),
        (timedelta(days=2, hours=4, minutes=30), "2 days 4 hours", "2 días y 4 horas"),
        (timedelta(days=2, hours=1), "2 days 1 hour", "2 días y 1 hora"),
    ],
)
def test_spans(length: timedelta, english: str, spanish: str) -> None:
    with translation.override("en"):
        assert clockwords.span(length) == english
    with translation.override("es"):
        assert clockwords.span(length) == spanish


@pytest.mark.parametrize(
    ("instant", "english", "spanish"),
    [
        (NOW + timedelta(hours=9), "today 16:30", "hoy 16:30"),
        (NOW + timedelta(hours=27), "tomorrow 10:30", "mañana 10:30"),
        (NOW - timedelta(hours=9), "yesterday 22:30", "ayer 22:30"),
        (NOW + timedelta(hours=40), "Tue 3 Dec, 23:30", "mar 3 dic, 23:30"),
        (NOW + timedelta(days=2), "Wed 4 Dec, 07:30", "mié 4 dic, 07:30"),
        (NOW + timedelta(days=40), "Sat 11 Jan 2031, 07:30", "sáb 11 ene 2031, 07:30"),
    ],
)
def test_moments_in_the_readers_zone(instant: datetime, english: str, spanish: str) -> None:
    with translation.override("en"):
        assert clockwords.clock(instant, OSLO, NOW) == english
    with translation.override("es"):
        assert clockwords.clock(instant, OSLO, NOW) == spanish


def test_moments_on_the_days_when_the_clocks_change() -> None:
    """Field report 40: never a negative length, and labels that match the zone."""
    berlin = ZoneInfo("Europe/Berlin")
    for day in (datetime(2030, 3, 31, tzinfo=UTC), datetime(2030, 10, 27, tzinfo=UTC)):
        for minute in range(-90, 150, 7):
            instant = day + timedelta(hours=1, minutes=minute)
            words = clockwords.clock(instant, berlin, instant)
            assert words == f"today {instant.astimezone(berlin):%H:%M}"
            assert clockwords.span(instant - instant) == "less than a minute"
    spring = datetime(2030, 3, 31, 0, 59, tzinfo=UTC)
    assert clockwords.clock(spring, berlin, spring) == "today 01:59"
    assert clockwords.clock(spring + timedelta(minutes=1), berlin, spring) == "today 03:00"
    assert clockwords.left(spring + timedelta(minutes=1), spring) == "1 minute left"


@pytest.mark.parametrize(
    ("hours", "name"), [(None, "none"), (-1, "over"), (0, "over"), (5, "late"), (6, "soon"), (23, "soon"), (24, "calm")]
)
def test_urgency(hours: int | None, name: str) -> None:
    assert clockwords.urgency(None if hours is None else NOW + timedelta(hours=hours), NOW) == name


def test_city() -> None:
    assert clockwords.city(ZoneInfo("America/Mexico_City")) == "Mexico City"
    assert clockwords.left(NOW, NOW) == "time is up"
    assert clockwords.ago(NOW - timedelta(hours=3), NOW) == "3 hours ago"
