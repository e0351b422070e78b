"""``Look``: what one reader may see of a game now.

Everything here is built up from the rule set's ``view`` and the reader's log; State, secret and keys of others stay
inside. ``etag`` hashes what this reader sees, so an answer given in silence changes nobody else's page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from django.utils import timezone

from games.clocks import Clock
from games.models import Box, Game, Seat
from games.play import log, timing
from games.play.acting import checked_line
from games.play.errors import IllegalMove
from games.play.log import Entry
from games.play.preview import Preview, preview
from games.play.rulesets import asked_now, rules_for, unpack
from games.play.undoing import standing, undoable
from games.rules import kernel


@dataclass
class Chair:
    """A seat as anybody may see it. ``asked``: a question that is no secret waits for it; ``clock`` tells of it only
    then. ``away``: why the autopilot drives ("": it does not); ``offered_until``: the bench may take the seat;
    ``grants``: the seats that have given it time in this turn."""

    number: int
    name: str
    user: Any
    bot: str
    is_free: bool
    is_you: bool
    autopilot: bool
    asked: bool
    clock: Clock
    salt_word: str
    away: str
    offered_until: datetime | None
    grants: tuple[int, ...]

    @property
    def due_at(self) -> datetime | None:
        """The instant at which its time is up."""
        return self.clock.due_at

    def label(self) -> str:
        """The name to show."""
        return self.name


@dataclass
class UndoOffer:
    """What the reader could take back: ordinals and notation, latest first. ``reason``: the code of what stops it
    there."""

    entries: list[int]
    texts: list[str]
    reason: str

    @property
    def possible(self) -> bool:
        """Whether there is anything to take back."""
        return bool(self.entries)


class Look:
    """One reader's look at a game. Made by ``look``; the parts are worked out when they are asked for."""

    def __init__(self, user: Any, game: Game) -> None:
        self.game, self.user = game, user if user is not None and user.is_authenticated else None
        rows = list(game.seats.select_related("user"))
        for row in rows:
            row.game = game
        self.seat: Seat | None = next((s for s in rows if self.user and s.user_id == self.user.pk), None)
        self._rows = rows
        self.now = timezone.now()
        self._calendar = timing.Calendar(row.user_id for row in rows)

    @property
    def number(self) -> int | None:
        """The reader's seat number, None for a watcher."""
        return self.seat.number if self.seat else None

    @cached_property
    def _state(self) -> Any:
        if not (self.game.is_running or self.game.is_finished):
            return None
        return unpack(rules_for(self.game), Box.objects.only("state").get(pk=self.game.pk).state)

    @cached_property
    def _asked(self) -> dict[int, kernel.Decision]:
        return {} if self._state is None or not self.game.is_running else asked_now(rules_for(self.game), self._state)

    @cached_property
    def view(self) -> dict[str, Any] | None:
        """The rule set's view for this reader; None before the start."""
        return None if self._state is None else rules_for(self.game).view(self._state, self.number)

    @cached_property
    def question(self) -> kernel.Decision | None:
        """What the reader is asked now."""
        return self._asked.get(self.number) if self.number else None

    @property
    def key(self) -> str:
        """The decision key for the reader's form; "" when not asked."""
        return self.seat.decision_key if self.seat else ""

    @cached_property
    def seats(self) -> list[Chair]:
        """All chairs as this reader may see them."""
        return [self._chair(row) for row in self._rows]

    @cached_property
    def vacations(self) -> dict[int, datetime]:
        """Seats whose person is on vacation, and until when, where that stops clocks."""
        if not self.game.is_running or not self.game.time.vacation:
            return {}
        spans = [(row.number, span) for row in self._rows for span in self._calendar.of(row.user_id)]
        return {number: end for number, (start, end) in spans if start <= self.now < end}

    def _chair(self, row: Seat) -> Chair:
        you = self.seat is row
        decision = self._asked.get(row.number)
        asked = decision is not None and (you or not decision.silent)
        return Chair(
            number=row.number,
            name=row.label(),
            user=row.user,
            bot=row.bot,
            is_free=row.is_free,
            is_you=you,
            autopilot=row.autopilot,
            asked=asked,
            clock=timing.clock_of(self.game, row, self.now, self._calendar, asked=asked),
            salt_word=row.salt_word,
            away=row.away if row.autopilot else "",
            offered_until=row.offered_until if row.autopilot else None,
            grants=tuple(row.grants) if asked or row.claim_until else (),
        )

    @cached_property
    def step(self) -> int:
        """How many steps of the game this reader can see: the number of the present position."""
        return self._counts[1]

    @cached_property
    def _counts(self) -> tuple[int, int]:
        return log.counts(self.game, self.number)

    @property
    def progress(self) -> dict[str, Any]:
        """The rule set's public progress; empty before the start."""
        return dict(self.game.progress)

    @property
    def result(self) -> dict[str, Any] | None:
        """The result (kernel.Result as JSON), after the end only."""
        return self.game.result if self.game.is_finished else None

    @cached_property
    def secret(self) -> str | None:
        """The secret of the dice in hexadecimal, after the end only."""
        return secret_of(self.game)

    def legal(self, words: Sequence[str]) -> kernel.Next:
        """The words that may follow. Raises IllegalMove when the reader is not asked or the words start no action."""
        if self.question is None or self.number is None:
            raise IllegalMove("not_asked", slug=self.game.slug)
        try:
            return rules_for(self.game).legal(self._state, self.number, list(words))
        except kernel.Illegal as error:
            raise IllegalMove(error.code, error.data, self.game.slug, " ".join(words)) from None

    def explain(self, words: Sequence[str]) -> IllegalMove:
        """Why these words are refused (only for words that are)."""
        error = rules_for(self.game).explain(self._state, self.number or 0, list(words))
        return IllegalMove(error.code, error.data, self.game.slug, " ".join(words))

    def preview(self, line: str) -> Preview:
        """What a line would do, as far as it is certain. Raises IllegalMove when not asked, BadInput."""
        if self.question is None or self.number is None:
            raise IllegalMove("not_asked", slug=self.game.slug)
        return preview(rules_for(self.game), self._state, self.number, checked_line(line), self.game.slug)

    def log(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The reader's log, oldest first: entries with an id above ``after``, at most the last ``limit``."""
        return log.entries(self.game, self.number, after, limit, self._counts)

    @cached_property
    def undo(self) -> UndoOffer:
        """What the reader may take back just now."""
        if self.number is None or not self.game.is_running:
            return UndoOffer([], [], "nothing_to_undo")
        rows, reason = undoable(standing(self.game), self.number, self.seat.user_id if self.seat else None)
        return UndoOffer([row.ordinal for row in rows], [row.text for row in rows], reason)

    @cached_property
    def etag(self) -> str:
        """Changes exactly when something this reader sees here changes."""
        seen = {
            "view": self.view,
            "key": self.key,
            "status": self.game.status,
            "seats": [
                (c.number, c.name, c.bot, c.autopilot, c.asked, c.clock.due_at, c.clock.claim_until) for c in self.seats
            ],
            "pauses": self.game.pauses,
            "rows": self._counts[0],
        }
        return hashlib.blake2b(msgspec.json.encode(seen), digest_size=12).hexdigest()


def look(user: Any, game: Game) -> Look:
    """The game as this reader (None or anonymous: a watcher) may see it now."""
    return Look(user, game)


def secret_of(game: Game) -> str | None:
    """The secret in hexadecimal, after the end only."""
    if not game.is_finished:
        return None
    return bytes(Box.objects.only("secret").get(pk=game.pk).secret).hex()
