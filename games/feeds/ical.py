"""The calendar (RFC 5545) of one person's deadlines: an event for each question that waits, when its time is up.

A question that was answered in the last days stays as a cancelled event under the same UID, so that calendars which
keep what they have once seen drop it. While a pause or vacation holds the clock the event is tentative. SEQUENCE counts
the log rows that can change the event (the person's own, and the table acts everybody sees); never those of others,
which would betray who answers in silence.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, Max, Q
from icalendar import Alarm, Calendar, Event

from accounts.models import User
from games import clocks
from games.channels.words import HELD, plain, until
from games.clocks import Habits
from games.feeds.keys import asked_id, question_id, site_name
from games.feeds.waiting import Waiting, waiting_for
from games.letters import absolute
from games.models import FeedKey, Game, Move
from hotmk_site.texts import t

KEPT = timedelta(days=7)
"""So long an answered question is told as cancelled."""
ALARM_MOST = 7 * 24 * 60


@dataclass(frozen=True)
class Revision:
    """How often an event may have changed, and when last."""

    count: int = 0
    at: datetime | None = None


def ical_of(key: FeedKey, now: datetime, alarm: int = 0) -> bytes:
    """The calendar of this key's person, in the active language; ``alarm``: minutes before a deadline (0: none). The
    same bytes as long as nothing in it changes."""
    user = key.user
    waiting = [one for one in waiting_for(user, now) if one.clock.due_at is not None]
    gone = _answered(user, now, {asked_id(one.seat) for one in waiting})
    revisions = _revisions(user, {one.game.pk for one in waiting} | {one.game.pk for one in gone})
    calendar = Calendar()
    for name, value in _head(user):
        calendar.add(name, value)
    for one in waiting:
        calendar.add_component(_asked(user, one, revisions[one.game.pk], alarm))
    for past in gone:
        calendar.add_component(_cancelled(past, revisions[past.game.pk]))
    return bytes(calendar.to_ical())


def _head(user: User) -> list[tuple[str, Any]]:
    name = t("feed.title", name=plain(user.name))
    return [
        ("prodid", "-//Lantern Post//Deadlines//EN"),
        ("version", "2.0"),
        ("calscale", "GREGORIAN"),
        ("method", "PUBLISH"),
        ("name", name),
        ("x-wr-calname", name),
        ("refresh-interval;value=duration", "PT1H"),
        ("x-published-ttl", "PT1H"),
    ]


def _event(uid: str, game: Game, due: datetime, begun: datetime, revision: Revision, status: str) -> Event:
    changed = max(begun, revision.at or begun).astimezone(UTC).replace(microsecond=0)
    event = Event()
    event.add("uid", f"{uid}@{site_name()}")
    event.add("dtstamp", changed)
    event.add("last-modified", changed)
    event.add("dtstart", due.astimezone(UTC).replace(microsecond=0))
    event.add("sequence", revision.count)
    event.add("status", status)
    event.add("transp", "TRANSPARENT")
    event.add("class", "PRIVATE")
    event.add("url", absolute("table", game.public_id))
    event.add("categories", [t(f"{game.slug}.name")])
    return event


def _asked(user: User, one: Waiting, revision: Revision, alarm: int) -> Event:
    game, clock = one.game, one.clock
    assert clock.due_at is not None
    begun = one.seat.asked_at or game.created_at
    still = clock.still in HELD
    event = _event(asked_id(one.seat), game, clock.due_at, begun, revision, "TENTATIVE" if still else "CONFIRMED")
    told = t("feed.asked", game=t(f"{game.slug}.name"), when=until(clock, user.zone))
    event.add("summary", t("feed.due_still" if still else "feed.due", title=plain(game.title)))
    event.add("description", f"{told}\n{absolute('table', game.public_id)}")
    if alarm and not still:
        bell = Alarm()
        bell.add("action", "DISPLAY")
        bell.add("description", t("feed.due", title=plain(game.title)))
        bell.add("trigger", -timedelta(minutes=alarm))
        event.add_component(bell)
    return event


@dataclass(frozen=True)
class Answered:
    """A question that this person has answered: its id, its table, when it came, when its time would have been up."""

    uid: str
    game: Game
    begun: datetime
    due: datetime


def _answered(user: User, now: datetime, open_now: set[str]) -> list[Answered]:
    """Questions of the last days that wait no more."""
    rows = Move.objects.filter(user=user, kind=Move.Kind.ACTION, at__gt=now - KEPT, clock__isnull=False)
    found: dict[str, Answered] = {}
    for row in rows.select_related("game").order_by("-number"):
        clock = row.clock or {}
        if not clock.get("asked_at") or row.seat is None:
            continue
        uid = question_id(row.game.public_id, row.seat, clock["asked_at"])
        if uid in open_now or uid in found:
            continue
        past = _past(uid, row.game, clock)
        if past is not None:
            found[uid] = past
    return list(found.values())


def _past(uid: str, game: Game, clock: dict[str, Any]) -> Answered | None:
    """From a clock as the log keeps it; None where no time ran."""
    begun = datetime.fromisoformat(clock["asked_at"])
    bank = timedelta(seconds=clock["bank"])
    pauses = [(datetime.fromisoformat(a), datetime.fromisoformat(b)) for a, b in game.pauses]
    due = clocks.due(begun, bank, game.time, Habits.read(clock["habits"]), pauses)
    return None if due is None else Answered(uid, game, begun, due)


def _cancelled(past: Answered, revision: Revision) -> Event:
    event = _event(past.uid, past.game, past.due, past.begun, revision, "CANCELLED")
    event.add("summary", t("feed.done", title=plain(past.game.title)))
    return event


def _revisions(user: User, games: set[int]) -> defaultdict[int, Revision]:
    """Game id -> the rows of its log that can change this person's events."""
    rows = Move.objects.filter(Q(user=user) | Q(kind=Move.Kind.TABLE), game_id__in=games)
    found = rows.order_by().values_list("game_id").annotate(Count("pk"), Max("at"))
    made: defaultdict[int, Revision] = defaultdict(Revision)
    made.update({game: Revision(count, at) for game, count, at in found})
    return made
