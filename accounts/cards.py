"""One table as a list of one's own shows it: what is asked, whose turn it is as far as the reader may know, the time by
the one clock, news, unread talk, an autopilot at the reader's seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from games import clockwords
from games.clocks import Clock
from games.models import Game, Move, Seat
from games.play import timing
from games.play.reading import MyTable
from games.play.wheel import may_come_back
from hotmk_site.texts import has_text, join_list, t

AWAY = ("expired", "handed", "resigned", "banned", "deleted")
TEXT_IDS = tuple(f"home.away.{why}" for why in AWAY if why != "deleted")


@dataclass
class Card:
    """``seat``: the reader's number; ``clock``: ``clockwords.clock_words`` of the seat that is waited for; ``due_at``:
    when its time is up. ``wheel``: why the autopilot has the reader's seat, in words; ``back``: whether it can be taken
    back."""

    game: Game
    name: str
    url: str
    seat: int = 0
    what: str = ""
    clock: dict[str, Any] = field(default_factory=dict)
    when: str = ""
    due_at: datetime | None = None
    others: str = ""
    to_move: str = ""
    news: str = ""
    talk: int = 0
    autopilot: bool = False
    wheel: str = ""
    back: bool = False
    picture: str = ""


def card_of(
    table: MyTable, seats: list[Seat], now: datetime, calendar: timing.Calendar | None = None, talk: int = 0
) -> Card:
    """A table of mine with its seats as a card. ``calendar``: the vacations of everybody in the list, read once."""
    game = table.game
    card = Card(game, t(f"{game.slug}.name"), reverse("table", args=[game.public_id]), table.seat.number, talk=talk)
    card.others = join_list([seat.label() for seat in seats if seat.pk != table.seat.pk and not seat.is_free])
    if game.is_finished:
        card.what = _outcome(game, table.seat, seats)
    if not game.is_running:
        return card
    card.autopilot = table.autopilot
    if table.autopilot:
        card.wheel = _away(table.seat)
        card.back = may_come_back(table.seat)
    if table.asked and not table.autopilot:
        card.what, card.news = _asked(game, table.seat), _news(table.seat, now)
        _tell(card, table.clock, now)
    else:
        _wait(card, table, seats, now, calendar)
    return card


def _tell(card: Card, clock: Clock, now: datetime) -> None:
    card.clock = clockwords.clock_words(clock, timezone.get_current_timezone(), now)
    card.due_at = card.clock["at"]


def _wait(card: Card, table: MyTable, seats: list[Seat], now: datetime, calendar: timing.Calendar | None) -> None:
    """Whose turn it is and until when, as far as everybody may know it: a silent question shows nowhere."""
    asked = [seat for seat in seats if seat.is_asked and not seat.silent and seat.pk != table.seat.pk]
    card.to_move = _who(asked)
    clocks = [timing.clock_of(table.game, seat, now, calendar) for seat in asked]
    first = min(clocks, key=_pressing, default=None)
    _tell(card, first or timing.clock_of(table.game, table.seat, now, calendar, asked=False), now)


def _pressing(clock: Clock) -> tuple[bool, float]:
    return clock.due_at is None, clock.due_at.timestamp() if clock.due_at else 0.0


def seats_of(games: Iterable[Game]) -> dict[int, list[Seat]]:
    """Seats of many games in one query, by game."""
    by_game = {game.pk: game for game in games}
    seats: dict[int, list[Seat]] = {pk: [] for pk in by_game}
    rows: QuerySet[Seat] = Seat.objects.filter(game__in=by_game).select_related("user").order_by("number")
    for seat in rows:
        seat.game = by_game[seat.game_id]  # the label of a bot asks for the game: no query for it
        seats[seat.game_id].append(seat)
    return seats


def calendar_of(seats: dict[int, list[Seat]]) -> timing.Calendar:
    """The vacations of everybody who sits there, read in one query when first needed."""
    return timing.Calendar(seat.user_id for chairs in seats.values() for seat in chairs)


def _asked(game: Game, seat: Seat) -> str:
    ident = f"{game.slug}.asked.{seat.question}"
    return t(ident) if has_text(ident) else t("home.your_turn")


def _away(seat: Seat) -> str:
    why = seat.away if seat.away in AWAY else "expired"
    return t(f"home.away.{why}")


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
