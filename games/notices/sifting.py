"""A last look at what is about to be sent: what is untrue, switched off, seen or told by another row is dropped with
the reason; what should wait a little is put back.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q

from games.models import Delivery, Notice, Seat, Webhook
from games.notices import presence, truth
from games.notices.routing import Person

TWIN_WAIT = timedelta(minutes=1)
Kind = Notice.Kind


def sift(person: Person, rows: list[Delivery], now: datetime) -> list[Delivery]:
    """The leased rows that are to go out now."""
    kept = []
    for row in rows:
        if why := _why_not(person, row, now):
            drop([row], why, now)
        elif _at_the_table(row, now):
            if row.looks:
                drop([row], "here", now)
            else:
                put_back([row], due_at=now + presence.SECOND_LOOK, looks=1)
        elif row.channel != "hook" or not _told_by_twin(row, now):
            kept.append(row)
    return _newest(kept, now)


def drop(rows: Iterable[Delivery], why: str, now: datetime) -> None:
    """These are not sent, and why."""
    Delivery.objects.filter(pk__in=[row.pk for row in rows]).update(dropped_at=now, why=why)


def put_back(rows: Iterable[Delivery], **changes: Any) -> None:
    """These wait again; the lease was no try."""
    back = {"leased_until": None, "message": "", "tries": F("tries") - 1} | changes
    Delivery.objects.filter(pk__in=[row.pk for row in rows]).update(**back)


def _why_not(person: Person, row: Delivery, now: datetime) -> str:
    oldest = truth.OLDEST_DIGEST if row.mode == "digest" else truth.OLDEST
    if why := truth.untrue(row.notice, now, oldest):
        return why
    if person.mode(row.notice, row.channel) != "off":
        return ""
    return "" if not person.wishes.muted and _stands_in(row) else "off"


def _stands_in(row: Delivery) -> bool:
    """Whether this delivery took over from another channel: then its own switch does not count."""
    return Delivery.objects.filter(notice=row.notice_id, fallback=row.channel).exists()


def _at_the_table(row: Delivery, now: datetime) -> bool:
    """Whether the person sees it anyway, being at that table."""
    notice = row.notice
    if row.mode == "digest" or row.channel not in presence.CHANNELS or notice.kind not in presence.SHOWN:
        return False
    return presence.is_here(Seat.objects.filter(game=notice.game_id, user=notice.user_id).first(), now)


def _told_by_twin(row: Delivery, now: datetime) -> bool:
    """Whether another player's webhook of the same address tells this very fact: then this row is dropped, or waits a
    moment for the other, who comes first."""
    twins = _twins(row)
    if twins.filter(sent_at__isnull=False).exists():
        drop([row], "same_hook", now)
        return True
    earlier = Q(due_at__lt=row.due_at) | Q(due_at=row.due_at, pk__lt=row.pk)
    if twins.filter(earlier, trouble="").exists():
        put_back([row], leased_until=now + TWIN_WAIT)
        return True
    return False


def _twins(row: Delivery) -> Any:
    """Deliveries of the same fact to the same address for other people, as far as they were not dropped or failed."""
    notice = row.notice
    hook = Webhook.objects.filter(pk=int(row.target)).first() if notice.game_id else None
    if hook is None:
        return Delivery.objects.none()
    same = Webhook.objects.filter(url=hook.url).exclude(user=row.user_id).values_list("pk", flat=True)
    kinds = (Kind.CHAT, Kind.MENTION) if notice.kind in (Kind.CHAT, Kind.MENTION) else (notice.kind,)
    facts = {"notice__game": notice.game_id, "notice__kind__in": kinds, "notice__key": notice.key}
    rows = Delivery.objects.filter(channel="hook", target__in=[str(pk) for pk in same], **facts)
    return rows.filter(dropped_at__isnull=True, failed_at__isnull=True)


def _newest(rows: list[Delivery], now: datetime) -> list[Delivery]:
    """Without what the same message says better: a reminder of a turn that it tells anyway, an older reminder of the
    same question, that the table is full where it is one's turn."""
    asked = {row.notice.key for row in rows if row.notice.kind == Kind.YOUR_TURN}
    games = {row.notice.game_id for row in rows if row.notice.kind == Kind.YOUR_TURN}
    latest: dict[str, int] = {}
    for row in rows:
        if row.notice.kind == Kind.REMINDER:
            latest[_question(row)] = max(row.notice.pk, latest.get(_question(row), 0))
    old = []
    for row in rows:
        again = row.notice.kind == Kind.REMINDER and (_question(row) in asked or row.notice.pk < latest[_question(row)])
        if again or (row.notice.kind == Kind.TABLE_FULL and row.notice.game_id in games):
            old.append(row)
    drop(old, "newer", now)
    return [row for row in rows if row not in old]


def _question(row: Delivery) -> str:
    """The decision key of a reminder."""
    return row.notice.key.partition(":")[0]
