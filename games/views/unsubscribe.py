"""The way out of mails, for who holds a mail: a page with a button (programs that look at links ahead must change
nothing), and the one click of mail programs (RFC 8058), which send a POST without cookies. Works signed out.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.mails import stopping
from games.notices.matrix import EVENTS
from hotmk_site.texts import join_list, t

TEXT_IDS = tuple(f"mail.event.{event}" for event in EVENTS if event != "security")


@csrf_exempt  # the token is the proof; a mail program has no other
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks, POST stops; a POST with ``back`` undoes. 404 for a token that the house did not write."""
    named = stopping.read(token)
    user = User.objects.filter(pk=named.user, is_active=True).first() if named else None
    if named is None or user is None:
        return _page(request, {"state": "bad"}, 404)
    with translation.override(user.language):
        events = join_list([t(f"mail.event.{event}") for event in named.events if event in EVENTS])
        context = {"who": user.name, "events": events}
        if request.method != "POST":
            return _page(request, {**context, "state": "ask"})
        if request.POST.get("back"):
            done = stopping.back(request.POST["back"]) == user
            return _page(request, {**context, "state": "back" if done else "ask"})
        return _page(request, {**context, "state": "done", "back": stopping.stop(user, named.events)})


def _page(request: HttpRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    response = render(request, "mail/stop.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "no-referrer"
    return response
