"""Vacations in parallel: one at a time for a person, also when several tables begin it at the same instant."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import clocks, play
from games.models import Game, Seat, Vacation
from tests.race.conftest import together

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_tabs_begin_one(table: Game, alice: Any) -> None:
    answers = together(*[lambda: play.start_vacation(alice, 3)] * 4)
    assert sum(isinstance(answer, Vacation) for answer in answers) == 1
    assert sorted(str(answer) for answer in answers if not isinstance(answer, Vacation)) == ["on_vacation"] * 3
    assert Vacation.objects.count() == 1


def test_many_tables_of_the_same_people_whose_time_is_nearly_gone(alice: Any, bob: Any) -> None:
    """Each tick holds its game and then both people, in the order of their ids: none waits for ever."""
    games = []
    for number in range(6):
        users = (alice, bob) if number % 2 else (bob, alice)
        game = play.open_table(users[0], "toy", "Late", 2, {}, terms=clocks.per_turn(24), random_order=False)
        play.join(users[1], game)
        games.append(game)
    type(alice).objects.update(auto_vacation=True)
    now = timezone.now() + timedelta(hours=22, minutes=30)
    answers = together(*[lambda game=game: play.tick(game.pk, now) for game in games])
    assert answers == [False] * 6
    assert sorted(Vacation.objects.values_list("user", flat=True)) == [alice.pk, bob.pk]
    play.vacation.sweep(now)
    assert {seat.due_at and seat.due_at > now + timedelta(days=3) for seat in Seat.objects.all()} == {True}
