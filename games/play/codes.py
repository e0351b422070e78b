"""Codes of private links, and the public words of joiners.

A link's code has 128 random bits and is compared in constant time. Wrong codes are counted, per person and per
address and for the table as a whole; after too many of them even the right one waits.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable

from django.core.cache import cache

from games.models import Game
from games.play.errors import TooMany

WRONG_MOST = 20
"""Wrong codes that one person or address may send in an hour."""
WRONG_MOST_TABLE = 200
"""Wrong codes that a table takes in an hour from everybody together."""
WRONG_SECONDS = 3600
SYLLABLES = [first + second for first in "bdfghklmnprstvw" for second in "aeiou"]


def right_code(game: Game, code: str, whos: Iterable[str]) -> bool:
    """Whether this is the table's code. ``whos``: whom a wrong one is counted for. Raises TooMany. "" is no try."""
    if not code or not game.invite_code:
        return False
    counters = [_counter(game, who) for who in whos if who]
    if any((cache.get(name) or 0) >= WRONG_MOST for name in counters):
        raise TooMany()
    whole = _counter(game, "")
    if (cache.get(whole) or 0) >= WRONG_MOST_TABLE:
        raise TooMany()
    if hmac.compare_digest(code.encode("utf-8", "replace"), game.invite_code.encode()):
        return True
    for name in [*counters, whole]:
        cache.add(name, 0, WRONG_SECONDS)
        cache.incr(name)
    return False


def _counter(game: Game, who: str) -> str:
    return f"wrong-code-{game.pk}-{hashlib.sha256(who.encode()).hexdigest()[:24]}"


def new_address() -> str:
    """The last part of a table's address: letters and digits that are not mistaken for each other."""
    return "".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(12))


def random_word() -> str:
    """A pronounceable random word of about 37 bits, for who enters none."""
    return "".join(secrets.choice(SYLLABLES) for _ in range(6))
