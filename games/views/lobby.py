"""The lobby: invitations, my tables that wait, open tables with filters in the address."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.forms import LobbyFilter
from games.models import Game
from games.views.rows import Row, rows_of, with_seats

A_PAGE = 20
MINE_MOST = 50


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The list of tables that wait for players; filters and page in the address."""
    filters = LobbyFilter(request.GET or None)
    valid = filters.is_valid() if filters.is_bound else True
    chosen = filters.cleaned_data if filters.is_bound and valid else {}
    filtered = any(chosen.get(name) not in (None, "") for name in ("game", "seats", "pace"))
    page = page_of(_choose(_open_tables(request.user), chosen), request.GET.get("page", "1"))
    rows = rows_of(page, request.user)
    mine, asked = _mine(request.user), _asked(request.user)
    _mark_primary(asked, rows)
    context = {
        "filter": filters, "filtered": filtered, "page": page, "rows": rows, "mine": mine, "asked": asked,
        "wider": rows_of(with_seats(_open_tables(request.user))[:5], request.user) if filtered and not rows else [],
        "previous_url": _url(request, page.number - 1), "next_url": _url(request, page.number + 1),
    }  # fmt: skip
    return render(request, "games/lobby.html", context, status=200 if valid else 400)


def page_of(games: QuerySet[Game], number: str) -> Page[Game]:
    """One page of a list; a number out of range or no number gives the nearest page."""
    return Paginator(with_seats(games), A_PAGE).get_page(number)


def _open_tables(user: Any) -> QuerySet[Game]:
    """Open tables, newest first, without those where the reader sits (they stand in a list of their own)."""
    games = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.OPEN).order_by("-created_at", "-id")
    return games.exclude(seats__user=user) if user.is_authenticated else games


def _choose(games: QuerySet[Game], chosen: dict[str, Any]) -> QuerySet[Game]:
    if chosen.get("game"):
        games = games.filter(slug=chosen["game"])
    if chosen.get("seats") is not None:
        games = games.filter(seats_count=chosen["seats"])
    if chosen.get("pace"):
        games = games.filter(terms__preset=chosen["pace"])
    return games


def _mine(user: Any) -> list[Row]:
    if not user.is_authenticated:
        return []
    games = Game.objects.filter(status=Game.Status.OPEN, seats__user=user).order_by("-created_at")
    return rows_of(with_seats(games)[:MINE_MOST], user)


def _asked(user: Any) -> list[Row]:
    if not user.is_authenticated:
        return []
    games = Game.objects.filter(status=Game.Status.OPEN, invitations__user=user, invitations__answer="")
    games = games.exclude(seats__user=user).order_by("-created_at")
    return rows_of(with_seats(games)[:MINE_MOST], user)


def _mark_primary(*lists: list[Row]) -> None:
    """One gold button per page: the first row that fits."""
    for rows in lists:
        for row in rows:
            if row.can_join:
                row.primary = True
                return


def _url(request: HttpRequest, page: int) -> str:
    query = request.GET.copy()
    query["page"] = str(page)
    return f"{reverse('lobby')}?{query.urlencode()}"
