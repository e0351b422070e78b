"""A game that waits for a person, and feeds read as programs read them: without a session."""

from typing import Any

import pytest

from games.models import Game, Notice
from tests.channels.conftest import _counts_anew  # noqa: F401
from tests.channels.conftest import game as _game  # noqa: F401
from tests.play.conftest import do, table, toy  # noqa: F401


@pytest.fixture
def game(_game: Any) -> Game:  # noqa: F811
    """A running game of which nothing has been told yet."""
    Notice.objects.all().delete()
    return _game
