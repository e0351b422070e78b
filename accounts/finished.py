"""All tables a person has finished, newest first, with the ways to their scoring and their replay."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.cards import Card, card_of, seats_of
from games import clockwords
from games.clocks import Clock
from games.models import Game, Seat
from games.play.reading import MyTable
from games.views.answers import signed_in

A_PAGE = 20


@require_safe
@signed_in
def finished(request: HttpRequest) -> HttpResponse:
    """The list, page by page; a number out of range or no number gives the nearest page."""
    person: Any = request.user
    mine = Seat.objects.filter(user=person, game__status=Game.Status.FINISHED)
    mine = mine.select_related("game", "game__edition").order_by("-game__finished_at", "-pk")
    page = Paginator(mine, A_PAGE).get_page(request.GET.get("page", "1"))
    return render(request, "home/finished.html", {"page": page, "cards": _cards(list(page))})


def _cards(mine: list[Seat]) -> list[Card]:
    seats, now, cards = seats_of([seat.game for seat in mine]), timezone.now(), []
    for seat in mine:
        card = card_of(MyTable(seat.game, seat, False, None, False, Clock()), seats[seat.game_id], now)
        if seat.game.finished_at:
            card.when = clockwords.day(seat.game.finished_at, timezone.get_current_timezone(), now)
        cards.append(card)
    return cards
