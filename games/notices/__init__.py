"""The sender of the outbox (plan: "Notices"): lease a row, check it again, send outside any transaction, mark it.

A crash between sending and marking can double a mail, never lose one. A failed try waits longer each time and is
given up after ``TRIES``. Mails go to the address that is confirmed when they are sent.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation

from games.models import Delivery, Game, Invitation, Notice, Seat

log = logging.getLogger(__name__)
LEASE = timedelta(minutes=5)
TRIES = 6
OLDEST = timedelta(days=2)
"""What is older is no news: it comes from a long outage or a restored backup, and is dropped."""
BATCH = 100


def route_waiting(now: datetime) -> int:
    """Make deliveries of the notices that have none yet."""
    rows = list(Notice.objects.filter(routed_at__isnull=True).order_by("id")[:BATCH])
    for notice in rows:
        Delivery.objects.get_or_create(
            notice=notice, channel="mail", target="", defaults={"user_id": notice.user_id, "due_at": now}
        )
        Notice.objects.filter(pk=notice.pk).update(routed_at=now)
    return len(rows)


def waiting(now: datetime) -> list[int]:
    """Ids of the deliveries to be sent now, oldest first, at most a batch."""
    return list(free(now).order_by("due_at").values_list("id", flat=True)[:BATCH])


def free(now: datetime) -> QuerySet[Delivery]:
    """Deliveries that are due, not done and not leased."""
    rows = Delivery.objects.filter(sent_at__isnull=True, dropped_at__isnull=True, failed_at__isnull=True)
    return rows.filter(Q(leased_until__isnull=True) | Q(leased_until__lte=now), due_at__lte=now)


def send_waiting() -> int:
    """Route and send what waits. Answers how many were sent."""
    now = timezone.now()
    route_waiting(now)
    return sum(send(delivery_id) for delivery_id in waiting(now))


def send(delivery_id: int) -> bool:
    """Send one delivery, if nobody else is doing so and it is still true. Answers whether it was sent by this call."""
    now = timezone.now()
    if not free(now).filter(pk=delivery_id).update(leased_until=now + LEASE, tries=F("tries") + 1):
        return False
    delivery = Delivery.objects.select_related("notice__game", "notice__user").get(pk=delivery_id)
    if not still_true(delivery.notice):
        Delivery.objects.filter(pk=delivery_id).update(dropped_at=timezone.now(), why="untrue")
        return False
    try:
        mail(delivery.notice).send()
    except (SMTPException, OSError) as error:
        _failed(delivery, type(error).__name__)
        return False
    Delivery.objects.filter(pk=delivery_id).update(sent_at=timezone.now(), trouble="")
    return True


def still_true(notice: Notice) -> bool:
    """Whether this is still so, and still for this person: nothing is told about a turn already played."""
    user, game = notice.user, notice.game
    assert game is not None
    if notice.created_at < timezone.now() - OLDEST or not user.is_active or not user.is_confirmed:
        return False
    if notice.kind == Notice.Kind.YOUR_TURN:
        asked = Seat.objects.filter(game=game, user=user, decision_key=notice.key, autopilot=False)
        return bool(notice.key) and game.is_running and asked.exists()
    if notice.kind == Notice.Kind.INVITATION:
        return game.is_open and Invitation.objects.filter(game=game, user=user, answer="").exists()
    if notice.kind == Notice.Kind.GAME_STARTED and not game.is_running:
        return False
    return Seat.objects.filter(game=game, user=user).exists() or game.status == Game.Status.CLOSED


def mail(notice: Notice) -> EmailMultiAlternatives:
    """The mail of a notice, in the language of its reader."""
    from games.mails import render_mail

    with translation.override(notice.user.language):
        letter = render_mail(notice)
    message = EmailMultiAlternatives(
        letter.subject, letter.text, settings.DEFAULT_FROM_EMAIL, [notice.user.email], headers=letter.headers
    )
    message.attach_alternative(letter.html, "text/html")
    return message


def _failed(delivery: Delivery, trouble: str) -> None:
    """Wait longer before each next try; give up after the last."""
    now = timezone.now()
    log.warning("delivery %s was not sent: %s (try %s)", delivery.pk, trouble, delivery.tries)
    if delivery.tries >= TRIES:
        Delivery.objects.filter(pk=delivery.pk).update(failed_at=now, trouble=trouble)
    else:
        later = now + timedelta(minutes=2**delivery.tries)
        Delivery.objects.filter(pk=delivery.pk).update(leased_until=later, trouble=trouble)
