"""A game step by step: every position has an address. While it runs, you see what you may know."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.models import Game
from games.play import reading
from games.play.errors import BadInput
from games.sentences import names_of, sentences
from games.views.answers import find_game, guarded
from games.views.table_desk import position
from hotmk_site.texts import t

TURNS_MOST = 400
"""Turns listed as links below the board."""


@require_safe
@guarded
def replay(request: HttpRequest, public_id: str, step: int | None = None) -> HttpResponse:
    """The position after the reader's step (0: the start; left out: the last one). ``?eyes=``: a seat's view."""
    game = find_game(request, public_id)
    look = reading.look(request.user, game)
    past = reading.history(request.user, game, _step(request, look) if step is None else step, _number(request, "eyes"))
    who, drawn = names_of(look.seats), position(request, look, past.view, past.eyes)
    context = {
        "game": game, "look": look, "past": past, "name": t(f"{game.slug}.name"),
        "lines": sentences(game.slug, past.entry, who, look.number) if past.entry else [],
        "links": _links(game, past, request.GET.get("eyes", "")), "eyes": _eye_links(game, look, past),
        "turns": _turns(game, look, past), "parts": f"{game.slug}/table.html", "style": f"games/{game.slug}.css",
        "page": drawn["page"], "sheet_icons": drawn["icons"], "sheet_faces": drawn["faces"],
    }  # fmt: skip
    response = render(request, "games/replay.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


def _number(request: HttpRequest, name: str) -> int | None:
    """A number of the address; None when it is not there. Raises BadInput."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise BadInput("bad_step")
    return int(text)


def _step(request: HttpRequest, look: reading.Look) -> int:
    """The step asked for by the little form, else the last one."""
    step = _number(request, "step")
    return look.step if step is None else step


def _address(game: Game, step: int, eyes: str) -> str:
    return reverse("replay_step", args=[game.public_id, step]) + (f"?eyes={eyes}" if eyes else "")


def _links(game: Game, past: reading.Past, eyes: str) -> dict[str, str]:
    """First, back, forward, last; "" where there is nothing further."""
    here, last = past.step, past.last
    return {
        "first": _address(game, 0, eyes) if here > 0 else "",
        "back": _address(game, here - 1, eyes) if here > 0 else "",
        "forward": _address(game, here + 1, eyes) if here < last else "",
        "last": _address(game, last, eyes) if here < last else "",
    }


def _eye_links(game: Game, look: reading.Look, past: reading.Past) -> list[dict[str, Any]]:
    """After the end: whose eyes to look with."""
    if not game.is_finished:
        return []
    return [
        {"name": chair.name, "number": chair.number, "url": _address(game, past.step, str(chair.number)),
         "here": past.eyes == chair.number}
        for chair in look.seats
    ]  # fmt: skip


def _turns(game: Game, look: reading.Look, past: reading.Past) -> list[dict[str, Any]]:
    """The first step of each turn, as links."""
    names = names_of(look.seats)
    found: list[dict[str, Any]] = []
    seen = None
    for entry in look.log():
        if entry.step is None or (entry.turn, entry.seat) == seen:
            continue
        seen = (entry.turn, entry.seat)
        found.append({"step": entry.step, "who": names(entry.seat) if entry.seat else "", "seat": entry.seat,
                      "url": _address(game, entry.step, ""), "here": entry.step == past.step})  # fmt: skip
    return found[-TURNS_MOST:]
