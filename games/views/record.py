"""The record of a game as JSON: what the reader may have of it, and with all secrets after the end."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games.play import reading
from games.play.errors import Refused
from games.views.answers import find_game, sentence_of


@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """A file to keep: options, actions, result, dice secret. While the game runs, the reader's own log instead."""
    try:
        game = find_game(request, public_id)
        found = reading.record(game, request.user)
    except Refused as error:
        return JsonResponse({"error": sentence_of(error)}, status=error.status)
    answer = JsonResponse(found, json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{game.slug}-{game.public_id}.json"'
    answer["Cache-Control"] = "private, no-store"
    return answer
