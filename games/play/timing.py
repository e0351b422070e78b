"""The clock of a seat as the desk winds it: asked, still, credited, taken back. The arithmetic is ``games/clocks.py``.

``clock_of`` is the one answer of page, list, mail, feed and sweeper about a seat's time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from games import clocks
from games.clocks import Habits, Stretch
from games.models import Game, Seat, Vacation


def habits_of(chair: Seat, terms: clocks.Terms) -> Habits:
    """What of the seat's person counts for a question asked now."""
    user = chair.user
    if user is None:
        return Habits()
    quiet = (user.quiet_from, user.quiet_to)
    none = not terms.quiet or quiet[0] is None or quiet[1] is None or quiet[0] == quiet[1]
    return Habits(user.zone.key, None if none else quiet)  # type: ignore[arg-type]


def frozen_of(game: Game, chair: Seat) -> list[Stretch]:
    """The stretches in which this seat's clock stands still: pauses of the table, vacations of its person."""
    pauses = [(datetime.fromisoformat(a), datetime.fromisoformat(b)) for a, b in game.pauses]
    if not game.time.vacation or chair.user_id is None:
        return pauses
    rows = Vacation.objects.filter(user=chair.user_id, ends_at__gt=chair.asked_at or game.created_at)
    return pauses + [(row.starts_at, row.ends_at) for row in rows]


def wind(game: Game, chair: Seat, now: datetime) -> None:
    """Start the clock of a seat that is newly asked. Bots and empty chairs have none."""
    chair.asked_at, chair.due_at, chair.claim_until, chair.grants = now, None, None, []
    if chair.bot or chair.is_empty:
        return
    chair.habits = habits_of(chair, game.time).dump()
    reckon(game, chair)


def reckon(game: Game, chair: Seat) -> None:
    """Work out ``due_at`` (and the next reminder) anew: after a pause, a vacation, a grant, an undo."""
    if chair.asked_at is None or chair.bot or chair.is_empty:
        chair.due_at = chair.remind_at = None
        return
    habits, frozen = Habits.read(chair.habits), frozen_of(game, chair)
    chair.due_at = clocks.due(chair.asked_at, chair.bank, game.time, habits, frozen)


def stop(game: Game, chair: Seat, now: datetime, turn: int) -> None:
    """A seat is no longer asked, or asked in a new turn: its bank pays, and the turn gives its credit once."""
    if chair.asked_at is not None and not chair.bot and not chair.is_empty:
        used = clocks.spent(chair.asked_at, now, game.time, Habits.read(chair.habits), frozen_of(game, chair))
        fresh = chair.credited_turn != turn
        endgame = game.countdown_at is not None
        chair.bank = clocks.after_turn(chair.bank, used, game.time, credit=fresh, endgame=endgame)
        chair.credited_turn = turn
    chair.asked_at = chair.due_at = chair.remind_at = chair.claim_until = None
    chair.grants = []


def snapshot(chair: Seat) -> dict[str, Any]:
    """The clock as undo gives it back."""
    return {
        "asked_at": chair.asked_at.isoformat() if chair.asked_at else None,
        "bank": chair.bank.total_seconds(),
        "habits": chair.habits,
        "credited_turn": chair.credited_turn,
    }


def restore(game: Game, chair: Seat, clock: dict[str, Any] | None) -> None:
    """Give back a clock as it was: nothing is gained, and the time since then has run."""
    if clock is None:
        return
    chair.asked_at = datetime.fromisoformat(clock["asked_at"]) if clock["asked_at"] else None
    chair.bank = timedelta(seconds=clock["bank"])
    chair.habits, chair.credited_turn = clock["habits"], clock["credited_turn"]
    reckon(game, chair)


def first_bank(game: Game) -> timedelta:
    """What every seat owns at the start."""
    return timedelta(seconds=game.time.bank)


def due_of(seats: Sequence[Seat]) -> datetime | None:
    """The first instant at which the time of one of these seats is up."""
    return clocks.earliest(chair.due_at for chair in seats)
