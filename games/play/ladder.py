"""The steps of time that runs out (design: "When time runs out"): reminders, zero, the claim window, the autopilot.

``look`` does what is due; the writers are the deeds of co-players while a window is open. At zero the owner may still
act: the window closes when the question is answered. With two players the other may take the win instead, as long as
the first is late or away.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games import clocks
from games.models import Game, Move, Notice, Seat
from games.play import outbox, reliability, tenures, timing
from games.play.desk import Desk, opened
from games.play.errors import BadInput, NotYours, Refused
from games.play.leaving import hand_over, must_run
from games.play.rulesets import plain
from games.rules import kernel

FORCED_WORDS = 40
FORCED_MOST = 60
"""Forced actions played for one late seat at a time."""


def look(desk: Desk) -> None:
    """Do what is due at a running table, for all seats at the same instant. The caller drives the autopilots."""
    for chair in desk.seats:
        if chair.is_asked and not chair.bot and not chair.is_empty:
            _look_at(desk, chair)


def _look_at(desk: Desk, chair: Seat) -> None:
    if chair.claim_until is not None:
        if clocks.is_over(chair.claim_until, desk.now):
            hand_over(desk, chair, "autopilot", "expired")
    elif clocks.is_over(chair.due_at, desk.now):
        if not _play_forced(desk, chair):
            _zero(desk, chair)
    elif clocks.is_over(chair.remind_at, desk.now):
        if desk.game.time.untimed:
            _open_window(desk, chair, clocks.SILENCE_WINDOW)
        else:
            _remind(desk, chair)


def _remind(desk: Desk, chair: Seat) -> None:
    """One reminder, also when several marks were passed while the house slept."""
    mark = timing.pass_marks(desk.game, chair, desk.now, desk.calendar)
    desk.touch(chair)
    if mark:
        due = chair.due_at.isoformat() if chair.due_at else ""
        outbox.tell(desk, Notice.Kind.REMINDER, [chair], f"{chair.decision_key}:{mark}", {"mark": mark, "due_at": due})


def _zero(desk: Desk, chair: Seat) -> None:
    """The time is up: a window for the others, or straight to the autopilot when nobody else is there, or when its
    person has already come back once to this question."""
    reliability.expired(desk, chair)
    _open_window(desk, chair, timedelta(seconds=desk.game.time.claim))


def _open_window(desk: Desk, chair: Seat, length: timedelta) -> None:
    others = active(desk, but=chair)
    if not others or not length or chair.number in chair.grants:
        hand_over(desk, chair, "autopilot", "expired")
        return
    chair.claim_until = clocks.window_end(desk.now, length, timing.pauses_of(desk.game))
    chair.reminders, chair.remind_at = [], None
    desk.touch(chair)
    row = desk.note(Move.Kind.TABLE, "expire", seat=chair.number, via="house")
    data = {"until": chair.claim_until.isoformat(), "duel": is_duel(desk)}
    outbox.tell(desk, Notice.Kind.CLAIM_WINDOW, [chair, *others], str(row.number), data, about=chair.number)


def _play_forced(desk: Desk, chair: Seat) -> bool:
    """Whether the late seat has nothing to decide: then the house plays for it, and nobody calls it absent."""
    for _ in range(FORCED_MOST):
        if not clocks.is_over(chair.due_at, desk.now):
            return True
        text = forced(desk.rules, desk.state, chair.number)
        if not text:
            return False
        desk.play(chair.number, text, "forced")
    return False


def forced(rules: kernel.RuleSet[Any], state: Any, seat: int) -> str:
    """The one action that a seat can play, if there is just one ("": it has a choice)."""
    words: list[str] = []
    for _ in range(FORCED_WORDS):
        following = rules.legal(state, seat, words)
        if words and following.complete and not following.words:
            return " ".join(words)
        if following.complete or len(following.words) != 1:
            return ""
        words.append(following.words[0].text)
    return ""


def active(desk: Desk, but: Seat) -> list[Seat]:
    """The people at the wheel of their seats, without one seat."""
    return [c for c in desk.seats if c.user_id is not None and not c.autopilot and c is not but]


def is_duel(desk: Desk) -> bool:
    """Whether this is a table of two people."""
    return len(desk.seats) == 2 and not any(chair.bot for chair in desk.seats)


# -- deeds of co-players ---------------------------------------------------------------------------------------------


def grant(user: Any, game: Game | int, number: int) -> Game:
    """Give the late seat ``number`` a day, once in each of its turns. The window closes. Raises NotYours, Closed,
    Refused ("no_window", "granted")."""
    with opened(game, timezone.now(), user.pk) as desk:
        me, late = _me_and(desk, user, number)
        if me.number in late.grants:
            raise Refused("granted")
        if late.claim_until is None or desk.game.time.untimed:
            raise Refused("no_window")
        desk.open_box()
        late.grants, late.claim_until = [*late.grants, me.number], None
        late.bank = timing.used_of(desk.game, late, desk.now, desk.calendar) + clocks.GRANT
        late.reminders = timing.marks_of(late, clocks.GRANT)
        timing.reckon(desk.game, late, desk.calendar)
        desk.touch(late)
        row = desk.note(Move.Kind.TABLE, "grant", seat=late.number, user=user.pk)
        row.data = {"by": me.number, "n": clocks.GRANT // timedelta(hours=1)}
        data = {"mark": "granted", "by": me.number, "due_at": late.due_at.isoformat() if late.due_at else ""}
        outbox.tell(desk, Notice.Kind.REMINDER, [late], f"{late.decision_key}:granted:{row.number}", data)
    return desk.game


def hand(user: Any, game: Game | int, number: int) -> Game:
    """Give the late seat ``number`` to the autopilot before the window ends. Raises NotYours, Closed,
    Refused("no_window")."""
    return _hand(user, game, number, "hand")


def play_on(user: Any, game: Game | int) -> Game:
    """At a table of two: the game goes on, with the autopilot on the late seat. The win stays on offer. Doing it twice
    is done once. Raises NotYours, Closed, Refused ("no_window", "not_two")."""
    return _hand(user, game, None, "play_on")


def _hand(user: Any, game: Game | int, number: int | None, act: str) -> Game:
    with opened(game, timezone.now(), user.pk) as desk:
        me, late = _me_and(desk, user, number)
        if late.autopilot:
            return desk.game
        if late.claim_until is None:
            raise Refused("no_window")
        desk.open_box()
        hand_over(desk, late, act, "handed", by=me.number)
        desk.drive()
    return desk.game


def take_win(user: Any, game: Game | int) -> Game:
    """At a table of two: end the game as its winner while the other is late or away. Raises NotYours, Closed,
    Refused ("no_win", "not_two", "both_late")."""
    with opened(game, timezone.now(), user.pk) as desk:
        me, late = _me_and(desk, user, None)
        if late.claim_until is None and not late.is_empty:
            raise Refused("no_win")
        if me.claim_until is not None:
            raise Refused("both_late")
        reason = "resigned" if late.away in ("resigned", "banned", "deleted") else "time"
        desk.open_box()
        row = desk.note(Move.Kind.TABLE, "win", seat=late.number, user=user.pk)
        row.data = {"by": me.number, "reason": reason}
        if not late.is_empty:
            timing.rest(desk.game, late, desk.now, desk.calendar)
            tenures.end(desk, late, "expired")
        desk.finish_early(standings(desk, me.number, late.number), reason)
    return desk.game


def standings(desk: Desk, winner: int, loser: int) -> list[kernel.Standing]:
    """The account of a game that ends before its end: as the rules would count now, but the winner is first."""
    count = getattr(desk.rules, "standing_now", None)
    counted = {s.seats: s for s in (count(desk.state) if count else ())}
    found = []
    for place, number in enumerate((winner, loser), 1):
        known = counted.get((number,))
        total, parts, data = (known.total, known.parts, known.data) if known else (0, {}, {})
        found.append(kernel.Standing((number,), place, total, parts, data))
    return found


def _me_and(desk: Desk, user: Any, number: int | None) -> tuple[Seat, Seat]:
    """The seat of who acts and the other one (``number`` None: the other of two). Raises NotYours, Closed, BadInput,
    Refused("not_two")."""
    me = desk.seat_of(user)
    must_run(desk.game)
    if me.autopilot:
        raise NotYours("away")
    if number is None and not is_duel(desk):
        raise Refused("not_two")
    other = next((c for c in desk.seats if c is not me and number in (None, c.number)), None)
    if other is None or other.bot:
        raise BadInput("bad_seat")
    return me, other


def result_of(standing: list[kernel.Standing], reason: str) -> dict[str, Any]:
    """A Result as JSON."""
    return dict(plain(kernel.Result(tuple(standing), reason)))
