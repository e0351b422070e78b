"""The arithmetic of clocks: how long one ``due`` takes, and that sixty days cost hardly more than two.

Schedules are nasty on purpose: quiet hours over midnight, free weekends, grace, pauses, zones that change their clocks.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from functools import partial

from _tools import median, ms, quantile, timed

from games import clocks
from games.clocks import DAY, HOUR, Habits, Stretch, Terms

ZONES = ("Europe/Berlin", "Australia/Lord_Howe", "Africa/Cairo", "America/Santiago", "Asia/Kathmandu")
START = datetime(2027, 1, 1, tzinfo=UTC)
TRIES = 3000


def main() -> None:
    choose = random.Random(0)  # noqa: S311
    first, _ = timed(lambda: due(choose, 60))
    for _ in range(200):  # every zone and year has been read
        due(choose, 60)
    found = {}
    for days in (2, 15, 60):
        times = [timed(partial(due, choose, days))[0] for _ in range(TRIES)]
        found[days] = median(times)
        print(f"due of a bank of {days} days: median {ms(median(times))}, 99 of 100 under {ms(quantile(times, 0.99))}")
    print(f"the very first, which reads a zone: {ms(first)}; 60 days / 2 days: {found[60] / found[2]:.2f}")
    plain = [timed(lambda: clocks.due(START, timedelta(days=60), Terms(), Habits()))[0] for _ in range(TRIES)]
    print(f"nasty / plain, 60 days: {found[60] / median(plain):.2f}")


def due(choose: random.Random, days: int) -> datetime | None:
    """One due instant of a random schedule."""
    asked_at = START + timedelta(minutes=choose.randrange(365 * 1440))
    terms = Terms(bank=DAY, cap=DAY, grace=12 * HOUR, weekend=True)
    habits = Habits(choose.choice(ZONES), (22 * 60, 7 * 60))
    return clocks.due(asked_at, timedelta(days=days), terms, habits, pauses(choose, asked_at))


def pauses(choose: random.Random, asked_at: datetime) -> list[Stretch]:
    """Three pauses after a moment."""
    starts = [asked_at + timedelta(hours=choose.randrange(1000)) for _ in range(3)]
    return [(start, start + timedelta(days=choose.randrange(1, 14))) for start in starts]


if __name__ == "__main__":
    main()
