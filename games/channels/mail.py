"""Notices by mail. One message, to the address that is confirmed when it is sent."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from datetime import datetime
from email import charset
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from smtplib import SMTPConnectError, SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any, cast

from anymail.exceptions import AnymailError, AnymailRecipientsRefused
from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from accounts.models import User
from games import mails
from games.channels import Permanent, Temporary
from games.letters import Mail
from games.models import Delivery, Notice

PLAIN = charset.Charset("utf-8")
PLAIN.body_encoding = charset.QP
"""Quoted-printable: seven bits, short lines, for every server on the way."""


LONGEST = 998
"""Letters of a header line (RFC 5322): an address in one is not broken off from its name."""
TROUBLES: dict[str, tuple[type[Exception], ...]] = {
    "timeout": (TimeoutError,),
    "tls": (ssl.SSLError,),
    "connect": (ConnectionError, SMTPConnectError, SMTPServerDisconnected),
}


class Message(EmailMultiAlternatives):
    """Text and HTML as alternatives; the pictures of the HTML part lie beside it and are shown within it."""

    def __init__(self, mail: Mail, to: str) -> None:
        super().__init__(mail.subject, mail.text, settings.DEFAULT_FROM_EMAIL, [to], headers=mail.headers)
        self.encoding = cast(Any, PLAIN)
        self.attach_alternative(mail.html, "text/html")
        self.pictures = mail.pictures

    def message(self, **options: Any) -> Any:
        """The message for the wire: multipart/alternative of text and multipart/related of HTML and pictures."""
        whole = super().message(**options)
        whole.policy = whole.policy.clone(max_line_length=LONGEST)
        if self.pictures:
            parts = cast(list[Any], whole.get_payload())
            parts[1] = _related(parts[1], self.pictures)
        return whole


def _related(html: MIMEBase, pictures: Sequence[tuple[str, bytes]]) -> MIMEMultipart:
    related = MIMEMultipart("related", type="text/html")
    del html["MIME-Version"]
    del related["MIME-Version"]
    related.attach(html)
    for number, (cid, png) in enumerate(pictures, 1):
        picture = MIMEImage(png, "png")
        del picture["MIME-Version"]
        picture["Content-ID"] = f"<{cid}>"
        picture["Content-Disposition"] = f'inline; filename="picture-{number}.png"'
        related.attach(picture)
    return related


def ready(user: User) -> list[str]:
    """The one target there is, when the account is active and its address confirmed."""
    return [""] if user.is_active and user.is_confirmed else []


def deliver(user: User, target: str, notices: Sequence[Notice], message_id: str, now: datetime) -> None:
    """Send all these notices as one mail. Raises Temporary, Permanent."""
    digest = Delivery.objects.filter(message=message_id, channel="mail", mode="digest").exists()
    message = Message(mails.render(user, notices, now, message_id=message_id, digest=digest), user.email)
    try:
        message.send()
    except (SMTPRecipientsRefused, SMTPDataError, AnymailRecipientsRefused) as error:
        raise _refused(error) from None
    except (SMTPException, AnymailError, OSError) as error:
        raise Temporary(_trouble(error)) from None


def _trouble(error: Exception) -> str:
    """The kind of a failure that may pass (``games.notices.history.TROUBLES``)."""
    return next((name for name, kinds in TROUBLES.items() if isinstance(error, kinds)), "smtp")


def _refused(error: Exception) -> Temporary | Permanent:
    """What a server's no means: for good from 500 on (no such mailbox), else try again (a full one)."""
    if isinstance(error, SMTPRecipientsRefused):
        code = min((code for code, _ in error.recipients.values()), default=0)
    else:
        code = error.smtp_code if isinstance(error, SMTPDataError) else 550
    return Permanent("refused") if code >= 500 else Temporary("smtp")
