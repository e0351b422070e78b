"""Answers shared by the pages of tables: finding a table, refusing in a sentence, going on after a deed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.kept import kept_url
from games.models import Game
from games.play import reading
from games.play.errors import Refused
from hotmk_site.texts import t

View = Callable[..., HttpResponse]


def find_game(request: HttpRequest, public_id: str, code: str = "") -> Game:
    """The table of this address, if this reader may know of it. Raises Missing, TooMany (wrong secret links)."""
    return reading.find(request.user, public_id, code, request.META.get("REMOTE_ADDR", ""))


def sentence_of(error: Refused) -> str:
    """Why a deed was refused, in the reader's language."""
    return t(error.message_id, **error.data)


def refused(request: HttpRequest, error: Refused, game: Game | None = None) -> HttpResponse:
    """A page that says why nothing was done, with the status of the refusal and a way on."""
    where = reverse("table", args=[game.public_id]) if game is not None and error.status != 404 else ""
    context = {"sentence": sentence_of(error), "status": error.status, "where": where, "game": game if where else None}
    response = render(request, "games/refused.html", context, status=error.status)
    if error.status == 429:
        response["Retry-After"] = "3600"
    return response


def guarded(view: View) -> View:
    """A view whose refusals become pages: nothing was changed, a sentence says why."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as error:
            return refused(request, error, getattr(error, "game", None))

    return inner


def signed_in(view: View) -> View:
    """Only for people who have signed in; others are led to the sign-in page and back, and told what they had sent."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        back = request.get_full_path() if request.method == "GET" else kept_url(request, _page_of(kwargs))
        url = f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': back})}"
        if request.headers.get("HX-Request"):
            return HttpResponse(status=204, headers={"HX-Redirect": url})
        return redirect(url)

    return inner


def _page_of(kwargs: dict[str, Any]) -> str:
    public_id = kwargs.get("public_id")
    return reverse("table", args=[public_id]) if public_id else reverse("lobby")


def go_on(request: HttpRequest, message: str, url: str) -> HttpResponse:
    """After a deed: the next page (303) says what was done."""
    messages.success(request, message)
    response = redirect(url)
    response.status_code = 303
    return response
