"""Moves, undo, votes, pauses, vacations, leaving and coming back in every mixture: what is stored stays in step."""

import contextlib
import itertools
import random
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import clocks, play, tasks
from games.models import Game, Move, Proposal, RatedGame, Seat, Vacation
from games.play import reading, timing
from games.play.rulesets import rules_for, unpack
from games.play.verify import difference
from games.rules.bot import random_action
from games.rules.dice import seeded
from tests.play.conftest import seat_of

START = datetime(2031, 12, 20, 9, tzinfo=timezone.get_default_timezone())


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def check(game: Game) -> None:
    """What must hold after every deed."""
    game = fresh(game)
    pauses = timing.pauses_of(game)
    assert pauses == sorted(pauses)
    assert all(start <= end for start, end in pauses)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(pauses))
    assert Proposal.objects.filter(game=game, closed_at=None).count() <= 1
    for seat in Seat.objects.filter(game=game):
        stored = (seat.due_at, seat.remind_at, seat.claim_until)
        timing.reckon(game, seat)
        assert stored == (seat.due_at, seat.remind_at, seat.claim_until), seat
        clock = timing.clock_of(game, seat, timezone.now())
        assert timedelta(0) <= clock.left
        assert timedelta(0) <= seat.bank <= timedelta(seconds=game.time.cap) or seat.grants


def deed(game: Game, user: Any, choose: random.Random) -> None:
    """One deed of a person, often a foolish one."""
    seat, kind = seat_of(user, game), choose.random()
    if kind < 0.3 and seat.decision_key and not seat.autopilot:
        state = unpack(rules_for(game), game.box.state)
        text = random_action(rules_for(game), state, seat.number, seeded(str(choose.random())))
        play.act(user, game, seat.decision_key, text)
    elif kind < 0.4:
        play.undo(user, game, seat.decision_key)
    elif kind < 0.55:
        data = {
            "pause": {"days": choose.randint(1, 4)},
            "resume": {},
            "pace": {"preset": choose.choice(["brisk", "relaxed"])},
        }
        what = choose.choice(["pause", "pause", "resume", "pace"])
        play.propose(user, game, what, data[what])
    elif kind < 0.8:
        proposal = Proposal.objects.filter(game=game).last()
        play.vote(user, game, proposal.pk if proposal else 0, choose.random() < 0.9)
    elif kind < 0.84:
        play.start_vacation(user, choose.randint(1, 3))
    elif kind < 0.88:
        play.end_vacation(user)
    elif kind < 0.9:
        play.resign(user, game)
    elif kind < 0.95:
        play.return_to_seat(user, game)
    else:
        play.grant(user, game, choose.randint(1, 3))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_people_do_about_time_it_stays_whole(alice: Any, bob: Any, charlie: Any, seed: int) -> None:
    """B31, B52, B85, C58 in every mixture."""
    choose, users = random.Random(f"absences {seed}"), [alice, bob, charlie]
    alice.auto_vacation = True
    alice.quiet_from, alice.quiet_to, alice.time_zone = 22 * 60, 6 * 60, "Europe/Berlin"
    alice.save()
    with time_machine.travel(START, tick=False) as clock:
        terms = clocks.Terms(bank=24 * 3600, credit=6 * 3600, cap=40 * 3600, weekend=seed % 2 == 1)
        game = play.open_table(alice, "toy", "Any", 3, {}, terms=terms)
        for user in users[1:]:
            play.join(user, game)
        proposal = play.propose(alice, game, "pause", {"days": 1})
        for user in users[1:]:
            play.vote(user, game, proposal.pk, True)
        play.start_vacation(bob, 2)
        for _ in range(120):
            clock.shift(timedelta(minutes=choose.choice([1, 20, 200])))
            with contextlib.suppress(play.Refused):
                deed(fresh(game), choose.choice(users), choose)
            check(game)
            if choose.random() < 0.5:
                tasks.sweep()
                check(game)
            if fresh(game).is_finished:
                break
        for _ in range(60):
            clock.shift(timedelta(days=1))
            tasks.sweep()
        check(game)
    game = fresh(game)
    assert (game.is_finished, game.wake_at, difference(game)) == (True, None, "")
    assert RatedGame.objects.filter(game=game).exists()
    assert not Vacation.objects.filter(closed=False).exists()
    acts = list(Move.objects.filter(game=game, kind="table").values_list("text", flat=True))
    assert acts.count("pause") == len(game.pauses)
    assert acts.count("resume") <= len(game.pauses)
    assert reading.look(None, game).log()
