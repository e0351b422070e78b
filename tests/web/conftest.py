"""Tables for the tests of pages: real games of the site, opened in one line, one of them played to its end."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import translation

from games import play
from games.models import Game, Seat
from games.play import reading
from games.play.rulesets import package
from games.play.ticking import think
from games.rules.registry import REGISTRY

SLUG = next(iter(REGISTRY))
Opener = Callable[..., Game]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """What a test says outside a request is English, whatever language the page before it had."""
    with translation.override("en"):
        yield


@pytest.fixture
def open_table(alice: Any) -> Opener:
    """``open_table(seats=3, title="Evening", user=alice, **more)``."""

    def make(seats: int = 3, title: str = "Evening", user: Any = None, **more: Any) -> Game:
        return play.open_table(user or alice, SLUG, title, seats, more.pop("options", {}), **more)

    return make


@pytest.fixture
def running(alice: Any, bob: Any, open_table: Opener) -> Game:
    """A game of two that has just begun."""
    return play.join(bob, open_table(2))


@pytest.fixture
def finished(running: Game) -> Game:
    """The same game, played to its end by bots that act for the two people."""
    return play_on(running, 5000)


def play_on(game: Game, actions: int) -> Game:
    """Play so many actions, each thought out by a bot of the house for whoever is asked; stops at the end."""
    for _ in range(actions):
        chair = Seat.objects.select_related("game", "user").filter(game=game).exclude(decision_key="").first()
        if chair is None:
            break
        if chair.bot:
            play.bot_move(game.pk, chair.number)
            game.refresh_from_db()
            continue
        chair.bot = next(iter(package(game.slug).BOTS))
        text = think(game, chair, reading.position(game, game.last_number))
        game = play.act(chair.user, game, chair.decision_key, text).game
    game.refresh_from_db()
    return game
