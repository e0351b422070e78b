"""The start page: what waits for the reader, soonest deadline first (guide 4.1); a front page for everybody else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import clockwords
from games.models import Game, Move, Seat
from games.play import reading
from games.rules.registry import REGISTRY
from games.sentences import layout_of
from games.views.table_desk import desk_for
from hotmk_site.texts import has_text, join_list, t

FINISHED_MOST, OPEN_MOST, WATCH_MOST, WAITING_MOST, PICTURES_MOST = 5, 4, 4, 50, 6


@dataclass
class Card:
    """One table as the start page shows it. ``seat``: the reader's number; ``urgency``: see ``clockwords.urgency``."""

    game: Game
    name: str
    url: str
    seat: int = 0
    what: str = ""
    urgency: str = "none"
    left: str = ""
    when: str = ""
    due_at: datetime | None = None
    others: str = ""
    to_move: str = ""
    news: str = ""
    autopilot: bool = False
    picture: str = ""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The start page."""
    if not request.user.is_authenticated:
        return render(request, "home/front.html", {"running": running_game(), "games": games_here()})
    now = timezone.now()
    mine = reading.my_tables(request.user, finished=FINISHED_MOST)
    seats = seats_of([table.game for table in mine])
    tasks: list[Card] = []
    waiting: list[Card] = []
    opened: list[Card] = []
    ended: list[Card] = []
    for table in mine:
        card = card_of(table, seats[table.game.pk], now)
        if table.asked:
            card.picture = picture_of(request, table.game) if len(tasks) < PICTURES_MOST else ""
            tasks.append(card)
        elif table.game.is_running:
            waiting.append(card)
        elif table.game.is_open:
            opened.append(card)
        else:
            ended.append(card)
    context = {
        "tasks": tasks, "waiting": waiting[:WAITING_MOST], "opened": opened, "ended": ended,
        "asks": reading.invitations(request.user), "soonest": _soonest(waiting),
        "slugs": sorted({card.game.slug for card in tasks}),
        "free": free_seats(request.user) if len(tasks) < 3 else [], "watch": games_to_watch(request.user),
    }  # fmt: skip
    return render(request, "home/tables.html", context)


def card_of(table: Any, seats: list[Seat], now: datetime) -> Card:
    """A table of mine (``reading.MyTable``) with its seats as a card."""
    game = table.game
    card = Card(game, t(f"{game.slug}.name"), reverse("table", args=[game.public_id]), table.seat.number)
    card.others = join_list([seat.label() for seat in seats if seat.pk != table.seat.pk and not seat.is_free])
    card.autopilot = table.autopilot
    if table.asked:
        card.what = _asked(game, table.seat)
        card.urgency = clockwords.urgency(table.due_at, now)
        card.news = _news(table.seat, now)
        _clock(card, table.due_at, now)
    elif game.is_running:
        asked = [seat for seat in seats if seat.is_asked]
        card.to_move = _who(asked)
        _clock(card, min((seat.due_at for seat in asked if seat.due_at), default=None), now)
    elif game.is_finished:
        card.what = _outcome(game, table.seat, seats)
    return card


def picture_of(request: HttpRequest, game: Game) -> str:
    """The reader's part of the board as SVG, where the rule set draws one; "" else."""
    layout = layout_of(game.slug)
    if not hasattr(layout, "thumb"):
        return ""
    desk, _ = desk_for(request, reading.look(request.user, game), [])
    return str(layout.thumb(desk))


def free_seats(user: Any) -> list[Card]:
    """Open tables of others with a free seat."""
    found = reading.open_tables(user)[:OPEN_MOST]
    seats = seats_of(found)
    cards = []
    for game in found:
        free = sum(1 for seat in seats[game.pk] if seat.is_free)
        card = Card(game, t(f"{game.slug}.name"), reverse("table", args=[game.public_id]))
        pace = clockwords.pace(game.time)
        card.what = t("home.free_seat", name=card.name, n=free, all=game.seats_count, pace=pace)
        cards.append(card)
    return cards


def games_here() -> list[dict[str, str]]:
    """Slug, name and one sentence of every game of the site."""
    return [{"slug": slug, "name": t(f"{slug}.name"), "about": t(f"{slug}.about")} for slug in REGISTRY]


def running_game() -> Game | None:
    """A game under way that anybody may watch: the one with the latest move."""
    return _public_running().first()


def games_to_watch(user: Any) -> list[Card]:
    """Public games under way where the reader does not sit."""
    found = list(_public_running().exclude(seats__user=user)[:WATCH_MOST])
    seats = seats_of(found)
    cards = []
    for game in found:
        card = Card(game, t(f"{game.slug}.name"), reverse("table", args=[game.public_id]))
        card.others = join_list([seat.label() for seat in seats[game.pk]])
        cards.append(card)
    return cards


def _public_running() -> QuerySet[Game]:
    games = Game.objects.filter(status=Game.Status.RUNNING, visibility=Game.Visibility.OPEN)
    return games.select_related("edition").order_by("-last_number")


def seats_of(games: Iterable[Game]) -> dict[int, list[Seat]]:
    """Seats of many games in one query, by game."""
    by_game = {game.pk: game for game in games}
    seats: dict[int, list[Seat]] = {pk: [] for pk in by_game}
    rows: QuerySet[Seat] = Seat.objects.filter(game__in=by_game).select_related("user").order_by("number")
    for seat in rows:
        seat.game = by_game[seat.game_id]  # the label of a bot asks for the game: no query for it
        seats[seat.game_id].append(seat)
    return seats


def _asked(game: Game, seat: Seat) -> str:
    ident = f"{game.slug}.asked.{seat.question}"
    return t(ident) if has_text(ident) else t("home.your_turn")


def _clock(card: Card, due: datetime | None, now: datetime) -> None:
    card.due_at = due
    if due is not None:
        card.left = clockwords.left(due, now)
        card.when = clockwords.clock(due, timezone.get_current_timezone(), now)


def _news(seat: Seat, now: datetime) -> str:
    """What happened since the reader's page last showed this table, as a number of deeds of others."""
    deeds = Move.objects.filter(game=seat.game, kind=Move.Kind.ACTION, number__gt=seat.seen_move, undone_by=None)
    count = deeds.exclude(seat=seat.number).filter(sealed=False, silent=False).count()
    if count:
        return t("home.news", n=count)
    return t("home.asked_ago", ago=clockwords.ago(seat.asked_at, now)) if seat.asked_at else ""


def _who(asked: list[Seat]) -> str:
    if len(asked) == 1:
        return asked[0].label()
    return t("home.players", n=len(asked)) if asked else t("home.moment")


def _outcome(game: Game, mine: Seat, seats: list[Seat]) -> str:
    """One sentence about the end: that the reader won, or who did."""
    first = [row for row in (game.result or {}).get("standings", []) if row["place"] == 1]
    best = {number for row in first for number in row["seats"]}
    winners = [seat for seat in seats if seat.number in best]
    if any(seat.pk == mine.pk for seat in winners):
        return t("home.you_won")
    if winners:
        return t("home.won_by", n=len(winners), who=join_list([seat.label() for seat in winners]))
    return t("home.ended")


def _soonest(waiting: list[Card]) -> Card | None:
    """The running table whose next move is due first."""
    return min((card for card in waiting if card.due_at), key=lambda card: str(card.due_at), default=None)
