"""Time at a table, pure: no clock is read here, every instant is handed in (UTC, aware). Design: "Clocks".

A seat that is asked owns a *bank*. Its clock runs from ``asked_at`` on, after the *grace*, while nothing makes it stand
still: quiet hours and weekends of the seat's own zone (``Habits``, frozen when it was asked), vacations and pauses
(``frozen``: stretches of instants). At the instant ``due`` the bank is used up. When a turn is really ended the seat
gets its credit, up to the cap. Taking a move back gives back the clock as it was before that move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from games.walltime import SATURDAY, TICK, Zone, covered_until, instant, joined, passed, ticks, week_of

OPEN_TABLE = timedelta(days=14)
"""A table that nobody fills closes after this time."""
WARNING = timedelta(days=2)
"""So long before that its host is warned."""
BOT_LEASE = timedelta(minutes=2)
"""A bot's turn is looked at again after this time when its task was lost."""
STROLL = timedelta(seconds=15)
"""Bots among themselves play one turn, then wait this long: nobody waits for them, and one may watch."""
AFTER_ERROR = timedelta(hours=1)
"""A game whose tick failed is tried again after this time; due instants are never moved."""
SILENCE, SILENCE_WINDOW = timedelta(days=30), timedelta(days=7)
"""At an untimed table: after so long without an answer the others may act, and so long they may do so."""
PAUSE_MOST = timedelta(days=14)
VACATION_DAYS = 30
GRANT = timedelta(hours=24)
QUIET_MOST = 10 * 60
"""Minutes of quiet a day at most."""
HOUR = 3600
DAY = 24 * HOUR
SECOND = 1_000_000
LONGEST = 62 * DAY
"""Seconds: the longest bank, credit or cap of a table."""
GRACES = (0, 8 * HOUR, 12 * HOUR, 24 * HOUR)
CLAIM_LEAST, CLAIM_MOST = HOUR, 72 * HOUR
BENCH_MOST = 30
"""Days that a seat is offered at most."""
PILOTS = ("fallback", "bot")
ENDGAMES = ("normal", "short")

Stretch = tuple[datetime, datetime]
"""From an instant (included) to an instant (excluded)."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The time settings of a table, in seconds. ``bank`` 0: untimed. ``quiet``, ``vacation``: whether players' own
    quiet hours and vacations stop their clocks here; ``weekend``: whether Saturdays and Sundays do; ``pause``: whether
    its players may pause the table. ``claim``: how long the claim window stays open. ``pilot``: "fallback" or "bot".
    ``endgame``: "normal" or "short" (half the credit once the last turns have begun). ``bench_days``: how long an
    absent seat is offered (0: not at all). ``least``: the least reliability asked of who joins, in percent (0: none).
    """

    preset: str = "standard"
    bank: int = 72 * HOUR
    credit: int = 12 * HOUR
    cap: int = 120 * HOUR
    grace: int = 0
    quiet: bool = True
    weekend: bool = False
    vacation: bool = True
    pause: bool = True
    claim: int = 12 * HOUR
    pilot: str = "fallback"
    endgame: str = "normal"
    bench_days: int = 7
    least: int = 0

    @property
    def untimed(self) -> bool:
        """Whether no clock runs at all."""
        return self.bank == 0

    def problems(self) -> list[str]:
        """The names of the settings that no table may have; empty when all is well."""
        fine = {
            "preset": self.preset in (*PRESETS, "custom"),
            "bank": 0 <= self.bank <= LONGEST,
            "credit": 0 <= self.credit <= LONGEST,
            "cap": self.bank <= self.cap <= LONGEST,
            "grace": self.grace in GRACES,
            "claim": CLAIM_LEAST <= self.claim <= CLAIM_MOST,
            "pilot": self.pilot in PILOTS,
            "endgame": self.endgame in ENDGAMES,
            "bench_days": 0 <= self.bench_days <= BENCH_MOST,
            "least": 0 <= self.least <= 100,
        }
        return [name for name, good in fine.items() if not good]

    def named(self) -> Terms:
        """The same with the preset that the numbers really are: no list shows "brisk" for something else."""
        numbers = (self.bank, self.credit, self.cap)
        same = (key for key, these in PRESETS.items() if (these.bank, these.credit, these.cap) == numbers)
        return msgspec.structs.replace(self, preset=next(same, "custom" if self.bank else "untimed"))

    @classmethod
    def read(cls, data: dict[str, Any]) -> Terms:
        """From the JSON of a Game row. Raises msgspec.ValidationError."""
        return msgspec.convert(data, cls)

    def dump(self) -> dict[str, Any]:
        """As JSON for a Game row."""
        return dict(msgspec.to_builtins(self))


PRESETS: dict[str, Terms] = {
    "brisk": Terms(preset="brisk", bank=24 * HOUR, credit=8 * HOUR, cap=48 * HOUR),
    "standard": Terms(preset="standard"),
    "relaxed": Terms(preset="relaxed", bank=7 * DAY, credit=DAY, cap=14 * DAY),
    "untimed": Terms(preset="untimed", bank=0, credit=0, cap=0),
}
DEFAULT = PRESETS["standard"]


def per_turn(hours: int) -> Terms:
    """The old kind of limit: so many hours for each turn, whatever was left of the one before (0: untimed)."""
    return Terms(preset="custom" if hours else "untimed", bank=hours * HOUR, credit=hours * HOUR, cap=hours * HOUR)


class Habits(msgspec.Struct, frozen=True):
    """What of a person counts for a question, frozen when it is asked: zone name (IANA) and quiet hours (minutes of the
    local day, from and to; the range may pass midnight; None: none)."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None

    @classmethod
    def read(cls, data: dict[str, Any] | None) -> Habits:
        """From the JSON of a Seat row."""
        return msgspec.convert(data or {}, cls)

    def dump(self) -> dict[str, Any]:
        """As JSON for a Seat row."""
        return dict(msgspec.to_builtins(self))


def due(
    asked_at: datetime, bank: timedelta, terms: Terms, habits: Habits, frozen: Sequence[Stretch] = ()
) -> datetime | None:
    """The instant at which the bank is used up; None when the table is untimed."""
    return when_left(asked_at, bank, timedelta(0), terms, habits, frozen)


def when_left(
    asked_at: datetime, bank: timedelta, left: timedelta, terms: Terms, habits: Habits, frozen: Sequence[Stretch] = ()
) -> datetime | None:
    """The instant at which just ``left`` of the bank remains. When it never was more: the first instant after the grace
    at which time runs, so nothing falls due in a pause, a vacation or the night. None when the table is untimed."""
    if terms.untimed:
        return None
    zone = _zone(terms, habits, frozen)
    start = passed(zone.frozen, ticks(asked_at), terms.grace * SECOND)
    return instant(zone.when(start, (bank - left) // TICK))


def grace_over(now: datetime, terms: Terms, frozen: Sequence[Stretch] = ()) -> datetime:
    """The latest instant to be asked at for the grace to be over by ``now``: pauses before then are no part of it."""
    at, need = ticks(now), terms.grace * SECOND
    for low, high in reversed(joined(frozen)):
        if low < at and need > 0:
            if at - high >= need:
                break
            need -= max(0, at - high)
            at = low
    return instant(at - need)


def spent(asked_at: datetime, now: datetime, terms: Terms, habits: Habits, frozen: Sequence[Stretch] = ()) -> timedelta:
    """How much time has run for a seat asked at ``asked_at``; never negative, 0 when ``now`` lies before (a clock that
    was set back)."""
    if terms.untimed:
        return timedelta(0)
    zone = _zone(terms, habits, frozen)
    start = passed(zone.frozen, ticks(asked_at), terms.grace * SECOND)
    return zone.counted(start, ticks(now)) * TICK


def _zone(terms: Terms, habits: Habits, frozen: Sequence[Stretch]) -> Zone:
    return Zone(habits.zone, week_of(habits.quiet if terms.quiet else None, terms.weekend), joined(frozen))


def after_turn(bank: timedelta, used: timedelta, terms: Terms, *, credit: bool, endgame: bool = False) -> timedelta:
    """The bank after ``used`` of it is gone, with the credit of an ended turn; from 0 to the cap."""
    gain = timedelta(seconds=terms.credit // 2 if endgame and terms.endgame == "short" else terms.credit)
    rest = max(timedelta(0), bank - used) + (gain if credit else timedelta(0))
    return min(rest, timedelta(seconds=terms.cap))


def stands_still(
    now: datetime, asked_at: datetime, terms: Terms, habits: Habits, frozen: Sequence[Stretch] = ()
) -> tuple[str, datetime] | None:
    """Why a clock does not run at ``now`` and until when; None: it runs, or the table is untimed.

    "frozen" until the end of that pause or vacation (of all that overlap), whatever comes after; "grace", "weekend",
    "quiet" until the instant at which time really runs (after Friday's quiet hours: Monday, when weekends are free).
    """
    if terms.untimed:
        return None
    zone, at = _zone(terms, habits, frozen), ticks(max(now, asked_at))
    if (end := covered_until(zone.frozen, at)) is not None:
        return "frozen", instant(end)
    start = passed(zone.frozen, ticks(asked_at), terms.grace * SECOND)
    runs = zone.when(max(at, start), 0)
    if at < start:
        return "grace", instant(runs)
    if runs == at:
        return None
    free = terms.weekend and instant(at).astimezone(ZoneInfo(habits.zone)).weekday() >= SATURDAY
    return "weekend" if free else "quiet", instant(runs)


def window_end(zero: datetime, length: timedelta, frozen: Sequence[Stretch] = ()) -> datetime:
    """The end of a claim window that opened at ``zero``: its length, without pauses. The night counts."""
    return instant(passed(joined(frozen), ticks(zero), length // TICK))


def is_over(due_at: datetime | None, now: datetime) -> bool:
    """Whether the time is up: from the due instant on."""
    return due_at is not None and due_at <= now


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """What there is to say about a seat's time at one instant. ``left``: of the bank, never negative. ``due_at``: None
    when nothing is asked or the table is untimed. ``running``: time goes by just now. ``still``: why it stands still:
    "" (it runs, or nothing is asked, or time is up), "grace", "quiet", "weekend", "vacation", "pause"; until
    ``still_until``. ``claim_until``: the open claim window."""

    due_at: datetime | None = None
    left: timedelta = timedelta(0)
    bank: timedelta = timedelta(0)
    running: bool = False
    still: str = ""
    still_until: datetime | None = None
    claim_until: datetime | None = None
    untimed: bool = False


def clock_at(
    now: datetime,
    asked_at: datetime | None,
    bank: timedelta,
    terms: Terms,
    habits: Habits,
    *,
    pauses: Sequence[Stretch] = (),
    vacations: Sequence[Stretch] = (),
    claim_until: datetime | None = None,
) -> Clock:
    """The clock of a seat at ``now``. ``asked_at`` None: it is not asked; a pause or vacation is told all the same."""
    still, until = _stopped(now, pauses, vacations)
    if terms.untimed or asked_at is None:
        claim = claim_until if asked_at is not None or terms.untimed else None
        return Clock(untimed=terms.untimed, left=bank, bank=bank, still=still, still_until=until, claim_until=claim)
    frozen = (*pauses, *vacations)
    due_at = due(asked_at, bank, terms, habits, frozen)
    left = max(timedelta(0), bank - spent(asked_at, now, terms, habits, frozen))
    over = is_over(due_at, now)
    if not still and not over:
        still, until = stands_still(now, asked_at, terms, habits, frozen) or ("", None)
    running = not still and not over
    return Clock(
        due_at=due_at, left=left, bank=bank, running=running, still=still, still_until=until, claim_until=claim_until
    )


def _stopped(now: datetime, pauses: Sequence[Stretch], vacations: Sequence[Stretch]) -> tuple[str, datetime | None]:
    """The pause or else the vacation at this instant, and its end."""
    for why, stretches in (("pause", pauses), ("vacation", vacations)):
        if (end := covered_until(joined(stretches), ticks(now))) is not None:
            return why, instant(end)
    return "", None


def earliest(instants: Iterable[datetime | None]) -> datetime | None:
    """The first instant anything is to be done; None when there is nothing to wait for."""
    return min((instant for instant in instants if instant is not None), default=None)
