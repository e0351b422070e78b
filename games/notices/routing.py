"""Notice -> Deliveries: by the person's matrix, the table's own wishes, and what can be reached.

Each notice is routed once, in one small transaction with the mark that says so; a crash leaves it unrouted or routed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from django.db import transaction

from games.channels import carries, ready
from games.models import Delivery, Notice
from games.notices import digest, preferences
from games.notices.matrix import CHANNELS, EVENT_OF

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)
BATCH = 500
BUNDLE = timedelta(minutes=30)
QUICK = ("now", "bundle")


class Person:
    """What is asked again and again while the notices of one person are routed or sent."""

    def __init__(self, user: User) -> None:
        self.user = user
        self._targets: dict[str, list[str]] = {}

    @cached_property
    def wishes(self) -> preferences.Preferences:
        """The choices."""
        return preferences.read(self.user)

    def targets(self, channel: str) -> list[str]:
        """What this channel can reach now."""
        if channel not in self._targets:
            self._targets[channel] = ready(self.user, channel)
        return self._targets[channel]

    def mode(self, notice: Notice, channel: str) -> str:
        """How this notice is to travel by this channel."""
        return self.wishes.mode(EVENT_OF[notice.kind], channel, notice.game_id)

    def stand_ins(self, notice: Notice, channel: str) -> Iterator[str]:
        """The channels that may take over from this one, the person's first choice first: what can be reached, takes
        the kind, and is not switched off altogether."""
        for name in self.wishes.order:
            wanted = name != channel and not self.wishes.is_silent(name)
            if wanted and carries(name, notice.kind) and self.targets(name):
                yield name


def route_waiting(now: datetime) -> int:
    """Make the deliveries of all notices that have none yet. Answers how many notices were routed."""
    people: dict[int, Person] = {}
    last = done = 0
    while rows := _unrouted(last):
        last = rows[-1].pk
        for notice in rows:
            done += _route_safely(notice, people.setdefault(notice.user_id, Person(notice.user)), now)
    return done


def _unrouted(after: int) -> list[Notice]:
    rows = Notice.objects.filter(routed_at__isnull=True, pk__gt=after).select_related("user")
    return list(rows.order_by("pk")[:BATCH])


def _route_safely(notice: Notice, person: Person, now: datetime) -> bool:
    """Route one notice. A fault there (reported without any value of it) holds up no other notice."""
    try:
        return route(notice, person, now)
    except Exception as error:  # noqa: BLE001  one person's odd rows must not silence everybody else
        log.error("notice %s was not routed: %s", notice.pk, type(error).__name__)
        return False


def route(notice: Notice, person: Person, now: datetime) -> bool:
    """Make the deliveries of one notice. False: somebody else has done so."""
    rows = deliveries(notice, person, now)
    with transaction.atomic():
        if not Notice.objects.filter(pk=notice.pk, routed_at__isnull=True).update(routed_at=now):
            return False
        Delivery.objects.bulk_create(rows, ignore_conflicts=True)
    return True


def deliveries(notice: Notice, person: Person, now: datetime) -> list[Delivery]:
    """The deliveries this notice should have; none when the person wants none. A wanted channel that cannot be reached
    leaves a row that says so, and the next of the person's channels takes its place."""
    reached: dict[str, str] = {}
    missing: dict[str, str] = {}
    for channel in CHANNELS:
        mode = person.mode(notice, channel)
        if mode == "off" or not carries(channel, notice.kind):
            continue
        if person.targets(channel):
            reached[channel] = mode
        elif preferences.in_use(person.user, channel):
            missing[channel] = mode
    lost = [
        _lost(notice, channel, _stand_in(notice, person, channel, mode, reached), now)
        for channel, mode in missing.items()
    ]
    rows = [
        Delivery(
            notice=notice, user_id=notice.user_id, channel=channel, target=target, mode=mode,
            due_at=due_at(person, channel, target, mode, now),
        )
        for channel, mode in reached.items()
        for target in person.targets(channel)
    ]  # fmt: skip
    return rows + lost


def _stand_in(notice: Notice, person: Person, channel: str, mode: str, reached: dict[str, str]) -> str:
    """Who takes the place of a channel that cannot be reached; "" when nobody can, or another one tells it as soon.
    ``reached`` gets the new way."""
    if mode in reached.values() or any(other in QUICK for other in reached.values()):
        return ""
    name = next(person.stand_ins(notice, channel), "")
    if name:
        reached[name] = mode
    return name


def _lost(notice: Notice, channel: str, stand_in: str, now: datetime) -> Delivery:
    return Delivery(
        notice=notice, user_id=notice.user_id, channel=channel, due_at=now, dropped_at=now, why="not_ready",
        fallback=stand_in,
    )  # fmt: skip


def due_at(person: Person, channel: str, target: str, mode: str, now: datetime) -> datetime:
    """When a delivery is due: at once, with the bundle that is being collected, with the next digest."""
    if mode == "digest":
        return digest.next_instant(person.user.zone, person.wishes.digest_minute, now)
    if mode != "bundle":
        return now
    waiting = Delivery.objects.filter(
        user=person.user, channel=channel, target=target, mode="bundle", due_at__gt=now, looks=0,
        sent_at__isnull=True, dropped_at__isnull=True, failed_at__isnull=True,
    )  # fmt: skip
    first = waiting.order_by("due_at").values_list("due_at", flat=True).first()
    return first or now + BUNDLE


def take_over(delivery: Delivery, person: Person, now: datetime) -> str:
    """Another channel tells what this one could not. Answers its name; "" when there is none, or the notice reaches
    the person by another target of the same channel."""
    rows = list(Delivery.objects.filter(notice=delivery.notice_id).exclude(pk=delivery.pk))
    if any(row.channel == delivery.channel and row.failed_at is None and row.dropped_at is None for row in rows):
        return ""
    for name in person.stand_ins(delivery.notice, delivery.channel):
        there = [row for row in rows if row.channel == name]
        if any(row.sent_at for row in there):
            return name
        if waiting := [row.pk for row in there if row.dropped_at is None and row.failed_at is None]:
            Delivery.objects.filter(pk__in=waiting, due_at__gt=now).update(due_at=now, mode="now")
            return name
        if not there:
            _bring(delivery, name, person.targets(name), now)
            return name
    return ""


def _bring(delivery: Delivery, channel: str, targets: list[str], now: datetime) -> None:
    rows = [
        Delivery(
            notice_id=delivery.notice_id, user_id=delivery.user_id, channel=channel, target=target, due_at=now
        )
        for target in targets
    ]  # fmt: skip
    Delivery.objects.bulk_create(rows, ignore_conflicts=True)
