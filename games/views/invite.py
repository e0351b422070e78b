"""Invitations by name, and the secret link of a private table: wrong links are counted and soon refused."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
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


def person_called(typed: str) -> User:
    """The account with this name. Raises BadInput for what is no name, Missing when nobody has it."""
    try:
        name = clean_line(typed)
    except ValidationError:
        raise BadInput from None
    if not 0 < len(name) <= NAME_LENGTH:
        raise BadInput
    found, _ = people([name])
    if not found:
        raise Missing("person_unknown", who=name)
    return found[0]


@require_POST
@signed_in
@guarded
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Invite somebody by name to a table that waits for players."""
    game = find_game(request, public_id)
    other = person_called(request.POST.get("name", ""))
    play.invite(request.user, game, other)
    return go_on(request, t("lobby.done.invited", who=other.name), reverse("table", args=[game.public_id]))


@require_POST
@signed_in
@guarded
def decline(request: HttpRequest, public_id: str) -> HttpResponse:
    """Decline an invitation."""
    game = find_game(request, public_id)
    play.decline(request.user, game)
    return go_on(request, t("lobby.done.declined", title=game.title), reverse("lobby"))
