"""Rating in parallel: one game is rated once, and games of the same people do not wait for each other for ever."""

from typing import Any

import pytest
from django.utils import timezone

from games import play, ratings
from games.models import Game, Rating, RatingRow
from tests.race.conftest import together

pytestmark = pytest.mark.django_db(transaction=True)


def finished(first: Any, second: Any) -> Game:
    game = play.open_table(first, "toy", "Race", 2, {}, random_order=False)
    play.join(second, game)
    standings = [{"seats": [seat], "place": seat, "total": 0, "parts": {}} for seat in (1, 2)]
    Game.objects.filter(pk=game.pk).update(status="finished", result={"standings": standings, "reason": "rounds"})
    return game


def test_the_same_game_at_the_same_instant(alice: Any, bob: Any) -> None:
    game = finished(alice, bob)
    answers = together(*[lambda: ratings.rate(game.pk, timezone.now())] * 4)
    assert sorted(answers) == [False, False, False, True]
    assert RatingRow.objects.count() == 2
    assert list(Rating.objects.values_list("games", flat=True)) == [1, 1]


def test_games_of_the_same_people_in_opposite_seats(alice: Any, bob: Any) -> None:
    games = [finished(alice, bob) if number % 2 else finished(bob, alice) for number in range(8)]
    answers = together(*[lambda game=game: ratings.rate(game.pk, timezone.now()) for game in games])
    assert answers == [True] * 8
    assert list(Rating.objects.values_list("games", flat=True)) == [8, 8]
