"""Feeds behind secret addresses, for programs without a session; and the buttons that make, renew and revoke them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_POST, require_safe

from games.channels.limits import over
from games.feeds import keys
from games.feeds.atom import atom_of
from games.feeds.ical import ALARM_MOST, ical_of
from games.models import FeedKey
from games.views.answers import go_on, signed_in
from games.views.hooks import BACK, person
from hotmk_site.texts import t

WRONG_MOST, READS_MOST, HOUR = 60, 240, 3600
TEXT_IDS = tuple(f"channel.said.feed_{kind}" for kind in keys.KINDS)


@require_safe
def atom(request: HttpRequest, token: str) -> HttpResponse:
    """What waits for a person, and news of their tables."""
    return _feed(
        request, "atom", token, "application/atom+xml; charset=utf-8", lambda key: atom_of(key, timezone.now())
    )


@require_safe
def ical(request: HttpRequest, token: str) -> HttpResponse:
    """A person's deadlines. ``?alarm=60``: with an alarm, so many minutes before."""
    alarm = _minutes(request.GET.get("alarm", ""))
    kind = "text/calendar; charset=utf-8"
    response = _feed(request, "ical", token, kind, lambda key: ical_of(key, timezone.now(), alarm))
    response["Content-Disposition"] = 'inline; filename="lantern-post.ics"'
    return response


def _minutes(text: str) -> int:
    return min(int(text), ALARM_MOST) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def _feed(
    request: HttpRequest, kind: str, token: str, content_type: str, make: Callable[[FeedKey], bytes]
) -> HttpResponse:
    """The feed, in the language and zone of its person; 304 where the reader has it; 404 for any wrong address."""
    key = keys.owner(kind, token)
    if key is None:
        return _wrong(request)
    if over(f"feed {key.pk}", READS_MOST, HOUR):
        return HttpResponse(status=429, headers={"Retry-After": str(HOUR), "Cache-Control": "private, no-store"})
    with translation.override(key.user.language), timezone.override(key.user.zone):
        body = make(key)
    etag = f'"{hashlib.blake2b(body, digest_size=16).hexdigest()}"'
    full = HttpResponse(body, content_type=content_type, headers={"ETag": etag})
    response = get_conditional_response(request, etag=etag, response=full) or full
    response["Cache-Control"] = "private, no-cache"
    response["Content-Language"] = key.user.language
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _wrong(request: HttpRequest) -> HttpResponse:
    """No such feed. Right addresses are never held up by wrong ones."""
    if over(f"wrong feed {request.META.get('REMOTE_ADDR', '')}", WRONG_MOST, HOUR):
        return HttpResponse(status=429, headers={"Retry-After": str(HOUR), "Cache-Control": "private, no-store"})
    raise Http404("no such feed")


@require_POST
@signed_in
def feed_renew(request: HttpRequest, kind: str) -> HttpResponse:
    """Make the feed, or give it a new address."""
    keys.renew(person(request), _known(kind))
    return go_on(request, t(f"channel.said.feed_{kind}"), reverse(BACK))


@require_POST
@signed_in
def feed_revoke(request: HttpRequest, kind: str) -> HttpResponse:
    """The address answers no more."""
    keys.revoke(person(request), _known(kind))
    return go_on(request, t("channel.said.feed_gone"), reverse(BACK))


def _known(kind: str) -> str:
    if kind not in keys.KINDS:
        raise Http404("no such kind")
    return kind
