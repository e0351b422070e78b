"""Vacations as accounts and desks see them: whole days of a yearly allowance, and what they do to a table's clocks.

A vacation books days of 24 hours; a day that has begun is used. A day belongs to the calendar year (in the person's own
zone) in which it begins. What is left at the end of a year is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model

from games import clocks
from games.models import Move, Notice, Seat, Vacation
from games.play import ballots, timing

if TYPE_CHECKING:
    from games.play.desk import Desk

DAY = timedelta(days=1)
AUTO_DAYS = 3
"""Days that a vacation takes at most when it begins by itself."""
AUTO_LEFT = timedelta(hours=2)
"""It begins when so much counted time is left."""
TEXT_IDS = ("play.log.vacation.own", "play.log.vacation.auto")


def locked(user_id: int) -> Any:
    """The person's row, held until the transaction ends, so that two vacations do not begin at once. It is locked after
    games, never before; without the key, so that rows which name the person can still be written."""
    return get_user_model().objects.select_for_update(no_key=True).get(pk=user_id)


def booked(user: Any, starts_at: datetime, ends_at: datetime) -> Counter[int]:
    """Year -> days that a stretch takes of the allowance."""
    days = max(1, -((starts_at - ends_at) // DAY))
    return Counter((starts_at + day * DAY).astimezone(user.zone).year for day in range(days))


def balance(user: Any, now: datetime, year: int | None = None) -> int:
    """Days of vacation left this year (or in another one). What is booked counts, also when it is still to come."""
    year = year or now.astimezone(user.zone).year
    start = datetime(year, 1, 1, tzinfo=UTC)
    rows = Vacation.objects.filter(user=user, ends_at__gt=start - 2 * DAY, starts_at__lt=start + 368 * DAY)
    used = sum(booked(user, row.starts_at, row.ends_at)[year] for row in rows)
    return max(0, clocks.VACATION_DAYS - used)


def current(user: Any, now: datetime) -> Vacation | None:
    """The vacation a person is on. None begins in the future, whatever the clocks of two machines say."""
    return Vacation.objects.filter(user=user, ends_at__gt=now).last()


def away(user_ids: Iterable[int | None], now: datetime) -> dict[int, datetime]:
    """Of these people, those on vacation, and until when. (Everybody may know.)"""
    rows = Vacation.objects.filter(user__in=[pk for pk in user_ids if pk], ends_at__gt=now)
    return dict(rows.values_list("user_id", "ends_at"))


def has_clock(desk: Desk, chair: Seat) -> bool:
    """Whether a vacation of its person makes any difference to this seat."""
    terms = desk.game.time
    return desk.game.is_running and terms.vacation and not terms.untimed and not chair.bot and not chair.is_empty


def mark(desk: Desk, chair: Seat, row: Vacation, act: str) -> None:
    """Reckon the clock of a seat with a vacation of its person, and say so in the log, once."""
    desk.open_box()
    desk.calendar = timing.Calendar(seat.user_id for seat in desk.seats)
    timing.reckon(desk.game, chair, desk.calendar)
    desk.touch(chair)
    said = Move.objects.filter(game=desk.game, kind=Move.Kind.TABLE, seat=chair.number, data__vacation=row.pk)
    if said.filter(text=act).exists() or (act == "vacation_end" and not said.exists()):
        return
    note = desk.note(Move.Kind.TABLE, act, seat=chair.number, user=row.user_id, via="house" if row.automatic else "web")
    note.data = {"vacation": row.pk, "until": row.ends_at.isoformat()}
    if act == "vacation":
        note.data["what"] = "auto" if row.automatic else "own"


def automatic(desk: Desk) -> None:
    """Begin a vacation for everybody here who wants that and whose time is nearly gone. The other tables of the person
    hear of it from the next sweep."""
    for chair in sorted(desk.seats, key=lambda chair: chair.user_id or 0):
        if clocks.is_over(_nearly_gone(desk, chair), desk.now) and _may_begin(desk, chair):
            _begin(desk, chair)


def _nearly_gone(desk: Desk, chair: Seat) -> datetime | None:
    """The instant at which a vacation of this seat's person is to begin by itself; None when never."""
    if chair.user is None or not chair.user.auto_vacation or not has_clock(desk, chair):
        return None
    if chair.due_at is None or chair.claim_until is not None or clocks.is_over(chair.due_at, desk.now):
        return None
    return timing.instant_left(desk.game, chair, int(AUTO_LEFT.total_seconds()), desk.calendar)


def _may_begin(desk: Desk, chair: Seat) -> bool:
    """Not in a pause, not on vacation, once for a question, and only while days are left."""
    if ballots.paused_until(desk.game, desk.now) is not None:
        return False
    rows = Vacation.objects.filter(user=chair.user_id)
    again = rows.filter(automatic=True, starts_at__gte=chair.asked_at) if chair.asked_at else rows.none()
    return not again.exists() and current(chair.user, desk.now) is None and balance(chair.user, desk.now) > 0


def _begin(desk: Desk, chair: Seat) -> None:
    user = locked(chair.user_id or 0)
    days = min(AUTO_DAYS, balance(user, desk.now))
    if days < 1 or current(user, desk.now) is not None:
        return
    ends_at = desk.now + days * DAY
    row = Vacation.objects.create(user=user, starts_at=desk.now, ends_at=ends_at, automatic=True)
    mark(desk, chair, row, "vacation")
    data = {"what": "auto", "until": ends_at.isoformat(), "days": balance(user, desk.now)}
    desk.letters.append(
        Notice(user=user, kind=Notice.Kind.VACATION, key=f"{row.pk}:auto", data=data, created_at=desk.now)
    )


def wake(desk: Desk) -> datetime | None:
    """The next instant at which ``automatic`` has anything to do."""
    found = []
    for chair in desk.seats:
        begins = _nearly_gone(desk, chair)
        if begins is not None and begins <= desk.now:
            begins = desk.now if _may_begin(desk, chair) else None
        found.append(begins)
    return clocks.earliest(found)
