"""A trollsmoot: where a troll may stand, what it activates (rulings H71 to H75). Rows and places count from 0 here."""

from __future__ import annotations

from games.rules.hall.book import Book
from games.rules.hall.state import Player, TrollInPlay

Place = tuple[int, int]


def name(place: Place) -> str:
    """(1, 0) -> "2.1"."""
    return f"{place[0] + 1}.{place[1] + 1}"


def parse(word: str) -> Place | None:
    """ "2.1" -> (1, 0), None for anything else."""
    row, dot, place = word.partition(".")
    if not (dot and row.isdecimal() and place.isdecimal()):
        return None
    found = (int(row) - 1, int(place) - 1)
    return found if name(found) == word else None


def empty_rows() -> list[list[TrollInPlay | None]]:
    """The places of a trollsmoot: four, three, two, one."""
    return [[None] * width for width in (4, 3, 2, 1)]


def at(player: Player, place: Place) -> TrollInPlay | None:
    """The troll there; None for an empty or no place."""
    row, i = place
    if not (0 <= row < len(player.rows) and 0 <= i < len(player.rows[row])):
        return None
    return player.rows[row][i]


def open_places(player: Player) -> list[Place]:
    """Empty places resting on two present trolls, bottom row first, left to right (H71)."""
    return [
        (row, i)
        for row in range(1, len(player.rows))
        for i, troll in enumerate(player.rows[row])
        if troll is None and player.rows[row - 1][i] is not None and player.rows[row - 1][i + 1] is not None
    ]


def cascade_places(place: Place) -> list[Place]:
    """The place itself and all beneath it, top down (H72)."""
    row, i = place
    return [(r, p) for r in range(row, -1, -1) for p in range(i, i + row - r + 1)]


def missing(book: Book, player: Player, place: Place) -> list[str]:
    """The symbols an activation of the troll there would fill."""
    troll = at(player, place)
    if troll is None:
        return []
    return [symbol for symbol, full in zip(book.symbols[troll.card], troll.filled, strict=True) if not full]


def forecast(book: Book, player: Player, card: str, place: Place) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """What placing ``card`` there would gain and waste: place name -> symbols."""
    gained: dict[str, list[str]] = {name(place): list(book.symbols[card])}
    wasted: dict[str, list[str]] = {}
    for spot in cascade_places(place)[1:]:
        troll = at(player, spot)
        if troll is None:
            continue
        fresh = missing(book, player, spot)
        full = [s for s, f in zip(book.symbols[troll.card], troll.filled, strict=True) if f]
        if fresh:
            gained[name(spot)] = fresh
        if full:
            wasted[name(spot)] = full
    return gained, wasted


def activate(player: Player, place: Place) -> None:
    """Fill every symbol of the troll there."""
    troll = at(player, place)
    if troll is not None:
        troll.filled = [True] * len(troll.filled)


def levels(book: Book, player: Player) -> int:
    """The sum of levels, starters 0, for ties (H125)."""
    return sum(book.level(troll.card) for row in player.rows for troll in row if troll)
