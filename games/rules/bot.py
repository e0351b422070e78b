"""What a bot is: it sees one imagined world of its seat and names an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.dice import Dice, pick
from games.rules.kernel import RuleSet

Bot = Callable[[RuleSet[Any], Any, int, Dice], str]
"""``bot(rules, world, seat, dice)`` -> the text of a legal action. ``world`` comes from ``imagine``: the bot never sees
the real State. It must not change the world it is given."""


def random_action(rules: RuleSet[Any], world: Any, seat: int, dice: Dice) -> str:
    """A legal action spelled word by word, each word alike likely among those offered.

    Where an action may end, going on is one choice among the words. So rare verbs are as likely as common ones.
    """
    words: list[str] = []
    while True:
        step = rules.legal(world, seat, words)
        choices = [word.text for word in step.words] + ([""] if step.complete else [])
        word = pick(dice, "bot", choices)
        if not word:
            return " ".join(words)
        words.append(word)
