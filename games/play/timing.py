"""The clock of a seat as the desk winds it: asked, still, credited, taken back. The arithmetic is ``games/clocks.py``.

``clock_of`` is the one answer of page, list, mail, feed and sweeper about a seat's time. A bank pays when its seat is
no longer asked; credits come when the turn is over. A silent answer in time costs nothing: else the bank would tell
when it was given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from games import clocks
from games.clocks import Clock, Habits, Stretch
from games.models import Game, Move, NoticeSettings, Seat, Vacation

MARKS = ("half", "fifth", "hour")
"""When a person is reminded: half of the bank is left, a fifth, one hour."""
COMEBACK = timedelta(hours=12)
"""What a seat with an empty bank gets when its person comes back and the table knows no credit."""


class Calendar:
    """Vacations of some people, read once, when they are first needed."""

    def __init__(self, people: Iterable[int | None]) -> None:
        self._people = {person for person in people if person is not None}
        self._rows: dict[int, list[Stretch]] | None = None

    def of(self, user_id: int | None) -> list[Stretch]:
        """The vacations of a person as stretches."""
        if user_id is None:
            return []
        if self._rows is None or user_id not in self._people:
            self._people.add(user_id)
            self._rows = {}
            for row in Vacation.objects.filter(user__in=self._people):
                self._rows.setdefault(row.user_id, []).append((row.starts_at, row.ends_at))
        return self._rows.get(user_id, [])


def clock_of(
    game: Game, chair: Seat, now: datetime, calendar: Calendar | None = None, *, asked: bool | None = None
) -> Clock:
    """The time of a seat at ``now``. ``asked``: whether the reader may know that it is asked (None: yes);
    an open claim window tells everybody."""
    if not game.is_running or chair.bot or chair.is_empty:
        return Clock(untimed=game.time.untimed, bank=chair.bank)
    pauses, vacations = _still(game, chair, calendar)
    told = chair.is_asked and (asked is not False or chair.claim_until is not None)
    return clocks.clock_at(
        now,
        chair.asked_at if told and chair.due_at is not None else None,
        chair.bank,
        game.time,
        Habits.read(chair.habits),
        pauses=pauses,
        vacations=vacations,
        claim_until=chair.claim_until if told else None,
    )


def _still(game: Game, chair: Seat, calendar: Calendar | None) -> tuple[list[Stretch], list[Stretch]]:
    """The stretches in which this seat's clock stands still: pauses of the table, vacations of its person."""
    if not game.time.vacation:
        return pauses_of(game), []
    return pauses_of(game), (calendar or Calendar([chair.user_id])).of(chair.user_id)


def pauses_of(game: Game) -> list[Stretch]:
    """The pauses of a table."""
    return [(datetime.fromisoformat(start), datetime.fromisoformat(end)) for start, end in game.pauses]


def _frozen(game: Game, chair: Seat, calendar: Calendar | None) -> list[Stretch]:
    pauses, vacations = _still(game, chair, calendar)
    return [*pauses, *vacations]


def habits_of(chair: Seat, terms: clocks.Terms) -> Habits:
    """What of the seat's person counts for a question asked now."""
    user = chair.user
    if user is None:
        return Habits()
    start, end = user.quiet_from, user.quiet_to
    quiet = (start, end) if terms.quiet and start is not None and end is not None and start != end else None
    return Habits(user.zone.key, quiet)


def wind(game: Game, chair: Seat, now: datetime, calendar: Calendar | None = None) -> None:
    """Start the clock of a seat that is newly asked. Bots and empty chairs have none."""
    chair.asked_at, chair.due_at, chair.claim_until = now, None, None
    if chair.bot or chair.is_empty:
        return
    chair.habits = habits_of(chair, game.time).dump()
    chair.reminders = marks_of(chair, chair.bank)
    reckon(game, chair, calendar)


def wind_on(game: Game, chair: Seat, now: datetime, calendar: Calendar | None = None) -> None:
    """Go on with a question whose clock was stopped by ``rest``: neither its grace nor its habits begin anew."""
    chair.asked_at = clocks.grace_over(now, game.time, _frozen(game, chair, calendar))
    chair.reminders = marks_of(chair, chair.bank)
    reckon(game, chair, calendar)


def rest(game: Game, chair: Seat, now: datetime, calendar: Calendar | None = None) -> None:
    """A seat goes to the autopilot: its bank pays, its clock is still. ``asked_at`` stays, to know the question by."""
    used = used_of(game, chair, now, calendar)
    chair.bank = clocks.after_turn(chair.bank, used, game.time, credit=False)
    chair.due_at = chair.remind_at = chair.claim_until = chair.spent_turn = None
    chair.reminders = []


def no_clock(chair: Seat) -> None:
    """A seat is asked something it may leave open: no time runs."""
    chair.asked_at = chair.due_at = chair.remind_at = chair.claim_until = None


def wake_of(chair: Seat) -> datetime | None:
    """The next instant anything is to be done about this seat's time: a reminder, zero, the end of the claim window."""
    if chair.claim_until is not None:
        return chair.claim_until
    return clocks.earliest([chair.due_at, chair.remind_at])


def marks_of(chair: Seat, bank: timedelta) -> list[list[Any]]:
    """The reminders to come for a bank: pairs of mark and seconds left, without those that lie behind already."""
    settings: NoticeSettings | None = getattr(chair.user, "notice_settings", None)
    wanted = MARKS if settings is None or settings.reminders is None else settings.reminders
    whole = bank.total_seconds()
    left = {"half": whole / 2, "fifth": whole / 5, "hour": float(clocks.HOUR)}
    marks = [[mark, int(left[mark])] for mark in MARKS if mark in wanted and left[mark] < whole]
    return sorted(marks, key=lambda pair: -int(pair[1]))


def reckon(game: Game, chair: Seat, calendar: Calendar | None = None) -> None:
    """Work out ``due_at``, the next reminder and the end of a claim window anew: after a pause, a vacation, a grant, an
    undo."""
    if chair.asked_at is None or chair.bot or chair.is_empty:
        chair.due_at = chair.remind_at = None
        return
    if game.time.untimed:
        _reckon_silence(game, chair, calendar)
        return
    chair.due_at = instant_left(game, chair, 0, calendar)
    chair.remind_at = instant_left(game, chair, chair.reminders[0][1], calendar) if chair.reminders else None
    if chair.claim_until is not None:
        opened = _opened_at(game, chair)
        length = timedelta(seconds=game.time.claim)
        chair.claim_until = clocks.window_end(opened, length, pauses_of(game)) if opened else chair.claim_until


def _opened_at(game: Game, chair: Seat) -> datetime | None:
    """When the last claim window of this seat opened."""
    rows = Move.objects.filter(game=game, kind=Move.Kind.TABLE, text="expire", seat=chair.number)
    return rows.order_by("number").values_list("at", flat=True).last()


def _reckon_silence(game: Game, chair: Seat, calendar: Calendar | None) -> None:
    """An untimed table has no zero, but nobody can freeze it for ever: after a long silence the others may act. Until
    then ``remind_at`` is the instant at which that begins."""
    assert chair.asked_at is not None
    frozen = _frozen(game, chair, calendar)
    chair.due_at, chair.remind_at = None, clocks.window_end(chair.asked_at, clocks.SILENCE, frozen)
    if chair.claim_until is not None:
        opened = _opened_at(game, chair)
        own = opened is not None and chair.remind_at <= opened  # one from before the table was untimed is closed
        chair.claim_until = (
            clocks.window_end(opened, clocks.SILENCE_WINDOW, pauses_of(game)) if opened and own else None
        )


def instant_left(game: Game, chair: Seat, seconds: int, calendar: Calendar | None = None) -> datetime | None:
    """The instant at which so many seconds of the bank are left."""
    assert chair.asked_at is not None
    habits, frozen = Habits.read(chair.habits), _frozen(game, chair, calendar)
    return clocks.when_left(chair.asked_at, chair.bank, timedelta(seconds=seconds), game.time, habits, frozen)


def used_of(game: Game, chair: Seat, now: datetime, calendar: Calendar | None = None) -> timedelta:
    """How much time has run for a seat's present question."""
    if chair.asked_at is None or chair.due_at is None:
        return timedelta(0)
    habits = Habits.read(chair.habits)
    return clocks.spent(chair.asked_at, now, game.time, habits, _frozen(game, chair, calendar))


def stop(game: Game, chair: Seat, now: datetime, turn: int, calendar: Calendar | None = None) -> None:
    """A seat is no longer asked, or asked something new: its bank pays. No credit: the turn may go on."""
    if chair.due_at is not None and not chair.bot and not chair.is_empty:
        used = used_of(game, chair, now, calendar)
        if not chair.silent or used >= chair.bank:
            chair.bank = clocks.after_turn(chair.bank, used, game.time, credit=False)
        if not chair.silent:
            chair.spent_turn = turn
    chair.asked_at = chair.due_at = chair.remind_at = chair.claim_until = None
    chair.reminders, chair.silent = [], False


def credit(game: Game, chair: Seat, turn: int) -> bool:
    """A turn is over: who has spent time in it gets the credit, once. Answers whether it was given."""
    if chair.spent_turn != turn or chair.credited_turn == turn or chair.bot or chair.is_empty:
        return False
    endgame = game.countdown_at is not None
    chair.bank = clocks.after_turn(chair.bank, timedelta(0), game.time, credit=True, endgame=endgame)
    chair.credited_turn = turn
    return True


def snapshot(chair: Seat) -> dict[str, Any]:
    """The clock as undo gives it back."""
    return {
        "asked_at": chair.asked_at.isoformat() if chair.asked_at else None,
        "bank": chair.bank.total_seconds(),
        "habits": chair.habits,
        "spent_turn": chair.spent_turn,
        "credited_turn": chair.credited_turn,
        "claim_until": chair.claim_until.isoformat() if chair.claim_until else None,
        "reminders": chair.reminders,
        "grants": chair.grants,
    }


def restore(game: Game, chair: Seat, rows: Sequence[Any], now: datetime, calendar: Calendar | None = None) -> None:
    """Give back the clock from before the last of ``rows`` (taken back, latest first): nothing is gained, and the time
    since then has run. Time that others granted to the same question meanwhile stays granted."""
    first = rows[-1].clock
    if first is None or first["asked_at"] is None:
        return
    if chair.asked_at is not None and first["asked_at"] == chair.asked_at.isoformat():
        return
    clock = next(row.clock for row in rows if row.clock and row.clock["asked_at"] == first["asked_at"])
    chair.asked_at = datetime.fromisoformat(clock["asked_at"])
    chair.bank = timedelta(seconds=clock["bank"])
    chair.habits, chair.credited_turn = clock["habits"], clock["credited_turn"]
    chair.spent_turn = clock.get("spent_turn")
    chair.grants = sorted({*clock.get("grants", []), *chair.grants})
    until = clock.get("claim_until")
    chair.claim_until = datetime.fromisoformat(until) if until else None
    chair.reminders = clock.get("reminders", [])
    pass_marks(game, chair, now, calendar)


def pass_marks(game: Game, chair: Seat, now: datetime, calendar: Calendar | None = None) -> str:
    """Go on to the first reminder that still lies ahead. Answers the last mark that was passed ("": none)."""
    passed = ""
    reckon(game, chair, calendar)
    while chair.reminders and clocks.is_over(chair.remind_at, now):
        passed = str(chair.reminders[0][0])
        chair.reminders = chair.reminders[1:]
        reckon(game, chair, calendar)
    return passed


def first_bank(game: Game) -> timedelta:
    """What every seat owns at the start."""
    return timedelta(seconds=game.time.bank)
