"""Invitations by name, and the secret link of a private table: wrong links are counted and soon refused."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from games import play
from games.forms import clean_line
from games.models import Game
from games.play.errors import BadInput, Missing
from games.views.answers import find_game, go_on, guarded, signed_in
from games.views.create import people
from games.views.waiting import room, seat_at
from hotmk_site.texts import t

NAME_LENGTH = 80


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def secret_link(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    """The waiting room by its secret link; POST takes a seat. A wrong link looks like no table at all."""
    game = find_game(request, public_id, code)
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


@require_POST
@signed_in
@guarded
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Invite somebody by name to a table that waits for players."""
    game = find_game(request, public_id)
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
    game = find_game(request, public_id)
    play.decline(request.user, game)
    return go_on(request, t("lobby.done.declined", title=game.title), reverse("lobby"))

