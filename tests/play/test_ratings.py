"""Ratings: who is rated by what place, once a game; and a finished game is scored, told, mailed and rated once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from games import clocks, notices, play, ratings, tasks
from games.models import Game, Move, Notice, RatedGame, Rating, RatingRow
from games.play import reading
from tests.play.conftest import hand

Do = Callable[..., play.Outcome]


def finish(game: Game, places: list[tuple[tuple[int, ...], int]]) -> Game:
    """End a running game with these seats on these places."""
    standings = [{"seats": seats, "place": place, "total": 9 - place, "parts": {}} for seats, place in places]
    Game.objects.filter(pk=game.pk).update(
        status="finished", result={"standings": standings, "reason": "rounds"}, finished_at=timezone.now()
    )
    return Game.objects.get(pk=game.pk)


def opened(*users: Any, bots: int = 0) -> Game:
    game = play.open_table(users[0], "toy", "Rated", len(users) + bots, {}, bots=["random"] * bots, random_order=False)
    for user in users[1:]:
        play.join(user, game)
    return game


def mu(user: Any) -> float:
    return Rating.objects.get(user=user, slug="toy").mu


def test_the_winner_rises_and_it_is_written_down(alice: Any, bob: Any, charlie: Any) -> None:
    game = finish(opened(alice, bob, charlie), [((2,), 1), ((1,), 2), ((3,), 2)])
    assert ratings.rate(game.pk, timezone.now())
    assert mu(bob) > 25 > mu(alice) == mu(charlie)
    rows = {row.user: row for row in RatingRow.objects.filter(game=game)}
    assert {user: row.place for user, row in rows.items()} == {bob: 1, alice: 2, charlie: 2}
    assert (rows[bob].mu_before, rows[bob].mu_after) == (25, mu(bob))
    assert Rating.objects.get(user=bob).games == 1
    assert not ratings.rate(game.pk, timezone.now())
    assert RatingRow.objects.count() == 3


def test_mates_share_a_result(alice: Any, bob: Any, charlie: Any, dora: Any) -> None:
    game = finish(opened(alice, bob, charlie, dora), [((2, 4), 1), ((1, 3), 2)])
    assert ratings.rate(game.pk, timezone.now())
    assert mu(bob) == mu(dora) > 25 > mu(alice) == mu(charlie)
    assert [(side.place, side.users) for side in ratings.sides(game)] == [
        (1, [bob.pk, dora.pk]),
        (2, [alice.pk, charlie.pk]),
    ]


def test_bots_are_left_out_and_one_person_alone_is_not_rated(alice: Any, bob: Any) -> None:
    game = finish(opened(alice, bob, bots=1), [((3,), 1), ((2,), 2), ((1,), 3)])
    ratings.rate(game.pk, timezone.now())
    assert {row.user: row.place for row in RatingRow.objects.all()} == {bob: 1, alice: 2}
    alone = finish(opened(alice, bots=2), [((1,), 1), ((2,), 2), ((3,), 3)])
    assert ratings.rate(alone.pk, timezone.now())
    assert RatedGame.objects.filter(game=alone).exists()
    assert not RatingRow.objects.filter(game=alone).exists()


def test_who_left_is_last_and_a_substitute_does_not_fall(alice: Any, bob: Any, charlie: Any, dora: Any) -> None:
    """The seat comes last: the substitute keeps the rating, the leaver loses."""
    game = opened(alice, bob, charlie)
    play.resign(charlie, game)
    play.volunteer(dora, "toy", True)
    play.take_seat(dora, game, 3)
    game = finish(game, [((1,), 1), ((2,), 2), ((3,), 3)])
    assert ratings.rate(game.pk, timezone.now())
    assert {row.user: row.place for row in RatingRow.objects.all()} == {alice: 1, bob: 2, dora: 3, charlie: 4}
    assert (mu(dora), Rating.objects.get(user=dora).sigma) == (ratings.MODEL.mu, ratings.MODEL.sigma)
    assert mu(alice) > mu(bob) > mu(charlie)
    assert mu(charlie) < 25


def test_a_substitute_who_wins_rises(alice: Any, bob: Any, charlie: Any, dora: Any) -> None:
    """C64: rise, not fall; the leaver is last although the seat has won."""
    game = opened(alice, bob, charlie)
    play.resign(charlie, game)
    play.volunteer(dora, "toy", True)
    play.take_seat(dora, game, 3)
    game = finish(game, [((3,), 1), ((1,), 2), ((2,), 3)])
    ratings.rate(game.pk, timezone.now())
    assert mu(dora) > mu(alice) > mu(bob) > mu(charlie)


def test_who_is_away_at_the_end_is_last_and_who_came_back_is_not(alice: Any, bob: Any, charlie: Any) -> None:
    game = opened(alice, bob, charlie)
    play.resign(alice, game)
    play.resign(bob, game)
    play.return_to_seat(bob, game)
    game = finish(game, [((1,), 1), ((2,), 2), ((3,), 3)])
    assert [(side.place, side.users, side.left) for side in ratings.sides(game)] == [
        (1, [bob.pk], False),
        (2, [charlie.pk], False),
        (3, [alice.pk], True),
    ]


def test_a_game_that_everybody_left_rates_nobody(alice: Any, bob: Any) -> None:
    game = opened(alice, bob)
    play.resign(alice, game)
    play.resign(bob, game)
    game.refresh_from_db()
    assert game.is_finished
    tasks.sweep()
    assert RatedGame.objects.filter(game=game).exists()
    assert not RatingRow.objects.exists()


def test_a_win_taken_from_a_late_player_is_rated(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "Duel", 2, {}, terms=clocks.per_turn(24), random_order=False)
    play.join(bob, game)
    cards = hand(alice, game)
    key = reading.look(alice, game).key
    play.act(alice, game, key, f"hide {cards[0]}; hide {cards[1]}")
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        tasks.sweep()
        play.take_win(alice, game)
        tasks.sweep()
    assert mu(alice) > 25 > mu(bob)


@pytest.mark.django_db(transaction=True)
def test_a_finished_game_is_scored_told_mailed_and_rated_once(
    at_turns: Game, alice: Any, bob: Any, do: Do, settings: Any
) -> None:
    """The last move twice, ticks, rating and sending twice: one end, one result, one mail for who did not end it, one
    rating."""
    settings.TEXTS_STRICT = False  # the toy game has no catalogue
    for user in (alice, bob, alice):
        do(user, at_turns, "end")
    Notice.objects.all().delete()
    mail.outbox.clear()
    key = reading.look(bob, at_turns).key
    for _ in range(2):
        play.act(bob, at_turns, key, "end")
    stored = Game.objects.get(pk=at_turns.pk)
    moves = Move.objects.filter(game=stored).count()
    for _ in range(2):
        tasks.wake(at_turns.pk)
        tasks.sweep()
        ratings.rate(at_turns.pk, timezone.now())
        notices.send_waiting()
    again = Game.objects.get(pk=at_turns.pk)
    assert (again.result, again.finished_at, again.wake_at) == (stored.result, stored.finished_at, None)
    assert Move.objects.filter(game=again).count() == moves
    assert [notice.user for notice in Notice.objects.filter(kind="game_ended")] == [alice]
    assert [message.to for message in mail.outbox] == [[alice.email]]
    assert RatedGame.objects.filter(game=again).count() == 1
    assert sorted(Rating.objects.values_list("user__name", "games")) == [("Alice", 1), ("Bob", 1)]


def test_what_a_dead_worker_left_is_rated_by_the_sweep(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    """No nudge arrives: the sweep finds the finished game by its wake_at, and only once."""
    for user in (alice, bob, alice, bob):
        do(user, at_turns, "end")
    assert not RatedGame.objects.exists()
    assert tasks.sweep() == 1
    assert tasks.sweep() == 0
    assert RatedGame.objects.filter(game=at_turns).exists()
