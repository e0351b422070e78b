"""Random tables: whatever people, bots, clocks and the autopilot do, what is stored stays in step with the rules."""

import random
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import clocks, play, tasks
from games.clocks import Habits
from games.models import Box, EventRow, Game, Move, Notice, Seat
from games.play import outbox, reading, timing
from games.play.rulesets import asked_now, rules_for, unpack
from games.play.verify import difference
from games.rules.bot import random_action
from games.rules.dice import seeded
from tests.play.conftest import seat_of


def check(game: Game) -> None:
    """Everything that must hold of a stored game."""
    game = Game.objects.get(pk=game.pk)
    state = unpack(rules_for(game), Box.objects.get(game=game).state)
    asked = asked_now(rules_for(game), state) if game.is_running else {}
    seats = {seat.number: seat for seat in Seat.objects.filter(game=game)}
    assert {n for n, seat in seats.items() if seat.decision_key} == set(asked)
    assert all(seats[n].question == decision.code for n, decision in asked.items())
    running = [seats[n] for n in asked if not seats[n].is_empty and not seats[n].bot]
    for seat in running:
        assert seat.asked_at
        assert seat.due_at == clocks.due(seat.asked_at, seat.bank, game.time, Habits.read(seat.habits))
        assert timedelta(0) <= seat.bank <= timedelta(seconds=game.time.cap) or seat.grants
    others = [seat for seat in seats.values() if seat not in running]
    assert all(seat.due_at is None and seat.remind_at is None and seat.claim_until is None for seat in others)
    if not any(seats[n].bot for n in asked) and game.is_running:
        assert game.wake_at == min((wake for seat in running if (wake := timing.wake_of(seat))), default=None)
    numbers = list(Move.objects.filter(game=game).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, game.last_number + 1))
    assert game.is_finished == (not asked)


def anything(game: Game, users: list[Any], choose: random.Random) -> None:
    """One deed of somebody, often a foolish one. Refusals are part of the game."""
    user = choose.choice(users)
    seat, deed = seat_of(user, game), choose.random()
    if deed < 0.6 and seat.decision_key:
        state = unpack(rules_for(game), Box.objects.get(game=game).state)
        text = random_action(rules_for(game), state, seat.number, seeded(str(choose.random())))
        play.act(user, game, seat.decision_key, text)
    elif deed < 0.8:
        offer = reading.look(user, Game.objects.get(pk=game.pk)).undo
        play.undo(user, game, seat.decision_key, choose.choice(offer.entries) if offer.possible else 1)
    elif deed < 0.85:
        play.return_to_seat(user, game)
    elif deed < 0.9:
        play.act(user, game, seat.decision_key, "fly")
    elif deed < 0.95:
        play.tick(game.pk, timezone.now() + timedelta(hours=choose.choice([1, 25, 40])))
    else:
        tasks.sweep()


@pytest.mark.parametrize("seed", range(8))
def test_whatever_happens_the_table_stays_whole(alice: Any, bob: Any, charlie: Any, seed: int) -> None:
    """A1, A2, A13, B31, C53, C56 in every mixture."""
    choose, users = random.Random(seed), [alice, bob, charlie][: 2 + seed % 2]
    bots = ["random"] * (seed % 3 == 0)
    game = play.open_table(alice, "toy", "Any", len(users) + len(bots), {}, bots=bots, terms=clocks.per_turn(24))
    for user in users[1:]:
        play.join(user, game)
    refused = 0
    for _ in range(400):
        try:
            anything(game, users, choose)
        except play.Refused:
            refused += 1
        check(game)
        if Game.objects.get(pk=game.pk).is_finished:
            break
    else:
        with time_machine.travel(timezone.now() + timedelta(days=30), tick=False):
            for _ in range(30):
                tasks.sweep()
    game = Game.objects.get(pk=game.pk)
    assert game.is_finished
    assert difference(game) == ""
    assert all(row.is_right for row in reading.dice_check(game))
    assert not Notice.objects.filter(game=game, kind="your_turn").exclude(user__in=users).exists()


@pytest.mark.parametrize("act", [None, "hide", "step 1", "call"])
def test_anybody_may_go_for_good_at_any_moment(alice: Any, bob: Any, charlie: Any, act: str | None) -> None:
    """C53, C56: in every phase, the next player is asked or the game ends."""
    for leaver in range(3):
        users = [alice, bob, charlie]
        game = play.open_table(alice, "toy", "Gone", 3, {}, terms=clocks.per_turn(24), random_order=False)
        for user in users[1:]:
            play.join(user, game)
        if act is not None:
            for user in users if act != "hide" else users[:1]:
                for _ in range(2 if act != "hide" else 1):
                    card = reading.look(user, Game.objects.get(pk=game.pk)).view["hand"][0]  # type: ignore[index]
                    play.act(user, game, seat_of(user, game).decision_key, f"hide {card}")
            if act != "hide":
                play.act(alice, game, seat_of(alice, game).decision_key, act)
        play.abandon(users[leaver])
        check(game)
        assert not Seat.objects.get(game=game, user=users[leaver]).decision_key


def test_a_crash_in_the_middle_stores_nothing_and_a_retry_plays_once(
    at_turns: Game, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A4: a worker dies after the rows are written and before the commit; the same request is sent again, twice."""
    key = seat_of(alice, at_turns).decision_key
    before = (Move.objects.count(), EventRow.objects.count(), bytes(Box.objects.get(game=at_turns).state))

    def die(desk: Any) -> bool:
        raise SystemError("killed")

    with monkeypatch.context() as dying:
        dying.setattr(outbox, "write", die)
        with pytest.raises(SystemError):
            play.act(alice, at_turns, key, "step 1; roll")
    assert (Move.objects.count(), EventRow.objects.count(), bytes(Box.objects.get(game=at_turns).state)) == before
    assert seat_of(alice, at_turns).decision_key == key
    assert not play.act(alice, at_turns, key, "step 1; roll").repeated
    assert play.act(alice, at_turns, key, "step 1; roll").repeated
    check(at_turns)
