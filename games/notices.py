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
from django.db.models import F, Q
from django.utils import timezone, translation

from games.models import Game, Invitation, Notice, Seat

log = logging.getLogger(__name__)
LEASE = timedelta(minutes=5)
TRIES = 6
OLDEST = timedelta(days=2)
"""What is older is no news: it comes from a long outage or a restored backup, and is dropped."""
BATCH = 100


def waiting(now: datetime) -> list[int]:
    """Ids of the notices to be sent now, oldest first, at most a batch."""
    rows = Notice.objects.filter(sent_at__isnull=True, dropped_at__isnull=True, failed_at__isnull=True)
    rows = rows.filter(Q(leased_until__isnull=True) | Q(leased_until__lte=now))
    return list(rows.order_by("id").values_list("id", flat=True)[:BATCH])


def send_waiting() -> int:
    """Send what waits. Answers how many were sent."""
    return sum(send(notice_id) for notice_id in waiting(timezone.now()))


def send(notice_id: int) -> bool:
    """Send one notice, if nobody else is doing so and it is still true. Answers whether it was sent by this call."""
    now = timezone.now()
    free = Notice.objects.filter(pk=notice_id, sent_at__isnull=True, dropped_at__isnull=True, failed_at__isnull=True)
    free = free.filter(Q(leased_until__isnull=True) | Q(leased_until__lte=now))
    if not free.update(leased_until=now + LEASE, tries=F("tries") + 1):
        return False
    notice = Notice.objects.select_related("game", "user").get(pk=notice_id)
    if not still_true(notice):
        Notice.objects.filter(pk=notice_id).update(dropped_at=timezone.now())
        return False
    try:
        mail(notice).send()
    except (SMTPException, OSError) as error:
        _failed(notice, type(error).__name__)
        return False
    Notice.objects.filter(pk=notice_id).update(sent_at=timezone.now(), trouble="")
    return True


def still_true(notice: Notice) -> bool:
    """Whether this is still so, and still for this person: nothing is told about a turn already played."""
    user, game = notice.user, notice.game
    if notice.created_at < timezone.now() - OLDEST or not user.is_active or not user.is_confirmed:
        return False
    if notice.kind == Notice.Kind.YOUR_TURN:
        asked = Seat.objects.filter(game=game, user=user, decision_key=notice.decision_key, autopilot=False)
        return bool(notice.decision_key) and game.is_running and asked.exists()
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


def _failed(notice: Notice, trouble: str) -> None:
    """Wait longer before each next try; give up after the last."""
    now = timezone.now()
    log.warning("notice %s was not sent: %s (try %s)", notice.pk, trouble, notice.tries)
    if notice.tries >= TRIES:
        Notice.objects.filter(pk=notice.pk).update(failed_at=now, trouble=trouble)
    else:
        later = now + timedelta(minutes=2**notice.tries)
        Notice.objects.filter(pk=notice.pk).update(leased_until=later, trouble=trouble)
