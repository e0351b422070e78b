"""Table talk: the page on which the people of a table write to each other. Nobody else reads it, now or later."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games import clockwords, play
from games.models import ChatLine, Game
from games.notices import presence
from games.play import reading
from games.play import talk as table_talk
from games.play.errors import NotYours, Refused
from games.play.reading import Look
from games.views.answers import find_game, go_on, guarded, sentence_of, signed_in
from hotmk_site.texts import t

PAGE = 50


@dataclass
class Piece:
    """A stretch of a line: plain, or the name of somebody at the table that was called."""

    text: str
    called: bool = False


@dataclass
class Said:
    """A line as it is shown. ``paragraphs``: each a list of pieces; ``seat`` None: who wrote it sits here no more."""

    id: int
    who: str
    seat: int | None
    mine: bool
    paragraphs: list[list[Piece]]
    when: str
    at: datetime


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@guarded
def talk(request: HttpRequest, public_id: str) -> HttpResponse:
    """Read the talk of one's own table, or add a line (``text``). ``before``: older lines."""
    game = find_game(request, public_id)
    look = reading.look(request.user, game)
    if look.seat is None:
        raise NotYours("not_seated")
    if request.method != "POST":
        return show(request, game, look)
    presence.touch(look.seat)
    text = request.POST.get("text", "")
    try:
        play.say(request.user, game, text)
    except Refused as error:
        if error.status in (403, 404):
            raise
        return show(request, game, look, error.status, sentence_of(error), text)
    return go_on(request, t("talk.said"), reverse("talk", args=[game.public_id]) + "#write")


def show(
    request: HttpRequest, game: Game, look: Look, status: int = 200, error: str = "", text: str = ""
) -> HttpResponse:
    """The page; looking at its newest lines has read them."""
    before = request.GET.get("before", "")
    older_than = int(before) if before.isascii() and before.isdigit() and len(before) < 18 else None
    lines = table_talk.lines(request.user, game, older_than, PAGE + 1)
    more = len(lines) > PAGE
    lines = lines[-PAGE:]
    if older_than is None and lines:
        table_talk.read(request.user, game, lines[-1].pk)
    context = {
        "game": game, "game_name": t(f"{game.slug}.name"), "lines": said(look, lines), "error": error, "text": text,
        "older": lines[0].pk if more else None, "newest": older_than is None, "most": table_talk.LENGTH,
        "base": reverse("table", args=[game.public_id]), "closed": game.status == Game.Status.CLOSED,
    }  # fmt: skip
    return render(request, "games/talk.html", context, status=status)


def said(look: Look, lines: list[ChatLine]) -> list[Said]:
    """Lines as this reader sees them."""
    zone, now = timezone.get_current_timezone(), timezone.now()
    seats = {chair.user.pk: chair for chair in look.seats if chair.user is not None}
    names = [chair.name for chair in seats.values()]
    rows = []
    for line in lines:
        chair = seats.get(line.user_id or 0)
        who = chair.name if chair else str(line.user.shown_name) if line.user else t("rows.somebody")
        rows.append(
            Said(
                line.pk, who, chair.number if chair else None, bool(chair and chair.is_you),
                [pieces(part, names) for part in line.text.split("\n") if part],
                clockwords.clock(line.at, zone, now), line.at,
            )
        )  # fmt: skip
    return rows


def pieces(text: str, names: list[str]) -> list[Piece]:
    """A line cut where people of the table are called by ``@Name``, the longest name first."""
    if not names:
        return [Piece(text)]
    called = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    parts: list[Any] = re.split(rf"(@(?:{called})(?!\w))", text, flags=re.IGNORECASE)
    return [Piece(part, bool(place % 2)) for place, part in enumerate(parts) if part]
