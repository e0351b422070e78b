"""Vacations: taking one, coming back early, and the periodic work that carries their beginning and end to all tables.

The row of a vacation is written first; then each table of the person, in the order of their ids, reckons its clock in a
transaction of its own. A crash in between is mended by the next sweep: ``Vacation.spread`` and ``closed`` say how far
it came.
"""

from __future__ import annotations

import logging
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import clocks
from games.models import Game, Notice, Seat, Vacation
from games.play import nudge
from games.play.desk import opened
from games.play.errors import BadInput, NotYours, Refused
from games.play.recess import DAY, away, balance, booked, current, has_clock, locked, mark

__all__ = ["away", "balance", "current", "end_vacation", "start_vacation", "sweep", "until_days"]
log = logging.getLogger(__name__)
BATCH = 200


def start_vacation(user: Any, days: int) -> Vacation:
    """Begin a vacation of so many days of 24 hours, now. Raises BadInput("bad_days"), Refused ("on_vacation",
    "no_days_left")."""
    if type(days) is not int or not 1 <= days <= clocks.VACATION_DAYS:
        raise BadInput("bad_days", n=clocks.VACATION_DAYS)
    with transaction.atomic():
        user, now = locked(user.pk), timezone.now()
        if current(user, now) is not None:
            raise Refused("on_vacation")
        ends_at = now + days * DAY
        for year, wanted in booked(user, now, ends_at).items():
            left = balance(user, now, year)
            if wanted > left:
                raise Refused("no_days_left", n=left)
        row = Vacation.objects.create(user=user, starts_at=now, ends_at=ends_at)
    _begin(row, now)
    return row


def until_days(user: Any, last: date, now: datetime) -> int:
    """How many days a vacation must have to last to the end of a local day; 0 for a day that is over."""
    end = datetime.combine(last + timedelta(days=1), datetime.min.time(), user.zone)
    return max(0, -((now - end) // DAY))


def end_vacation(user: Any) -> Vacation:
    """Come back early: the clocks run again, days that have not begun are given back. Raises Refused("no_vacation")."""
    with transaction.atomic():
        user, now = locked(user.pk), timezone.now()
        row = current(user, now)
        if row is None:
            raise Refused("no_vacation")
        row.ends_at = now
        row.save(update_fields=["ends_at"])
    _at_tables(row, now, "vacation_end")
    Vacation.objects.filter(pk=row.pk).update(spread=True, closed=True)
    return row


def sweep(now: datetime) -> int:
    """Carry beginnings and ends on that have not reached every table yet, and end what is over. Answers how many
    vacations were looked at."""
    rows = Vacation.objects.filter(Q(spread=False) | Q(ends_at__lte=now), closed=False).order_by("ends_at")
    found = list(rows.select_related("user")[:BATCH])
    for row in found:
        try:
            carry = _over if row.ends_at <= now else _begin
            carry(row, now)
        except Exception as error:  # noqa: BLE001  one table's fault must not hold up the vacations of all others
            log.error("vacation %s: %s", row.pk, type(error).__name__)
    return len(found)


def _begin(row: Vacation, now: datetime) -> None:
    _at_tables(row, now, "vacation")
    Vacation.objects.filter(pk=row.pk, ends_at=row.ends_at).update(spread=True)


def _over(row: Vacation, now: datetime) -> None:
    """A vacation has run out: the tables say so, its person is told, once."""
    _at_tables(row, now, "vacation_end")
    with transaction.atomic():
        if Vacation.objects.filter(pk=row.pk, closed=False).update(spread=True, closed=True):
            data = {"what": "over", "until": row.ends_at.isoformat(), "days": balance(row.user, now)}
            Notice.objects.create(
                user_id=row.user_id, kind=Notice.Kind.VACATION, key=f"{row.pk}:over", data=data, created_at=now
            )
            nudge.soon("send_notices")


def _at_tables(row: Vacation, now: datetime, act: str) -> None:
    """Have every running table of the person reckon with a vacation; doing it again changes nothing."""
    ids = Seat.objects.filter(user=row.user_id, game__status=Game.Status.RUNNING).values_list("game_id", flat=True)
    for game_id in sorted(ids):
        with opened(game_id, now, row.user_id) as desk:
            try:
                chair = desk.seat_of(row.user)
            except NotYours:
                continue
            if has_clock(desk, chair):
                mark(desk, chair, row, act)
