"""From a request to a rule set's Desk: the half-made choice in the address, board tools, links, pictures.

A choice is a line of words in ``?w=`` (``dig elbow iron``); each pick is a link with more of them, so nothing is
stored. Words that are no longer legal are cut off where they stop being so, and the page says why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation

from games.models import Game
from games.play import reading
from games.play.errors import BadInput, IllegalMove
from games.play.rulesets import rules_for
from games.rules.kernel import Next, split_line
from games.sentences import layout_of, names_of
from games.views import table_art
from hotmk_site.texts import join_list, t

LONGEST = 600
"""Letters of a half-made choice; no legal action comes near it."""
LETTERS = re.compile(r"[A-Za-z0-9_ .;@+\-]*")
TOOLS = ("zoom", "names", "text", "step")
TOOL_VALUE = re.compile(r"[a-z0-9]{0,12}")
NOTHING = Next((), False)


@lru_cache(maxsize=16384)
def _said(_language: str, ident: str, values: tuple[tuple[str, Any], ...]) -> str:
    return t(ident, **dict(values))


def speaker() -> Callable[..., str]:
    """``t`` in the language that is active now, with a memory: a table says the same few hundred things again and
    again."""
    language = translation.get_language() or ""

    def say(ident: str, /, **values: Any) -> str:
        try:
            return _said(language, ident, tuple(values.items()))
        except TypeError:  # a value that cannot be remembered by
            return t(ident, **values)

    return say


class Choice:
    """The half-made choice of a request: ``line`` (actions as words), ``trouble`` (why some of it was cut off, or
    None).
    """

    def __init__(self, line: list[list[str]], trouble: IllegalMove | None = None) -> None:
        self.line, self.trouble = line, trouble

    @property
    def text(self) -> str:
        return "; ".join(" ".join(words) for words in self.line)


def read_words(text: str) -> list[list[str]]:
    """The text of a choice -> its actions. Raises BadInput for what no link of ours could hold."""
    if len(text) > LONGEST:
        raise BadInput("line_too_long", n=LONGEST)
    if not LETTERS.fullmatch(text):
        raise BadInput("line_letters")
    return [action.split(" ") for action in split_line(text)]


def read_tools(request: HttpRequest) -> dict[str, str]:
    """The board tools that are on, as far as the address spells them properly."""
    return {name: value for name in TOOLS if (value := request.GET.get(name, "")) and TOOL_VALUE.fullmatch(value)}


def fitting(look: reading.Look, line: list[list[str]], legal: Callable[[Sequence[str]], Next]) -> Choice:
    """The part of a choice that is legal now. Only the first action can be followed word by word; a later one stays if
    the first is whole (what comes after a reveal is decided when it is played)."""
    if not line or look.question is None:
        return Choice([])
    words = line[0]
    for n, word in enumerate(words):
        if word not in {found.text for found in legal(words[:n]).words}:
            kept = [words[:n]] if n else []
            return Choice(kept, look.explain(words))
    if len(line) > 1 and not legal(words).complete:
        return Choice([words])
    return Choice(line)


def address(game: Game) -> str:
    return reverse("table", args=[game.public_id])


def linker(base: str, line: Sequence[Sequence[str]], tools: dict[str, str]) -> Callable[..., str]:
    """The function that makes addresses with another choice (None: the same) or other tools."""

    def href(new: Sequence[Sequence[str]] | None, **changes: str) -> str:
        shown = line if new is None else new
        kept = {name: value for name, value in tools.items() if new is None or name != "step"} | changes
        words = {"w": "; ".join(" ".join(action) for action in shown)} if shown else {}
        query = urlencode(words | {name: kept[name] for name in TOOLS if kept.get(name)})
        anchor = "#turn" if new is not None else "#board"
        return f"{base}{'?' + query if query else ''}{anchor}"

    return href


def sheets(game: Game) -> Callable[[str], str]:
    """Addresses of the picture sheets of this game's edition."""
    return lambda name: table_art.address(game.slug, str(game.edition_id), name)


def edition_of(game: Game) -> Any:
    """The component data frozen in this game, typed."""
    return getattr(rules_for(game), "edition", None)


def desk_for(request: HttpRequest, look: reading.Look, line: list[list[str]]) -> tuple[Any, Choice]:
    """The Desk of a game under way or over, and the choice that was found legal."""
    game, tools = look.game, read_tools(request)
    layout, known = layout_of(game.slug), {}

    def offered(words: Sequence[str]) -> Next:
        try:
            return look.legal(words)
        except IllegalMove:  # a drawing may ask about a deed that cannot be done now: it offers nothing
            return NOTHING

    def legal(words: Sequence[str]) -> Next:
        key = tuple(words)
        if key not in known:
            known[key] = offered(words) if look.question is not None else NOTHING
        return known[key]

    def preview(text: str) -> reading.Preview | None:
        found = look.preview(text) if look.question is not None else None
        return None if found is None or found.stopped is not None else found

    choice = fitting(look, line, legal)
    desk = layout.Desk(
        edition_of(game), look.view, look.number, say=speaker(), who=names_of(look.seats), joined=join_list,
        href=linker(address(game), choice.line, tools), sheet=sheets(game), legal=legal, preview=preview,
        line=choice.line, query=tools,
    )  # fmt: skip
    return desk, choice


def still_desk(request: HttpRequest, look: reading.Look, view: dict[str, Any], seat: int | None) -> Any:
    """The Desk of a position with nothing to press."""
    game, tools = look.game, read_tools(request)
    shown = {**view, "my_question": None, "asked": []}
    return layout_of(game.slug).Desk(
        edition_of(game), shown, seat, say=speaker(), who=names_of(look.seats), joined=join_list,
        href=linker(request.path, [], tools), sheet=sheets(game), legal=lambda words: NOTHING,
        preview=lambda text: None, query=tools,
    )  # fmt: skip


def position(request: HttpRequest, look: reading.Look, view: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """What the templates of a game draw a past position from: the same page, with nothing to press."""
    page = layout_of(look.game.slug).page(still_desk(request, look, view, seat))
    return {"page": page, "icons": sheets(look.game)("icons"), "faces": sheets(look.game)("faces")}
