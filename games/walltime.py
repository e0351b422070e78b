"""Counted time between instants, pure: what of the time runs where quiet hours, free weekends and frozen stretches are.

Instants are integers, microseconds of UTC since 1970. A zone is a row of *segments* of one offset each; inside one the
wall clock is plain arithmetic, and how much time counts up to a wall instant is a closed formula (``Week``). Nothing
walks through days, so sixty days cost as much as two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TICK = timedelta(microseconds=1)
MINUTE = 60_000_000
DAY = 24 * 60 * MINUTE
MONDAY = 4 * DAY
"""The first Monday after the epoch: weeks are counted from there."""
WORKDAYS, SATURDAY = 5, 5
PROBE = 21_600
"""Seconds between two looks at a zone's offset: no zone changes it twice within this time."""

Span = tuple[int, int]
"""From an instant (included) to an instant (excluded)."""


def ticks(instant: datetime) -> int:
    """An aware datetime as microseconds of UTC since 1970."""
    return (instant - EPOCH) // TICK


def instant(at: int) -> datetime:
    """The aware datetime in UTC of ``ticks``."""
    return EPOCH + at * TICK


def joined(stretches: Iterable[tuple[datetime, datetime]]) -> list[Span]:
    """Stretches in order of time, the empty ones dropped, what overlaps or touches made one."""
    found: list[Span] = []
    for start, end in sorted((ticks(a), ticks(b)) for a, b in stretches if a < b):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def gaps(spans: Sequence[Span], start: int) -> Iterator[tuple[int, int | None]]:
    """The time from ``start`` on that no span covers, in order; the last gap is open (end None)."""
    for low, high in spans:
        if start < low:
            yield start, low
        start = max(start, high)
    yield start, None


def passed(spans: Sequence[Span], start: int, length: int) -> int:
    """The first instant at which ``length`` has gone by since ``start`` outside of the spans."""
    at = start
    for low, high in gaps(spans, start) if length > 0 else ():
        at = low + length
        if high is None or at <= high:
            break
        length -= high - low
    return at


def covered_until(spans: Sequence[Span], at: int) -> int | None:
    """The end of the span that covers this instant; None when none does."""
    return next((high for low, high in spans if low <= at < high), None)


@lru_cache(maxsize=4096)
def offsets(zone: str, year: int) -> tuple[tuple[int, int], ...]:
    """(instant, offset) in microseconds: the first of the UTC year, then every change of the zone's offset in it.

    Raises ZoneInfoNotFoundError.
    """
    there = ZoneInfo(zone)

    def offset(second: int) -> timedelta:
        shown = (EPOCH + timedelta(seconds=second)).astimezone(there).utcoffset()
        assert shown is not None
        return shown

    first, end = (ticks(datetime(y, 1, 1, tzinfo=UTC)) // 1_000_000 for y in (year, year + 1))
    low, now = first, offset(first)
    found = [(first, now)]
    while low < end - 1:
        high = min(low + PROBE, end - 1)
        if offset(high) != now:
            before, after = low, high
            while after - before > 1:
                middle = (before + after) // 2
                before, after = (middle, after) if offset(middle) == now else (before, middle)
            now = offset(after)
            found.append((after, now))
        low = high
    return tuple((at * 1_000_000, shown // TICK) for at, shown in found)


def segments(zone: str, start: int) -> Iterator[tuple[int, int, int]]:
    """(from, to, offset) from the instant ``start`` on, without end: stretches in which the offset stays."""
    year = instant(start).year
    low, shown = start, None
    while True:
        for at, offset in offsets(zone, year):
            if at > start:
                if shown is not None:
                    yield low, at, shown
                low = at
            shown = offset
        year += 1


class Week(NamedTuple):
    """What counts of a local week. ``runs``: pieces of a day that count; ``day``: their length; ``days``: how many."""

    runs: tuple[Span, ...]
    day: int
    days: int

    def upto(self, wall: int) -> int:
        """How much time counts up to this wall instant, from a fixed Monday on (only differences mean something)."""
        day, time = divmod(wall - MONDAY, DAY)
        week, day = divmod(day, 7)
        whole = (week * self.days + min(day, self.days)) * self.day
        return whole + sum(max(0, min(time, high) - low) for low, high in self.runs) * (day < self.days)

    def when(self, wall: int, length: int) -> int:
        """The first wall instant at which ``length`` (above 0) has counted since ``wall``."""
        day, rest = divmod(self.upto(wall) + length - 1, self.day)
        week, day = divmod(day, self.days)
        midnight = MONDAY + (week * 7 + day) * DAY
        for low, high in self.runs:
            if rest < high - low:
                return midnight + low + rest + 1
            rest -= high - low
        raise AssertionError("a day is as long as its runs")


@lru_cache(maxsize=4096)
def week_of(quiet: tuple[int, int] | None, weekend: bool) -> Week:
    """The week of a person with these quiet hours (minutes of the day, from and to; None or equal: none)."""
    low, high = (minute * MINUTE for minute in quiet or (0, 0))
    pieces = ((0, low), (high, DAY)) if low <= high else ((high, low),)
    runs = tuple((a, b) for a, b in pieces if a < b)
    return Week(runs, sum(b - a for a, b in runs), WORKDAYS if weekend else 7)


class Zone(NamedTuple):
    """A seat's counting: zone name, week, and the spans in which nothing runs."""

    name: str
    week: Week
    frozen: Sequence[Span]

    def pieces(self, start: int) -> Iterator[tuple[int, int, int]]:
        """(from, to, offset) from ``start`` on: one offset each and nothing frozen."""
        for low, high in gaps(self.frozen, start):
            for a, b, offset in segments(self.name, low):
                end = b if high is None else min(b, high)
                yield a, end, offset
                if end == high:
                    break

    def counted(self, start: int, end: int) -> int:
        """How much time counts between two instants; 0 when the second is not later."""
        total = 0
        for low, high, offset in self.pieces(start):
            if low >= end:
                break
            total += self.week.upto(min(high, end) + offset) - self.week.upto(low + offset)
        return total

    def when(self, start: int, length: int) -> int:
        """The first instant at which ``length`` has counted since ``start``; for 0 the first from which time runs."""
        need, early = (length, 0) if length > 0 else (1, 1)
        for low, high, offset in self.pieces(start):
            there = self.week.upto(high + offset) - self.week.upto(low + offset)
            if there >= need:
                return self.week.when(low + offset, need) - offset - early
            need -= there
        raise AssertionError("the last piece has no end")
