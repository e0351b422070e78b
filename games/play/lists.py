"""Lists of tables: one's own, those to sit down at, invitations; and which table a reader may see at all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.clocks import Clock
from games.models import Game, Invitation, Seat
from games.play import codes, timing
from games.play.errors import Missing


@dataclass
class MyTable:
    """A table of mine for lists. ``asked``: it is my turn; ``clock``: of the own seat."""

    game: Game
    seat: Seat
    asked: bool
    due_at: datetime | None
    autopilot: bool
    clock: Clock


def my_tables(user: Any, finished: int = 20) -> list[MyTable]:
    """The tables where this person sits: asked ones first by due instant, then running, open, the last ``finished``."""
    seats = Seat.objects.filter(user=user).select_related("game", "game__edition")
    live = list(seats.filter(game__status__in=[Game.Status.OPEN, Game.Status.RUNNING]))
    over = list(
        seats.filter(game__status__in=[Game.Status.FINISHED, Game.Status.CLOSED]).order_by("-game__finished_at")[
            :finished
        ]
    )
    now, calendar = timezone.now(), timing.Calendar([user.pk])
    mine = []
    for seat in [*live, *over]:
        clock = timing.clock_of(seat.game, seat, now, calendar)
        mine.append(MyTable(seat.game, seat, seat.is_asked, clock.due_at, seat.autopilot, clock))
    order = {Game.Status.RUNNING: 0, Game.Status.OPEN: 1}
    return sorted(
        mine,
        key=lambda m: (
            not m.asked,
            order.get(Game.Status(m.game.status), 2),
            m.due_at.timestamp() if m.due_at else float("inf"),
            -(m.game.finished_at or m.game.created_at).timestamp(),
        ),
    )


def open_tables(user: Any) -> list[Game]:
    """Tables that this reader could sit down at now: the open ones, newest first, without the own ones."""
    games = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.OPEN).order_by("-created_at")
    if user is not None and user.is_authenticated:
        games = games.exclude(seats__user=user)
    return list(games.select_related("edition", "opened_by").prefetch_related("seats__user"))


def open_and_full(before: datetime) -> QuerySet[Game]:
    """Tables opened before that instant that wait although nobody is missing."""
    free = Seat.objects.filter(game=OuterRef("pk"), user=None, bot="")
    return Game.objects.filter(~Exists(free), status=Game.Status.OPEN, created_at__lt=before)


def invitations(user: Any) -> list[Invitation]:
    """Unanswered invitations to tables that are still open."""
    mine = Invitation.objects.filter(user=user, answer="", game__status=Game.Status.OPEN)
    return list(mine.select_related("game", "game__opened_by").order_by("-created_at"))


def find(user: Any, public_id: str, code: str = "", who: str = "") -> Game:
    """The table with this address, if this reader may see it. Raises Missing, TooMany (wrong codes of a private table).

    Open tables are for everybody; private ones for who sits there, is invited or has the code; invited ones without
    code.
    """
    wanted = Game.objects.select_related("edition", "opened_by").filter(public_id=public_id)
    game = wanted.first() if public_id.isascii() and public_id.isprintable() else None
    if game is None:
        raise Missing()
    if game.visibility == Game.Visibility.OPEN or _at_home(user, game):
        return game
    if game.visibility == Game.Visibility.PRIVATE and codes.right_code(game, code, (_name(user), who)):
        return game
    raise Missing()


def _name(user: Any) -> str:
    return f"user {user.pk}" if user is not None and user.is_authenticated else ""


def _at_home(user: Any, game: Game) -> bool:
    if user is None or not user.is_authenticated:
        return False
    return bool(
        game.opened_by_id == user.pk
        or game.seats.filter(user=user).exists()
        or game.invitations.filter(user=user).exists()
    )


def seen(user: Any, game: Game) -> None:
    """Remember that this person's page has shown everything so far."""
    Seat.objects.filter(game=game, user=user).exclude(seen_move=game.last_number).update(seen_move=game.last_number)
