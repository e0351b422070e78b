"""The waiting room of a table that is not full yet, its verbs, and the page that remains of a closed one.

The room has the address of the table itself (``table``); ``room`` and ``tombstone`` are what it shows before the start
and after a closing. Every deed is a POST; a page that is out of date is told so and changes nothing.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import clockwords, play
from games.forms import bot_choices
from games.models import Game, Move
from games.play import reading
from games.play.errors import BadInput, NotYours, Refused
from games.views.answers import find_game, go_on, guarded, refused, signed_in
from games.views.rows import Row, row_of, with_seats
from hotmk_site.texts import t

TEXT_IDS = tuple(f"closed.why.{reason}" for reason in ("empty", "host", "unfilled"))


def room(request: HttpRequest, game: Game, *, code: str = "", typed_name: str = "", status: int = 200) -> HttpResponse:
    """The waiting room of an open game that this reader may see. ``code``: the secret link the reader came by."""
    game = with_seats(Game.objects.filter(pk=game.pk)).get()
    row = row_of(game, request.user)
    seated = any(chair.you for chair in row.chairs)
    host = request.user.is_authenticated and game.opened_by_id == request.user.pk
    now, zone = timezone.now(), timezone.get_current_timezone()
    context = {
        "game": game, "row": row, "seated": seated, "known": _known(game, row), "typed_name": typed_name,
        "alone": seated and sum(1 for chair in row.chairs if chair.taken and not chair.bot) == 1,
        "can_join": row.can_join, "join_url": _join_url(game, code),
        "sign_in_url": f"{reverse('account_login')}?next={request.path}",
        "visibility": t(f"create.visibility.{game.visibility}"),
        "opened_at": clockwords.clock(game.created_at, zone, now),
        "closes_at": clockwords.clock(game.closes_at, zone, now) if game.closes_at else "",
        "may_close": host and seated, **_for_host(request, game, row, host and seated),
        "tried": _tried(game, now) if host and seated else "",
        "link": _link(request, game) if seated and game.visibility == Game.Visibility.PRIVATE else "",
    }  # fmt: skip
    response = render(request, "games/waiting.html", context, status=status)
    if code:
        response["Referrer-Policy"] = "no-referrer"  # the address is the key
    response["Cache-Control"] = "no-store"
    return response


def _known(game: Game, row: Row) -> str:
    """What the room shows of its seats, in short: changes when somebody comes or goes."""
    seen = [game.status, *((chair.number, chair.label, chair.taken) for chair in row.chairs)]
    return hashlib.blake2b(repr(seen).encode(), digest_size=8).hexdigest()


@require_safe
@guarded
def news(request: HttpRequest, public_id: str) -> HttpResponse:
    """For the page that waits: nothing (204) while the room is as shown, else a line that says it has changed."""
    game = find_game(request, public_id)
    game = with_seats(Game.objects.filter(pk=game.pk)).get()
    if request.GET.get("known", "") == _known(game, row_of(game, request.user)):
        return HttpResponse(status=204)
    return render(request, "games/parts/changed.html", {"game": game})


def _join_url(game: Game, code: str) -> str:
    return reverse("secret_link", args=[game.public_id, code]) if code else reverse("join", args=[game.public_id])


def _link(request: HttpRequest, game: Game) -> str:
    return request.build_absolute_uri(reverse("secret_link", args=[game.public_id, game.invite_code]))


def _tried(game: Game, now: datetime) -> str:
    """For the host: that somebody tried too many wrong links, and when; "" else."""
    when = reading.alarm(game)
    return t("waiting.tried", ago=clockwords.ago(when, now)) if when else ""


def _for_host(request: HttpRequest, game: Game, row: Row, host: bool) -> dict[str, Any]:
    if not host:
        return {"may_add_bot": False, "may_invite": False}
    for chair in row.chairs:
        chair.removable = chair.bot
    return {
        "may_add_bot": row.free > 0,
        "bots": bot_choices(game.slug),
        "may_invite": row.free > 0,
        "invited": [
            str(i.user.shown_name) for i in game.invitations.select_related("user").filter(answer="").order_by("pk")
        ],
    }


def tombstone(request: HttpRequest, game: Game) -> HttpResponse:
    """What remains of a closed table: who closed it, when and why."""
    game = with_seats(Game.objects.filter(pk=game.pk)).get()
    act = game.moves.filter(kind=Move.Kind.TABLE).select_related("user").order_by("-number").first()
    who = str(act.user.shown_name) if act is not None and act.user is not None else t("rows.somebody")
    now, zone = timezone.now(), timezone.get_current_timezone()
    context = {
        "game": game, "row": row_of(game, request.user),
        "why": t(f"closed.why.{game.closed_reason or 'unfilled'}", who=who),
        "when": clockwords.clock(game.finished_at or game.created_at, zone, now),
    }  # fmt: skip
    return render(request, "games/closed.html", context, status=410 if request.method == "POST" else 200)


@require_POST
@signed_in
@guarded
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a seat at an open table, or at one the reader is invited to."""
    return seat_at(request, find_game(request, public_id), "")


def seat_at(request: HttpRequest, game: Game, code: str) -> HttpResponse:
    """Take a seat; the answer is the table, or the sentence that says why not."""
    try:
        word = request.POST.get("word", "")
        game = play.join(request.user, game, code=code, word=word, who=request.META.get("REMOTE_ADDR", ""))
    except Refused as error:
        return refused(request, error, game)
    done = "lobby.done.joined" if game.is_open else "lobby.done.started"
    return go_on(request, t(done), reverse("table", args=[game.public_id]))


@require_POST
@signed_in
@guarded
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Leave before the start; the last person to leave closes the table."""
    game = find_game(request, public_id)
    game = play.leave(request.user, game)
    done = t("lobby.done.left", title=game.title) if game.is_open else t("lobby.done.closed", title=game.title)
    return go_on(request, done, reverse("lobby"))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@guarded
def close(request: HttpRequest, public_id: str) -> HttpResponse:
    """Close a table before the start: GET asks, POST does it."""
    game = find_game(request, public_id)
    if request.method == "POST":
        play.close(request.user, game)
        return go_on(request, t("closed.state"), reverse("table", args=[game.public_id]))
    if game.opened_by_id != request.user.pk or not game.is_open:
        raise NotYours("not_host")
    people = game.seats.filter(user__isnull=False).count()
    return render(request, "games/close.html", {"game": game, "people": people})


@require_POST
@signed_in
@guarded
def bot_here(request: HttpRequest, public_id: str) -> HttpResponse:
    """Seat a bot at my table."""
    game = play.add_bot(request.user, find_game(request, public_id), request.POST.get("bot", ""))
    done = "lobby.done.bot_here" if game.is_open else "lobby.done.started"
    return go_on(request, t(done), reverse("table", args=[game.public_id]))


@require_POST
@signed_in
@guarded
def bot_away(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send a bot away from my table."""
    number = request.POST.get("seat", "")
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        raise BadInput("bad_seats")
    game = play.remove_bot(request.user, find_game(request, public_id), int(number))
    return go_on(request, t("lobby.done.bot_away"), reverse("table", args=[game.public_id]))
