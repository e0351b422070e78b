"""Reliability: what is recorded of whom, the number that comes of it, and tables that ask for one."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import clocks, play, tasks
from games.models import Game, Tenure, TurnRecord
from games.play import reliability
from tests.play.conftest import hand, seat_of

Do = Callable[..., play.Outcome]


def later(hours: float) -> Any:
    return time_machine.travel(timezone.now() + timedelta(hours=hours), tick=False)


def records(user: Any) -> list[tuple[int, bool]]:
    return list(TurnRecord.objects.filter(user=user).order_by("pk").values_list("turn", "in_time"))


def history(user: Any, game: Game, in_time: int, late: int = 0) -> None:
    """Turns of long ago, the late ones first."""
    TurnRecord.objects.bulk_create(
        TurnRecord(game=game, user=user, seat=1, turn=1000 + n, in_time=n >= late, at=timezone.now())
        for n in range(late + in_time)
    )


def test_a_turn_is_recorded_once_when_it_is_really_over(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    assert records(alice) == [(0, True)]
    do(alice, at_turns, "step 1")
    do(alice, at_turns, "step 1")
    assert records(alice) == [(0, True)]
    do(alice, at_turns, "end")
    assert records(alice) == [(0, True), (1, True)]
    assert records(bob) == [(0, True)]


def test_an_ended_turn_that_is_taken_back_and_ended_again_is_one(table: Game, alice: Any, do: Do) -> None:
    cards = hand(alice, table)
    do(alice, table, f"hide {cards[0]}; hide {cards[1]}")
    play.undo(alice, table, "", upto=seat_of(alice, table).acts)
    do(alice, table, f"hide {cards[2]}")
    assert records(alice) == [(0, True)]


def test_a_late_turn_is_late_however_it_ends(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    with later(24.1):
        tasks.sweep()
        tasks.sweep()
        assert records(alice) == [(0, True), (1, False)]
        do(alice, at_turns, "end")
        assert records(alice) == [(0, True), (1, False)]


def test_who_has_left_collects_no_more_late_turns(alice: Any, bob: Any, charlie: Any, do: Do) -> None:
    """C62: ten deadlines after leaving change nothing."""
    game = play.open_table(alice, "toy", "Long", 3, {}, terms=clocks.per_turn(1), random_order=False)
    for user in (bob, charlie):
        play.join(user, game)
    with later(1.1):
        tasks.sweep()
    with later(14):
        tasks.sweep()
        assert seat_of(alice, game).autopilot
        before = records(alice)
        assert before == [(0, False)]
    for hours in range(15, 40):
        with later(hours):
            tasks.sweep()
    assert records(alice) == before
    assert Game.objects.get(pk=game.pk).is_finished


def test_a_substitute_begins_with_a_clean_sheet(at_turns: Game, alice: Any, bob: Any, dora: Any, do: Do) -> None:
    """C64: what was before the takeover is the leaver's, what comes after it the substitute's."""
    do(alice, at_turns, "end")
    do(bob, at_turns, "end")
    with later(24.1):
        tasks.sweep()
        play.hand(bob, at_turns, 1)
        before = records(alice)
        assert before == [(0, True), (1, True), (3, False)]
        play.volunteer(dora, "toy", True)
        play.take_seat(dora, at_turns, 1)
        assert (records(dora), records(alice)) == ([], before)
        do(bob, at_turns, "end")
    leaver, substitute = reliability.of(alice), reliability.of(dora)
    assert (leaver.games, leaver.games_finished, substitute.games, substitute.games_finished) == (1, 0, 1, 1)
    assert (leaver.turns, leaver.turns_in_time) == (3, 2)
    assert leaver.percent == 33
    assert (substitute.percent, reliability.of(bob).games_finished) == (None, 1)


def test_what_does_not_count(alice: Any, bob: Any, do: Do) -> None:
    """Alone with bots, and without a clock."""
    alone = play.open_table(alice, "toy", "Bot", 2, {}, bots=["random"], random_order=False)
    slow = play.open_table(alice, "toy", "Slow", 2, {}, terms=clocks.PRESETS["untimed"], random_order=False)
    play.join(bob, slow)
    for game in (alone, slow):
        do(alice, game, f"hide {hand(alice, game)[0]}; hide {hand(alice, game)[1]}")
    assert records(alice) == []


def test_silent_answers_are_not_recorded(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    """Else the number of recorded turns would tell that somebody has answered."""
    do(alice, at_turns, "call")
    before = records(bob)
    do(bob, at_turns, "vote yes")
    assert records(bob) == before


def test_the_number_is_the_mean_of_its_two_parts_over_the_last_hundred(at_turns: Game, alice: Any, bob: Any) -> None:
    TurnRecord.objects.all().delete()
    assert reliability.of(alice).percent is None
    history(alice, at_turns, in_time=90, late=30)
    found = reliability.of(alice)
    assert (found.turns, found.turns_in_time, found.games, found.percent) == (100, 90, 0, 90)
    Tenure.objects.filter(game=at_turns, user=alice).update(ended_at=timezone.now(), how="resigned")
    found = reliability.of(alice)
    assert (found.games, found.games_finished, found.percent) == (1, 0, 45)
    assert found.parts() == ["90 of the last 100 turns in time", "0 of 1 game played to the end"]
    assert found.word() == "45%"


def test_a_newcomer_has_no_number_until_ten_turns_or_a_game_left(at_turns: Game, alice: Any, do: Do) -> None:
    history(alice, at_turns, in_time=5, late=3)
    assert reliability.of(alice).percent is None
    assert reliability.of(alice).word() == "New here"
    play.resign(alice, at_turns)
    assert reliability.of(alice).percent is not None


def test_a_table_may_ask_for_a_reliability(at_turns: Game, alice: Any, bob: Any, charlie: Any, dora: Any) -> None:
    terms = clocks.Terms(least=80)
    game = play.open_table(bob, "toy", "Careful", 4, {}, terms=terms)
    history(alice, at_turns, in_time=10, late=10)
    with pytest.raises(play.Refused, match="unreliable") as refused:
        play.join(alice, game)
    assert refused.value.data == {"n": 80, "percent": 52}
    play.join(charlie, game)
    play.invite(bob, game, alice)
    play.join(alice, game)
    history(dora, at_turns, in_time=20)
    play.join(dora, game)
    assert Game.objects.get(pk=game.pk).is_running


def test_it_is_read_from_two_queries(at_turns: Game, alice: Any, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(2):
        reliability.of(alice)
