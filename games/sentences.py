"""Events become sentences of the log, in the language that is active while they are made.

The log stores codes (plan: "Events are codes with data"); a sentence is made each time it is shown or mailed. A rule set
may say more than its bare data: when its ``layout`` module has ``log_line(code, data, say, who, viewer)``, that is asked
first. ``say(id, **values)`` makes a text, ``who(seat)`` is the name of a seat, ``viewer`` the reader's own seat or None.
It answers with the sentence, "" for an event that needs no line, or None when it has nothing special to say. Without an
answer the sentence is the text ``<slug>.log.<code>`` (``<slug>.log.<code>.you`` for the reader's own deed, when there is
one), filled with the data: ``who`` is the name of ``data["seat"]``, lists are joined with commas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from django.utils.functional import Promise

from games.rules.registry import REGISTRY
from hotmk_site.texts import has_text, t

Who = Callable[[int], str]


def layout_of(slug: str) -> Any:
    """The presentation module of a rule set (module), or None when it has none. KeyError for an unknown slug."""
    try:
        return import_module(f"{REGISTRY[slug]}.layout")
    except ModuleNotFoundError as error:
        if error.name != f"{REGISTRY[slug]}.layout":
            raise
        return None


def names_of(seats: Iterable[Any], somebody: str) -> Who:
    """Seat rows -> a function from the seat's number to the name to be read (``somebody`` for a number not there)."""
    names = {seat.number: seat.label() for seat in seats}
    return lambda number: names.get(number, somebody)


def sentence(slug: str, code: str, data: dict[str, Any], who: Who, viewer: int | None = None) -> str:
    """One event -> one plain-text sentence ("" when the event needs none). Nothing in it is markup: escape it as text."""
    layout = layout_of(slug)
    formatter = getattr(layout, "log_line", None)
    if formatter is not None:
        line = formatter(code, data, t, who, viewer)
        if line is not None:
            return str(line)
    return _plain(slug, code, data, who, viewer)


def _plain(slug: str, code: str, data: dict[str, Any], who: Who, viewer: int | None) -> str:
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
        return ", ".join(str(_word(part)) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{_word(part)} {name}" for name, part in value.items())
    return value if isinstance(value, (int, str, Promise)) else str(value)
