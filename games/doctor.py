"""What is late, stuck or failing: the checks behind ``manage.py doctor`` and the health page.

Each check asks the database one cheap question (the waiting rows have partial indexes) and answers with a number that
holds no secret: how many seconds late, how many rows, which share. A check that cannot be asked at all has failed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.core.mail import get_connection
from django.db import DatabaseError
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Max
from kombu import Connection
from kombu.exceptions import OperationalError

from games import pulse
from games.models import Delivery, Game, Notice, Webhook
from games.play.lists import open_and_full

SWEEPS = 2
"""An overdue seat must be dealt with within so many sweeps."""
SLACK = timedelta(seconds=60)
"""What a busy machine may take on top of that."""
NOTICE_LATE = timedelta(minutes=5)
DAILY_LATE = timedelta(hours=26)
MAILBOX_LATE = timedelta(minutes=15)
QUEUE_MOST = 1000
FAILING_SHARE = 0.2
FAILING_LEAST = 5
"""Failed deliveries below this number in an hour are somebody's broken address, not a broken house."""


@dataclass(frozen=True)
class Finding:
    """One check: ``name``, whether all is well, and what was found in a few words for the operator."""

    name: str
    good: bool
    found: str


Check = Callable[[datetime], Finding]


def examine(now: datetime, checks: dict[str, Check] | None = None) -> list[Finding]:
    """All checks in order. One that fails to run is a bad finding, and the others are still made."""
    findings = []
    for name, check in (checks or CHECKS).items():
        try:
            findings.append(check(now))
        except (DatabaseError, OperationalError, OSError) as error:
            findings.append(Finding(name, False, f"cannot be asked: {type(error).__name__}"))
    return findings


def database(now: datetime) -> Finding:
    """The database answers."""
    return Finding("database", True, f"{Game.objects.filter(status=Game.Status.RUNNING).count()} games running")


def queues(now: datetime) -> Finding:
    """The broker answers and its queue is short (a long one: no worker takes anything)."""
    url = settings.CELERY_BROKER_URL
    with Connection(url, connect_timeout=2, transport_options=settings.CELERY_BROKER_TRANSPORT_OPTIONS) as connection:
        connection.ensure_connection(max_retries=1, interval_start=1, timeout=3)
        length = getattr(connection.default_channel, "_size", lambda queue: 0)
        size = sum(length(queue.name) for queue in settings.CELERY_TASK_QUEUES)
    return Finding("queues", size <= QUEUE_MOST, f"{size} tasks wait")


def sweep(now: datetime) -> Finding:
    """The sweep has ended well lately."""
    limit = SWEEPS * timedelta(seconds=settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"]) + SLACK
    return _fresh("sweep", now, limit)


def sender(now: datetime) -> Finding:
    """The sender of notices has ended well lately."""
    limit = SWEEPS * timedelta(seconds=settings.CELERY_BEAT_SCHEDULE["send_notices"]["schedule"]) + NOTICE_LATE
    return _fresh("send", now, limit)


def cleaning(now: datetime) -> Finding:
    """The daily clean-up has run within a day."""
    return _fresh("clean", now, DAILY_LATE)


def probe(now: datetime) -> Finding:
    """The daily synthetic game has brought its mail."""
    if not settings.PROBE_ADDRESS:
        return Finding("probe", True, "switched off")
    return _fresh("probe", now, DAILY_LATE)


def mailbox(now: datetime) -> Finding:
    """The mailbox to which replies come has been read lately."""
    if not settings.IMAP_URL:
        return Finding("imap", True, "switched off")
    return _fresh("imap", now, MAILBOX_LATE)


def _fresh(name: str, now: datetime, limit: timedelta) -> Finding:
    at = pulse.last(name)
    if at is None:
        young = now - born() <= limit
        return Finding(name, young, "has not been done yet" if young else "has never ended well")
    age = max(timedelta(0), now - at)
    return Finding(name, age <= limit, f"ended well {seconds(age)} ago (limit {seconds(limit)})")


def born() -> datetime:
    """When this house took its present shape: a work it has never done is late only some time after that."""
    applied = MigrationRecorder.Migration.objects.filter(app="games").aggregate(last=Max("applied"))["last"]
    return applied or datetime.min.replace(tzinfo=UTC)


def due_seats(now: datetime) -> Finding:
    """No game waits for the sweep longer than two sweeps: the oldest instant at which something was to be done."""
    limit = SWEEPS * timedelta(seconds=settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"]) + SLACK
    oldest = Game.objects.filter(wake_at__isnull=False, wake_at__lte=now).order_by("wake_at").first()
    if oldest is None or oldest.wake_at is None:
        return Finding("due_seats", True, "none is overdue")
    late = now - oldest.wake_at
    return Finding("due_seats", late <= limit, f"the oldest is {seconds(late)} late (game {oldest.pk})")


def stuck(now: datetime) -> Finding:
    """No game's tick has failed within the last hour (a failed one is put off an hour each time)."""
    at = pulse.last("tick_failed")
    recent = at is not None and now - at < timedelta(hours=1)
    return Finding("stuck", not recent, f"a tick failed {seconds(now - at)} ago" if recent and at else "no failed tick")


def full_tables(now: datetime) -> Finding:
    """No table without a free chair waits to be started."""
    count = open_and_full(now - timedelta(minutes=5)).count()
    return Finding("full_tables", count == 0, f"{count} full tables have not started")


def unrouted(now: datetime) -> Finding:
    """No notice waits to be routed."""
    oldest = Notice.objects.filter(routed_at__isnull=True).order_by("created_at").first()
    if oldest is None:
        return Finding("notices", True, "none waits")
    late = max(timedelta(0), now - oldest.created_at)
    return Finding("notices", late <= NOTICE_LATE, f"the oldest waits {seconds(late)} (notice {oldest.pk})")


def unsent(now: datetime) -> Finding:
    """No delivery is overdue. One that failed and waits for its next try is not late: it is leased until then."""
    waiting = Delivery.objects.filter(sent_at__isnull=True, dropped_at__isnull=True, failed_at__isnull=True)
    oldest = waiting.filter(due_at__lte=now).exclude(leased_until__gt=now).order_by("due_at").first()
    if oldest is None:
        return Finding("deliveries", True, "none is overdue")
    late = now - max(oldest.due_at, oldest.leased_until or oldest.due_at)
    return Finding("deliveries", late <= NOTICE_LATE, f"the oldest is {seconds(late)} late (delivery {oldest.pk})")


def failing(now: datetime) -> Finding:
    """Of what was sent or given up in the last hour, only a small share failed."""
    since = now - timedelta(hours=1)
    failed = Delivery.objects.filter(failed_at__gte=since, channel="mail").count()
    sent = Delivery.objects.filter(sent_at__gte=since, channel="mail").count()
    bad = failed >= FAILING_LEAST and failed > FAILING_SHARE * (failed + sent)
    return Finding("mail", not bad, f"{sent} sent, {failed} given up within the hour")


def hooks(now: datetime) -> Finding:
    """How many webhooks are switched off: their owners were told, so this is never bad."""
    return Finding("webhooks", True, f"{Webhook.objects.filter(off_at__isnull=False).count()} are switched off")


def mail_server(now: datetime) -> Finding:
    """The mail server lets us in (asked only on request: it opens a connection)."""
    connection = get_connection(fail_silently=False)
    connection.open()
    connection.close()
    return Finding("mail_server", True, "answers")


def seconds(length: timedelta) -> str:
    """A length for operators: "42 s", "17 min", "5 h"."""
    whole = int(length.total_seconds())
    if whole < 120:
        return f"{whole} s"
    return f"{whole // 60} min" if whole < 7200 else f"{whole // 3600} h"


CHECKS: dict[str, Check] = {
    "database": database,
    "queues": queues,
    "sweep": sweep,
    "due_seats": due_seats,
    "stuck": stuck,
    "full_tables": full_tables,
    "send": sender,
    "notices": unrouted,
    "deliveries": unsent,
    "mail": failing,
    "webhooks": hooks,
    "clean": cleaning,
    "probe": probe,
    "imap": mailbox,
}
HEALTH = ("database", "queues", "sweep", "due_seats", "send", "notices", "deliveries")
"""The checks of the health page: those a pager should ring for."""
