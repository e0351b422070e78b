"""Times in words: how long, and when in the reader's zone. One place for pages, lists and mails alike.

Relative and absolute stand together ("2 days 4 hours left", "Wed 2 Dec, 18:30 in Oslo"): two units at most, minutes
below two hours, *today* and *tomorrow* within 36 hours, a year only when it is another one. ``now`` is handed in.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.dateformat import format as date_format
from django.utils.translation import get_language

from hotmk_site.texts import t

DAY, HOUR, MINUTE = 86400, 3600, 60
CAPITAL_MONTHS = ("en",)
"""Languages that write the months with a capital letter."""
LATE, SOON = timedelta(hours=6), timedelta(hours=24)


def urgency(due: datetime | None, now: datetime) -> str:
    """ "none" (no limit), "over", "late" (under 6 hours), "soon" (under 24 hours) or "calm"."""
    if due is None:
        return "none"
    if due <= now:
        return "over"
    if due - now < LATE:
        return "late"
    return "soon" if due - now < SOON else "calm"


def span(length: timedelta) -> str:
    """A length of time: "2 days 4 hours", "90 minutes", "less than a minute"; never negative."""
    seconds = max(0, int(length.total_seconds()))
    if seconds < MINUTE:
        return t("when.moment")
    if seconds < 2 * HOUR:
        return t("when.minutes", n=seconds // MINUTE)
    if seconds < DAY:
        return t("when.hours", n=seconds // HOUR)
    days, hours = seconds // DAY, seconds % DAY // HOUR
    if not hours:
        return t("when.days", n=days)
    return t("when.days_hours", days=t("when.days", n=days), hours=t("when.hours", n=hours))


def left(due: datetime, now: datetime) -> str:
    """ "2 days 4 hours left", or that time is up."""
    return t("when.up") if due <= now else t("when.left", span=span(due - now))


def ago(then: datetime, now: datetime) -> str:
    """ "3 hours ago"."""
    return t("when.ago", span=span(now - then))


def clock(instant: datetime, zone: ZoneInfo, now: datetime) -> str:
    """The moment on the reader's own clock: "today 17:30", "tomorrow 10:30", "Wed 2 Dec, 18:30"."""
    there, here = instant.astimezone(zone), now.astimezone(zone)
    time = date_format(there, "H:i")
    days = (there.date() - here.date()).days
    if abs(instant - now) <= timedelta(hours=36) and days in (-1, 0, 1):
        return t(("when.yesterday", "when.today", "when.tomorrow")[days + 1], time=time)
    words = _day_words(there) | {"time": time}
    if there.year != here.year:
        return t("when.date_year", **words)
    return t("when.date", **words)


def day(instant: datetime, zone: ZoneInfo, now: datetime) -> str:
    """The day alone on the reader's own calendar: "Thu 3 Dec", in another year "Wed 3 Dec 2025"."""
    there, here = instant.astimezone(zone), now.astimezone(zone)
    return t("when.day" if there.year == here.year else "when.day_year", **_day_words(there))


def _day_words(there: datetime) -> dict[str, str]:
    month = date_format(there, "M" if get_language() in CAPITAL_MONTHS else "b")
    return {"weekday": date_format(there, "D"), "day": str(there.day), "month": month, "year": str(there.year)}


def city(zone: ZoneInfo) -> str:
    """ "Oslo" for Europe/Oslo: the word people know their zone by."""
    return zone.key.rsplit("/", 1)[-1].replace("_", " ")


def pace(turn_hours: int | None) -> str:
    """The limit chosen at a table, in words: "3 days a turn", "no limit"."""
    if not turn_hours:
        return t("when.pace_none")
    if turn_hours % 24 == 0:
        return t("when.pace_days", n=turn_hours // 24)
    return t("when.pace_hours", n=turn_hours)
