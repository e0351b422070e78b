"""A small game for tests of the play floor: hidden hands, a sealed step, chance, a peek, and a silent vote.

1. Everybody hides two cards of a hand of three, sealed: ``hide 7``. 2. In turn, two rounds: ``step 2`` (at most 3
steps a turn, a point each), ``roll`` (once a turn, 1 to 6 points), ``peek`` (the next seat's card left in hand is
seen without chance), ``call`` (everybody else votes in silence: ``vote yes``), ``end``. Most points win; hidden cards
are worth their numbers.
"""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec

from games.rules.bot import Bot, random_action
from tests.toy.rules import ToyEdition, ToyRules

SLUG = "toy"
VERSION = ToyRules.version
SEATS = (2, 4)
EDITION = ToyEdition
BOTS: dict[str, Bot] = {"random": random_action}
HOUSE_BOT = "random"


def build(edition: ToyEdition) -> ToyRules:
    """The rule set for an edition."""
    return ToyRules(edition)


def edition_from_files(files: dict[str, str], name: str) -> ToyEdition:
    """The edition in a folder."""
    return msgspec.convert(tomllib.loads(files["edition.toml"]), type=ToyEdition)


def check_edition(edition: ToyEdition) -> list[Any]:
    """Nothing is asked of an edition."""
    return []


def messages() -> list[str]:
    """No texts of its own."""
    return []
