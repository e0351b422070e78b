"""Votes and pauses as the desk of a table sees them: who is asked, what ends a vote, what a passed one does.

A vote needs a yes of every active human: each person whose seat is not on autopilot. It is settled when the desk is
saved after any table act, so it does not matter which act changed the answer: a ballot, a seat that was given up,
taken over or taken back. A ballot counts only while the person who gave it sits there.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, QuerySet

from games import clocks
from games.clocks import Terms
from games.models import Game, Move, Notice, Proposal, Seat
from games.play import outbox, timing
from games.play.wheel import may_come_back

if TYPE_CHECKING:
    from games.play.desk import Desk

OPEN_FOR = timedelta(days=3)
REMIND = timedelta(days=1)
"""Who has not answered is reminded this long before a vote lapses."""
TEXT_IDS = (
    *(f"play.log.propose.{kind}" for kind in ("pause", "resume", "pace")),
    *(f"play.log.vote.{answer}" for answer in ("yes", "no")),
    *(f"play.log.vote_end.{outcome}" for outcome in ("passed", "refused", "lapsed")),
)


def open_at(game: Game) -> Proposal | None:
    """The vote that is open at a table."""
    return Proposal.objects.filter(game=game, closed_at__isnull=True).first()


def with_votes(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Seats that know whether a vote is open at their table: a desk needs no question of its own for that."""
    return seats.annotate(vote_open=Exists(Proposal.objects.filter(game=OuterRef("game"), closed_at__isnull=True)))


def sees_vote(chair: Seat) -> bool:
    """Whether a vote is open, from a seat of ``with_votes``."""
    return bool(getattr(chair, "vote_open", False))


def _open(desk: Desk) -> Proposal | None:
    return open_at(desk.game) if desk.has_vote else None


def is_needed(chair: Seat) -> bool:
    """Whether a vote needs the yes of this seat."""
    return chair.user_id is not None and not chair.is_empty


def look(desk: Desk) -> None:
    """Settle the open vote, if this transaction may have changed anything about it."""
    if not desk.game.is_finished and not (desk.game.is_running and any(r.kind == Move.Kind.TABLE for r in desk.rows)):
        return
    proposal = _open(desk)
    if proposal is None:
        return
    _void(desk, proposal)
    answers = [proposal.ballots.get(str(chair.number)) for chair in desk.seats if is_needed(chair)]
    if desk.game.is_finished:
        _close(desk, proposal, "lapsed")
    elif False in proposal.ballots.values():
        end(desk, proposal, "refused")
    elif answers and all(answers) and not _waits_for_absent(desk, proposal):
        end(desk, proposal, "passed")
    else:
        ask(desk, proposal, str(proposal.pk))


def _waits_for_absent(desk: Desk, proposal: Proposal) -> bool:
    """Other time settings bind who is away and may come back: nobody sets them without that person."""
    return proposal.kind == Proposal.Kind.PACE and any(may_come_back(chair) for chair in desk.seats)


def _void(desk: Desk, proposal: Proposal) -> None:
    """Take out the ballots of seats that are no longer asked, or where somebody else sits now."""
    voters = proposal.data["voters"]
    kept = {
        str(chair.number): proposal.ballots[str(chair.number)]
        for chair in desk.seats
        if str(chair.number) in proposal.ballots and is_needed(chair) and voters[str(chair.number)] == chair.user_id
    }
    if kept != proposal.ballots:
        proposal.ballots = kept
        proposal.save(update_fields=["ballots"])


def ask(desk: Desk, proposal: Proposal, key: str) -> None:
    """Tell everybody whose answer is missing; nobody is told twice under one key."""
    missing = [c for c in desk.seats if is_needed(c) and str(c.number) not in proposal.ballots]
    outbox.tell(desk, Notice.Kind.VOTE, missing, key, facts(proposal), about=proposal.by)


def facts(proposal: Proposal) -> dict[str, Any]:
    """What a sentence about a vote needs."""
    return {"kind": proposal.kind, **({"n": proposal.data["days"]} if proposal.kind == Proposal.Kind.PAUSE else {})}


def _close(desk: Desk, proposal: Proposal, outcome: str) -> None:
    proposal.closed_at, proposal.outcome = desk.now, outcome
    proposal.save(update_fields=["closed_at", "outcome"])


def end(desk: Desk, proposal: Proposal, outcome: str) -> None:
    """End a vote ("passed", "refused", "lapsed"), do what was agreed, and tell everybody."""
    _close(desk, proposal, outcome)
    desk.note(Move.Kind.TABLE, "vote_end", seat=proposal.by, via="house").data = {"what": outcome}
    told: set[int] = set()
    if outcome == "passed":
        if proposal.kind == Proposal.Kind.PAUSE:
            pause(desk, int(proposal.data["days"]))
        elif proposal.kind == Proposal.Kind.RESUME:
            resume(desk)
        else:
            told = repace(desk, Terms.read(proposal.data["terms"]), str(proposal.pk))
    others = [chair for chair in desk.seats if chair.number not in told]
    data = {**facts(proposal), "outcome": outcome}
    outbox.tell(desk, Notice.Kind.VOTE_ENDED, others, str(proposal.pk), data, about=proposal.by)


def pause(desk: Desk, days: int) -> None:
    """Every clock of the table stands still from now on, for so many days. Moves are still allowed."""
    until = desk.now + timedelta(days=days)
    desk.game.pauses = [*desk.game.pauses, [desk.now.isoformat(), until.isoformat()]]
    desk.note(Move.Kind.TABLE, "pause", via="house").data = {"n": days, "until": until.isoformat()}
    _reckon_all(desk)


def resume(desk: Desk) -> None:
    """End the pause now: its stretch is cut here."""
    start, end_at = timing.pauses_of(desk.game)[-1]
    cut = [start.isoformat(), min(end_at, desk.now).isoformat()]
    desk.game.pauses = [*desk.game.pauses[:-1], cut]
    desk.note(Move.Kind.TABLE, "resume", via="house")
    _reckon_all(desk)


def _reckon_all(desk: Desk) -> None:
    for chair in desk.seats:
        timing.reckon(desk.game, chair, desk.calendar)
        desk.touch(chair)


def repace(desk: Desk, terms: Terms, key: str) -> set[int]:
    """Give the table other time settings. Each seat keeps what it has left, but at least the new credit (the new bank,
    where no clock ran) and at most the new cap; the clocks of those asked start anew. Answers whom it has told."""
    old = desk.game.time
    for chair in desk.seats:
        left = chair.bank - timing.used_of(desk.game, chair, desk.now, desk.calendar)
        least = terms.bank if old.untimed else terms.credit
        chair.bank = min(max(left, timedelta(seconds=least)), timedelta(seconds=terms.cap))
    desk.game.terms = terms.dump()
    desk.note(Move.Kind.TABLE, "pace", via="house").data = {"preset": terms.preset}
    asked = [chair for chair in desk.seats if chair.is_asked]
    for chair in desk.seats:
        if chair.asked_at is not None:
            timing.wind(desk.game, chair, desk.now, desk.calendar)
        desk.touch(chair)
    people = [chair for chair in asked if is_needed(chair)]
    for chair in people:
        due = chair.due_at.isoformat() if chair.due_at else None
        outbox.tell(desk, Notice.Kind.PACE_CHANGED, [chair], key, {"due_at": due})
    return {chair.number for chair in people}


def repaced_since(game: Game, number: int) -> bool:
    """Whether the time settings have changed after a row of the log: older clocks then mean nothing any more."""
    return Move.objects.filter(game=game, kind=Move.Kind.TABLE, text="pace", number__gt=number).exists()


def paused_until(game: Game, now: datetime) -> datetime | None:
    """The end of the pause of a table; None when it is not paused."""
    found = [end for start, end in timing.pauses_of(game) if start <= now < end]
    return found[-1] if found else None


def due(desk: Desk) -> None:
    """What time does to votes and pauses: the end of a pause, a reminder, the end of a vote nobody settled."""
    if _over(desk.game, desk.now):
        desk.note(Move.Kind.TABLE, "resume", via="house")
        key = f"pause:{len(desk.game.pauses)}"
        outbox.tell(desk, Notice.Kind.VOTE_ENDED, desk.seats, key, {"kind": "pause", "outcome": "over"})
    proposal = _open(desk)
    if proposal is None:
        return
    gone = proposal.kind == Proposal.Kind.RESUME and paused_until(desk.game, desk.now) is None
    if gone or clocks.is_over(proposal.closes_at, desk.now):
        end(desk, proposal, "lapsed")
    elif not proposal.data.get("reminded") and clocks.is_over(proposal.closes_at - REMIND, desk.now):
        proposal.data["reminded"] = True
        proposal.save(update_fields=["data"])
        ask(desk, proposal, f"{proposal.pk}:reminder")
        desk.dirty = True


def _over(game: Game, now: datetime) -> bool:
    """Whether the last pause has run out and nobody has said so yet."""
    end_at = timing.pauses_of(game)[-1][1] if game.pauses else None
    if not clocks.is_over(end_at, now):
        return False
    return not Move.objects.filter(game=game, kind=Move.Kind.TABLE, text="resume", at__gte=end_at).exists()


def wake(desk: Desk) -> datetime | None:
    """The next instant at which ``due`` has anything to do."""
    game, found = desk.game, []
    if game.pauses:
        ends = timing.pauses_of(game)[-1][1]
        found += [ends] if ends > desk.now or _over(game, desk.now) else []
    proposal = _open(desk)
    if proposal is not None:
        reminded = proposal.data.get("reminded")
        found.append(proposal.closes_at if reminded else proposal.closes_at - REMIND)
    return clocks.earliest(found)
