"""The start page: what waits for the reader, soonest deadline first (guide 4.1); a front page for everybody else."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.cards import Card, calendar_of, card_of, seats_of
from games import clockwords
from games.models import Game, Proposal
from games.play import bench, reading, talk, vacation, votes
from games.rules.registry import REGISTRY
from games.sentences import layout_of
from games.views.rows import Row, row_of
from games.views.table_desk import desk_for
from hotmk_site.texts import join_list, t

FINISHED_MOST, OPEN_MOST, WATCH_MOST, WAITING_MOST, PICTURES_MOST = 5, 4, 4, 50, 6
TEXT_IDS = tuple(f"home.vote.{kind}" for kind in Proposal.Kind.values)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The start page."""
    if not request.user.is_authenticated:
        return render(request, "home/front.html", {"running": running_game(), "games": games_here()})
    now, person = timezone.now(), request.user
    lists = _sorted(request, now)
    tasks, waiting = lists["tasks"], lists["waiting"]
    context = lists | {
        "waiting": waiting[:WAITING_MOST], "asks": _asks(person), "votes": _votes(person),
        "offered": len(bench.offers(person)), "soonest": _soonest(waiting), "trip": _trip(person, now),
        "slugs": sorted({card.game.slug for card in tasks}),
        "free": free_seats(person) if len(tasks) < 3 else [], "watch": games_to_watch(person),
    }  # fmt: skip
    return render(request, "home/tables.html", context)


def _sorted(request: HttpRequest, now: datetime) -> dict[str, list[Card]]:
    """The reader's tables as cards: "tasks" (the reader's turn), "taken" (the autopilot has the seat), "waiting" (for
    others), "opened", "ended"."""
    mine = reading.my_tables(request.user, finished=FINISHED_MOST)
    seats = seats_of([table.game for table in mine])
    calendar, unread = calendar_of(seats), talk.unread(request.user)
    lists: dict[str, list[Card]] = {name: [] for name in ("tasks", "taken", "waiting", "opened", "ended")}
    for table in mine:
        card = card_of(table, seats[table.game.pk], now, calendar, unread.get(table.game.pk, 0))
        if table.autopilot and table.game.is_running:
            lists["taken"].append(card)
        elif table.asked:
            card.picture = picture_of(request, table.game) if len(lists["tasks"]) < PICTURES_MOST else ""
            lists["tasks"].append(card)
        elif table.game.is_running:
            lists["waiting"].append(card)
        else:
            lists["opened" if table.game.is_open else "ended"].append(card)
    return lists


def _asks(person: Any) -> list[Row]:
    """Tables that keep a seat for the reader, with all that is to be known before it is taken."""
    return [row_of(ask.game, person) for ask in reading.invitations(person)]


def _votes(person: Any) -> list[dict[str, Any]]:
    """Votes that wait for the reader: the question, and how many have said yes to it."""
    found = []
    for proposal in votes.waiting(person):
        vote = votes.open_proposal(proposal.game, person)
        if vote is not None:
            what = t(f"home.vote.{vote.kind}", title=proposal.game.title, n=vote.days or 0)
            yes = t("home.vote_yes", n=len(vote.yes), all=len(vote.asked))
            found.append({"game": proposal.game, "id": vote.id, "kind": vote.kind, "what": what, "yes": yes})
    return found


def _trip(person: Any, now: datetime) -> str:
    """Until when the reader is on vacation; "" when not."""
    row = vacation.current(person, now)
    return clockwords.clock(row.ends_at, timezone.get_current_timezone(), now) if row else ""


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


def _soonest(waiting: list[Card]) -> Card | None:
    """The running table whose next move is due first."""
    return min((card for card in waiting if card.due_at), key=lambda card: str(card.due_at), default=None)
