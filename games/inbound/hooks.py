"""Mails that a mail service posts to the site (django-anymail): the addresses, and what happens to such a mail.

They are there only when ``ANYMAIL_WEBHOOK_SECRET`` (``user:word``, for basic authentication) is set; a post without it
is refused before anything of it is read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from anymail.signals import inbound
from anymail.urls import urlpatterns as all_patterns
from anymail.utils import get_request_basic_auth
from django.conf import settings
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils.crypto import constant_time_compare

from games.inbound import receive

BODY_MOST = 12 * 1024 * 1024
"""Bytes of a posted mail. A reply with the picture of the turn mail in it is larger than any form of the site."""
View = Callable[..., HttpResponse]


def addresses() -> list[URLPattern]:
    """The addresses of incoming mail of all mail services; none that only tell what became of sent mail."""
    return [_for_us(found) for found in all_patterns if isinstance(found, URLPattern) and "inbound" in str(found.name)]


def _for_us(found: URLPattern) -> URLPattern:
    return URLPattern(found.pattern, _guarded(found.callback), found.default_args, found.name)


def _guarded(view: View) -> View:
    """A view for those who know the secret. It may be posted more than the forms of the site."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not constant_time_compare(get_request_basic_auth(request) or "", settings.ANYMAIL["WEBHOOK_SECRET"]):
            return HttpResponse(status=403)
        if int(request.META.get("CONTENT_LENGTH") or 0) > BODY_MOST:
            return HttpResponse(status=413)
        if request.content_type == "application/json":
            request._body = request.read(BODY_MOST + 1)
        return view(request, *args, **kwargs)

    return inner


@receiver(inbound, dispatch_uid="games.inbound")
def arrived(sender: Any, event: Any, esp_name: str, **kwargs: Any) -> None:
    """A mail has been posted. What is raised here makes the service post it again later."""
    message = event.message
    receive.take(message.as_bytes(), [message.envelope_recipient] if message.envelope_recipient else [])
