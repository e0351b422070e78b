"""Events become sentences of the log, in the language that is active while they are made.

The log stores codes (plan: "Events are codes with data"); a sentence is made each time it is shown or mailed. A rule
set may say more than its bare data: when its ``layout`` module has ``log_line(code, data, say, who, viewer)``, that is
asked first. ``say(id, **values)`` makes a text, ``who(seat)`` names a seat, ``viewer`` is the reader's own seat or
None. It answers with the sentence, "" for an event that needs no line, or None when it has nothing special to say.
Without an answer the sentence is the text ``<slug>.log.<code>`` (``<slug>.log.<code>.you`` for the reader's own deed,
when there is one), filled with the data: ``who`` is the name of ``data["seat"]``, lists are joined in words.

Likewise ``mail_facts(view, say, who, viewer)`` of the layout gives the closing lines of a mail (the state of the race).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Protocol

from games.rules.drawing import PLAYERS, Paint
from games.rules.registry import REGISTRY
from hotmk_site.texts import has_text, join_list, t

Who = Callable[[int], str]
Data = dict[str, Any]
HOUSE_WORDS = {"autopilot": "log.autopilot", "forced": "log.forced"}
"""What is said of a deed that the house did for a seat."""
TEXT_IDS = (*HOUSE_WORDS.values(), *(f"mark.{paint.key}" for paint in PLAYERS.values()))


class Entry(Protocol):
    """A row of a reader's log (``games.play.log.Entry``)."""

    kind: str
    seat: int | None
    turn: int
    act: str
    facts: Data
    events: list[tuple[str, Data]]
    undone: bool
    via: str


def layout_of(slug: str) -> Any:
    """The presentation module of a rule set, or None when it has none. KeyError for an unknown slug."""
    name = f"{REGISTRY[slug]}.layout"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


def names_of(seats: Iterable[Any]) -> Who:
    """Seats (with ``number`` and ``label()``) -> a function from a seat's number to the name to be read.

    Where two seats have one name (two bots of a kind), the name of the mark tells them apart.
    """
    names = {seat.number: str(seat.label()) for seat in seats}
    often = Counter(names.values())

    def name(number: int) -> str:
        if number not in names:
            return t("rows.somebody")
        if often[names[number]] == 1:
            return names[number]
        return t("log.name_mark", who=names[number], mark=t(f"mark.{paint_of(number).key}"))

    return name


def paint_of(number: int) -> Paint:
    """The colours of a seat's mark."""
    return PLAYERS[(number - 1) % len(PLAYERS) + 1]


def sentence(slug: str, code: str, data: Data, who: Who, viewer: int | None = None, say: Callable[..., str] = t) -> str:
    """One event -> one plain-text sentence ("" when the event needs none). It is no markup: escape it as text."""
    formatter = getattr(layout_of(slug), "log_line", None)
    if formatter is not None:
        line = formatter(code, data, say, who, viewer)
        if line is not None:
            return str(line)
    return _plain(slug, code, data, who, viewer)


def sentences(slug: str, entry: Entry, who: Who, viewer: int | None = None, *, brief: bool = False) -> list[str]:
    """All sentences of one row of the log: a table act, or what each event tells; acts for another are named.

    ``brief`` leaves out what is no news by itself (codes in ``QUIET`` of the layout).
    """
    if entry.act:
        return [act_sentence(entry, who)]
    quiet = getattr(layout_of(slug), "QUIET", ()) if brief else ()
    lines = [sentence(slug, code, data, who, viewer) for code, data in entry.events if code not in quiet]
    lines = [line for line in lines if line]
    if entry.via in HOUSE_WORDS and entry.seat is not None and lines:
        lines.insert(0, t(HOUSE_WORDS[entry.via], who=who(entry.seat)))
    return lines


def act_sentence(entry: Entry, who: Who) -> str:
    """A table act: the text ``play.log.<act>``, or ``play.log.<act>.<what>`` when its facts say what. ``who`` is its
    seat, ``by`` the seat that did it, where the facts name one."""
    facts = {name: _word(value) for name, value in entry.facts.items()}
    if isinstance(entry.facts.get("by"), int):
        facts["by"] = who(entry.facts["by"])
    ident = f"play.log.{entry.act}.{facts['what']}" if "what" in facts else f"play.log.{entry.act}"
    return t(ident, **{**facts, "who": who(entry.seat) if entry.seat else ""})


def facts_of(slug: str, view: Data | None, who: Who, viewer: int | None) -> list[str]:
    """The closing lines of a mail, from the reader's view."""
    maker = getattr(layout_of(slug), "mail_facts", None)
    if maker is None or view is None:
        return []
    return [str(line) for line in maker(view, t, who, viewer)]


def _plain(slug: str, code: str, data: Data, who: Who, viewer: int | None) -> str:
    values = {name: _word(value) for name, value in data.items()}
    seat = data.get("seat")
    mine = f"{slug}.log.{code}.you"
    if isinstance(seat, int):
        values["who"] = who(seat)
        if seat == viewer and has_text(mine):
            return t(mine, **values)
    return t(f"{slug}.log.{code}", **values)


def _word(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return join_list([_word(part) for part in value])
    if isinstance(value, dict):
        return join_list([t("log.counted", what=name, number=_word(part)) for name, part in value.items()])
    return value if isinstance(value, (int, str)) else str(value)
