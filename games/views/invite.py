"""Invitations by name, and the secret link of a private table: wrong links are counted and soon refused."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_http_methods, require_POST

from games import play
from games.forms import clean_line
from games.models import Game
from games.play.errors import BadInput, Missing, TooMany
from games.views.answers import find_game, go_on, guarded, refused, signed_in
from games.views.create import people
from games.views.waiting import room, seat_at
from hotmk_site.texts import t

WRONG_LINKS = 20
"""Wrong secret links one address may try at one table within ``WINDOW`` seconds."""
WINDOW = 3600
NAME_LENGTH = 80


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def secret_link(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    """The waiting room by its secret link; POST takes a seat. A wrong link looks like no table at all."""
    game = game_by_link(request, public_id, code)
    if not game.is_open:
        return go_to_table(game)
    if request.method != "POST":
        return room(request, game, code=code)
    if not request.user.is_authenticated:
        return room(request, game, code=code, status=403)
    return seat_at(request, game, code)


def go_to_table(game: Game) -> HttpResponse:
    """The table itself, once it has begun or is closed."""
    response = HttpResponse(status=303)
    response["Location"] = reverse("table", args=[game.public_id])
    return response


def game_by_link(request: HttpRequest, public_id: str, code: str) -> Game:
    """The private table of a secret link. Raises Missing for a wrong one, TooMany after ``WRONG_LINKS`` of them."""
    key = f"wrong-link:{public_id}:{request.META.get('REMOTE_ADDR', '')}"
    if cache.get(key, 0) >= WRONG_LINKS:
        raise TooMany("too_many")
    game = Game.objects.filter(public_id=public_id).first()
    if game is not None and game.invite_code and constant_time_compare(game.invite_code, code):
        return game
    cache.add(key, 0, WINDOW)
    cache.incr(key)
    raise Missing


@require_POST
@signed_in
@guarded
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Invite somebody by name to a table that waits for players."""
    game = find_game(public_id)
    typed = request.POST.get("name", "")
    if len(typed) > NAME_LENGTH or "\x00" in typed:
        raise BadInput("bad_input")
    found, unknown = people([clean_line(typed)])
    if unknown:
        raise Missing("person_unknown", who=typed)
    play.invite(request.user, game, found[0])
    return go_on(request, t("lobby.done.invited", who=found[0].name), reverse("table", args=[game.public_id]))


@require_POST
@signed_in
@guarded
def decline(request: HttpRequest, public_id: str) -> HttpResponse:
    """Decline an invitation."""
    game = find_game(public_id)
    play.decline(request.user, game)
    return go_on(request, t("lobby.done.declined", title=game.title), reverse("lobby"))


__all__ = ["decline", "invite", "refused", "secret_link"]
