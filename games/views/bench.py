"""The substitute bench: games one volunteers for, seats on offer now, and the page that asks before a seat is taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import clockwords, play
from games.models import BenchEntry, Game, Seat
from games.play import bench as play_bench
from games.play import reading
from games.play.errors import BadInput, Closed, Refused
from games.rules.registry import REGISTRY
from games.sentences import facts_of, names_of
from games.views.answers import find_game, go_on, guarded, refused, signed_in
from games.views.rows import Row, row_of
from hotmk_site.texts import t


@dataclass
class Offer:
    """A seat on offer with what everybody may know of its table. ``facts``: how the game stands, one line each;
    ``until``: so long it is offered; ``asked``: a question waits for the seat."""

    seat: Seat
    row: Row
    who: str
    url: str
    round: Any
    facts: list[str]
    until: str
    asked: bool


@require_safe
@signed_in
def bench(request: HttpRequest) -> HttpResponse:
    """The seats on offer in the games of the reader, and all games to volunteer for."""
    person: Any = request.user
    entries = {entry.slug: entry for entry in BenchEntry.objects.filter(user=person)}
    games = [
        {"slug": slug, "name": t(f"{slug}.name"), "about": t(f"{slug}.about"), "entry": entries.get(slug)}
        for slug in REGISTRY
    ]
    offers = [_offer(seat, person) for seat in play_bench.offers(person)]
    return render(request, "accounts/bench.html", {"games": games, "offers": offers, "on": bool(entries)})


def _offer(seat: Seat, person: Any) -> Offer:
    """What the view of nobody shows of the table, and the seat."""
    look = reading.look(None, seat.game)
    who = names_of(look.seats)
    chair = next(chair for chair in look.seats if chair.number == seat.number)
    until = clockwords.clock(seat.offered_until or timezone.now(), timezone.get_current_timezone(), timezone.now())
    return Offer(
        seat=seat, row=row_of(seat.game, person), who=who(seat.number), until=until, asked=chair.asked,
        url=reverse("bench_seat", args=[seat.game.public_id, seat.number]), round=look.progress.get("round"),
        facts=facts_of(seat.game.slug, look.view, who, None),
    )  # fmt: skip


@require_POST
@signed_in
@guarded
def bench_volunteer(request: HttpRequest) -> HttpResponse:
    """Sit down on the bench of a game, or get up."""
    slug, on = request.POST.get("slug", ""), request.POST.get("on") == "1"
    if slug not in REGISTRY:
        raise BadInput("unknown_game")
    play.volunteer(request.user, slug, on)
    return go_on(request, t("bench.now_on" if on else "bench.now_off", game=t(f"{slug}.name")), reverse("bench"))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@guarded
def bench_seat(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """GET: what taking this seat means. POST: take it; the table comes next."""
    game = find_game(request, public_id)
    if request.method == "POST":
        try:
            play.take_seat(request.user, game, number)
        except Refused as error:
            return refused(request, error, game)
        return go_on(request, t("bench.taken"), reverse("table", args=[game.public_id]))
    return render(request, "accounts/bench_seat.html", {"offer": _offer(_on_offer(game, number), request.user)})


def _on_offer(game: Game, number: int) -> Seat:
    """The seat. Raises BadInput for a number the table does not have, Closed when nobody may take it now."""
    seat = Seat.objects.filter(game=game, number=number).first() if number <= game.seats_count else None
    if seat is None:
        raise BadInput("bad_seat")
    seat.game = game
    if not game.is_running or not seat.autopilot or not seat.offered_until or seat.offered_until <= timezone.now():
        raise Closed("not_offered")
    return seat
