"""Whether a notice is still to be told when it is sent: nothing about a turn already played, an offer already taken.

Each check answers "" (it is so) or a code of ``WHYS``: why it is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Game, Invitation, Move, Notice, Proposal, Seat
from games.play import timing

Kind = Notice.Kind
OLDEST = timedelta(days=2)
"""What is older is no news: it comes from a long outage or a restored backup, and is dropped."""
OLDEST_DIGEST = timedelta(days=7)
"""In a digest more is news: it waits for its minute, and after a move to another zone or an outage for the next one."""
SLACK = timedelta(minutes=5)
"""A reminder may be told so much before its mark."""
WHYS = (
    "answered", "autopilot", "changed", "gone", "here", "later", "left", "newer", "not_ready", "off", "old", "over",
    "played", "same_hook", "seen", "still",
)  # fmt: skip
"""Why a delivery is dropped: the answer is given, the autopilot drives, it is no longer so, the account is gone, the
person is at the table, there is more time again, no longer at the table, something newer tells it, no way to reach the
person, switched off, too old, the game is over, the turn is played, another player's same webhook has it, it has been
seen, the clock stands still."""


@dataclass(frozen=True)
class Case:
    """What a check looks at. ``seat``: the reader's own at that table; ``about``: the one the notice is about."""

    notice: Notice
    game: Game
    seat: Seat | None
    about: Seat | None
    now: datetime


def untrue(notice: Notice, now: datetime, oldest: timedelta = OLDEST) -> str:
    """Why this notice is not to be told any more; "" while it is. ``oldest``: how old it may be."""
    if not notice.user.is_active:
        return "gone"
    if notice.created_at < now - oldest:
        return "old"
    if notice.game is None:
        return ""
    case = case_of(notice, notice.game, now)
    return CHECKS.get(notice.kind, _running)(case)


def case_of(notice: Notice, game: Game, now: datetime) -> Case:
    """The seats of a notice, as they are now."""
    seats = list(game.seats.select_related("user"))
    for seat in seats:
        seat.game = game
    own = next((seat for seat in seats if seat.user_id == notice.user_id), None)
    number = notice.data.get("seat", notice.seat)
    return Case(notice, game, own, next((seat for seat in seats if seat.number == number), None), now)


def _seated(case: Case) -> str:
    return "" if case.seat else "left"


def _running(case: Case) -> str:
    if not case.game.is_running:
        return "over"
    return _seated(case)


def _asked(case: Case) -> str:
    """Still asked with this very key."""
    if why := _running(case):
        return why
    assert case.seat is not None
    if case.seat.autopilot:
        return "autopilot"
    key = case.notice.key.partition(":")[0]
    return "" if key and case.seat.decision_key == key else "played"


def _reminder(case: Case) -> str:
    """Still asked, the clock runs, and the time left is really down to the mark (time given by others has none)."""
    if why := _asked(case):
        return why
    assert case.seat is not None
    clock = timing.clock_of(case.game, case.seat, case.now)
    if clock.due_at is None or clock.still in ("pause", "vacation"):
        return "still"
    if clock.due_at <= case.now:
        return "changed"
    mark = case.notice.key.split(":")[1]
    limits = {"half": clock.bank / 2, "fifth": clock.bank / 5, "hour": timedelta(hours=1)}
    return "later" if mark in limits and clock.left > limits[mark] + SLACK else ""


def _claim(case: Case) -> str:
    if why := _running(case):
        return why
    until = case.about.claim_until if case.about else None
    return "" if until and until > case.now else "changed"


def _autopilot(case: Case) -> str:
    if why := _running(case):
        return why
    return "" if case.about and case.about.autopilot else "changed"


def _offered(case: Case) -> str:
    if not case.game.is_running:
        return "over"
    until = case.about.offered_until if case.about else None
    free = case.about is not None and case.about.is_empty and until is not None and until > case.now
    return "" if free and case.seat is None else "changed"


def _moved(case: Case) -> str:
    if why := _seated(case):
        return why
    number = _number(case.notice)
    if case.seat and case.seat.seen_move >= number:
        return "seen"
    standing = Move.objects.filter(game=case.game, number=number, undone_by__isnull=True)
    return "" if standing.exists() else "changed"


def _talk(case: Case) -> str:
    if why := _seated(case):
        return why
    return "seen" if case.seat and case.seat.seen_chat >= _number(case.notice) else ""


def _vote(case: Case) -> str:
    if why := _running(case):
        return why
    proposal = Proposal.objects.filter(pk=_number(case.notice), closed_at__isnull=True).first()
    if proposal is None or proposal.closes_at <= case.now:
        return "changed"
    return "answered" if case.seat and str(case.seat.number) in proposal.ballots else ""


def _invited(case: Case) -> str:
    waiting = Invitation.objects.filter(game=case.game, user=case.notice.user_id, answer="")
    if not case.game.is_open:
        return "changed"
    return "" if waiting.exists() else "answered"


def _over(case: Case) -> str:
    return _seated(case) if case.game.is_finished else "changed"


def _closed(case: Case) -> str:
    return "" if case.game.status == Game.Status.CLOSED else "changed"


def _not_closed(case: Case) -> str:
    return "changed" if case.game.status == Game.Status.CLOSED else ""


def _always(case: Case) -> str:
    return ""


def _number(notice: Notice) -> int:
    """The number at the beginning of a key."""
    digits = notice.key.partition(":")[0]
    return int(digits) if digits.isdecimal() else 0


CHECKS: dict[str, Callable[[Case], str]] = {
    Kind.YOUR_TURN: _asked,
    Kind.REMINDER: _reminder,
    Kind.CLAIM_WINDOW: _claim,
    Kind.AUTOPILOT: _autopilot,
    Kind.SEAT_OFFERED: _offered,
    Kind.SEAT_CHANGED: _seated,
    Kind.MOVED: _moved,
    Kind.LAST_TURNS: _running,
    Kind.GAME_STARTED: _running,
    Kind.GAME_ENDED: _over,
    Kind.TABLE_CLOSED: _closed,
    Kind.TABLE_UNFILLED: _always,
    Kind.TABLE_FULL: _not_closed,
    Kind.INVITATION: _invited,
    Kind.CHAT: _talk,
    Kind.MENTION: _talk,
    Kind.VOTE: _vote,
    Kind.VOTE_ENDED: _seated,
    Kind.PACE_CHANGED: _running,
    Kind.VACATION: _running,
}
"""Kinds without a game (security, a channel switched off) stay true."""
