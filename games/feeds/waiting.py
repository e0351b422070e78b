"""The tables that wait for a person, with the one clock that page, list and mail have too."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.clocks import Clock
from games.models import Game, Seat
from games.play import timing


@dataclass(frozen=True)
class Waiting:
    """A seat of this person that is asked, and its clock."""

    seat: Seat
    clock: Clock

    @property
    def game(self) -> Game:
        """The table."""
        return self.seat.game


def waiting_for(user: User, now: datetime) -> list[Waiting]:
    """All of them, the most urgent first."""
    seats = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING, autopilot=False).exclude(decision_key="")
    calendar = timing.Calendar([user.pk])
    found = [
        Waiting(seat, timing.clock_of(seat.game, seat, now, calendar))
        for seat in seats.select_related("game", "user").order_by("asked_at", "pk")
    ]
    return sorted(found, key=lambda one: one.clock.due_at.timestamp() if one.clock.due_at else float("inf"))
