"""Times in words: how long, and when in the reader's zone. One place for pages, lists and mails alike.

Relative and absolute stand together ("2 days 4 hours left", "Wed 2 Dec, 18:30 in Oslo"): two units at most, minutes
below two hours, *today* and *tomorrow* within 36 hours, a year only when it is another one. ``now`` is handed in.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.dateformat import format as date_format
from django.utils.translation import get_language

from games import clocks
from games.clocks import Clock, Terms
from hotmk_site.texts import t

DAY, HOUR, MINUTE = 86400, 3600, 60
CAPITAL_MONTHS = ("en",)
"""Languages that write the months with a capital letter."""
LATE, SOON = timedelta(hours=6), timedelta(hours=24)
OPEN_ENDED = ("pause", "vacation")
"""While a clock stands still for these nobody can say when the time ends: they may be over sooner."""
PARTS = {
    "time": ("bank", "grace"),
    "stops": ("quiet", "weekend", "vacation", "pause"),
    "up": ("claim", "pilot", "bench_days"),
    "end": ("endgame",),
    "who": ("least",),
}
"""Heading -> the time settings that stand under it."""
UNTIMED = ("bank", "pilot", "bench_days", "least")
"""What there is to say of a table without clocks."""
TEXT_IDS = (
    *(f"terms.part.{part}" for part in PARTS),
    *(f"clock.still.{why}" for why in ("grace", "quiet", "weekend", "vacation", "pause")),
    *(f"terms.{name}.{held}" for name in ("quiet", "weekend", "vacation", "pause") for held in ("yes", "no")),
    *(f"terms.pilot.{pilot}" for pilot in clocks.PILOTS),
    *(f"terms.endgame.{endgame}" for endgame in clocks.ENDGAMES),
    *(f"terms.preset.{preset}" for preset in (*clocks.PRESETS, "custom")),
    *(f"terms.pace.{kind}" for kind in ("more", "once", "per_turn")),
)


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
    return dated(instant, zone, now)


def dated(instant: datetime, zone: ZoneInfo, now: datetime) -> str:
    """The moment with its date, for what is read at another time than it was written: "Wed 2 Dec, 18:30"."""
    there, here = instant.astimezone(zone), now.astimezone(zone)
    words = _day_words(there) | {"time": date_format(there, "H:i")}
    return t("when.date" if there.year == here.year else "when.date_year", **words)


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


def clock_words(clock_now: Clock, zone: ZoneInfo, now: datetime, *, with_date: bool = False) -> dict[str, Any]:
    """What page, list, mail and feed say of a seat's clock, all from here. ``zone``: the reader's; ``with_date``: for
    what is read at another time than it was written. The keys:

    ``left``: the headline ("2 days left", "time is up", "paused until …", "quiet hours until …"; "" when nothing is
    asked). ``rest``: what is on a clock that stands still. ``words``, ``at``: the moment it ends, "" and None while
    that is open (a pause, a vacation). ``city``: the zone of ``words``. ``note``: why the moment is later than the time
    left. ``claim``: the open claim window. ``urgency``: see ``urgency``, by the time that is left. ``still``: the code
    of why it stands still. ``line``: all of it in one line of text.
    """
    due, over = clock_now.due_at, clocks.is_over(clock_now.due_at, now)
    moment = partial(dated if with_date else clock, zone=zone, now=now)
    at = None if clock_now.still in OPEN_ENDED else due
    late = at is not None and clock_now.running and at - now - clock_now.left > timedelta(minutes=1)
    held = bool(clock_now.still) and not clock_now.untimed and not over
    told = {
        "left": _headline(clock_now, moment, over),
        "rest": t("clock.rest", span=span(clock_now.left)) if held else "",
        "words": moment(at) if at else "",
        "note": t("clock.note") if late else "",
        "claim": t("clock.claim", when=moment(clock_now.claim_until)) if clock_now.claim_until else "",
        "city": city(zone), "still": clock_now.still, "urgency": _urgency(clock_now, now),
    }  # fmt: skip
    return told | {"at": at, "line": _line(told, over)}


def _headline(clock_now: Clock, moment: Callable[[datetime], str], over: bool) -> str:
    if clock_now.still and clock_now.still_until is not None:
        return t(f"clock.still.{clock_now.still}", when=moment(clock_now.still_until))
    if clock_now.untimed:
        return t("clock.untimed")
    if clock_now.due_at is None:
        return ""
    return t("when.up") if over else t("when.left", span=span(clock_now.left))


def _urgency(clock_now: Clock, now: datetime) -> str:
    if clock_now.due_at is None or clock_now.still in OPEN_ENDED:
        return "none"
    return urgency(clock_now.due_at if clock_now.due_at <= now else now + clock_now.left, now)


def _line(told: dict[str, str], over: bool) -> str:
    parts = [told["left"], told["rest"], told["claim"]]
    if told["words"] and not over:
        parts.insert(2, t("clock.until", when=told["words"], city=told["city"]))
    return " · ".join(part for part in parts if part)


def terms_words(terms: Terms, zone: ZoneInfo) -> list[str]:
    """Every time setting of a table as a sentence, for a reader of this zone; none about clocks when it is untimed."""
    return list(_sentences(terms, zone).values())


def terms_parts(terms: Terms, zone: ZoneInfo) -> list[tuple[str, list[str]]]:
    """The same under headings: (heading, sentences)."""
    told = _sentences(terms, zone)
    found = ((part, [told[name] for name in names if name in told]) for part, names in PARTS.items())
    return [(t(f"terms.part.{part}"), sentences) for part, sentences in found if sentences]


def terms_unusual(terms: Terms, zone: ZoneInfo) -> list[str]:
    """The settings that are not the usual ones, as sentences; how much time there is apart (``pace`` tells it)."""
    told, usual = _sentences(terms, zone), clocks.DEFAULT
    return [told[name] for name in told if name != "bank" and getattr(terms, name) != getattr(usual, name)]


def _sentences(terms: Terms, zone: ZoneInfo) -> dict[str, str]:
    """Setting -> sentence, in the order of ``PARTS``."""
    claim, grace = (span(timedelta(seconds=seconds)) for seconds in (terms.claim, terms.grace))
    held = {name: "yes" if getattr(terms, name) else "no" for name in ("quiet", "weekend", "vacation", "pause")}
    ending = "short" if terms.endgame == "short" and terms.credit else "normal"
    told = {
        "bank": bank_words(terms),
        "grace": t("terms.grace", span=grace) if terms.grace else t("terms.grace_none"),
        **{name: t(f"terms.{name}.{word}", city=city(zone)) for name, word in held.items()},
        "claim": t("terms.claim", span=claim),
        "pilot": t(f"terms.pilot.{terms.pilot}"),
        "bench_days": t("terms.bench", n=terms.bench_days) if terms.bench_days else t("terms.bench_none"),
        "endgame": t(f"terms.endgame.{ending}"),
        "least": t("terms.least", n=terms.least) if terms.least else t("terms.least_none"),
    }
    return {name: said for name, said in told.items() if not terms.untimed or name in UNTIMED}


def bank_words(terms: Terms) -> str:
    """How much time there is, as a sentence."""
    spans = {name: span(timedelta(seconds=getattr(terms, name))) for name in ("bank", "credit", "cap")}
    if terms.untimed:
        return t("terms.untimed", n=clocks.SILENCE.days)
    if terms.bank == terms.credit == terms.cap:
        return t("terms.per_turn", span=spans["bank"])
    return t("terms.bank" if terms.credit else "terms.bank_only", **spans)


def pace(terms: Terms) -> str:
    """A table's time in a few words: "Standard: 3 days + 12 hours a turn", "Untimed", "1 day a turn"."""
    if terms.untimed:
        return t("terms.preset.untimed")
    bank, credit = (span(timedelta(seconds=seconds)) for seconds in (terms.bank, terms.credit))
    if terms.bank == terms.credit == terms.cap:
        return t("terms.pace.per_turn", span=bank)
    return t(
        f"terms.pace.{'more' if terms.credit else 'once'}", name=preset_name(terms.preset), bank=bank, credit=credit
    )


def preset_name(preset: str) -> str:
    """The name of a preset: "Standard"."""
    return t(f"terms.preset.{preset}")
