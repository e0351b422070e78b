"""The deeds of a game summed for reading: the strip "since you last looked" and the log, both turn by turn.

A rule set's layout weighs its events (``weight(code)``): a *main* deed gets a line of its own, a *part* belongs to the
deed before it, a *small* one is only counted, anything else says nothing by itself. So a turn of twelve presses reads
as one or two lines, and all of it is there to unfold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from games import clockwords
from games.play import log, reading
from games.play.log import Entry
from games.play.reading import Look
from games.sentences import layout_of, names_of, sentence, sentences
from games.views.rows import option_facts
from games.views.table_desk import speaker
from hotmk_site.texts import t

LOG_ROWS = 48
"""Rows of the log a table page reads; the whole of it has a page of its own."""
LOG_TURNS = 8
FOLDED_FROM = 3
"""A turn of so many lines is folded under its sum."""
FRESH = timedelta(days=1)
NEWS_MOST = 5
SINCE = "since"
NEVER, ALL = -1, 10**9
"""Nothing seen yet, and nothing unseen, as ids of the log."""
Data = dict[str, Any]


@dataclass
class Deed:
    """A deed that has a line of its own, with what belongs to it."""

    seat: int | None
    line: str
    square: str = ""
    step: int | None = None
    parts: list[str] = field(default_factory=list)
    small: int = 0


@dataclass
class Turn:
    """Rows of one seat in one turn, in their order, and what they sum up to."""

    seat: int | None
    number: int
    rows: list[Entry] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    small: int = 0

    @property
    def at(self) -> datetime | None:
        return self.rows[-1].at


class Reader:
    """Sums rows of a game's log for one reader."""

    def __init__(self, look: Look) -> None:
        self.look, self.layout, self.who = look, layout_of(look.game.slug), names_of(look.seats)
        self.say = speaker()
        self._known: dict[int, str] = {}

    def turns(self, rows: Iterable[Entry]) -> list[Turn]:
        """Rows, oldest first, as turns; acts at the table and what was undone stand alone, without a sum."""
        found: list[Turn] = []
        for row in rows:
            fits = found and row.kind != "table" and (found[-1].seat, found[-1].number) == (row.seat, row.turn)
            if not fits or found[-1].rows[-1].kind == "table":
                found.append(Turn(row.seat, row.turn))
            found[-1].rows.append(row)
            if row.kind == "action" and not row.undone:
                self._add(found[-1], row)
        return found

    def _add(self, turn: Turn, row: Entry) -> None:
        """One action: a deed of its own, a part of the last one, or one more small one."""
        weights = [self.layout.weight(code) for code, _ in row.events]
        if "main" in weights:
            code, data = row.events[weights.index("main")]
            deed = Deed(row.seat, self._say(code, data), step=row.step)
            deed.parts = [w for i, e in enumerate(row.events) if i != weights.index("main") if (w := self._part(*e))]
            turn.deeds.append(deed)
        elif "part" in weights and turn.deeds:
            turn.deeds[-1].parts += [words for event in row.events if (words := self._part(*event))]
        elif "part" in weights or "small" in weights:
            turn.small += 1
            return
        else:
            return
        turn.deeds[-1].square = next((s for e in row.events if (s := self.layout.place_of(*e))), turn.deeds[-1].square)

    def _say(self, code: str, data: Data) -> str:
        if id(data) not in self._known:
            self._known[id(data)] = sentence(self.look.game.slug, code, data, self.who, self.look.number, self.say)
        return self._known[id(data)]

    def _part(self, code: str, data: Data) -> str:
        return "" if code in self.layout.QUIET else self._say(code, data)

    def sentences(self, row: Entry) -> list[str]:
        """All sentences of one row."""
        if row.kind == "undo":
            mine = row.seat == self.look.number
            return [t("table.log.undo.you" if mine else "table.log.undo", who=self.name(row.seat))]
        if row.act or row.via:
            return sentences(self.look.game.slug, row, self.who, self.look.number)
        return [words for event in row.events if (words := self._say(*event))]

    def name(self, seat: int | None) -> str:
        return self.who(seat) if seat else ""


# -- since you last looked -------------------------------------------------------------------------------------------


def mark_looked(request: HttpRequest, look: Look) -> int | None:
    """Where "since you last looked" begins: the id of the last row this person had seen before this visit; None for
    a watcher, and for a player who has never looked.

    It stays through the picks of one visit (in the session) and moves on with the reader's own next deed.
    """
    if look.seat is None:
        return None
    slot, chair = f"{SINCE}:{look.game.public_id}", look.seat
    kept = request.session.get(slot)
    if chair.seen_move != look.game.last_number:
        if kept is None or (kept == NEVER and chair.seen_move):
            seen = log.visible(look.game, look.number).filter(number__lte=chair.seen_move).count()
            kept = request.session[slot] = seen if chair.seen_move else NEVER
        reading.seen(look.user, look.game)
    if kept is None:
        return ALL
    return None if kept == NEVER else int(kept)


def forget_looked(request: HttpRequest, look: Look) -> None:
    """After the reader's own deed everything before it has been seen."""
    request.session.pop(f"{SINCE}:{look.game.public_id}", None)


def news(look: Look, after: int | None, now: datetime) -> Data | None:
    """The strip: up to five numbered deeds of others since the last look, their squares, how many more there are."""
    if look.number is None:
        return None
    if after is None:
        return first_visit(look) if look.game.is_running else None
    others = [row for row in look.log(after=after) if row.seat not in (None, look.number)]
    turns = Reader(look).turns(row for row in others if row.kind == "action" and not row.undone)
    items = [item for turn in turns for item in _items(turn)]
    if not items:
        return None
    shown, since = items[-NEWS_MOST:], others[0].at
    for number, item in enumerate(shown, 1):
        item["number"] = number
    step = next((row.step for row in others if row.step), None)
    return {
        "items": shown,
        "more": len(items) - len(shown),
        "ago": clockwords.ago(since, now) if since else "",
        "watch": reverse("replay_step", args=[look.game.public_id, step]) if step else "",
        "squares": [(item["square"], item["number"]) for item in shown if item["square"]],
    }


def _items(turn: Turn) -> list[Data]:
    """A line for each deed of a turn; its small ones are counted with the last."""
    found: list[Data] = [
        {"seat": deed.seat, "line": deed.line, "parts": deed.parts, "square": deed.square, "small": 0}
        for deed in turn.deeds
    ]
    if found:
        found[-1]["small"] = turn.small
    return found


def first_visit(look: Look) -> Data:
    """What somebody reads who has not been here yet: the round, and how the table was set up."""
    facts, _ = option_facts(look.game)
    return {"first": True, "round": look.progress.get("round", 1), "facts": facts, "squares": []}


# -- the log ---------------------------------------------------------------------------------------------------------


def log_turns(look: Look, after: int | None, now: datetime) -> list[Data]:
    """The last turns of the log as the page shows them, newest first: the sum of a long turn, all of it to unfold."""
    reader = Reader(look)
    rows = look.log(limit=LOG_ROWS)
    turns = reader.turns(rows)[-LOG_TURNS:]
    found = [data for turn in reversed(turns) if (data := told(reader, turn, now))]
    seen = next((data for data in found if after is not None and data["last"] <= after), None)
    if seen is not None and seen is not found[0]:
        seen["looked"] = True
    return found


def told(reader: Reader, turn: Turn, now: datetime) -> Data | None:
    """One turn: its lines, and the sum it is folded under; None where nothing is to be told."""
    zone, lines = timezone.get_current_timezone(), []
    for row in turn.rows:
        words = reader.sentences(row)
        icons = [kind for code, data in row.events for kind in reader.layout.goods_of(code, data)]
        if words:
            lines.append({"words": words, "icons": icons, "undone": row.undone, "step": row.step})
    if not lines:
        return None
    folded = bool(turn.deeds) and (len(lines) >= FOLDED_FROM or (_old(turn, now) and len(lines) > 1))
    return {
        "seat": turn.seat, "lines": lines, "folded": folded, "deeds": turn.deeds if folded else [],
        "rest": max(0, len(lines) - len(turn.deeds)) if folded else 0,
        "at": turn.at, "when": clockwords.clock(turn.at, zone, now) if turn.at else "",
        "last": turn.rows[-1].id, "looked": False, "id": turn.rows[0].id,
    }  # fmt: skip


def _old(turn: Turn, now: datetime) -> bool:
    return turn.at is not None and now - turn.at > FRESH
