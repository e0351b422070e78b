"""From a Game row to its rule set: the edition it names, built once per content hash and kept.

Packing: a State is dumped by the kernel (JSON with the version of its layout) and zipped, about 2 KB for a late Hall.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec

from games.models import Edition, Game
from games.play.errors import BadInput
from games.rules import kernel
from games.rules.registry import REGISTRY

Rules = kernel.RuleSet[Any]


def package(slug: str) -> Any:
    """The package of a registered rule set (module). Raises BadInput for an unknown slug."""
    if slug not in REGISTRY:
        raise BadInput("unknown_game")
    return import_module(REGISTRY[slug])


def rules_for(game: Game) -> Rules:
    """The rule set of this game with the edition frozen in it."""
    return _built(game.slug, game.edition_id)


@lru_cache(maxsize=32)
def _built(slug: str, edition_hash: str) -> Rules:
    from games import editions

    row = Edition.objects.get(pk=edition_hash)
    rules: Rules = package(slug).build(editions.thaw(slug, row.data))
    return rules


def has_bot_pilot(game: Game) -> bool:
    """Whether the house's bot plays absent seats of this table, instead of ``fallback``."""
    return game.time.pilot == "bot" and bool(getattr(package(game.slug), "HOUSE_BOT", ""))


def forget() -> None:
    """Drop the built rule sets (for tests that exchange rule sets)."""
    _built.cache_clear()


def pack(rules: Rules, state: Any) -> bytes:
    """State -> zipped bytes for a binary column."""
    return zlib.compress(kernel.dump(rules, state), 6)


def unpack(rules: Rules, packed: bytes | memoryview) -> Any:
    """Zipped bytes -> State (old layouts upgraded). Raises kernel.NewerState for a layout this code does not know."""
    return kernel.load(rules, zlib.decompress(bytes(packed)))


def plain(value: Any) -> Any:
    """Any typed value as it comes back from a JSON column: lists for tuples, text for keys."""
    return msgspec.json.decode(msgspec.json.encode(value))


def asked_now(rules: Rules, state: Any) -> dict[int, kernel.Decision]:
    """Seat -> the question put to it, in the rule set's order (its first one, if it has several)."""
    asked: dict[int, kernel.Decision] = {}
    for decision in rules.pending(state):
        asked.setdefault(decision.seat, decision)
    return asked


def turn_of(rules: Rules, state: Any) -> int:
    """The running number of the turn, from the rule set's public progress."""
    return int(rules.progress(state).get("turn", 0))
