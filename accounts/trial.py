"""A test by mail, sent at once to who asks for it: whether the mails of the house arrive."""

from __future__ import annotations

from smtplib import SMTPException
from typing import Any

from anymail.exceptions import AnymailError
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.channels import ready
from games.channels.limits import over
from games.channels.mail import Message
from games.letters import Letter, absolute, seal
from games.mails.case import footing
from games.views.answers import go_on, signed_in
from hotmk_site.texts import t

MOST, SECONDS = 5, 600
"""So many tests in that time."""


@require_POST
@signed_in
def mail_test(request: HttpRequest) -> HttpResponse:
    """Send the test; the next page says whether the mail server took it."""
    person: Any = request.user
    if not ready(person, "mail"):
        return _not_sent(request, t("ways.mail_off"))
    if over(f"mail-test {person.pk}", MOST, SECONDS):
        return _not_sent(request, t("channel.said.too_often"))
    try:
        Message(seal(_letter()), person.email).send()
    except (SMTPException, AnymailError, OSError):
        return _not_sent(request, t("told.trouble.smtp"))
    return go_on(request, t("ways.mail_test_sent", address=person.email), reverse("channels"))


def _letter() -> Letter:
    subject = t("ways.mail_test_subject")
    return Letter(
        subject=subject, kicker=t("site.name"), headline=subject, lead=[t("ways.mail_test_lead")],
        button=t("ways.mail_test_open"), url=absolute("channels"), why=t("ways.mail_test_why"), **footing(),
    )  # fmt: skip


def _not_sent(request: HttpRequest, why: str) -> HttpResponse:
    messages.error(request, why)
    response = redirect("channels")
    response.status_code = 303
    return response
