"""The typed component data of one edition of In the Hall of the Mountain King (rulebook: Components).

An edition is data only: a folder of files read by ``games.editions`` and stored under its content hash, so a running
game never changes with it. Squares are written like ``I13`` (column letters A, B .. Z, AA .., row from 1, top left A1)
in everything a person reads, and are row-major integers ``row * width + column`` (from 0) inside the rules.
"""

from __future__ import annotations

import msgspec

KINDS = ("stone", "iron", "heartstone", "coin", "cart", "hammer", "rune")
MINERALS = ("stone", "iron", "heartstone")
CLANS = ("fire", "ice", "moon")


class Square(msgspec.Struct, frozen=True):
    """One square of a board side. ``ground``: "rock", "site", "heart" or "outside"; ``tier`` 1..5 (0 outside/heart)."""

    ground: str
    tier: int = 0
    rubble: bool = False
    goods: dict[str, int] = {}


class Start(msgspec.Struct, frozen=True):
    """A start point: id (one word), square, the numbers of seats marked on it, clockwise order in the list."""

    id: str
    square: int
    marks: tuple[int, ...]


class Side(msgspec.Struct, frozen=True):
    """A side of the board. ``squares`` row-major; ``spots``: statue spots clockwise; ``starts`` clockwise."""

    key: str
    seats: tuple[int, ...]
    width: int
    height: int
    squares: tuple[Square, ...]
    spots: tuple[int, ...]
    starts: tuple[Start, ...]


class Shape(msgspec.Struct, frozen=True):
    """A tunnel shape: cells as (row, column) from 0, the anchor cell or None, how many tiles exist."""

    key: str
    cells: tuple[tuple[int, int], ...]
    anchor: tuple[int, int] | None
    count: int


class GreatHall(msgspec.Struct, frozen=True):
    """A great hall: cells, altar cell, honour without and with a statue on the altar."""

    key: str
    cells: tuple[tuple[int, int], ...]
    altar: tuple[int, int]
    low: int
    high: int


class Starter(msgspec.Struct, frozen=True):
    """A starting troll: upper row (``symbols``, filled when activated), lower row (``once``, gained in the draft)."""

    key: str
    symbols: tuple[str, ...]
    once: tuple[str, ...]


class Troll(msgspec.Struct, frozen=True):
    """A horde troll. ``clan``: fire, ice, moon or mud; a symbol is a kind, or ``cart:wild|fire|ice|moon``."""

    key: str
    clan: str
    level: int
    symbols: tuple[str, ...]


class Use(msgspec.Struct, frozen=True):
    """One way to run a workshop once. ``give`` may hold "any"; ``move``: a held resource goes to storage instead."""

    give: tuple[str, ...] = ()
    gain: tuple[str, ...] = ()
    move: bool = False


class Workshop(msgspec.Struct, frozen=True):
    key: str
    uses: tuple[Use, ...]


class HallEdition(msgspec.Struct, frozen=True):
    """All component data. ``chart[size][mineral]`` is the honour for a dig; ``tier_values[tier - 1]`` a statue's worth.

    ``spells`` are keys of effects known to the rules, ``groups`` says what each is about. ``names``: "area.key" ->
    {language: name} for every component, used to check the catalogues; the message id is ``hall.`` and that key.
    ``tokens``: the values of the pedestal point tokens; ``crowns``: of the coronation tokens, first taken first.
    ``copies``: tiles of each workshop; ``statues`` and ``pedestals``: pieces of each clan.
    """

    key: str
    sides: dict[str, Side]
    shapes: tuple[Shape, ...]
    halls: tuple[GreatHall, ...]
    starters: tuple[Starter, ...]
    trolls: tuple[Troll, ...]
    spells: tuple[str, ...]
    workshops: tuple[Workshop, ...]
    chart: dict[int, dict[str, int]]
    tier_values: tuple[int, ...]
    tokens: tuple[int, ...] = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4)
    crowns: tuple[int, ...] = (5, 3)
    copies: int = 2
    statues: int = 7
    pedestals: int = 6
    groups: dict[str, str] = {}
    names: dict[str, dict[str, str]] = {}


class Broken(msgspec.Struct, frozen=True):
    """A statement of the rulebook, or a ``promise`` of the edition itself, that it breaks. ``area``: where to look."""

    area: str
    statement: str
    seen: str = ""
    promise: bool = False
