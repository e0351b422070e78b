"""What a bot is: it sees one imagined world of its seat and names an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.rules.dice import Dice, roll
from games.rules.kernel import RuleSet

Bot = Callable[[RuleSet[Any], Any, int, Dice], str]
"""``bot(rules, world, seat, dice)`` -> the text of a legal action. ``world`` comes from ``imagine``: the bot never sees
the real State. It must not change the world it is given."""
Weigh = Callable[[str], int]


def alike(word: str) -> int:
    """Every word is as likely as any other."""
    return 1


def tempered(seed: str) -> Weigh:
    """A temper for one game: some verbs are loved, some shunned, as the seed will have it (1 to 64 times as likely).

    Over many games this reaches positions that even play never sees, such as a seat that hoards and never trades.
    """
    return lambda word: int(4 ** roll(b"temper", seed, word, 0, 4))


def random_action(rules: RuleSet[Any], world: Any, seat: int, dice: Dice, weigh: Weigh = alike) -> str:
    """A legal action spelled word by word. The first is drawn by weight, the others are alike likely.

    Where an action may end, going on is one choice among the words. So rare verbs are as likely as common ones.
    """
    words: list[str] = []
    while True:
        step = rules.legal(world, seat, words)
        choices = [word.text for word in step.words] + ([""] if step.complete else [])
        word = choices[draw(dice, [weigh(c) if not words else 1 for c in choices])]
        if not word:
            return " ".join(words)
        words.append(word)


def draw(dice: Dice, weights: Sequence[int]) -> int:
    """The number of one of the weights, each as likely as it weighs."""
    number = dice.below("bot", sum(weights))
    for index, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return index
    raise AssertionError("the weights do not add up")
