"""Codes of private links, and the public words of joiners.

A link's code has 128 random bits and is compared in constant time. Wrong codes are counted, per person and per
address and for the table as a whole; after too many of them even the right one waits, and the host is told. The counts
lie in the cache that all processes share; two wrong codes at the same instant may count as one.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime

from django.core.cache import cache
from django.utils import timezone

from games.models import Game
from games.play.errors import TooMany

WRONG_MOST = 20
"""Wrong codes that one person or address may send, each within an hour of the one before."""
WRONG_MOST_TABLE = 200
"""Wrong codes that a table takes likewise from everybody together."""
WRONG_SECONDS = 3600
ALARM_SECONDS = 7 * 86400
SYLLABLES = [first + second for first in "bdfghklmnprstvw" for second in "aeiou"]


def right_code(game: Game, code: str, whos: Iterable[str]) -> bool:
    """Whether this is the table's code. ``whos``: whom a wrong one is counted for. Raises TooMany. "" is no try."""
    whos = [who for who in whos if who]
    if is_code(game, code, whos):
        return True
    if code and game.invite_code:
        count_wrong(game.pk, whos)
    return False


def is_code(game: Game, code: str, whos: Iterable[str]) -> bool:
    """The same without counting, for inside a transaction: a refusal would undo the count. Raises TooMany."""
    if not code or not game.invite_code:
        return False
    limits = _limits(game.pk, whos)
    counts = cache.get_many(limits)
    if any(counts.get(name, 0) >= most for name, most in limits.items()):
        raise TooMany()
    return hmac.compare_digest(code.encode("utf-8", "replace"), game.invite_code.encode())


def count_wrong(pk: int, whos: Iterable[str]) -> None:
    """Count a wrong code; at a limit the host will be told. Outside any transaction that may be undone."""
    for name, most in _limits(pk, whos).items():
        count = cache.get(name, 0) + 1
        cache.set(name, count, WRONG_SECONDS)  # not ``incr``: that would forget it after five minutes
        if count >= most:
            cache.set(_alarm(pk), timezone.now(), ALARM_SECONDS)


def alarm(game: Game) -> datetime | None:
    """When too many wrong codes were tried at this table, if that was in the last days."""
    found: datetime | None = cache.get(_alarm(game.pk))
    return found


def _limits(pk: int, whos: Iterable[str]) -> dict[str, int]:
    """Name of a count -> how many wrong codes it takes."""
    return {_counter(pk, ""): WRONG_MOST_TABLE, **{_counter(pk, who): WRONG_MOST for who in whos if who}}


def _alarm(pk: int) -> str:
    return f"wrong-codes-{pk}-alarm"


def _counter(pk: int, who: str) -> str:
    return f"wrong-code-{pk}-{hashlib.sha256(who.encode()).hexdigest()[:24]}"


def new_address() -> str:
    """The last part of a table's address: letters and digits that are not mistaken for each other."""
    return "".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(12))


def random_word() -> str:
    """A pronounceable random word of about 37 bits, for who enters none."""
    return "".join(secrets.choice(SYLLABLES) for _ in range(6))
