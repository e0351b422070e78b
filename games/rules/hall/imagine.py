"""Another world that a seat cannot tell from the real one (rulings H16, H19, H20; chapter P).

Decks, bag and pools have no stored order, so after the draft every world alike to a seat is the stored one. During the
draft the other seats' cards are dealt anew.
"""

from __future__ import annotations

from games.rules.dice import Dice, shuffled
from games.rules.hall.book import Book
from games.rules.hall.draft import SLOTS, filled
from games.rules.hall.state import Draft, State


def imagine(book: Book, state: State, seat: int | None, dice: Dice) -> State:
    """Change ``state`` (a copy) into a world that ``seat`` may be in."""
    for number, draft in enumerate(state.drafts, start=1):
        if number != seat:
            state.drafts[number - 1] = dealt_anew(book, draft, number, dice)
    return state


def dealt_anew(book: Book, draft: Draft, seat: int, dice: Dice) -> Draft:
    """Other cards of the same six, as many in each place; which slots are filled is not public either."""
    cards = shuffled(dice, f"imagine.{seat}", sorted(book.starters))
    chosen = shuffled(dice, f"imagine.slots.{seat}", range(SLOTS))[: filled(draft)]
    slots = [""] * SLOTS
    for slot in sorted(chosen):
        slots[slot] = cards.pop()
    drawn = [cards.pop() for _ in draft.drawn]
    return Draft(pool=sorted(cards), drawn=drawn, slots=slots)
