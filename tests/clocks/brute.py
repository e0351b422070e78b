"""Clocks by brute force: every minute is looked at on the wall, one after the other. Slow, and hard to get wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from games.clocks import Habits, Stretch, Terms

MINUTE = timedelta(minutes=1)
EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
DAY = 1440


@lru_cache(maxsize=20_000)
def wall(zone: str, day: int) -> list[tuple[int, bool]]:
    """For each minute of a UTC day: the minute of the day on the wall there, and whether it is a weekend there."""
    there, found = ZoneInfo(zone), []
    for minute in range(DAY):
        shown = (EPOCH + timedelta(days=day, minutes=minute)).astimezone(there)
        found.append((shown.hour * 60 + shown.minute, shown.weekday() >= 5))
    return found


@dataclass
class Case:
    """A seat that is asked, all in whole minutes: ``bank`` in minutes, ``frozen`` as the arithmetic takes it."""

    asked_at: datetime
    bank: int
    terms: Terms
    habits: Habits
    frozen: list[Stretch]

    def is_frozen(self, at: datetime) -> bool:
        return any(start <= at < end for start, end in self.frozen)

    def why(self, at: datetime) -> str:
        """What keeps time from running at this minute, grace apart."""
        minutes = (at - EPOCH) // MINUTE
        time, weekend = wall(self.habits.zone, minutes // DAY)[minutes % DAY]
        if self.is_frozen(at):
            return "frozen"
        if weekend and self.terms.weekend:
            return "weekend"
        return "quiet" if self._is_quiet(time) else ""

    def _is_quiet(self, time: int) -> bool:
        if not self.terms.quiet or self.habits.quiet is None:
            return False
        start, end = self.habits.quiet
        return start <= time < end if start <= end else time >= start or time < end

    def minutes(self, at: datetime) -> Iterator[datetime]:
        while True:
            yield at
            at += MINUTE

    def grace_end(self) -> datetime:
        left = self.terms.grace // 60
        for at in self.minutes(self.asked_at):
            if left == 0:
                return at
            left -= not self.is_frozen(at)
        raise AssertionError

    def when_left(self, left: int) -> datetime:
        """The first minute at which this much of the bank remains; when it never was more, the first that runs."""
        need = max(0, self.bank - left)
        some = need > 0
        for at in self.minutes(self.grace_end()):
            runs = not self.why(at)
            if need == 0 and (some or runs):
                return at
            need -= runs
        raise AssertionError

    def spent(self, now: datetime) -> int:
        at, total = self.grace_end(), 0
        while at < now:
            total += not self.why(at)
            at += MINUTE
        return total

    def stands_still(self, now: datetime) -> tuple[str, datetime] | None:
        at = max(now, self.asked_at)
        if self.is_frozen(at):
            return "frozen", next(minute for minute in self.minutes(at) if not self.is_frozen(minute))
        start = self.grace_end()
        runs = next(minute for minute in self.minutes(max(at, start)) if not self.why(minute))
        if at < start:
            return "grace", runs
        return None if runs == at else (self.why(at), runs)
