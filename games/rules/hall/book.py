"""An edition, indexed: what the rules look up by key, made once for each rule set (rulebook: Components)."""

from __future__ import annotations

from games.rules.hall.board import Mountain
from games.rules.hall.edition import HallEdition

WILD = "cart:wild"


def kind_of(symbol: str) -> str:
    """The kind of resource a symbol makes: "cart:fire" -> "cart"."""
    return symbol.partition(":")[0]


def clan_of(symbol: str) -> str:
    """The clan a cart symbol binds its cart to, "" for every other symbol (rulings H30, H31)."""
    return "" if symbol == WILD else symbol.partition(":")[2]


class Book:
    """The edition's components by key. ``symbols``: card -> its repeating symbols, starters too."""

    def __init__(self, edition: HallEdition) -> None:
        self.edition = edition
        self.trolls = {t.key: t for t in edition.trolls}
        self.starters = {s.key: s for s in edition.starters}
        self.shapes = {s.key: s for s in edition.shapes}
        self.halls = {h.key: h for h in edition.halls}
        self.workshops = {w.key: w for w in edition.workshops}
        self.symbols = {t.key: t.symbols for t in edition.trolls} | {s.key: s.symbols for s in edition.starters}
        self._mountains: dict[str, Mountain] = {}

    def mountain(self, side: str) -> Mountain:
        """The precomputed board side, made when first asked for."""
        if side not in self._mountains:
            self._mountains[side] = Mountain(self.edition, side)
        return self._mountains[side]

    def level(self, card: str) -> int:
        """The level of a troll card; starting trolls have 0 (ruling H125)."""
        troll = self.trolls.get(card)
        return troll.level if troll else 0
