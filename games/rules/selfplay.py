"""Whole games without people, for any rule set: bots play, everything follows from a seed. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from games.rules import kernel
from games.rules.bot import Bot
from games.rules.dice import RealDice, seeded
from games.rules.kernel import Data, Event, RuleSet

LIMIT = 20_000
"""No game may take more actions than this."""


class Played(msgspec.Struct):
    """A game played to its end. ``actions``: [seat, text] in order; ``standings`` as in ``Result``; ``counts``: how
    often each event code (``event:…``), verb (``verb:…``) and landmark came up; ``turns``: turns begun."""

    slug: str
    seats: int
    options: Data
    seed: str
    actions: list[list[Any]]
    standings: list[kernel.Standing]
    reason: str
    turns: int
    counts: dict[str, int]


class Endless(Exception):
    """A game went on beyond the bound."""


def game_dice(seed: str) -> RealDice:
    """The dice of the game that belongs to a seed."""
    return seeded(f"game {seed}")


def bot_dice(seed: str, seat: int, number: int) -> RealDice:
    """The dice a bot thinks with, for the ``number``-th action of the game."""
    return seeded(f"bot {seed} {seat} {number}")


def choose(rules: RuleSet[Any], state: Any, seat: int, bot: Bot, dice: RealDice) -> str:
    """A bot's action: it is shown an imagined world of its seat, never the State itself."""
    return bot(rules, rules.imagine(state, seat, dice), seat, dice)


def play_game(rules: RuleSet[Any], seats: int, options: Data, bots: Sequence[Bot], seed: str) -> Played:
    """One game between these bots (one for each seat). Raises Endless, and Illegal for an illegal action of a bot."""
    dice = game_dice(seed)
    state, events = rules.setup(options, seats, dice)
    actions: list[list[Any]] = []
    counts = count(rules, events, "")
    while asked := rules.pending(state):
        if len(actions) >= LIMIT:
            raise Endless(f"{rules.slug} {seats} {seed}")
        seat = asked[len(actions) % len(asked)].seat
        text = choose(rules, state, seat, bots[seat - 1], bot_dice(seed, seat, len(actions)))
        step = kernel.advance(rules, state, seat, text, dice)
        state = step.state
        actions.append([seat, text])
        counts.update(count(rules, step.events, text))
    return finished(rules, state, options, seed, actions, counts)


def finished(
    rules: RuleSet[Any], state: Any, options: Data, seed: str, actions: list[list[Any]], counts: Counter[str]
) -> Played:
    """The record of a game that is over."""
    result = rules.result(state)
    if result is None:
        raise Endless(f"{rules.slug}: nobody is asked and there is no result ({seed})")
    turns = int(rules.progress(state)["turn"])
    seats = sum(len(s.seats) for s in result.standings)
    standings, reason = list(result.standings), result.reason
    return Played(rules.slug, seats, options, seed, actions, standings, reason, turns, dict(sorted(counts.items())))


def count(rules: Any, events: Sequence[Event], text: str) -> Counter[str]:
    """What happened in one step, by name. A rule set may add ``landmarks(events, text)``."""
    found = Counter(f"event:{event.code}" for event in events)
    if text:
        found[f"verb:{text.split(' ')[0]}"] += 1
    if hasattr(rules, "landmarks"):
        found.update(rules.landmarks(events, text))
    return found
