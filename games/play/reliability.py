"""Reliability: of a person's last turns with a clock, how many came in time; of the last games, how many were finished.

A turn is recorded when its person ends it, and when its time runs out before that; never for what the autopilot plays
afterwards. Only tables where other people sit count, and only questions with a clock. Answers that nobody may know of
are not recorded, only their failing to come. Records stay with the person, whoever has the seat later.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef

from games import clocks
from games.models import Game, Seat, Tenure, TurnRecord
from games.play.errors import Refused
from hotmk_site.texts import t

if TYPE_CHECKING:
    from games.play.desk import Desk

LAST = 100
NEW = 10
"""Who has fewer turns than this, and has left no game, is a newcomer: no number, and welcome at every table."""


def ended(desk: Desk, chair: Seat, turn: int, due_at: datetime | None) -> None:
    """A person has acted (``due_at``: of the question answered); if that ended the turn, it was in time or not."""
    if due_at is None or (chair.number in desk.asked and desk.turn == turn) or not _counts(desk, chair):
        return
    in_time = not clocks.is_over(due_at, desk.now)
    desk.records.append(
        TurnRecord(
            game=desk.game, user_id=chair.user_id or 0, seat=chair.number, turn=turn, in_time=in_time, at=desk.now
        )
    )


def expired(desk: Desk, chair: Seat) -> None:
    """The time of a person has run out in this turn: it is not in time any more, whatever follows."""
    if _counts(desk, chair):
        TurnRecord.objects.update_or_create(
            game=desk.game,
            user_id=chair.user_id or 0,
            turn=desk.turn,
            defaults={"seat": chair.number, "in_time": False, "at": desk.now},
        )


def write(desk: Desk) -> None:
    """Store what was recorded in this transaction; a turn that has its record keeps it."""
    if desk.records:
        TurnRecord.objects.bulk_create(desk.records, ignore_conflicts=True)


def _counts(desk: Desk, chair: Seat) -> bool:
    """Whether a person sits here and at least one other person at this table."""
    people = [seat for seat in desk.seats if seat.user_id is not None]
    return chair.user_id is not None and not chair.autopilot and len(people) > 1


@dataclass
class Reliability:
    """Of the last 100 turns and games each: how many there are, how many were in time or finished. ``percent``: the
    mean of both shares (of the one there is), rounded down; None for a newcomer."""

    turns: int
    turns_in_time: int
    games: int
    games_finished: int

    @property
    def percent(self) -> int | None:
        """The number, or None for a newcomer."""
        if self.turns < NEW and self.games == self.games_finished:
            return None
        parts = [(self.turns_in_time, self.turns), (self.games_finished, self.games)]
        shares = [100 * good / whole for good, whole in parts if whole]
        return int(sum(shares) / len(shares))

    def word(self) -> str:
        """The number as it is shown, in the active language."""
        return t("reliability.new") if self.percent is None else t("reliability.percent", percent=self.percent)

    def parts(self) -> list[str]:
        """What the number is made of, in words."""
        turns = t("reliability.turns", n=self.turns, done=self.turns_in_time) if self.turns else ""
        games = t("reliability.games", n=self.games, done=self.games_finished) if self.games else ""
        return [turns or t("reliability.no_turns"), games or t("reliability.no_games")]


def of(user: Any) -> Reliability:
    """The reliability of a person, from two queries."""
    turns = list(TurnRecord.objects.filter(user=user).order_by("-pk").values_list("in_time", flat=True)[:LAST])
    others = Tenure.objects.filter(game=OuterRef("game")).exclude(user=user)
    left = Tenure.objects.filter(Exists(others), user=user, ended_at__isnull=False).order_by("-ended_at")
    games = list(left.values_list("how", flat=True)[:LAST])
    return Reliability(len(turns), sum(turns), len(games), games.count("finished"))


def check(user: Any, game: Game) -> None:
    """Whether a person may sit down at a table that asks for a reliability. Raises Refused("unreliable")."""
    least = game.time.least
    percent = of(user).percent if least else None
    if percent is not None and percent < least:
        raise Refused("unreliable", n=least, percent=percent)
