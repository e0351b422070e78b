"""The tables of the tests of pages, and a post office of one's own."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.models import Game, Seat
from tests.mail.post import Postbox, serving
from tests.web.conftest import finished, in_english, open_table, play_on, running

__all__ = ["finished", "in_english", "open_table", "running"]


@pytest.fixture(scope="session")
def post_office() -> Iterator[tuple[Postbox, int]]:
    """A real SMTP server on this computer, and its port."""
    box = Postbox()
    with serving(box) as port:
        yield box, port


@pytest.fixture
def box(post_office: tuple[Postbox, int], settings: Any) -> Postbox:
    """The server, empty, and Django sends by it."""
    found, settings.EMAIL_PORT = post_office
    found.empty()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = "127.0.0.1", 5
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    return found


@pytest.fixture
def middle(running: Game) -> Game:
    """The game of two after some turns, where somebody's turn has just begun."""
    return to_a_turn(running, 40)


def to_a_turn(game: Game, actions: int) -> Game:
    """Play so many actions, and on until somebody's turn has just begun."""
    game = play_on(game, actions)
    while game.moves.last().seat == asked(game).number:
        game = play_on(game, 1)
    return game


def asked(game: Game) -> Seat:
    """The seat that is asked."""
    seat = Seat.objects.select_related("user").filter(game=game).exclude(decision_key="").first()
    assert seat is not None
    return seat
