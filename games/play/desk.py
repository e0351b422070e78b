"""The desk of one transaction: the locked Game row with everything a writer needs, and how it is written back.

Plan: "One move, one transaction". ``opened`` is the only door to change a game. The Box and the seats are read after
the lock is held, in queries of their own: PostgreSQL would hand out rows joined to a locked one as they were before
the wait.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction

from games import clocks
from games.models import Box, EventRow, Game, Move, Notice, Seat, TurnRecord
from games.play import ballots, countdown, nudge, outbox, recess, reliability, tenures, timing
from games.play.errors import Missing, NotYours
from games.play.rulesets import Rules, asked_now, has_bot_pilot, pack, plain, rules_for, turn_of, unpack
from games.rules import kernel
from games.rules.dice import RealDice

SEAT_FIELDS = (
    "number", "user", "bot", "joined_at", "salt_word", "decision_key", "question", "silent", "asked_at", "due_at",
    "autopilot", "acts", "bank", "habits", "spent_turn", "credited_turn", "remind_at", "reminders", "claim_until",
    "grants", "away", "away_since", "offered_until", "walked_out",
)  # fmt: skip
"""What a writer may change of a seat: all but what its person's page has shown, which is noted without a lock."""
PEOPLE = ("web", "mail")
"""Ways by which a person acts; all others are the house's."""
AUTOPILOT_BATCH = 150
"""Actions the autopilot plays in one transaction; the rest waits for the next tick."""


class Desk:
    """A game under lock. ``rows`` are the new rows of its log; nothing is stored before ``save``.

    ``actor``: id of the user who acts (gets no notice), None for the house. ``asked``: seat -> question now put to it.
    ``has_vote``: a vote is open here. ``letters``: notices to be written beside those that ``outbox`` finds by itself.
    ``records``: turns that have ended.
    ``in_task``: a task is playing the bots of this game just now and will go on by itself.
    """

    def __init__(self, game: Game, now: datetime, actor: int | None) -> None:
        self.game, self.now, self.actor = game, now, actor
        seats = ballots.with_votes(Seat.objects.filter(game=game))
        self.seats: list[Seat] = list(seats.select_related("user__notice_settings"))
        self.has_vote = any(ballots.sees_vote(chair) for chair in self.seats)
        self.calendar = timing.Calendar(chair.user_id for chair in self.seats)
        self.rows: list[Move] = []
        self.events: list[EventRow] = []
        self.letters: list[Notice] = []
        self.records: list[TurnRecord] = []
        self.ended: Move | None = None
        self.newly: set[int] = set()
        self.more = False
        self.dirty = False
        self.in_task = False
        self._turn_before = 0
        self._rekey: set[int] = set()
        self._changed: set[int] = set()
        self._box: Box | None = None

    @property
    def rules(self) -> Rules:
        """The rule set with the game's own edition."""
        return rules_for(self.game)

    def chair(self, number: int) -> Seat:
        """The seat with this number."""
        return next(seat for seat in self.seats if seat.number == number)

    def seat_of(self, user: Any) -> Seat:
        """The seat of this person. Raises NotYours."""
        for seat in self.seats:
            if user is not None and user.pk is not None and seat.user_id == user.pk:
                return seat
        raise NotYours("not_seated")

    def open_box(self) -> Box:
        """The inside of the game; its State (when it has begun), dice and questions are unpacked."""
        if self._box is None:
            self._box = Box.objects.get(pk=self.game.pk)
            self.dice = RealDice(bytes(self._box.secret), self.game.salt, dict(self._box.counters))
            if self._box.state:
                self.place(unpack(self.rules, self._box.state))
        return self._box

    def place(self, state: Any) -> None:
        """Take this State as the present one."""
        self.state = state
        self.asked = asked_now(self.rules, state)
        self.turn = turn_of(self.rules, state)

    def note(self, kind: str, text: str, *, seat: int | None = None, user: int | None = None, via: str = "web") -> Move:
        """A new row of the log (kind "undo" or "table"); actions come from ``play``."""
        self.game.last_number += 1
        row = Move(
            game=self.game,
            number=self.game.last_number,
            kind=kind,
            text=text,
            seat=seat,
            user_id=user,
            via=via,
            at=self.now,
        )
        self.rows.append(row)
        self.dirty = True
        return row

    def play(self, seat: int, text: str, via: str, key: str = "") -> tuple[Move, kernel.Step[Any]]:
        """Carry out one action: State, row, events, clocks. Raises kernel.Illegal, then nothing has changed."""
        decision, turn, asked = self.asked.get(seat), self.turn, self.asked
        step = kernel.advance(self.rules, self.state, seat, text, self.dice)
        self.place(step.state)
        self._turn_before = turn
        chair = self.chair(seat)
        chair.acts += 1
        row = self.note(Move.Kind.ACTION, text, seat=seat, user=chair.user_id if via in PEOPLE else None, via=via)
        row.ordinal, row.decision_key, row.turn = chair.acts, key, turn
        row.barrier, row.closes_all = step.barrier, step.closes_all
        row.sealed, row.silent = bool(decision and decision.sealed), bool(decision and decision.silent)
        row.clock = timing.snapshot(chair)
        self.tell(row, step.events, step.draws)
        if self.turn != turn:
            self.keep(row)
            self.ended = None if row.silent else row
        due_at = chair.due_at
        self.ask_again(asked, seat, new_turn=self.turn != turn)
        if via in PEOPLE and not row.silent:
            reliability.ended(self, chair, turn, due_at)
        return row, step

    def tell(self, row: Move, events: list[kernel.Event], draws: list[Any]) -> None:
        """Add events and draws to a row."""
        row.draws = plain(draws)
        for index, event in enumerate(events):
            self.events.append(
                EventRow(
                    move=row,
                    game=self.game,
                    index=index,
                    code=event.code,
                    data=plain(event.data),
                    seats=None if event.seats is None else list(event.seats),
                    until=event.until,
                    opened=event.opened,
                )
            )

    def keep(self, row: Move) -> None:
        """Keep the present State with this row: a turn begins here."""
        row.state, row.counters = pack(self.rules, self.state), dict(self.dice.counters)

    def ask_again(self, before: dict[int, kernel.Decision], mover: int | None, new_turn: bool) -> None:
        """Seats whose question changed get a new key; those newly asked, or asked in a new turn, a new clock too. When
        a turn is over, who has spent time in it gets the credit."""
        fresh = [chair for chair in self.seats if self._is_fresh(chair, before, new_turn)]
        gone = [chair for chair in self.seats if chair.number not in self.asked]
        still = [chair for chair in gone if chair.number in before or chair.decision_key]
        for chair in (*still, *fresh):
            timing.stop(self.game, chair, self.now, self._turn_before, self.calendar)
            self._changed.add(chair.number)
        for chair in self.seats if new_turn else ():
            if timing.credit(self.game, chair, self._turn_before) or chair.grants:
                self._changed.add(chair.number)
            chair.grants = []
        for chair in still:
            self._still(chair)
        for chair in fresh:
            self._ask(chair, self.asked[chair.number])
        self._same(before, mover, {chair.number for chair in fresh})

    def _is_fresh(self, chair: Seat, before: dict[int, kernel.Decision], new_turn: bool) -> bool:
        """Whether this seat is newly asked. (A question one need not answer has no clock: it is another one.)"""
        was, now = before.get(chair.number), self.asked.get(chair.number)
        if now is None:
            return False
        return was is None or (new_turn and not now.sealed) or was.optional != now.optional

    def _same(self, before: dict[int, kernel.Decision], mover: int | None, fresh: set[int]) -> None:
        """Seats that go on being asked get a new key when they moved or their question is another."""
        for chair in self.seats:
            now = self.asked.get(chair.number)
            if now is not None and chair.number not in fresh and (chair.number == mover or before[chair.number] != now):
                chair.question, chair.silent = now.code, now.silent
                self._rekey.add(chair.number)
                self._changed.add(chair.number)
        if mover is not None:
            self._changed.add(mover)

    def _still(self, chair: Seat) -> None:
        chair.decision_key, chair.question = "", ""
        self._rekey.discard(chair.number)
        self.newly.discard(chair.number)

    def _ask(self, chair: Seat, decision: kernel.Decision) -> None:
        chair.question, chair.silent = decision.code, decision.silent
        if decision.optional:
            timing.no_clock(chair)
        else:
            timing.wind(self.game, chair, self.now, self.calendar)
        self._rekey.add(chair.number)
        self.newly.add(chair.number)

    def touch(self, chair: Seat) -> None:
        """This seat's row is to be written."""
        self._changed.add(chair.number)
        self.dirty = True

    def drive(self) -> None:
        """Let the autopilots play until a person or a bot is asked, at most one batch."""
        for _ in range(AUTOPILOT_BATCH):
            number = self._autopilot_asked()
            if number is None:
                return
            self.play(number, self.rules.fallback(self.state, number), "autopilot")
        self.more = self._autopilot_asked() is not None

    def _autopilot_asked(self) -> int | None:
        """The first seat on autopilot that has to answer (an optional question can stay open)."""
        if has_bot_pilot(self.game):
            return None
        return next((n for n, d in self.asked.items() if not d.optional and self.chair(n).is_empty), None)

    def bots_asked(self) -> list[int]:
        """Numbers of the seats that have to answer and for which a bot thinks."""
        piloted = has_bot_pilot(self.game)
        bots = [n for n, d in self.asked.items() if not d.optional]
        return [n for n in bots if self.chair(n).bot or (piloted and self.chair(n).is_empty)]

    def put(self, chair: Seat, question: kernel.Decision) -> None:
        """Put the present question to a seat anew, with a new key and a new clock: it has changed hands."""
        self._ask(chair, question)
        self.touch(chair)

    def save(self) -> None:
        """Write everything back; end the game when nobody is asked any more."""
        game = self.game
        if game.is_running and self._box is not None:
            if not self.asked:
                self._finish()
            game.progress = plain(self.rules.progress(self.state))
            countdown.look(self)
        ballots.look(self)
        self._save_rows()
        if self._box is not None and game.status in (Game.Status.RUNNING, Game.Status.FINISHED):
            Box.objects.filter(pk=game.pk).update(state=pack(self.rules, self.state), counters=dict(self.dice.counters))
        self._save_seats()
        game.wake_at = self.next_wake()
        game.save()
        reliability.write(self)
        if outbox.write(self):
            nudge.soon("send_notices")
        bots = game.is_running and self._box is not None and (self.more or (self.bots_asked() and not self.in_task))
        if bots or game.is_finished:
            nudge.soon("wake", game.pk)

    def _finish(self) -> None:
        self._end(self.rules.result(self.state))

    def finish_early(self, standings: Sequence[kernel.Standing], reason: str) -> None:
        """End the game before the rules do: nobody is asked any more."""
        for chair in self.seats:
            timing.stop(self.game, chair, self.now, self.turn, self.calendar)
            self._still(chair)
            self.touch(chair)
        self._end(kernel.Result(tuple(standings), reason))

    def _end(self, result: kernel.Result | None) -> None:
        self.game.result = plain(result)
        self.game.status = Game.Status.FINISHED
        self.game.finished_at = self.now
        tenures.finish(self)

    def _save_rows(self) -> None:
        Move.objects.bulk_create(self.rows)
        EventRow.objects.bulk_create(self.events)
        names = {event.opened for event in self.events if event.opened}
        if names:
            now_open = EventRow.objects.filter(game=self.game, until__in=names, move__undone_by__isnull=True)
            now_open.update(is_open=True)
            Move.objects.filter(game=self.game, silent=True, events__in=now_open.values("pk")).update(silent=False)

    def _save_seats(self) -> None:
        for chair in self.seats:
            if chair.number in self._rekey:
                chair.decision_key = secrets.token_urlsafe(18)
            if chair.number in self._changed:
                chair.save(update_fields=SEAT_FIELDS)

    def next_wake(self) -> datetime | None:
        """The next instant anything is to be done here; None when nothing ever is. (A finished game is to be rated.)"""
        if self.game.is_open:
            return self._wake_open()
        if self.game.is_finished:
            return self.now
        if not self.game.is_running:
            return None
        if self._box is None:
            return self.game.wake_at
        bots: datetime | None = None
        if self.more or self.bots_asked():
            bots = self.now + clocks.BOT_LEASE if self.in_task and not self.more else self.now
        return clocks.earliest(
            [bots, ballots.wake(self), recess.wake(self), *(timing.wake_of(chair) for chair in self.seats)]
        )

    def _wake_open(self) -> datetime | None:
        """When a table that waits for players is to be looked at: to warn its host, to close it."""
        closes = self.game.closes_at
        if closes is None or self.now >= closes - clocks.WARNING:
            return closes
        return closes - clocks.WARNING


def lock(pk: int) -> Game | None:
    """The Game row, held until the transaction ends. (SQLite's transactions are IMMEDIATE: the whole file is held.)"""
    return Game.objects.select_for_update().filter(pk=pk).first()


@contextmanager
def opened(game: Game | int, now: datetime, actor: int | None) -> Iterator[Desk]:
    """Lock a game for writing; what was changed is stored at the end, and nothing when an error passes. Raises
    Missing."""
    with transaction.atomic():
        pk = game if isinstance(game, int) else game.pk
        row = lock(pk)
        if row is None:
            raise Missing()
        desk = Desk(row, now, actor)
        yield desk
        if desk.dirty:
            desk.save()
