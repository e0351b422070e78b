"""What the tests of a table's pages share: a running game, its time moved on, pages and forms."""

from datetime import datetime, timedelta
from typing import Any

import time_machine
from django.urls import reverse
from django.utils import timezone

from games import play
from games.models import Game, Seat
from games.play import reading
from tests.web.conftest import play_on


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def where(name: str, game: Game, *more: Any) -> str:
    return reverse(name, args=[game.public_id, *more])


def body(client: Any, name: str, game: Game, *more: Any) -> str:
    answer = client.get(where(name, game, *more))
    assert answer.status_code == 200, answer.status_code
    return str(answer.content.decode())


def later(**span: float) -> Any:
    return time_machine.travel(timezone.now() + timedelta(**span), tick=False)


def asked(game: Game) -> Seat:
    seat = Seat.objects.select_related("user").filter(game=game).exclude(decision_key="").first()
    assert seat is not None
    return seat


def to_turns(game: Game) -> Game:
    """Gates and draft done: the first turn, with plenty to choose (a forced answer is played by the house)."""
    while reading.look(None, game).view["phase"] != "play":
        game = play_on(game, 1)
    return game


def runs_out(game: Game) -> tuple[Seat, datetime]:
    """The time of whoever is asked is up: the seat, and an instant within the claim window."""
    seat = asked(game)
    assert seat.due_at is not None
    moment = seat.due_at + timedelta(minutes=5)
    with time_machine.travel(moment, tick=False):
        play.tick(game.pk, moment)
    seat.refresh_from_db()
    assert seat.claim_until is not None
    return seat, moment + timedelta(minutes=5)
