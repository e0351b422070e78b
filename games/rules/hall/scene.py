"""What the rules look at while they answer one question: a State, a seat, and facts worked out from them once.

A Scene lives inside one call. What it has worked out is not renewed when the State changes under it: parts that
change the State and then need derived facts again ask for ``fresh()``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from games.rules.dice import Dice
from games.rules.hall import purse
from games.rules.hall.book import Book
from games.rules.hall.network import Nets
from games.rules.hall.purse import Held
from games.rules.hall.state import Player, State, Unit
from games.rules.kernel import Event, Illegal, Next, Word

STEPS = ("magic", "main", "extra", "hall", "statues")
FULL = 10
"""Trolls in a complete trollsmoot (H75)."""


class Scene:
    """A State seen from the seat that acts."""

    def __init__(self, book: Book, state: State, seat: int) -> None:
        self.book, self.state, self.seat = book, state, seat
        self.mountain = book.mountain(state.side)

    def fresh(self) -> Scene:
        """The same, with nothing worked out yet."""
        return Scene(self.book, self.state, self.seat)

    @property
    def player(self) -> Player:
        return self.state.players[self.seat - 1]

    @property
    def unit(self) -> Unit:
        return self.state.units[self.player.unit]

    @cached_property
    def nets(self) -> Nets:
        return Nets(self.mountain, self.state.board, self.state.units)

    @cached_property
    def owned(self) -> list[Held]:
        """All the seat's resources in the order of default payment."""
        return purse.owned(self.book, self.player, self.unit)

    @cached_property
    def spendable(self) -> list[Held]:
        """Without clan carts."""
        return purse.spendable(self.owned)

    @cached_property
    def have(self) -> Counter[str]:
        """How many of each kind are spendable."""
        return purse.count(self.spendable)

    @property
    def trolls(self) -> int:
        """How many trolls stand in the seat's trollsmoot."""
        return trolls_of(self.player)

    def within(self, *steps: str) -> bool:
        """Whether one of these steps is the open one and nothing half-done stands before it."""
        turn = self.state.turn
        return turn.step in steps and not turn.taken and turn.activation is None

    def marked(self, spell: str) -> bool:
        """Whether this spell's effect lasts in this turn (H43)."""
        return spell in self.state.turn.markers

    def finish_main(self) -> None:
        """Step 2 is over: what is open next."""
        self.state.turn.step = "extra" if self.marked("night_shift") else "hall"


def trolls_of(player: Player) -> int:
    """How many trolls stand in a trollsmoot."""
    return sum(troll is not None for row in player.rows for troll in row)


class Verb(NamedTuple):
    """One kind of action. ``available``: some whole action of this kind is legal now. ``following``: the words that may
    come after those after the verb. ``perform``: carry it out. ``refusal``: why these words are no legal action."""

    name: str
    available: Callable[[Scene], bool]
    following: Callable[[Scene, Sequence[str]], Next]
    perform: Callable[[Scene, Sequence[str], Dice], list[Event]]
    refusal: Callable[[Scene, Sequence[str]], Illegal]


NOTHING = Next((), False)
DONE = Next((), True)


def bare(_scene: Scene, words: Sequence[str]) -> Next:
    """The following words of a verb that stands alone."""
    return NOTHING if words else DONE


def pick_one(options: Callable[[Scene], tuple[Word, ...]]) -> Callable[[Scene, Sequence[str]], Next]:
    """The following words of a verb that takes exactly one word, out of these."""

    def following(scene: Scene, words: Sequence[str]) -> Next:
        found = options(scene)
        if not words:
            return Next(found)
        return DONE if len(words) == 1 and any(word.text == words[0] for word in found) else NOTHING

    return following


def too_early_or_late(scene: Scene, *steps: str) -> Illegal | None:
    """Why an action of these steps is not open, None when it is (H21, H22, H60)."""
    turn = scene.state.turn
    if turn.taken:
        return Illegal("choose_pedestal_first") if turn.choose_pedestal else Illegal("place_first")
    if turn.activation is not None:
        return Illegal("workshop_open")
    if turn.step in steps:
        return None
    if STEPS.index(turn.step) > max(STEPS.index(step) for step in steps):
        return Illegal("step_over")
    return Illegal("step_two_first")
