"""The toy game is registered for every test here; tables are opened in one line."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import clocks, play
from games.clocks import HOUR, Terms
from games.models import Game, Seat
from games.play import rulesets
from games.rules.registry import REGISTRY
from tests.conftest import person

SMALL = Terms(preset="custom", bank=20 * HOUR, credit=5 * HOUR, cap=24 * HOUR, claim=12 * HOUR, quiet=False)
"""Twenty hours, five for a turn, twelve hours of claim window."""


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game is a game of the site."""
    monkeypatch.setitem(REGISTRY, "toy", "tests.toy")
    rulesets.forget()
    yield
    rulesets.forget()


@pytest.fixture
def dora(db: None) -> Any:
    """Somebody from the bench."""
    return person("Dora")


@pytest.fixture
def table(alice: Any, bob: Any) -> Game:
    """A running toy game: Alice in seat 1, Bob in seat 2, 24 hours a turn."""
    game = play.open_table(alice, "toy", "Evening", 2, {}, terms=clocks.per_turn(24), random_order=False)
    play.join(bob, game)
    game.refresh_from_db()
    return game


@pytest.fixture
def do() -> Callable[..., play.Outcome]:
    """``do(user, game, line)``: act with the key the seat has now."""

    def act(user: Any, game: Game, line: str) -> play.Outcome:
        return play.act(user, game, seat_of(user, game).decision_key, line)

    return act


@pytest.fixture
def at_turns(table: Game, alice: Any, bob: Any, do: Callable[..., play.Outcome]) -> Game:
    """The same game after the sealed step: it is Alice's turn."""
    for user in (alice, bob):
        cards = hand(user, table)
        do(user, table, f"hide {cards[0]}; hide {cards[1]}")
    table.refresh_from_db()
    return table


def at(hours: float, start: datetime | None = None) -> Any:
    """So many hours after ``start`` (now), the clock standing still."""
    return time_machine.travel((start or timezone.now()) + timedelta(hours=hours), tick=False)


def hide(user: Any, game: Game, do: Callable[..., play.Outcome]) -> None:
    """The whole sealed answer of this person."""
    cards = hand(user, game)
    do(user, game, f"hide {cards[0]}; hide {cards[1]}")


@pytest.fixture
def start() -> datetime:
    return timezone.now().replace(microsecond=0)


@pytest.fixture
def trio(alice: Any, bob: Any, charlie: Any, start: datetime) -> Game:
    """Three people, 20 hours and 5 for a turn, all hiding cards."""
    with at(0, start):
        game = play.open_table(alice, "toy", "Trio", 3, {}, terms=SMALL, random_order=False)
        play.join(bob, game)
        play.join(charlie, game)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def turns(trio: Game, alice: Any, bob: Any, charlie: Any, do: Callable[..., play.Outcome], start: datetime) -> Game:
    """The same after the sealed step, which took everybody no time at all."""
    with at(0, start):
        for user in (alice, bob, charlie):
            hide(user, trio, do)
    return trio


def seat_of(user: Any, game: Game) -> Seat:
    """The seat as it is now."""
    return Seat.objects.get(game=game, user=user)


def hand(user: Any, game: Game) -> list[int]:
    """The cards in this person's hand."""
    from games.play import reading

    view = reading.look(user, Game.objects.get(pk=game.pk)).view
    assert view is not None
    return list(view["hand"])
