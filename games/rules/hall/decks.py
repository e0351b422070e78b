"""Face-down decks and the bag (rulings H10, H44, H64, H66): random draws from the pool, then known cards."""

from __future__ import annotations

from games.rules.dice import Dice
from games.rules.hall.book import Book
from games.rules.hall.edition import CLANS
from games.rules.hall.state import Deck, HordeCard, State
from games.rules.kernel import Event

ROWS = (5, 4, 3)
"""Places of the horde's rows, bottom, middle, top."""


def size(deck: Deck) -> int:
    return len(deck.pool) + len(deck.bottom)


def draw(deck: Deck, dice: Dice, label: str) -> str:
    """The next card; the deck must not be empty. A known card needs no chance."""
    if deck.pool:
        return deck.pool.pop(dice.below(label, len(deck.pool)))
    return deck.bottom.pop(0)


def draw_pedestal(bag: dict[str, int], dice: Dice, label: str = "bag") -> str:
    """A random pedestal out of the bag, "" when it is empty."""
    total = sum(bag.values())
    if not total:
        return ""
    number = dice.below(label, total)
    for clan in CLANS:
        number -= bag.get(clan, 0)
        if number < 0:
            take_pedestal(bag, clan)
            return clan
    raise AssertionError("the bag holds more than its clans")


def take_pedestal(bag: dict[str, int], clan: str) -> None:
    """One pedestal of this clan leaves the bag (or another store)."""
    bag[clan] -= 1
    if not bag[clan]:
        del bag[clan]


def source_level(decks: list[Deck], row: int) -> int | None:
    """The level (from 0) a place of this row is refilled from: its own, the higher ones, then the lower ones (H64)."""
    order = [*range(row, len(decks)), *range(row - 1, -1, -1)]
    return next((level for level in order if size(decks[level])), None)


def refill(book: Book, state: State, row: int, place: int, dice: Dice) -> list[Event]:
    """Fill an empty place of the horde; a fresh level-2 card gets a pedestal out of the bag (H64 to H66)."""
    level = source_level(state.decks, row)
    if level is None:
        state.horde[row][place] = None
        return []
    card = draw(state.decks[level], dice, f"deck.{level + 1}")
    pedestal = draw_pedestal(state.bag, dice) if book.level(card) == 2 else ""
    state.horde[row][place] = HordeCard(card, {}, pedestal)
    return [Event("refill", {"row": row + 1, "place": place + 1, "card": card, "pedestal": pedestal})]
