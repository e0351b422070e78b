"""The one door out of a running game, and the way back (design: "When time runs out", 3).

Time that is up, a co-player who hands the seat over, resigning, a ban, a deleted account: all give the wheel to the
autopilot, which plays at once. Who left may come back until a substitute has the seat; coming back never makes a
deadline later than it was, except that an empty bank gets one credit, once for a question.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import BenchEntry, Game, Move, Notice, Seat
from games.play import bench, outbox, tenures, timing
from games.play.chairs import get_up
from games.play.desk import Desk, opened
from games.play.errors import Closed, NotYours
from games.play.wheel import FOR_GOOD, why_not_back


def must_run(game: Game) -> None:
    """Raises Closed for a table that is not being played."""
    if not game.is_running:
        raise Closed("not_started" if game.is_open else "finished")


def hand_over(desk: Desk, chair: Seat, act: str, how: str, by: int | None = None) -> None:
    """Give a seat to the autopilot as a table act; ``how`` becomes ``Seat.away``, ``by`` the co-player who did it.

    Its bank pays, its person is told, the others too, and the seat is offered to the bench. The caller lets the
    autopilot play (``Desk.drive``)."""
    desk.open_box()
    timing.rest(desk.game, chair, desk.now, desk.calendar)
    chair.autopilot, chair.away, chair.away_since = True, how, desk.now
    row = desk.note(Move.Kind.TABLE, act, seat=chair.number, user=desk.actor, via="web" if desk.actor else "house")
    row.data = {} if by is None else {"by": by}
    desk.touch(chair)
    desk.newly.discard(chair.number)
    tenures.end(desk, chair, how)
    key = str(row.number)
    if how not in FOR_GOOD:
        outbox.tell(desk, Notice.Kind.AUTOPILOT, [chair], key, {"how": how})
    outbox.tell_others(desk, Notice.Kind.SEAT_CHANGED, chair, key, {"act": act, "by": by})
    bench.offer(desk, chair, key)


def resign(user: Any, game: Game | int) -> Game:
    """Leave a running game by own will: the autopilot plays on. Twice is once. Raises NotYours, Closed."""
    with opened(game, timezone.now(), user.pk) as desk:
        chair = desk.seat_of(user)
        must_run(desk.game)
        if chair.away == "resigned" or chair.away in FOR_GOOD:
            return desk.game
        chair.walked_out += 1
        _gone(desk, chair, "resign", "resigned")
    return desk.game


def ban(user: Any) -> None:
    """Take a person from all tables: open ones are left, running seats go to the autopilot for good."""
    _everywhere(user, "ban", "banned")


def abandon(user: Any) -> None:
    """Everything that a person who deletes the account leaves behind: as ``ban``."""
    _everywhere(user, "delete", "deleted")


def _everywhere(user: Any, act: str, how: str) -> None:
    now = timezone.now()
    BenchEntry.objects.filter(user=user).delete()
    ids = Seat.objects.filter(user=user, game__status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    for game_id in sorted(ids.values_list("game_id", flat=True)):
        with opened(game_id, now, user.pk) as desk:
            try:
                chair = desk.seat_of(user)
            except NotYours:
                continue
            if desk.game.is_open:
                get_up(desk, chair)
            elif desk.game.is_running and chair.away not in FOR_GOOD:
                _gone(desk, chair, act, how)


def _gone(desk: Desk, chair: Seat, act: str, how: str) -> None:
    """Out through the door; who was absent already is now away for another reason."""
    if chair.autopilot:
        chair.away = how
        row = desk.note(Move.Kind.TABLE, act, seat=chair.number, user=desk.actor)
        desk.touch(chair)
        tenures.end(desk, chair, how)
        outbox.tell_others(desk, Notice.Kind.SEAT_CHANGED, chair, str(row.number), {"act": act})
        return
    hand_over(desk, chair, act, how)
    desk.drive()


def return_to_seat(user: Any, game: Game | int) -> Game:
    """Take the wheel back from the autopilot. A seat that is not on autopilot stays as it is. Raises NotYours
    ("not_seated", "away_for_good", "left_twice"), Closed."""
    with opened(game, timezone.now(), user.pk) as desk:
        chair = desk.seat_of(user)
        must_run(desk.game)
        if not chair.autopilot:
            return desk.game
        if why := why_not_back(chair):
            raise NotYours(why)
        desk.open_box()
        _back(desk, chair)
        tenures.go_on(desk, chair)
        row = desk.note(Move.Kind.TABLE, "return", seat=chair.number, user=user.pk)
        outbox.tell_others(desk, Notice.Kind.SEAT_CHANGED, chair, str(row.number), {"act": "return"})
        desk.drive()
    return desk.game


def _back(desk: Desk, chair: Seat) -> None:
    """A person takes the wheel: the clock goes on with what is left in the bank."""
    since = chair.away_since or desk.now
    chair.autopilot, chair.away, chair.away_since, chair.offered_until = False, "", None, None
    desk.touch(chair)
    if chair.bank <= timedelta(0) and chair.number not in chair.grants:
        chair.bank = timedelta(seconds=desk.game.time.credit) or timing.COMEBACK
        chair.grants = [*chair.grants, chair.number]
    question = desk.asked.get(chair.number)
    if question is None or question.optional:
        return
    if chair.asked_at is not None and chair.asked_at <= since:
        timing.wind_on(desk.game, chair, desk.now, desk.calendar)
    else:
        timing.wind(desk.game, chair, desk.now, desk.calendar)
