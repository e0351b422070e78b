"""``act``: one line of actions, one transaction (plan: "One move, one transaction", steps 1 to 6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from games.models import Game, Move, Seat
from games.play.desk import Desk, opened
from games.play.errors import BadInput, Closed, IllegalMove, NotYours, Stale
from games.rules import kernel

LINE_LENGTH = 4000
LINE_ACTIONS = 60


@dataclass
class Outcome:
    """What a request did. ``steps``: its rows of the log. ``stopped``: why the rest of a line was not played (what was
    played before it stands). ``repeated``: the very same request was carried out before; nothing was done again."""

    game: Game
    steps: list[Move] = field(default_factory=list)
    stopped: IllegalMove | None = None
    repeated: bool = False


def act(user: Any, game: Game | int, key: str, line: str, via: str = "web") -> Outcome:
    """Play a line of actions for the user's seat.

    ``key`` is the decision key the page showed; ``via`` the way the line came ("web", "mail"). A line is all or
    nothing up to its first reveal; after it, the first illegal action stops the line and what was played stands
    (``stopped``). Raises NotYours, Stale, Closed, IllegalMove, BadInput, Missing; then nothing has changed.
    """
    actions = checked_line(line)
    with opened(game, timezone.now(), user.pk) as desk:
        chair = desk.seat_of(user)
        if chair.autopilot and desk.game.is_running:
            raise NotYours("away")
        return act_as(desk, chair, key, actions, via)


def is_key(key: str) -> bool:
    """Whether a text could be a decision key at all (a database refuses some letters outright)."""
    return 0 < len(key) <= 32 and key.isascii() and key.isprintable()


def checked_line(line: str) -> list[str]:
    """A line as sent -> its actions. Raises BadInput for one that is empty, too long or holds unprintable letters."""
    if len(line) > LINE_LENGTH:
        raise BadInput("line_too_long", n=LINE_LENGTH)
    actions = kernel.split_line(line)
    if not actions:
        raise BadInput("line_empty")
    if len(actions) > LINE_ACTIONS:
        raise BadInput("line_too_long", n=LINE_LENGTH)
    if not all(text.isprintable() for text in actions):
        raise BadInput("line_letters")
    return actions


def act_as(desk: Desk, chair: Seat, key: str, actions: list[str], via: str) -> Outcome:
    """Play for a seat of the locked game: key, legality, log, then the autopilots."""
    line = kernel.SEPARATOR.join(actions)
    if not key or key != chair.decision_key:
        return _again(desk, chair, key, line)
    if not desk.game.is_running:
        raise Closed("not_started" if desk.game.is_open else "finished")
    desk.open_box()
    outcome = _play_line(desk, chair, key, actions, via)
    outcome.steps[0].line = line
    if outcome.stopped is not None:
        stop = outcome.stopped
        outcome.steps[-1].halted = {"code": stop.code, "data": stop.data, "text": stop.text, "place": stop.place}
    desk.drive()
    return outcome


def _play_line(desk: Desk, chair: Seat, key: str, actions: list[str], via: str) -> Outcome:
    outcome, revealed = Outcome(desk.game), False
    for place, text in enumerate(actions, 1):
        try:
            row, step = desk.play(chair.number, text, via, key)
        except kernel.Illegal as error:
            outcome.stopped = IllegalMove(error.code, error.data, desk.game.slug, text, place)
            if not revealed:
                raise outcome.stopped from None
            return outcome
        outcome.steps.append(row)
        revealed = revealed or step.barrier
    return outcome


def _again(desk: Desk, chair: Seat, key: str, line: str) -> Outcome:
    """An old key: the very same line, still standing, is answered as the first time; all else is stale."""
    rows = list(
        Move.objects.filter(game=desk.game, decision_key=key, seat=chair.number, kind=Move.Kind.ACTION).defer("state")
        if is_key(key)
        else []
    )
    if not rows or rows[0].line != line or any(row.undone_by is not None for row in rows):
        raise Closed("finished") if desk.game.is_finished else Stale()
    stop = rows[-1].halted
    stopped = IllegalMove(stop["code"], stop["data"], desk.game.slug, stop["text"], stop["place"]) if stop else None
    return Outcome(desk.game, rows, stopped, repeated=True)
