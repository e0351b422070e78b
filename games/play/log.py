"""The log of a game as one reader may see it (plan: "readers count the steps they see").

A row is visible unless it answers a silent question of somebody else. An event is visible to the seats it names, to
everybody when it names none or has been opened. The notation of an action is shown to who played it, and to everybody
after the end. Undone rows stay in the log, marked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from games.models import EventRow, Game, Move

STANDS = Q(kind=Move.Kind.ACTION, undone_by__isnull=True)
SHOWN = ("game_id", "number", "kind", "seat", "turn", "ordinal", "text", "via", "at", "undone_by", "data")


@dataclass
class Entry:
    """One visible row. ``id``: its place in this reader's log, from 1. ``step``: the position after it, None when
    there is none (undone, undo, table act). ``ordinal``: own actions only, the name for undo. ``act``: of a table
    act, its name; ``facts``: what its sentence needs. ``undoes``: of an own undo, the ordinals taken back. ``text``:
    the notation, where the reader may see it."""

    id: int
    kind: str
    seat: int | None
    turn: int
    step: int | None = None
    act: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    undone: bool = False
    ordinal: int | None = None
    undoes: list[int] = field(default_factory=list)
    text: str | None = None
    at: datetime | None = None
    via: str = ""


def visible(game: Game, seat: int | None) -> QuerySet[Move]:
    """The rows of the log that this reader (None: a watcher) may know of, oldest first."""
    rows = Move.objects.filter(game=game)
    if not game.is_finished:
        rows = rows.filter(Q(silent=False) if seat is None else Q(silent=False) | Q(seat=seat))
    return rows.order_by("number")


def effective(game: Game, seat: int | None) -> QuerySet[Move]:
    """The visible actions that stand: the steps of the game as this reader counts them."""
    return visible(game, seat).filter(STANDS)


def counts(game: Game, seat: int | None) -> tuple[int, int]:
    """How many rows this reader may know of, and how many of them are steps."""
    found = visible(game, seat).order_by().aggregate(total=Count("pk"), steps=Count("pk", filter=STANDS))
    return found["total"], found["steps"]


def entries(
    game: Game, seat: int | None, after: int = 0, limit: int | None = None, counted: tuple[int, int] | None = None
) -> list[Entry]:
    """Visible rows with an id greater than ``after``, at most the last ``limit`` of them, oldest first. ``counted``:
    the ``counts`` of this reader, if they are known."""
    rows = visible(game, seat)
    total, steps = counted or counts(game, seat)
    start = max(after, total - limit if limit is not None else 0)
    if start >= total:
        return []
    shown = list(rows.only(*SHOWN)[start:total])
    events = seen_events(game, seat, shown)
    steps -= sum(_stands(row) for row in shown)
    found = []
    for place, row in enumerate(shown, start + 1):
        steps += _stands(row)
        found.append(_entry(game, seat, place, row, steps if _stands(row) else None, events[row.pk]))
    return found


def _stands(row: Move) -> bool:
    return row.kind == Move.Kind.ACTION and row.undone_by is None


def _entry(
    game: Game, seat: int | None, place: int, row: Move, step: int | None, events: list[tuple[str, dict[str, Any]]]
) -> Entry:
    own = seat is not None and row.seat == seat
    entry = Entry(place, row.kind, row.seat, row.turn, step, events=events, undone=row.undone_by is not None)
    entry.at = row.at
    entry.via = row.via if row.via in ("autopilot", "forced") else ""
    if row.kind == Move.Kind.TABLE:
        entry.act, entry.facts = row.text, dict(row.data)
    elif row.kind == Move.Kind.ACTION and (own or game.is_finished):
        entry.text = row.text
    if own and row.kind == Move.Kind.ACTION:
        entry.ordinal = row.ordinal
    elif own and row.kind == Move.Kind.UNDO:
        entry.undoes = [int(number) for number in row.text.split()]
    return entry


def seen_events(
    game: Game, seat: int | None, rows: Iterable[Move]
) -> defaultdict[int, list[tuple[str, dict[str, Any]]]]:
    """Row id -> the (code, data) pairs of it that this reader may see."""
    found: defaultdict[int, list[tuple[str, dict[str, Any]]]] = defaultdict(list)
    ids = [row.pk for row in rows]
    query = EventRow.objects.filter(game=game, move__gte=min(ids, default=0), move__lte=max(ids, default=0))
    fields = query.order_by("move_id", "index").values_list("move_id", "seats", "is_open", "code", "data")
    for move, seats, is_open, code, data in fields:
        if seats is None or is_open or (seat is not None and seat in seats):
            found[move].append((code, data))
    return found
