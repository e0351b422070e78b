"""Chance that anybody can check after the game.

A draw is ``HMAC-SHA256(secret + salt, label, how-manieth draw under this label)``. Its number never depends on the
number of the move, so the order in which parallel answers arrive changes nothing, and taking a move back cannot
roll the same dice again. Plan: "Chance, secrets, undo".
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")


class Draw(msgspec.Struct, frozen=True, array_like=True):
    """One recorded draw: label, its number under that label (from 0), the bound, the value (0 <= value < bound)."""

    label: str
    number: int
    bound: int
    value: int


def roll(secret: bytes, salt: str, label: str, number: int, bound: int) -> int:
    """The value of one draw: an unbiased integer ``0 <= value < bound``.

    Raises ValueError when ``bound`` is smaller than 1. The page that checks a finished game calls this very function.
    """
    if bound < 1:
        raise ValueError("a draw needs at least one possibility")
    limit = (1 << 64) // bound * bound
    attempt = 0
    while True:
        message = f"{label}|{number}|{attempt}".encode()
        digest = hmac.new(secret + salt.encode(), message, hashlib.sha256).digest()
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            return value % bound
        attempt += 1


class Dice(Protocol):
    """What a rule set may ask of chance. ``drawn`` lists the draws made since the object was made."""

    drawn: list[Draw]

    def below(self, label: str, bound: int) -> int: ...


class RealDice:
    """The dice of a real game.

    ``counters`` (label -> next number) lies beside the State and is advanced in place. ``recorded`` holds draws of
    moves played before (keyed by label and number): they win over the HMAC, so a replay gives others what they drew.
    """

    def __init__(self, secret: bytes, salt: str, counters: dict[str, int], recorded: Iterable[Draw] = ()) -> None:
        self._secret, self._salt, self.counters = secret, salt, counters
        self._recorded = {(d.label, d.number): d for d in recorded}
        self.drawn: list[Draw] = []

    def below(self, label: str, bound: int) -> int:
        """The next draw under ``label``: ``0 <= value < bound``."""
        number = self.counters.get(label, 0)
        self.counters[label] = number + 1
        old = self._recorded.get((label, number))
        if old is not None and old.bound == bound:
            value = old.value
        else:
            value = roll(self._secret, self._salt, label, number, bound)
        self.drawn.append(Draw(label, number, bound, value))
        return value


def seeded(seed: str) -> RealDice:
    """Dice for tests, bots, previews and self-play: everything follows from ``seed``."""
    return RealDice(hashlib.sha256(seed.encode()).digest(), "", {})


def pick(dice: Dice, label: str, items: Sequence[T]) -> T:
    """One of ``items``, all alike likely. A pick among one item is a draw too (it is a barrier for undo)."""
    return items[dice.below(label, len(items))]


def shuffled(dice: Dice, label: str, items: Iterable[T]) -> list[T]:
    """A new list with the items in random order."""
    left = list(items)
    return [left.pop(dice.below(label, len(left))) for _ in range(len(left))]
