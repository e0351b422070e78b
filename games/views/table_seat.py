"""One player's part of a table on a page of its own: what everybody may know of it, to look at in peace."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.play import reading
from games.sentences import layout_of
from games.views.answers import find_game, guarded
from games.views.table_desk import address, still_desk
from hotmk_site.texts import t


@require_safe
@guarded
def seat(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The trollsmoot (or whatever the game has) of one seat. Raises Http404 for a seat or game that is not played."""
    game = find_game(request, public_id)
    if not (game.is_running or game.is_finished) or not 1 <= number <= game.seats_count:
        raise Http404
    look = reading.look(request.user, game)
    desk = still_desk(request, look, look.view or {}, look.number)
    context = {
        "game": game, "base": address(game), "name": t(f"{game.slug}.name"), "who": desk.who(number), "number": number,
        "look": look, "closer": layout_of(game.slug).closer(desk, number), "parts": f"{game.slug}/seat.html",
        "style": f"games/{game.slug}.css", "sheet_icons": desk.sheet("icons"), "sheet_faces": desk.sheet("faces"),
        "others": [{"number": chair.number, "name": desk.who(chair.number)} for chair in look.seats],
    }  # fmt: skip
    response = render(request, "games/seat.html", context)
    response["Cache-Control"] = "private, no-store"
    return response
