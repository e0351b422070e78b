"""What a spell's effect is made of: the cast under way, and the four functions of an effect (rulings H39 to H46)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from games.rules.dice import Dice
from games.rules.hall.purse import Held, Slots
from games.rules.hall.scene import DONE, NOTHING, Scene
from games.rules.kernel import Event, Next, Word

Choice = Sequence[str]


class Cast:
    """A spell being cast, its rune set aside: the effect can neither count nor move it."""

    def __init__(self, scene: Scene, rune: Held) -> None:
        self.scene, self.rune = scene, rune

    @cached_property
    def items(self) -> list[Held]:
        """What the caster may still spend."""
        left = list(self.scene.spendable)
        left.remove(self.rune)
        return left


def nothing_spent(cast: Cast, choice: Choice) -> Slots:
    return ()


def no_effect(cast: Cast, choice: Choice, units: Sequence[Held], dice: Dice) -> list[Event]:
    return []


def no_choice(cast: Cast, choice: Choice) -> Next:
    return NOTHING if choice else DONE


def understood(cast: Cast, choice: Choice) -> str:
    """The refusal of a spell that makes no demands."""
    return "bad_choice" if choice else ""


class Effect(NamedTuple):
    """A spell. ``following``: the words of its choices; ``perform``: the immediate part, the rune paid; ``why``: a
    code for wrong choices ("" if they are right); ``lasting``: it leaves a marker for this turn; ``by_rune``: the
    choices depend on which rune pays; ``slots``: what it spends besides, by default order or named after ``pay``."""

    following: Callable[[Cast, Choice], Next] = no_choice
    perform: Callable[[Cast, Choice, Sequence[Held], Dice], list[Event]] = no_effect
    why: Callable[[Cast, Choice], str] = understood
    lasting: bool = False
    by_rune: bool = False
    slots: Callable[[Cast, Choice], Slots] = nothing_spent


LASTING = Effect(lasting=True)


def steps(cast: Cast, choice: Choice, *lists: Callable[[Cast, Choice], Sequence[Word]], least: int = 0) -> Next:
    """The words of a spell that takes one word out of each list in turn; it may end after ``least`` of them (0: all).

    A list is told the words before it. It must be such that every word it offers can be carried on to an end.
    """
    for n, word in enumerate(choice):
        if n >= len(lists) or word not in [w.text for w in lists[n](cast, choice[:n])]:
            return NOTHING
    words = tuple(lists[len(choice)](cast, choice)) if len(choice) < len(lists) else ()
    return Next(words, len(choice) >= (least or len(lists)))
