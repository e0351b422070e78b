"""The daily digest: at a minute of the person's own day, once a day, also on days of 23 and 25 hours."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
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


def claim(user: User, channel: str, target: str, due: datetime) -> bool:
    """Take the one digest of this local day for what was due at ``due``. False: the day has had its digest, at another
    time. Taken twice for the same time (a sender died, a try failed) it is still the same digest."""
    key = {"user": user, "channel": channel, "target": target, "day": due.astimezone(user.zone).date()}
    row, _ = DigestDay.objects.get_or_create(**key, defaults={"at": due})
    return row.at == due
