"""Anybody's page: since when, what was finished, how reliable, how strong, on vacation or not, tables shared."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from games import clockwords
from games.models import Game, Rating, Seat
from games.play import reliability, vacation
from games.rules.registry import REGISTRY
from hotmk_site.texts import t


@require_safe
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """The page. The zone is for its owner."""
    who = get_object_or_404(User, pk=pk, is_active=True)
    seats = Seat.objects.filter(user=who, game__status=Game.Status.FINISHED)
    now, zone = timezone.now(), timezone.get_current_timezone()
    trip = vacation.current(who, now)
    context = {
        "who": who, "since": clockwords.day(who.date_joined, zone, now), "finished": seats.count(),
        "own": request.user.pk == who.pk, "shared": _shared(request.user, who), "reliability": reliability.of(who),
        "ratings": _ratings(who), "trip": clockwords.clock(trip.ends_at, zone, now) if trip else "",
    }  # fmt: skip
    return render(request, "accounts/person.html", context)


def _ratings(who: User) -> list[dict[str, Any]]:
    """The rating in each game of the site that has one: the number, how sure it is, from how many games."""
    rows = Rating.objects.filter(user=who, slug__in=list(REGISTRY), games__gt=0)
    return [
        {"game": t(f"{row.slug}.name"), "number": round(row.mu, 1), "sure": round(row.sigma, 1), "games": row.games}
        for row in sorted(rows, key=lambda row: list(REGISTRY).index(row.slug))
    ]


def _shared(reader: Any, who: User) -> list[dict[str, Any]]:
    """Tables where both sit, newest first."""
    if not reader.is_authenticated or reader.pk == who.pk:
        return []
    games = Game.objects.filter(seats__user=reader, pk__in=Seat.objects.filter(user=who).values("game"))
    return [
        {"title": game.title, "url": reverse("table", args=[game.public_id]), "name": t(f"{game.slug}.name")}
        for game in games.exclude(status=Game.Status.CLOSED).order_by("-created_at")[:20]
    ]
