"""The one way in for mails, whatever brought them.

A mail is looked at in this order, and each step may be the last: can it be read, is it to a reply address, was it
written by a person, is the token genuine for who wrote it. Only then is its text read. What fails there is ignored: no
bounce, no answer, nothing of its content in the log. (The From line can be forged by anybody; the token cannot. Both
must fit.)

Acting and the ReceivedMail row are one transaction, so a mail that comes twice is carried out once. The answer is
claimed before it is sent: at most one goes out. If sending fails, the claim is given back and ``NotNow`` is raised:
the transport keeps the mail and brings it again.
"""

from __future__ import annotations

import hashlib
import logging
import traceback
from collections.abc import Iterable
from datetime import datetime, timedelta
from email.utils import parseaddr
from smtplib import SMTPException, SMTPRecipientsRefused

import django.db
from anymail.exceptions import AnymailError, AnymailRecipientsRefused
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.inbound import address, answering, playing, reading
from games.inbound.playing import Reply
from games.models import ReceivedMail, Seat

log = logging.getLogger(__name__)
KEPT = timedelta(days=60)
"""A mail that comes again later than that finds its question long answered."""
ANSWERS_AN_HOUR, ANSWERS_A_DAY = 40, 150
"""To one person. What is beyond is carried out, but not answered: two machines that talk to each other fall silent."""


class NotNow(Exception):
    """The mail could not be dealt with now; it is to be brought again later."""


def take(raw: bytes, to: Iterable[str] = ()) -> str:
    """Deal with one mail. ``to``: recipients that the transport knows. Answers with a code of what became of it.

    Raises NotNow, and errors of the database: the mail is then to be brought again, which does no harm.
    """
    try:
        return _take(raw, to)
    except (NotNow, django.db.Error):
        raise
    except Exception as error:  # noqa: BLE001  one mail must not hold up those behind it, nor come again for ever
        places = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-3:]]
        log.error("a mail could not be dealt with: %s at %s", type(error).__name__, " > ".join(places))
        return "failed"


def _take(raw: bytes, to: Iterable[str]) -> str:
    mail = reading.read(raw, to)
    if mail is None:
        return _ignored("unreadable")
    token = next((found for each in mail.to if (found := address.parse(each))), None)
    if token is None:
        return _ignored("elsewhere")
    if mail.machine or mail.sender == _own_address() or address.parse(mail.sender):
        return _ignored("machine")
    seat = Seat.objects.select_related("user", "game").filter(pk=token.seat).first()
    writer = _writer(mail.sender)
    if seat is not None and writer is not None and token.is_genuine(writer.pk):
        return _carry_out(mail, token, seat, writer)
    if seat is not None and _was_sent_to(token, seat):
        return _other_from(token, seat)
    return _ignored("forged")


def _ignored(code: str) -> str:
    log.info("a mail was ignored: %s", code)
    return code


def _own_address() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def _writer(sender: str) -> User | None:
    """The person whose confirmed address this is."""
    user = User.objects.filter(email=sender, is_active=True).first() if sender else None
    return user if user is not None and user.is_confirmed else None


def _was_sent_to(token: address.Token, seat: Seat) -> bool:
    """Whether the token is the present one of the person on the seat."""
    user = seat.user
    if user is None or not user.is_active or not user.is_confirmed:
        return False
    return token.is_genuine(user.pk) and token.is_of(seat.decision_key)


def _carry_out(mail: reading.Incoming, token: address.Token, seat: Seat, writer: User) -> str:
    """Who sits there no more is answered once for each question: nobody counts the answers to such a person."""
    theirs = seat.user_id == writer.pk
    key, texts = _key(token, mail.fingerprint if theirs else "not_yours"), reading.texts_of(mail.message)
    with transaction.atomic():
        row, new = ReceivedMail.objects.get_or_create(key=key, defaults=_fields(seat, "new"))
        if row.answered_at is not None:
            return _ignored("repeated")
        again = not new and row.outcome in ("played", "stopped")
        reply = playing.carry_out(writer, seat, token, texts, mail.name, again)
        row.outcome = reply.code
        row.save(update_fields=["outcome"])
    _answer(row, reply, mail)
    return reply.code


def _other_from(token: address.Token, seat: Seat) -> str:
    """The right token from another address: nothing is played, and the person on the seat is told, once a decision."""
    assert seat.user is not None
    row, _ = ReceivedMail.objects.get_or_create(key=_key(token, "other_from"), defaults=_fields(seat, "other_from"))
    _answer(row, Reply("other_from", seat, seat.user), None)
    return _ignored("other_from")


def _key(token: address.Token, fingerprint: str) -> str:
    return hashlib.sha256(f"{token.seat} {token.mark} {fingerprint}".encode("utf-8", "replace")).hexdigest()


def _fields(seat: Seat, outcome: str) -> dict[str, object]:
    return {"seat": seat.pk, "outcome": outcome, "at": timezone.now()}


def _answer(row: ReceivedMail, reply: Reply, mail: reading.Incoming | None) -> None:
    """Send the one answer to a mail, if nobody else has. Raises NotNow."""
    message = answering.message(reply, mail.ident if mail else "", mail.thread if mail else "")
    now = timezone.now()
    if _is_too_much(reply.user, now):
        log.warning("user %s gets no more answers to mails for now", reply.user.pk)
        return
    if not ReceivedMail.objects.filter(pk=row.pk, answered_at__isnull=True).update(answered_at=now):
        return
    try:
        message.send()
    except (SMTPRecipientsRefused, AnymailRecipientsRefused):
        log.warning("the answer to user %s was refused", reply.user.pk)
    except (SMTPException, AnymailError, OSError) as error:
        ReceivedMail.objects.filter(pk=row.pk).update(answered_at=None)
        raise NotNow(type(error).__name__) from error


def _is_too_much(user: User, now: datetime) -> bool:
    seats = Seat.objects.filter(user=user).values_list("pk", flat=True)
    sent = ReceivedMail.objects.filter(seat__in=seats)
    hour, day = now - timedelta(hours=1), now - timedelta(days=1)
    return (
        sent.filter(answered_at__gt=hour).count() >= ANSWERS_AN_HOUR
        or sent.filter(answered_at__gt=day).count() >= ANSWERS_A_DAY
    )


def forget(now: datetime) -> int:
    """Forget mails dealt with long ago. Answers how many."""
    return ReceivedMail.objects.filter(at__lt=now - KEPT).delete()[0]
