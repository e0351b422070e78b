"""Votes of a table: proposing a pause, its end or other time settings, and answering. ``ballots`` settles them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.utils import timezone

from games import clocks
from games.clocks import Terms
from games.models import Game, Move, Proposal, Seat
from games.play import ballots
from games.play.ballots import paused_until
from games.play.desk import Desk, opened
from games.play.errors import BadInput, Closed, Refused, TooMany
from games.play.wheel import may_come_back

__all__ = ["OpenVote", "new_terms", "open_proposal", "paused_until", "propose", "vote", "waiting"]
CHANGEABLE = ("bank", "credit", "cap", "grace", "quiet", "weekend", "vacation", "claim", "endgame")
"""The time settings that a vote may change: those that speak of clocks."""
MOST, WITHIN = 5, timedelta(days=1)
"""Votes that one person may open at a table where others are asked, in that time: each of them is told to all."""


def propose(user: Any, game: Game | int, kind: str, data: dict[str, Any]) -> Proposal:
    """Open a vote; the proposer has said yes by that. ``data``: ``{"days": 1..14}`` for "pause", nothing for "resume",
    ``{"preset": name}`` or ``{"terms": {setting: value}}`` for "pace" (what does not speak of clocks stays as it is).
    With one active human it is passed at once.

    Raises NotYours, Closed, BadInput, Refused ("away", "vote_open", "paused", "not_paused", "untimed", "same_terms",
    "somebody_away"), TooMany("too_many_votes").
    """
    with _running(user, game) as (desk, chair):
        if desk.has_vote and ballots.open_at(desk.game) is not None:
            raise Refused("vote_open")
        facts = _checked(desk, kind, data)
        _not_too_many(desk, chair)
        proposal = Proposal.objects.create(
            game=desk.game,
            kind=kind,
            data={**facts, "voters": {str(chair.number): chair.user_id}},
            by=chair.number,
            ballots={str(chair.number): True},
            opened_at=desk.now,
            closes_at=desk.now + ballots.OPEN_FOR,
        )
        desk.has_vote = True
        row = desk.note(Move.Kind.TABLE, "propose", seat=chair.number, user=user.pk)
        row.data = {"what": kind, **({"n": facts["days"]} if kind == Proposal.Kind.PAUSE else {})}
    proposal.refresh_from_db()
    return proposal


def vote(user: Any, game: Game | int, proposal_id: int, yes: bool) -> Proposal:
    """Answer the open vote. A no ends it; a yes may be taken back while it is open. The same answer again does nothing.

    Raises NotYours, Closed, Refused ("away", "no_vote").
    """
    with _running(user, game) as (desk, chair):
        proposal = Proposal.objects.filter(game=desk.game, pk=proposal_id).first()
        if proposal is None:
            raise Refused("no_vote")
        name = str(chair.number)
        if proposal.ballots.get(name) is yes and proposal.data["voters"].get(name) == user.pk:
            return proposal
        if proposal.closed_at is not None:
            raise Refused("no_vote")
        proposal.ballots[name] = yes
        proposal.data["voters"][name] = user.pk
        proposal.save(update_fields=["ballots", "data"])
        row = desk.note(Move.Kind.TABLE, "vote", seat=chair.number, user=user.pk)
        row.data = {"what": "yes" if yes else "no"}
    proposal.refresh_from_db()
    return proposal


@contextmanager
def _running(user: Any, game: Game | int) -> Iterator[tuple[Desk, Seat]]:
    """The desk of a running game and the seat of an active person, after everything that was due there about votes."""
    with opened(game, timezone.now(), user.pk) as desk:
        chair = desk.seat_of(user)
        if not desk.game.is_running:
            raise Closed("not_started" if desk.game.is_open else "finished")
        if not ballots.is_needed(chair):
            raise Refused("away")
        desk.open_box()
        ballots.due(desk)
        yield desk, chair


def _not_too_many(desk: Desk, chair: Seat) -> None:
    if not any(ballots.is_needed(other) for other in desk.seats if other is not chair):
        return
    rows = Proposal.objects.filter(game=desk.game, by=chair.number, opened_at__gt=desk.now - WITHIN)
    if sum(row.data["voters"].get(str(chair.number)) == chair.user_id for row in rows) >= MOST:
        raise TooMany("too_many_votes", n=MOST)


def _checked(desk: Desk, kind: str, data: dict[str, Any]) -> dict[str, Any]:
    """What is to be kept of a proposal."""
    if kind not in Proposal.Kind.values:
        raise BadInput("bad_proposal")
    paused = paused_until(desk.game, desk.now) is not None
    if kind == Proposal.Kind.PACE:
        if any(may_come_back(seat) for seat in desk.seats):
            raise Refused("somebody_away")
        return {"terms": new_terms(desk.game.time, data).dump()}
    if kind == Proposal.Kind.RESUME:
        if not paused:
            raise Refused("not_paused")
        return {}
    if not desk.game.time.pause:
        raise Refused("no_pauses")
    days = data.get("days")
    if type(days) is not int or not 1 <= days <= clocks.PAUSE_MOST.days:
        raise BadInput("bad_proposal")
    if paused or desk.game.time.untimed:
        raise Refused("paused" if paused else "untimed")
    return {"days": days}


def new_terms(old: Terms, data: dict[str, Any]) -> Terms:
    """The time settings that a proposal comes to. Raises BadInput("bad_proposal"), Refused("same_terms")."""
    if "preset" in data:
        preset = clocks.PRESETS.get(str(data["preset"]))
        changed = {name: getattr(preset, name) for name in ("bank", "credit", "cap")} if preset else {}
    else:
        given = data.get("terms")
        given = given if isinstance(given, dict) and set(given) <= set(old.dump()) else {}
        changed = {name: given[name] for name in CHANGEABLE if name in given}
    try:
        terms = Terms.read({**old.dump(), **changed}).named()
    except msgspec.ValidationError:
        raise BadInput("bad_proposal") from None
    if not changed or terms.problems():
        raise BadInput("bad_proposal")
    if terms == old.named():
        raise Refused("same_terms")
    return terms


@dataclass
class OpenVote:
    """An open vote as a reader sees it. ``days`` of a pause, ``terms`` of another pace. ``asked``: seats whose yes is
    needed; ``yes``: those that have given it. ``may_answer``: this reader's answer is missing; ``said_yes``: it may be
    taken back."""

    id: int
    kind: str
    by: int
    days: int | None
    terms: Terms | None
    asked: list[int]
    yes: list[int]
    may_answer: bool
    said_yes: bool
    closes_at: datetime


def open_proposal(game: Game, reader: Any) -> OpenVote | None:
    """The open vote of a running table for this reader (None or anonymous: a watcher)."""
    proposal = ballots.open_at(game) if game.is_running else None
    if proposal is None or clocks.is_over(proposal.closes_at, timezone.now()):
        return None
    chairs = [chair for chair in Seat.objects.filter(game=game) if ballots.is_needed(chair)]
    asked, yes = [chair.number for chair in chairs], sorted(int(seat) for seat in proposal.ballots)
    mine = next(
        (c.number for c in chairs if reader is not None and reader.pk is not None and c.user_id == reader.pk), 0
    )
    return OpenVote(
        id=proposal.pk,
        kind=proposal.kind,
        by=proposal.by,
        days=proposal.data.get("days"),
        terms=Terms.read(proposal.data["terms"]) if "terms" in proposal.data else None,
        asked=asked,
        yes=[seat for seat in yes if seat in asked],
        may_answer=bool(mine) and mine not in yes,
        said_yes=mine in yes,
        closes_at=proposal.closes_at,
    )


def waiting(user: Any) -> list[Proposal]:
    """Open votes that wait for this person's answer, those that lapse first in front; ``game`` is read with them."""
    seats = {seat.game_id: seat for seat in Seat.objects.filter(user=user, game__status=Game.Status.RUNNING)}
    rows = Proposal.objects.filter(game__in=seats, closed_at__isnull=True, closes_at__gt=timezone.now())
    found = rows.select_related("game").order_by("closes_at")
    return [
        row for row in found if not seats[row.game_id].autopilot and str(seats[row.game_id].number) not in row.ballots
    ]
