"""Rows of the outbox that a transaction writes: who is to be told what has become true by it.

Nobody is told what they did themselves; bots and empty chairs are told nothing. ``games/notices.py`` sends them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from games.models import Game, Notice, Seat

if TYPE_CHECKING:
    from games.play.desk import Desk


def tell(
    desk: Desk,
    kind: str,
    chairs: Iterable[Seat],
    key: str = "",
    data: dict[str, Any] | None = None,
    *,
    about: int | None = None,
) -> None:
    """Have the people on these chairs told something, except who does it. ``key``: see Notice; told once for each.
    ``about``: the seat it is about (None: their own)."""
    for chair in chairs:
        if chair.user_id is not None and chair.user_id != desk.actor:
            tell_person(desk, kind, chair.user_id, about or chair.number, key, data)


def tell_others(desk: Desk, kind: str, chair: Seat, key: str, data: dict[str, Any]) -> None:
    """Have everybody else at the table told something about a seat."""
    tell(desk, kind, [other for other in desk.seats if other is not chair], key, data, about=chair.number)


def tell_person(
    desk: Desk, kind: str, user_id: int, seat: int | None, key: str, data: dict[str, Any] | None = None
) -> None:
    """Have a person told something about a seat of this table."""
    desk.letters.append(
        Notice(game=desk.game, user_id=user_id, kind=kind, seat=seat, key=key, data=data or {}, created_at=desk.now)
    )


def write(desk: Desk) -> bool:
    """Write the notices of this transaction. Answers whether there are any."""
    rows = [*desk.letters, *(_row(desk, kind, chair) for kind, chair in _due(desk))]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    return bool(rows)


def _due(desk: Desk) -> list[tuple[str, Seat]]:
    """(kind, seat) of everybody to be told."""
    people = [c for c in desk.seats if c.user_id is not None and c.user_id != desk.actor]
    acts = {row.text for row in desk.rows if row.kind == "table"}
    if desk.game.status == Game.Status.FINISHED:
        return [(Notice.Kind.GAME_ENDED, chair) for chair in people]
    if desk.game.status == Game.Status.CLOSED:
        return [(Notice.Kind.TABLE_CLOSED, chair) for chair in people]
    told = [(str(Notice.Kind.YOUR_TURN), c) for c in people if c.number in desk.newly and not c.autopilot]
    if "substitute" in acts:  # who takes over a seat learns that it is its turn, although nobody else did anything
        mine = [c for c in desk.seats if c.user_id == desk.actor and c.number in desk.newly]
        told += [(str(Notice.Kind.YOUR_TURN), c) for c in mine]
    if "start" in acts:
        told += [(str(Notice.Kind.TABLE_FULL), c) for c in people if c.user_id == desk.game.opened_by_id]
        others = [c for c in people if c.number not in desk.newly and c.user_id != desk.game.opened_by_id]
        told += [(str(Notice.Kind.GAME_STARTED), c) for c in others]
    elif desk.ended is not None:
        others = [c for c in people if c.number not in desk.newly and c.number != desk.ended.seat]
        told += [(str(Notice.Kind.MOVED), c) for c in others]
    return told


def _row(desk: Desk, kind: str, chair: Seat) -> Notice:
    key, seat = "", chair.number
    if kind == Notice.Kind.YOUR_TURN:
        key = chair.decision_key
    elif kind == Notice.Kind.MOVED and desk.ended is not None:
        key, seat = str(desk.ended.number), desk.ended.seat or 0
    return Notice(game=desk.game, user_id=chair.user_id or 0, kind=kind, seat=seat, key=key, created_at=desk.now)
