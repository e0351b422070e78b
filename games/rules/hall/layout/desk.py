"""What a table's page is laid out from: one reader's View, what that reader may do next, and how to say and link
things.

A Desk holds no State. ``say(id, **values)`` makes a text in the reader's language, ``who(seat)`` a name,
``legal(words)`` the next words (nothing for a reader who is not asked), ``preview(line)`` what a line would do on an
imagined world (None when it is refused), ``href(line, **changes)`` the address with another half-made choice (a
Line), ``sheet(name)`` the address of a picture sheet. ``query`` holds the board tools that are on: ``zoom`` ("mine"
or "whole"), ``names``, ``text``, ``step``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, Protocol

from games.rules.hall.edition import CLANS, KINDS, HallEdition, Side
from games.rules.kernel import Next, Word

Data = dict[str, Any]
Line = Sequence[Sequence[str]]
"""Actions as lists of words."""


class Say(Protocol):
    def __call__(self, ident: str, /, **values: Any) -> str: ...


class Glimpse(Protocol):
    """What a preview shows: the View afterwards and the events (code, data) up to the first reveal."""

    @property
    def view(self) -> Data: ...

    @property
    def events(self) -> Sequence[tuple[str, Data]]: ...


class Desk:
    """See the module."""

    def __init__(
        self,
        edition: HallEdition,
        view: Data,
        seat: int | None,
        *,
        say: Say,
        who: Callable[[int], str],
        joined: Callable[[Sequence[str]], str],
        href: Callable[..., str],
        sheet: Callable[[str], str],
        legal: Callable[[Sequence[str]], Next],
        preview: Callable[[str], Glimpse | None],
        line: Line = (),
        query: dict[str, str] | None = None,
    ) -> None:
        self.edition, self.view, self.seat = edition, view, seat
        self.say, self.who, self.joined, self.href, self.sheet = say, who, joined, href, sheet
        self._legal, self._preview = legal, preview
        self.line = [list(words) for words in line]
        self.query = query or {}
        self._known: dict[tuple[str, ...], Next] = {}
        self._tried: dict[str, Glimpse | None] = {}

    @property
    def side(self) -> Side:
        return self.edition.sides[self.view["side"]]

    @property
    def words(self) -> list[str]:
        """The words of the first action of the half-made choice."""
        return self.line[0] if self.line else []

    @property
    def asked(self) -> bool:
        return bool(self.view.get("my_question"))

    def legal(self, words: Sequence[str] = ()) -> Next:
        """The next words, asked of the rules once per page."""
        key = tuple(words)
        if key not in self._known:
            self._known[key] = self._legal(list(words))
        return self._known[key]

    def preview(self, line: str) -> Glimpse | None:
        """What a line would do, tried out once per page; None when it is refused."""
        if line not in self._tried:
            self._tried[line] = self._preview(line)
        return self._tried[line]

    def may(self, verb: str) -> bool:
        """Whether an action with this verb is open now."""
        return verb in self.verbs

    @cached_property
    def verbs(self) -> list[str]:
        return [word.text for word in self.legal().words] if self.asked else []

    def texts(self, *words: str) -> list[str]:
        """The next words after these as plain texts."""
        return [word.text for word in self.legal(words).words]

    def found(self, *words: str) -> tuple[Word, ...]:
        return self.legal(words).words

    @cached_property
    def clans(self) -> dict[str, str]:
        """Card -> clan, of the trolls that have one."""
        return {troll.key: troll.clan for troll in self.edition.trolls}

    @property
    def me(self) -> Data | None:
        """The reader's own mat."""
        return self.view["players"][self.seat - 1] if self.seat else None

    @property
    def unit(self) -> Data | None:
        """The reader's own storage and scores."""
        return self.unit_of(self.seat) if self.seat else None

    def unit_of(self, seat: int) -> Data:
        found: Data = self.view["units"][self.view["players"][seat - 1]["unit"]]
        return found

    def names(self, area: str, keys: Iterable[str]) -> str:
        """Component names of one area as a list in a sentence."""
        return self.joined([self.say(f"hall.{area}.{key}") for key in keys])


def kind_of(symbol: str) -> str:
    return symbol.partition(":")[0]


def icon(symbol: str) -> str:
    """The symbol of the icon sheet for a resource or cart: "cart:fire" -> "r-cart-fire", "stone" -> "r-stone"."""
    kind, _, clan = symbol.partition(":")
    return f"r-{kind}-{clan}" if clan in CLANS else f"r-{kind}"


def symbol_name(say: Say, symbol: str) -> str:
    """The word for one symbol: "stone", "Fire cart"."""
    kind, _, clan = symbol.partition(":")
    return say(f"hall.cart.{clan}") if clan in CLANS else say(f"hall.kind.{kind}")


def symbol_words(say: Say, symbols: Sequence[str]) -> str:
    """Some symbols counted: "2 stone, 1 Fire cart"."""
    counts: dict[str, int] = {}
    for symbol in symbols:
        plain = symbol if symbol.partition(":")[2] in CLANS else kind_of(symbol)
        counts[plain] = counts.get(plain, 0) + 1
    return ", ".join(counted(say, symbol, count) for symbol, count in counts.items())


def counted(say: Say, symbol: str, count: int) -> str:
    """A number of one kind: "1 hammer", "3 hammers"."""
    kind, _, clan = symbol.partition(":")
    return say(f"hall.count.cart_{clan}" if clan in CLANS else f"hall.count.{kind}", n=count)


def bundle_words(say: Say, bundle: dict[str, int]) -> str:
    """Resources of a bundle in the order of the kinds; "" for none."""
    return ", ".join(counted(say, kind, bundle[kind]) for kind in KINDS if bundle.get(kind))


def tokens(say: Say, symbols: Iterable[str], note: Callable[[str], str] | None = None) -> list[Data]:
    """Icons with their words, for rows of resources."""
    return [{"icon": icon(s), "name": symbol_name(say, s), "note": note(s) if note else ""} for s in symbols]


def troll_at(player: Data, place: str) -> Data | None:
    """The troll at "row.place" of a mat."""
    row, _, column = place.partition(".")
    try:
        found: Data | None = player["rows"][int(row) - 1][int(column) - 1]
    except (ValueError, IndexError):
        return None
    return found


def card_name(say: Say, card: str) -> str:
    return say(f"hall.troll.{card}")


def is_starter(desk: Desk, card: str) -> bool:
    return card not in desk.clans


def clan_of_card(desk: Desk, card: str) -> str:
    """The clan of a card, "start" for a starting troll."""
    return desk.clans.get(card, "start")


def option(label: str, href: str, **more: Any) -> Data:
    """One link of a panel. ``sub`` second line, ``icons``, ``on`` chosen, ``off`` the reason why it cannot be taken."""
    return {"label": label, "href": href, "sub": "", "icons": [], "on": False, "off": ""} | more
