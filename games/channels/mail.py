"""The channel "mail": one message to the confirmed address that the person has when it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from smtplib import SMTPException
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from games.channels import Temporary
from games.models import Notice

if TYPE_CHECKING:
    from accounts.models import User


def ready(user: User) -> list[str]:
    """One target without a name, while the address is confirmed."""
    return [""] if user.is_active and user.is_confirmed else []


def deliver(user: User, target: str, notices: Sequence[Notice], message_id: str, now: datetime) -> None:
    """Send these notices as one mail. Raises Temporary."""
    from games import mails

    letters = [mails.render_mail(notice) for notice in notices]
    message = EmailMultiAlternatives(
        letters[0].subject,
        "\n\n".join(letter.text for letter in letters),
        settings.DEFAULT_FROM_EMAIL,
        [user.email],
        headers=letters[0].headers,
    )
    message.attach_alternative("<hr>".join(letter.html for letter in letters), "text/html")
    try:
        message.send()
    except (SMTPException, OSError):
        raise Temporary("smtp") from None
