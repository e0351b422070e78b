"""The daily digest: at a minute of the person's own day, once a day, also on days of 23 and 25 hours."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from games.models import DigestDay

if TYPE_CHECKING:
    from accounts.models import User


def next_instant(zone: ZoneInfo, minute: int, now: datetime) -> datetime:
    """The next digest after ``now``. A minute that this day skips comes as much later as the clock jumped; of one that
    comes twice the first counts."""
    today = now.astimezone(zone).date()
    days = (today + timedelta(days=number) for number in range(3))
    instants = (datetime.combine(day, time(*divmod(minute, 60)), zone).astimezone(UTC) for day in days)
    return next(instant for instant in instants if instant > now)


def claim(user: User, channel: str, target: str, day: date, now: datetime) -> bool:
    """Take the one digest of this local day. False: it has gone out, or somebody else is sending it."""
    row = {"user": user, "channel": channel, "target": target, "day": day}
    return DigestDay.objects.get_or_create(**row, defaults={"at": now})[1]


def release(user: User, channel: str, target: str, day: date) -> None:
    """Give the day back: nothing went out."""
    DigestDay.objects.filter(user=user, channel=channel, target=target, day=day).delete()
