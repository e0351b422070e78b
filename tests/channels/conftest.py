"""The toy game, a real game of the house, and receivers on this computer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from games import play
from games.models import Game
from games.rules.registry import REGISTRY
from tests.channels.receiver import Receiver, listening
from tests.play.conftest import do, table, toy  # noqa: F401

SLUG = next(iter(REGISTRY))


@pytest.fixture(autouse=True)
def _counts_anew(db: None) -> None:
    cache.clear()


@pytest.fixture
def local(settings: Any) -> None:
    """The test mode, in which a receiver on this computer may be posted to."""
    settings.HOOKS_ALLOW_LOCAL = True


@pytest.fixture
def receiver(local: None) -> Iterator[Receiver]:
    with listening() as found:
        yield found


@pytest.fixture
def game(alice: Any, bob: Any) -> Game:
    """A running game of the house: both are asked."""
    found = play.open_table(alice, SLUG, "Snow on the pass", 2, {}, random_order=False)
    play.join(bob, found)
    return Game.objects.get(pk=found.pk)
