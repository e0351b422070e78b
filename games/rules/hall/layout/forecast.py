"""What a recruit would gain and waste, worked out from what the reader sees (rulings H28, H57 to H76).

Taking a troll reveals its refill, so the page cannot try it out in an imagined world. The price is paid by the default
order or as named (H28), then the cascade fills every empty symbol (H72, H74). ``Recruit`` reads the half-made line,
``recruit skadlin; pedestal ice; place 2.1``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.hall.layout.desk import (
    Data,
    Desk,
    kind_of,
    troll_at,
)

Symbol = tuple[str, int]
"""Place of a troll and number of the symbol on it."""


class Forecast(NamedTuple):
    """What placing would do: (place, symbol number, symbol) for each symbol of the trolls that are activated."""

    gained: list[tuple[str, int, str]]
    wasted: list[tuple[str, int, str]]


def open_places(player: Data) -> list[str]:
    """Empty places resting on two trolls, bottom row first (H71)."""
    rows = player["rows"]
    return [
        f"{row + 1}.{i + 1}"
        for row in range(1, len(rows))
        for i, troll in enumerate(rows[row])
        if troll is None and rows[row - 1][i] and rows[row - 1][i + 1]
    ]


def emptied(desk: Desk, coins: int, paid: Sequence[str]) -> set[Symbol]:
    """The symbols that paying the bribes frees: named units first, the rest by the default order (H28)."""
    held = _held(desk.me or {"rows": []})
    named = [word.partition("@") for word in paid]
    freed: set[Symbol] = set()
    for kind, at, source in [*(u for u in named if u[1]), *(u for u in named if not u[1])] or [
        ("coin", "", "")
    ] * coins:
        if at and source == "s":
            continue
        spot = next((s for s, k in held.items() if k == kind and s not in freed and (not at or s[0] == source)), None)
        if spot:
            freed.add(spot)
    return freed


def _held(player: Data) -> dict[Symbol, str]:
    """Resources on trolls in the order of payment; clan carts left out."""
    found = {}
    for r, row in enumerate(player["rows"]):
        for i, troll in enumerate(row):
            for s, symbol in enumerate(troll["symbols"] if troll else ()):
                if troll["filled"][s] and symbol.partition(":")[2] in ("", "wild"):
                    found[(f"{r + 1}.{i + 1}", s)] = kind_of(symbol)
    return found


def forecast(player: Data, symbols: Sequence[str], place: str, freed: set[Symbol]) -> Forecast:
    """The cascade of a troll with these symbols put at a place of this mat (H72)."""
    row, column = (int(part) - 1 for part in place.split("."))
    result = Forecast([(place, s, symbol) for s, symbol in enumerate(symbols)], [])
    for r in range(row - 1, -1, -1):
        for c in range(column, column + row - r + 1):
            spot = f"{r + 1}.{c + 1}"
            troll = troll_at(player, spot)
            for s, symbol in enumerate(troll["symbols"] if troll else ()):
                full = troll is not None and troll["filled"][s] and (spot, s) not in freed
                (result.wasted if full else result.gained).append((spot, s, symbol))
    return result


def horde_card(desk: Desk, card: str) -> Data | None:
    """The open horde card with this key."""
    found: list[Data] = [c for row in desk.view["horde"] for c in row if c and c["card"] == card]
    return found[0] if found else None


class Recruit:
    """The half-made recruit of the page's line, or the placing of a troll already taken."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        turn = desk.view.get("turn") or {}
        self.taken = bool(turn.get("taken"))
        parts = {words[0]: list(words[1:]) for words in desk.line if words}
        self.take = parts.get("recruit", [])
        self.card = turn["taken"] if self.taken else (self.take[0] if self.take else "")
        self.clan = (parts.get("pedestal") or [""])[0]
        self.place = (parts.get("place") or [""])[0]
        self.info = horde_card(desk, self.card) if not self.taken else None
        self.paid = self.take[2:] if self.take[1:2] == ["pay"] else []
        level = self._level()
        self.chooses = (
            bool(turn.get("choose_pedestal")) if self.taken else level == 3 and any(desk.view["bag"].values())
        )
        self.done_choosing = self.taken and level == 3 and not turn.get("choose_pedestal")

    def _level(self) -> int:
        return next((t.level for t in self.desk.edition.trolls if t.key == self.card), 0)

    @property
    def symbols(self) -> list[str]:
        return next((list(t.symbols) for t in self.desk.edition.trolls if t.key == self.card), [])

    @property
    def price(self) -> int:
        return int(self.info["price"]) if self.info else 0

    def places(self) -> list[str]:
        return open_places(self.desk.me) if self.desk.me and self.card else []

    def forecast(self, place: str) -> Forecast:
        assert self.desk.me is not None
        return forecast(self.desk.me, self.symbols, place, emptied(self.desk, self.price, self.paid))

    def line(self, *, clan: str | None = None, place: str | None = None) -> list[list[str]]:
        """The line with another pedestal or place; an empty text takes that part away."""
        clan = self.clan if clan is None else clan
        place = self.place if place is None else place
        found = [] if self.taken else [["recruit", *self.take]]
        found += [["pedestal", clan]] if clan and self.chooses else []
        return found + ([["place", place]] if place else [])

    @property
    def unpaid(self) -> bool:
        """Units are still to be named: they are being chosen, or the default payment does not do (Shiny Pebbles)."""
        return bool(self.take) and not self.desk.legal(["recruit", *self.take]).complete

    @property
    def ready(self) -> bool:
        return bool(self.card and self.place and (self.clan or not self.chooses)) and not self.unpaid


def coins(desk: Desk) -> int:
    """Coins the reader may spend."""
    held = sum(kind == "coin" for kind in _held(desk.me or {"rows": []}).values())
    return held + int((desk.unit or {}).get("storage", {}).get("coin", 0))


def bribed_cards(recruit: Recruit) -> set[str]:
    return set(bribed(recruit.desk, recruit.info)) if recruit.info else set()


def bribed(desk: Desk, info: Data) -> list[str]:
    """The cards that would get a bribe."""
    horde = desk.view["horde"]
    return [horde[row - 1][place - 1]["card"] for row, place in info["beneath"] if horde[row - 1][place - 1]]
