"""Taking back: what a seat may undo, and undo itself (plan: "Chance, secrets, undo").

An undo names its rows, marks them undone and replays the rest from a kept State with the recorded dice. A seat may
take back its own actions down to a barrier: chance or a hidden thing was seen, somebody was newly asked, sealed
answers were opened, or another seat acted outside this seat's sealed step. What the autopilot played stands: its time
was up.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import F
from django.utils import timezone

from games.models import Game, Move, Seat
from games.play import ballots, timing
from games.play.acting import Outcome, is_key
from games.play.desk import Desk, opened
from games.play.errors import Closed, NotYours, Refused, Stale
from games.play.rulesets import Rules, plain, unpack
from games.rules import kernel
from games.rules.dice import Draw, RealDice

log = logging.getLogger(__name__)
HOUSE = ("autopilot", "forced")
"""What the house plays for a late seat stands."""
ORDINAL_MOST = 2**31
REACH = 300
"""Rows looked at: further back nothing can be undone."""


def undoable(rows: Iterable[Any], seat: int, user_id: int | None = None) -> tuple[list[Any], str]:
    """The rows this seat can take back, latest first, and the code of what stops it there.

    ``rows``: standing actions of the game, latest first, with seat, barrier, closes_all, sealed. ``user_id``: its
    person; what somebody else did on the seat before stands. Codes:
    "nothing_to_undo", "undo_barrier" (something was revealed), "undo_closed" (somebody else has acted or was asked).
    """
    found: list[Any] = []
    for row in rows:
        if row.seat == seat:
            if row.via in HOUSE or (user_id is not None and row.user_id != user_id):
                return found, "undo_closed"
            if row.closes_all or row.barrier:
                return found, "undo_closed" if row.closes_all else "undo_barrier"
            found.append(row)
        elif row.closes_all or not row.sealed or (found and not found[-1].sealed):
            return found, "undo_closed"
    return found, "nothing_to_undo"


def standing(game: Game | int) -> Iterator[Move]:
    """Actions that have not been undone, latest first, as far back as undo can reach; read as they are asked for."""
    rows = Move.objects.filter(game=game, kind=Move.Kind.ACTION, undone_by__isnull=True).order_by("-number")
    rows = rows.defer("state", "counters", "draws", "line", "halted", "decision_key")
    for start, end in ((0, 10), (10, REACH)):
        found = list(rows[start:end])
        yield from found
        if len(found) < end - start:
            return


def undo(user: Any, game: Game | int, key: str, upto: int | None = None) -> Outcome:
    """Take back the own actions from the latest back to the one with ordinal ``upto`` (None: the latest alone).

    Repeating it (same ``upto`` already taken back, or same key) does nothing more and answers ``repeated``. Raises
    NotYours, Stale, Closed, Missing and Refused ("undo_barrier", "undo_closed", "nothing_to_undo", "undo_failed").
    """
    with opened(game, timezone.now(), user.pk) as desk:
        chair = desk.seat_of(user)
        if chair.autopilot and desk.game.is_running:
            raise NotYours("away")
        done = _done_before(desk, chair, key, upto)
        if done is not None:
            return Outcome(desk.game, [done], repeated=True)
        if not desk.game.is_running:
            raise Closed("not_started" if desk.game.is_open else "finished")
        if key != chair.decision_key or (upto is None and not key):
            raise Stale()
        rows = _chosen(desk, chair, upto)
        return Outcome(desk.game, [_take_back(desk, chair, rows, key, upto)])


def _done_before(desk: Desk, chair: Seat, key: str, upto: int | None) -> Move | None:
    """The undo that has already done this, if any."""
    mine = Move.objects.filter(game=desk.game, seat=chair.number)
    if upto is not None and 0 < upto < ORDINAL_MOST:
        gone = mine.filter(ordinal=upto, undone_by__isnull=False).first()
        if gone is not None:
            return mine.filter(number=gone.undone_by or 0).first()
    if not is_key(key) or key == chair.decision_key:
        return None
    return mine.filter(kind=Move.Kind.UNDO, decision_key=key, line="" if upto is None else str(upto)).first()


def _chosen(desk: Desk, chair: Seat, upto: int | None) -> list[Move]:
    rows, reason = undoable(standing(desk.game), chair.number, chair.user_id)
    if not rows:
        raise Refused(reason)
    if upto is None:
        return rows[:1]
    chosen = [row for row in rows if row.ordinal is not None and row.ordinal >= upto]
    if not chosen or chosen[-1].ordinal != upto:
        raise Refused(reason)
    return chosen


def _take_back(desk: Desk, chair: Seat, rows: list[Move], key: str, upto: int | None) -> Move:
    desk.open_box()
    first, before, old = rows[-1], desk.asked, kernel.dump(desk.rules, desk.state)
    gone = {row.pk for row in rows}
    state = rebuilt(desk, first.number, gone)
    if kernel.dump(desk.rules, state) == old:
        raise _failed(desk, "the position did not change")
    desk.place(state)
    if chair.number not in desk.asked:
        raise _failed(desk, "the seat is not asked again")
    row = desk.note(Move.Kind.UNDO, " ".join(str(r.ordinal) for r in rows), seat=chair.number, user=chair.user_id)
    row.decision_key, row.line, row.turn = key, "" if upto is None else str(upto), desk.turn
    row.sealed, row.silent = first.sealed, any(r.silent for r in rows)
    desk.ask_again(before, chair.number, new_turn=False)
    if not ballots.repaced_since(desk.game, first.number):
        timing.restore(desk.game, chair, rows, desk.now, desk.calendar)
    desk.newly.discard(chair.number)
    Move.objects.filter(pk__in=gone).update(undone_by=row.number)
    Move.objects.filter(game=desk.game, number__gte=first.number).exclude(state=None).update(state=None, counters=None)
    return row


def rebuilt(desk: Desk, first: int, gone: set[int]) -> Any:
    """The State without the rows ``gone``, the first of which has number ``first``. Raises Refused("undo_failed")."""
    kept = last_kept(desk.game, first - 1)
    rest = Move.objects.filter(game=desk.game, kind=Move.Kind.ACTION, undone_by__isnull=True, number__gt=kept.number)
    rows = list(rest.exclude(pk__in=gone).order_by("number").defer("state"))
    box = desk.open_box()
    recorded = [Draw(*draw) for row in rows for draw in row.draws]
    dice = RealDice(bytes(box.secret), desk.game.salt, dict(kept.counters or {}), recorded)
    try:
        state = again(desk.rules, unpack(desk.rules, kept.state or b""), rows, dice)
    except Difference as error:
        raise _failed(desk, str(error)) from None
    if dice.counters != desk.dice.counters:
        raise _failed(desk, "the dice differ")
    return state


class Difference(Exception):
    """A replay that does not do what was recorded."""


def again(rules: Rules, state: Any, rows: Iterable[Move], dice: RealDice) -> Any:
    """Replay rows on a State; every draw must come out as recorded. Raises Difference."""
    for row in rows:
        try:
            step = kernel.advance(rules, state, row.seat or 0, row.text, dice)
        except kernel.Illegal as error:
            raise Difference(f"row {row.number} is refused: {error.code}") from error
        if plain(step.draws) != row.draws:
            raise Difference(f"row {row.number} draws something else")
        state = step.state
    return state


def last_kept(game: Game, upto: int) -> Move:
    """The last row not after number ``upto`` that keeps a State. There always is one: the start."""
    kept = Move.objects.filter(game=game, number__lte=upto, state__isnull=False, undone_by__isnull=True)
    return kept.order_by(F("number").desc())[0]


def _failed(desk: Desk, why: str) -> Refused:
    log.error("undo failed in game %s: %s", desk.game.pk, why)
    return Refused("undo_failed")
