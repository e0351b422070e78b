"""Past positions: the last State kept before them and a short replay with the recorded dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.models import Box, Game, Move
from games.play import log
from games.play.errors import BadInput, Closed, NotYours
from games.play.log import Entry
from games.play.looking import Look
from games.play.rulesets import rules_for, unpack
from games.play.undoing import again, last_kept
from games.rules.dice import Draw, RealDice


@dataclass
class Past:
    """A past position: the view there, its number, the number of the last one, and what led to it (None at the
    start)."""

    view: dict[str, Any]
    step: int
    last: int
    entry: Entry | None
    eyes: int | None


def history(user: Any, game: Game, step: int, eyes: int | None = None) -> Past:
    """The position after the reader's ``step`` (0: the start), as the reader may see it.

    ``eyes``: after the end, look with the eyes of that seat. Raises Closed before the start, BadInput("bad_step"),
    NotYours.
    """
    if not (game.is_running or game.is_finished):
        raise Closed("not_started")
    seat = Look(user, game).number
    if eyes is not None:
        if not 1 <= eyes <= game.seats_count:
            raise BadInput("bad_step")
        if not game.is_finished and eyes != seat:
            raise NotYours()
    reader = seat if eyes is None else eyes
    rows = log.effective(game, seat)
    last = rows.count()
    if not 0 <= step <= last:
        raise BadInput("bad_step")
    row = rows.defer("state")[step - 1] if step else None
    number = row.number if row else Move.objects.get(game=game, kind=Move.Kind.TABLE, text="start").number
    entry = _entry_of(game, seat, row, step) if row else None
    return Past(rules_for(game).view(position(game, number), reader), step, last, entry, reader)


def _entry_of(game: Game, seat: int | None, row: Move, step: int) -> Entry:
    place = log.visible(game, seat).filter(number__lte=row.number).count()
    return next(e for e in log.entries(game, seat, after=place - 1) if e.step == step)


def position(game: Game, number: int) -> Any:
    """The State right after a row of the log: the last one kept before it, and a short replay with the recorded
    dice."""
    kept = last_kept(game, number)
    rules = rules_for(game)
    state = unpack(rules, kept.state or b"")
    rows = Move.objects.filter(
        game=game, kind=Move.Kind.ACTION, undone_by__isnull=True, number__gt=kept.number, number__lte=number
    )
    rows_list = list(rows.order_by("number").defer("state"))
    if not rows_list:
        return state
    recorded = [Draw(*draw) for row in rows_list for draw in row.draws]
    box = Box.objects.only("secret").get(pk=game.pk)
    return again(rules, state, rows_list, RealDice(bytes(box.secret), game.salt, dict(kept.counters or {}), recorded))


def since_my_last_action(user: Any, game: Game) -> list[Entry]:
    """What happened since this person's last action (for the mail about the turn). Everything, if there was none."""
    found = Look(user, game).log()
    number = Look(user, game).number
    mine = [e.id for e in found if e.kind == Move.Kind.ACTION and e.seat == number and e.via != "autopilot"]
    return [entry for entry in found if entry.id > (mine[-1] if mine else 0)]
