"""The one address of a table: waiting room, game or tombstone, as the table stands now."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.models import Game
from games.views import replay, waiting
from games.views.answers import find_game, guarded


@require_safe
@guarded
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """What this table is now. A game that has begun is shown at its last position."""
    game = find_game(request, public_id)
    if game.is_open:
        return waiting.room(request, game)
    if game.status == Game.Status.CLOSED:
        return waiting.tombstone(request, game)
    return replay.replay(request, public_id)
