"""One line about a notice, for places where there is room for one: a lock screen, a feed, a chat channel.

``line`` is for its person, at a glance: what, and at which table; never what is asked, seen or written. ``facts`` and
``told`` are for places that others read: they know what the view of nobody knows, and nothing else.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.dateformat import format as date_format

from games import clockwords
from games.clocks import Clock
from games.letters import absolute
from games.models import Game, Move, Notice
from games.play import reading
from hotmk_site.texts import join_list, t

Kind = Notice.Kind
UTC_ZONE = ZoneInfo("UTC")
TEXT_IDS = (
    *(f"channel.line.{kind}" for kind in Kind.values),
    *(
        f"channel.told.{kind}"
        for kind in (
            "turn", "turn_until", "claim_window", "claim_window_who", "autopilot", "seat_offered", "seat_changed",
            "moved", "last_turns", "game_started", "game_ended", "game_ended_who", "table_closed", "table_unfilled",
            "table_full", "vote", "vote_ended", "pace_changed",
        )
    ),
)  # fmt: skip
PRIVATE = {Kind.INVITATION, Kind.CHAT, Kind.MENTION, Kind.VACATION, Kind.CHANNEL_OFF, Kind.SECURITY}
"""What a watcher of the table cannot know of."""
HELD = clockwords.OPEN_ENDED
"""What holds a clock until somebody or something ends it: meanwhile no end of a player's time is certain."""
ABOUT = {Kind.YOUR_TURN, Kind.REMINDER, Kind.CLAIM_WINDOW, Kind.AUTOPILOT, Kind.SEAT_CHANGED, Kind.SEAT_OFFERED}
"""Kinds that are about one seat, as everybody at the table can see."""
TURNS = {Kind.YOUR_TURN, Kind.REMINDER}


@dataclass(frozen=True)
class Asked:
    """A seat that everybody may know to be asked, and until when (None: no limit, or none that is certain now).
    ``still``: "pause", "vacation" or "". ``over``: its time is up."""

    seat: int
    name: str
    due: datetime | None
    still: str
    over: bool


@dataclass(frozen=True)
class Facts:
    """What everybody may know of a notice. ``seat``: the asked seat it is about, if it is about one."""

    notice: Notice
    game: Game
    asked: list[Asked]
    seat: Asked | None

    @property
    def about(self) -> int | None:
        """The number of the seat it is about."""
        return self.notice.seat if self.notice.kind in ABOUT else None

    @property
    def title(self) -> str:
        """The title of the table, in one clean line."""
        return plain(self.game.title)

    @property
    def url(self) -> str:
        """The address of the table. It grants nothing."""
        return absolute("table", self.game.public_id)


def plain(text: str) -> str:
    """A person's text in one line, without control characters and direction marks."""
    kept = (" " if unicodedata.category(sign)[0] == "C" and sign != "\u200d" else sign for sign in text)
    return " ".join("".join(kept).split())


def line(notice: Notice) -> str:
    """The notice for its person, in the active language."""
    title = plain(notice.game.title) if notice.game else ""
    return t(f"channel.line.{notice.kind}", title=title, label=plain(str(notice.data.get("label", ""))))


def facts(notice: Notice) -> Facts | None:
    """What everybody may know of this notice; None: nothing (a silent question or answer, talk, a person's own)."""
    game = notice.game
    if game is None or notice.kind in PRIVATE or _silent(notice, game) or _closed_offer(notice, game):
        return None
    chairs = reading.look(None, game).seats
    asked = [_asked(chair) for chair in chairs if chair.asked]
    own = next((one for one in asked if one.seat == notice.seat), None)
    if notice.kind in TURNS and own is None:
        return None
    return Facts(notice, game, asked, own)


def _asked(chair: reading.Chair) -> Asked:
    clock = chair.clock
    held = clock.still if clock.still in HELD else ""
    due = None if held else clock.due_at
    return Asked(chair.number, plain(chair.name), due, held, clock.claim_until is not None)


def until(clock: Clock, zone: ZoneInfo) -> str:
    """How long a person has, in a few words: "until Wed 2 Dec, 18:30 in Oslo"; what holds the clock, in
    the words of the page; or no limit."""
    if clock.still in HELD and clock.still_until is not None:
        return t(f"clock.still.{clock.still}", when=moment(clock.still_until, zone))
    if clock.due_at is None:
        return t("channel.no_limit")
    return t("channel.until", when=moment(clock.due_at, zone))


def _silent(notice: Notice, game: Game) -> bool:
    """Whether this tells of a move that nobody else may know of."""
    if notice.kind != Kind.MOVED or not notice.key.isdigit():
        return False
    return Move.objects.filter(game=game, number=int(notice.key), silent=True).exists()


def _closed_offer(notice: Notice, game: Game) -> bool:
    """Whether this offers a seat of a table that is not everybody's, to somebody who does not sit there."""
    return notice.kind == Kind.SEAT_OFFERED and game.visibility != Game.Visibility.OPEN


def told(fact: Facts, when: Callable[[datetime], str], clean: Callable[[str], str] = str) -> str:
    """The sentence for everybody, in the active language. ``when``: an instant in words; ``clean``: makes a person's
    text harmless where the sentence goes."""
    title, kind = clean(fact.title), fact.notice.kind
    if kind in TURNS and fact.seat is not None:
        who, due = clean(fact.seat.name), fact.seat.due
        if due is None:
            return t("channel.told.turn", title=title, who=who)
        return t("channel.told.turn_until", title=title, who=who, when=when(due))
    names = [clean(name) for name in _names(fact)]
    if names:
        return t(f"channel.told.{kind}_who", title=title, who=join_list(names))
    return t(f"channel.told.{kind}", title=title)


def _names(fact: Facts) -> list[str]:
    """Whom the sentence names: who won, whose time is up."""
    if fact.notice.kind == Kind.CLAIM_WINDOW:
        return [one.name for one in fact.asked if one.over]
    if fact.notice.kind != Kind.GAME_ENDED:
        return []
    first = [row["seats"] for row in (fact.game.result or {}).get("standings", []) if row["place"] == 1]
    won = {number for seats in first for number in seats}
    return [plain(chair.name) for chair in reading.look(None, fact.game).seats if chair.number in won]


def moment_utc(instant: datetime) -> str:
    """An instant for readers in any zone: "Wed 2 Dec, 18:30 UTC"."""
    there = instant.astimezone(UTC_ZONE)
    return t("channel.moment_utc", day=clockwords.day(there, UTC_ZONE, there), time=date_format(there, "H:i"))


def moment(instant: datetime, zone: ZoneInfo) -> str:
    """An instant in its reader's zone, as it reads on any later day: "Wed 2 Dec, 18:30 in Oslo"."""
    there = instant.astimezone(zone)
    day, time = clockwords.day(there, zone, there), date_format(there, "H:i")
    return t("channel.moment", day=day, time=time, city=clockwords.city(zone))
