"""Time: limits, the autopilot, taking the wheel back, bots, the sweep, people who go for good."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import clocks, play, tasks
from games.models import Game, Move, Notice, Seat
from games.play import reading, rulesets
from tests.play.conftest import hand, seat_of

Do = Callable[..., play.Outcome]


def later(hours: float) -> Any:
    return time_machine.travel(timezone.now() + timedelta(hours=hours), tick=False)


def texts(game: Game) -> list[tuple[str, str]]:
    return list(Move.objects.filter(game=game, number__gt=3).values_list("via", "text"))


def test_a_turn_past_its_limit_is_played_by_the_autopilot_without_a_visit(
    at_turns: Game, alice: Any, bob: Any, do: Do
) -> None:
    """B35: nobody needs to open the game; the next player is told once."""
    do(alice, at_turns, "step 1")
    Notice.objects.all().delete()
    with later(11.9):
        assert tasks.sweep() == 0
    for hours in (12.1, 24.1, 36.2):
        with later(hours):
            assert tasks.sweep() == 1
            assert tasks.sweep() == 0
    acts = [("web", "step 1"), ("house", "expire"), ("house", "autopilot"), ("autopilot", "end")]
    assert texts(at_turns)[-4:] == acts
    assert seat_of(alice, at_turns).autopilot
    told = sorted((n.kind, n.user.name) for n in Notice.objects.all())
    assert told == [
        ("autopilot", "Alice"), ("claim_window", "Alice"), ("claim_window", "Bob"), ("reminder", "Alice"),
        ("seat_changed", "Bob"), ("your_turn", "Bob"),
    ]  # fmt: skip
    assert reading.look(None, Game.objects.get(pk=at_turns.pk)).seats[0].autopilot


def test_all_who_are_asked_at_once_have_the_same_limit(table: Game, alice: Any, bob: Any) -> None:
    """B44: idle people in a simultaneous step do not wait one after the other."""
    assert seat_of(alice, table).due_at == seat_of(bob, table).due_at
    for hours in (24.1, 36.2):
        with later(hours):
            tasks.sweep()
    table.refresh_from_db()
    assert table.is_finished


def test_the_limit_is_for_the_turn_not_for_each_action(at_turns: Game, alice: Any, do: Do) -> None:
    due = seat_of(alice, at_turns).due_at
    with later(20):
        do(alice, at_turns, "step 1")
        do(alice, at_turns, "roll")
    assert seat_of(alice, at_turns).due_at == due


def test_the_wheel_is_taken_back(at_turns: Game, alice: Any, bob: Any, charlie: Any, do: Do) -> None:
    with later(25):
        tasks.sweep()
    with later(38):
        tasks.sweep()
        with pytest.raises(play.NotYours):
            play.return_to_seat(charlie, at_turns)
        play.return_to_seat(alice, at_turns)
        play.return_to_seat(alice, at_turns)
        assert Move.objects.filter(game=at_turns, text="return").count() == 1
        do(bob, at_turns, "end")
        seat = seat_of(alice, at_turns)
        assert seat.decision_key
        assert seat.due_at == timezone.now() + timedelta(hours=24)
        assert do(alice, at_turns, "step 1").steps
    acts = [(e.act, e.seat) for e in reading.look(bob, Game.objects.get(pk=at_turns.pk)).log() if e.kind == "table"]
    assert acts[-2:] == [("autopilot", 1), ("return", 1)]


def test_without_a_limit_nothing_is_due(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "Slow", 2, {}, terms=clocks.per_turn(0))
    play.join(bob, game)
    game.refresh_from_db()
    assert seat_of(alice, game).due_at is None
    assert game.wake_at == game.started_at + clocks.SILENCE, "only a long silence is looked after"


def test_half_done_sealed_answers_are_gone_on_with(table: Game, alice: Any, bob: Any, do: Do) -> None:
    do(alice, table, f"hide {hand(alice, table)[2]}")
    do(bob, table, f"hide {hand(bob, table)[0]}; hide {hand(bob, table)[1]}")
    for hours in (24.5, 37):
        with later(hours):
            tasks.sweep()
    table.refresh_from_db()
    assert table.progress["turn"] == 2
    assert seat_of(bob, table).question == "turn"


def test_a_fault_in_one_game_holds_up_no_other_and_tells_no_secret(
    at_turns: Game, alice: Any, charlie: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = play.open_table(charlie, "toy", "Other", 2, {}, bots=["random"], terms=clocks.per_turn(24))
    real = play.do_due

    def faulty(game_id: int, now: Any) -> tuple[bool, bool]:
        if game_id == at_turns.pk:
            raise RuntimeError("card 7 is in the hand of seat 2")
        return real(game_id, now)

    monkeypatch.setattr(play, "do_due", faulty)
    due = seat_of(alice, at_turns).due_at
    for hours in (25, 38):
        with later(hours):
            play.tick(other.pk, timezone.now())
    with later(38), caplog.at_level(logging.ERROR):
        tasks.sweep()
        at_turns.refresh_from_db()
        assert at_turns.wake_at == timezone.now() + timedelta(hours=1)
    assert seat_of(alice, at_turns).due_at == due
    assert Seat.objects.get(game=other, user=charlie).autopilot
    assert f"game {at_turns.pk} failed: RuntimeError" in caplog.text
    assert "card 7" not in caplog.text


def test_bots_answer_when_they_are_woken(alice: Any, do: Do) -> None:
    game = play.open_table(alice, "toy", "Bot", 2, {}, bots=["random"], random_order=False)
    tasks.wake(game.pk)
    assert Move.objects.filter(game=game, via="bot").count() == 2
    do(alice, game, f"hide {hand(alice, game)[0]}; hide {hand(alice, game)[1]}")
    do(alice, game, "end")
    game.refresh_from_db()
    assert game.wake_at is not None
    assert game.wake_at <= timezone.now()
    tasks.sweep()
    assert seat_of(alice, game).decision_key
    assert not Notice.objects.filter(game=game, kind="your_turn", user=None).exists()


def test_a_bot_sees_its_own_world_only(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets an imagined world; what it cannot know differs from the real one sooner or later."""
    import tests.toy

    worlds = []

    def looker(rules: Any, world: Any, seat: int, dice: Any) -> str:
        worlds.append((rules.view(world, seat), world.hands[0]))
        return str(rules.fallback(world, seat))

    monkeypatch.setitem(tests.toy.BOTS, "random", looker)
    for _ in range(6):
        game = play.open_table(alice, "toy", "Bot", 2, {}, bots=["random"], random_order=False)
        real = rulesets.unpack(rulesets.rules_for(game), game.box.state)
        worlds.clear()
        play.play_bots(game.pk)
        assert worlds[0][0] == rulesets.rules_for(game).view(real, 2)
        if worlds[0][1] != real.hands[0]:
            return
    pytest.fail("the bot was always given the real hands")


def test_a_faulty_bot_holds_up_no_table(
    alice: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import tests.toy

    monkeypatch.setitem(tests.toy.BOTS, "random", lambda rules, world, seat, dice: "fly away")
    game = play.open_table(alice, "toy", "Bot", 2, {}, bots=["random"], random_order=False)
    with caplog.at_level(logging.ERROR):
        tasks.wake(game.pk)
    assert Move.objects.filter(game=game, via="bot").count() == 2
    assert "no_such_action" in caplog.text


def test_who_goes_for_good_leaves_the_seat_to_the_autopilot(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    """C68: the game goes on, the others see it."""
    waiting = play.open_table(alice, "toy", "Waiting", 2, {})
    play.abandon(alice)
    waiting.refresh_from_db()
    assert (waiting.status, waiting.closed_reason) == ("closed", "empty")
    assert seat_of(bob, at_turns).decision_key
    assert [e.act for e in reading.look(bob, Game.objects.get(pk=at_turns.pk)).log()][-2:] == ["delete", ""]
    do(bob, at_turns, "end")
    do(bob, at_turns, "end")
    at_turns.refresh_from_db()
    assert at_turns.is_finished


def test_a_deleted_account_stops_no_game(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    """C68: even when the row of the person is gone, the log and the others' game stay."""
    do(alice, at_turns, "end")
    alice.delete()
    do(bob, at_turns, "end")
    assert seat_of(bob, at_turns).decision_key
    chairs = reading.look(bob, Game.objects.get(pk=at_turns.pk)).seats
    assert [chair.label() for chair in chairs][1] == "Bob"
    do(bob, at_turns, "end")
    at_turns.refresh_from_db()
    assert at_turns.is_finished


def test_the_autopilot_plays_any_number_of_games_to_their_end(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "Gone", 2, {}, terms=clocks.per_turn(1))
    play.join(bob, game)
    play.abandon(bob)
    play.abandon(alice)
    game.refresh_from_db()
    assert game.is_finished


def test_a_long_run_of_the_autopilot_is_cut_into_batches(alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.play.desk.AUTOPILOT_BATCH", 3)
    game = play.open_table(alice, "toy", "Gone", 2, {}, terms=clocks.per_turn(1))
    play.join(bob, game)
    with later(2):
        tasks.sweep()
    with later(15):
        tasks.sweep()
        game.refresh_from_db()
        assert game.is_running
        assert game.wake_at == timezone.now()
        for _ in range(3):
            tasks.sweep()
    game.refresh_from_db()
    assert game.is_finished


def test_a_bot_that_fails_holds_up_no_table(
    alice: Any, bob: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it would have known is in no log; something harmless is played instead."""
    from games.play import ticking

    def faulty(*_: Any) -> str:
        raise ValueError("card 7 is in the hand of seat 2")

    monkeypatch.setattr(ticking, "think", faulty)
    game = play.open_table(alice, "toy", "Faulty", 3, {}, bots=["random"], random_order=False)
    play.join(bob, game)
    with caplog.at_level(logging.ERROR):
        tasks.wake(game.pk)
    assert Move.objects.filter(game=game, via="bot").count() == 2
    assert f"bot random in game {game.pk}: ValueError" in caplog.text
    assert "card 7" not in caplog.text
