"""The one door out of a running game, and the way back: resigning, bans, deleted accounts, coming home."""

import contextlib
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

import tests.toy
from games import play, tasks
from games.models import BenchEntry, Game, Move, Notice, Seat, Tenure, TurnRecord
from games.play import reading, timing
from games.play.verify import difference
from games.rules.bot import random_action
from games.rules.dice import seeded
from tests.play.conftest import SMALL, at, hand, seat_of
from tests.play.test_invariants import check
from tests.play.test_ladder import acts, told

Do = Callable[..., play.Outcome]
PHASES = ("nothing", "half hidden", "turn", "step", "rolled", "called", "voted")


def reach(game: Game, users: list[Any], phase: str, do: Do) -> None:
    """Play on to a place in the game, Alice in seat 1."""
    place = PHASES.index(phase)
    if place == 1:
        do(users[0], game, f"hide {hand(users[0], game)[0]}")
    if place < 2:
        return
    for user in users:
        do(user, game, "; ".join(f"hide {card}" for card in hand(user, game)[:2]))
    for action in {3: ["step 1"], 4: ["step 1", "roll"], 5: ["call"], 6: ["call"]}.get(place, []):
        do(users[0], game, action)
    if place == 6:
        do(users[1], game, "vote yes")


@pytest.mark.parametrize("phase", PHASES)
def test_anybody_may_be_gone_at_any_moment(phase: str, alice: Any, bob: Any, charlie: Any, do: Do) -> None:
    """C53, C56: each player, in every phase and through every door: the next actor is asked, the table is whole,
    and the game ends with places."""
    users = [alice, bob, charlie]
    doors = (play.resign, lambda user, game: play.ban(user), lambda user, game: play.abandon(user))
    for number, leaver in enumerate(users):
        game = play.open_table(alice, "toy", "Door", 3, {}, terms=SMALL, random_order=False)
        play.join(bob, game)
        play.join(charlie, game)
        reach(game, users, phase, do)
        doors[(number + len(phase)) % 3](leaver, game)
        check(game)
        assert not seat_of(leaver, game).decision_key
        assert Seat.objects.filter(game=game).exclude(decision_key="").exists()
        for user in users:
            play.abandon(user)
        game = Game.objects.get(pk=game.pk)
        assert game.is_finished
        assert len(game.result["standings"]) == 3  # type: ignore[index]
        assert difference(game) == ""


@pytest.mark.parametrize("seed", range(6))
def test_whoever_leaves_and_comes_back_the_game_ends_with_places(
    seed: int, alice: Any, bob: Any, charlie: Any, start: datetime
) -> None:
    """C53, B31, B49 in every mixture, with the bot as pilot too: nothing stands still and nothing is lost."""
    choose, users, hours = random.Random(seed), [alice, bob, charlie], 0.0
    terms = SMALL if seed % 2 else SMALL.read({**SMALL.dump(), "pilot": "bot"})
    with at(0, start):
        game = play.open_table(alice, "toy", "Mix", 3, {}, terms=terms, random_order=False)
        play.join(bob, game)
        play.join(charlie, game)
    for number in range(150):
        hours += choose.choice([0, 0, 1, 6, 13])
        with at(hours, start):
            with contextlib.suppress(play.Refused):
                _something(game, choose.choice(users), choose, number)
            if seed % 2:
                check(game)
            if Game.objects.get(pk=game.pk).is_finished:
                break
    for number in range(30):
        with at(hours + 40 * number, start):
            tasks.sweep()
    game = Game.objects.get(pk=game.pk)
    assert game.is_finished
    assert difference(game) == ""
    assert not Tenure.objects.filter(game=game, ended_at=None).exists()


def _something(game: Game, user: Any, choose: random.Random, number: int) -> None:
    from games.models import Box
    from games.play.rulesets import rules_for, unpack

    seat, deed = seat_of(user, game), choose.random()
    if deed < 0.35 and seat.decision_key:
        state = unpack(rules_for(game), Box.objects.get(game=game).state)
        play.act(user, game, seat.decision_key, random_action(rules_for(game), state, seat.number, seeded(f"{number}")))
    elif deed < 0.5:
        play.return_to_seat(user, game)
    elif deed < 0.58:
        play.resign(user, game)
    elif deed < 0.66:
        play.grant(user, game, choose.randint(1, 3))
    elif deed < 0.74:
        play.hand(user, game, choose.randint(1, 3))
    elif deed < 0.8:
        play.undo(user, game, seat.decision_key)
    else:
        tasks.sweep()


def test_resigning_is_told_once_and_done_once(turns: Game, alice: Any, bob: Any, charlie: Any) -> None:
    play.resign(alice, turns)
    play.resign(alice, turns)
    assert acts(turns).count("resign") == 1
    assert (seat_of(alice, turns).away, seat_of(alice, turns).walked_out) == ("resigned", 1)
    assert told("seat_changed") == [("Bob", 1), ("Charlie", 1)]
    assert told("autopilot") == []
    assert seat_of(bob, turns).decision_key


def test_who_lost_the_wheel_is_told(turns: Game, alice: Any, bob: Any, start: datetime) -> None:
    with at(24, start):
        tasks.sweep()
    with at(25, start):
        play.hand(bob, turns, 1)
    assert told("autopilot") == [("Alice", 1)]
    assert told("seat_changed") == [("Charlie", 1)]


def test_leaving_and_coming_back_stretches_nothing(trio: Game, alice: Any, start: datetime) -> None:
    """B49: left and retaken three times: the deadline is what it was, the second way back is shut."""
    Game.objects.filter(pk=trio.pk).update(terms={**trio.terms, "pilot": "bot", "grace": 8 * 3600})
    seat = seat_of(alice, trio)
    timing.reckon(Game.objects.get(pk=trio.pk), seat)
    seat.save()
    due = seat.due_at
    assert due == start + timedelta(hours=28)
    with at(10, start):
        play.resign(alice, trio)
        play.return_to_seat(alice, trio)
        assert seat_of(alice, trio).due_at == due
    with at(12, start):
        play.resign(alice, trio)
        with pytest.raises(play.NotYours, match="left_twice"):
            play.return_to_seat(alice, trio)
    assert seat_of(alice, trio).autopilot


def test_a_pause_does_not_bring_the_grace_back(trio: Game, alice: Any, start: datetime) -> None:
    """B49: leaving and coming back within a pause makes the deadline no later either."""
    pauses = [[(start + timedelta(hours=h)).isoformat() for h in pair] for pair in ((12, 14), (15, 40))]
    Game.objects.filter(pk=trio.pk).update(
        terms={**trio.terms, "pilot": "bot", "grace": 8 * 3600}, pauses=pauses
    )  # fmt: skip
    seat = seat_of(alice, trio)
    timing.reckon(Game.objects.get(pk=trio.pk), seat)
    seat.save()
    assert seat.due_at == start + timedelta(hours=28 + 2 + 25)
    with at(20, start):
        play.resign(alice, trio)
        play.return_to_seat(alice, trio)
    assert seat_of(alice, trio).due_at == seat.due_at


def test_an_empty_bank_gets_one_credit_once_for_a_question(trio: Game, alice: Any, bob: Any, start: datetime) -> None:
    """B49: expiring and coming back over and over ends; the second time there is no window either."""
    Game.objects.filter(pk=trio.pk).update(terms={**trio.terms, "pilot": "bot"})
    with at(20, start):
        play.tick(trio.pk, timezone.now())
    with at(21, start):
        play.hand(bob, trio, 1)
        play.return_to_seat(alice, trio)
        assert seat_of(alice, trio).due_at == start + timedelta(hours=26)
    with at(26, start):
        Game.objects.filter(pk=trio.pk).update(wake_at=timezone.now())
        from games.play import ladder
        from games.play.desk import opened

        with opened(trio, timezone.now(), None) as desk:
            desk.open_box()
            ladder.look(desk)
        assert seat_of(alice, trio).autopilot


def test_coming_back_with_time_left_gives_what_is_left(
    turns: Game, alice: Any, bob: Any, do: Do, start: datetime
) -> None:
    with at(10, start):
        play.resign(alice, turns)
    assert seat_of(alice, turns).bank == timedelta(hours=14)
    with at(11, start):
        play.return_to_seat(alice, turns)
        assert seat_of(alice, turns).bank == timedelta(hours=14)
        assert (seat_of(alice, turns).away, seat_of(alice, turns).offered_until) == ("", None)


def test_with_no_credit_at_the_table_who_comes_back_gets_half_a_day(
    turns: Game, alice: Any, bob: Any, start: datetime
) -> None:
    Game.objects.filter(pk=turns.pk).update(terms={**turns.terms, "credit": 0})
    for hours in (24, 36):
        with at(hours, start):
            tasks.sweep()
    play.return_to_seat(alice, turns)
    assert seat_of(alice, turns).bank == timedelta(hours=12)


def test_who_has_left_acts_no_more(turns: Game, alice: Any, charlie: Any) -> None:
    """C70: the old key, the old seat, the old undo: 403; the gone-for-good do not come back."""
    key = seat_of(alice, turns).decision_key
    play.resign(alice, turns)
    for deed in (
        lambda: play.act(alice, turns, key, "end"),
        lambda: play.undo(alice, turns, key),
        lambda: play.grant(alice, turns, 2),
        lambda: play.take_seat(alice, turns, 2),
    ):
        with pytest.raises(play.Refused) as caught:
            deed()
        assert caught.value.status in (403, 409)
    with pytest.raises(play.NotYours):
        play.act(alice, turns, key, "end")
    play.ban(charlie)
    with pytest.raises(play.NotYours, match="away_for_good"):
        play.return_to_seat(charlie, turns)


def test_a_ban_and_a_deleted_account_go_through_the_same_door(
    turns: Game, alice: Any, bob: Any, charlie: Any, do: Do
) -> None:
    """C68: seats, open tables and the bench; the others are told, the game goes on."""
    waiting = play.open_table(bob, "toy", "Waiting", 2, {})
    play.volunteer(bob, "toy", True)
    play.resign(bob, turns)
    play.ban(bob)
    play.abandon(charlie)
    assert [act for act in acts(turns) if act in ("resign", "ban", "delete")] == ["resign", "ban", "delete"]
    assert (seat_of(bob, turns).away, seat_of(charlie, turns).away) == ("banned", "deleted")
    assert not BenchEntry.objects.exists()
    assert Game.objects.get(pk=waiting.pk).status == "closed"
    assert ("Alice", 2) in told("seat_changed")
    assert sorted(Tenure.objects.filter(game=turns).values_list("how", flat=True)) == ["", "banned", "deleted"]
    do(alice, turns, "end")
    assert seat_of(alice, turns).decision_key


@pytest.mark.parametrize("door", [play.ban, play.abandon])
def test_who_is_gone_for_good_does_not_resign(turns: Game, bob: Any, door: Callable[[Any], None]) -> None:
    """Resigning is a way out that leads back; it must not replace one that does not."""
    door(bob)
    play.resign(bob, turns)
    assert seat_of(bob, turns).away in ("banned", "deleted")
    with pytest.raises(play.NotYours, match="away_for_good"):
        play.return_to_seat(bob, turns)


def test_who_has_left_collects_no_missed_turns(
    turns: Game, alice: Any, bob: Any, charlie: Any, start: datetime
) -> None:
    """C62: whatever the autopilot plays afterwards."""
    play.resign(alice, turns)
    before = TurnRecord.objects.filter(user=alice).count()
    for hours in (30, 50, 70, 90, 110):
        with at(hours, start):
            tasks.sweep()
    assert TurnRecord.objects.filter(user=alice).count() == before


def test_the_last_person_who_resigns_leaves_a_game_that_ends(turns: Game, alice: Any, bob: Any, charlie: Any) -> None:
    """ "No single player can end or freeze a game": nobody is left, and it ends with places all the same."""
    for user in (alice, bob, charlie):
        play.resign(user, turns)
    tasks.sweep()
    game = Game.objects.get(pk=turns.pk)
    assert game.is_finished
    assert [t.how for t in Tenure.objects.filter(game=game)] == ["resigned"] * 3


def test_tenures_follow_who_sits_where(turns: Game, alice: Any, bob: Any) -> None:
    assert Tenure.objects.filter(game=turns, how="", ended_at=None).count() == 3
    play.resign(alice, turns)
    assert Tenure.objects.get(game=turns, user=alice).how == "resigned"
    play.return_to_seat(alice, turns)
    assert Tenure.objects.get(game=turns, user=alice).ended_at is None


def test_the_house_bot_as_pilot_plays_at_once_and_for_the_seat_alone(
    trio: Game, alice: Any, bob: Any, charlie: Any, start: datetime
) -> None:
    Game.objects.filter(pk=trio.pk).update(terms={**trio.terms, "pilot": "bot"})
    play.resign(alice, trio)
    assert Game.objects.get(pk=trio.pk).wake_at <= timezone.now()  # type: ignore[operator]
    tasks.wake(trio.pk)
    rows = Move.objects.filter(game=trio, kind="action")
    assert {(row.seat, row.via) for row in rows} == {(1, "autopilot")}
    assert seat_of(bob, trio).decision_key
    assert not Notice.objects.filter(game=trio, kind="your_turn", user=alice, created_at__gt=start).exists()


def test_a_return_and_an_undo_open_no_second_window(turns: Game, alice: Any, bob: Any, do: Do, start: datetime) -> None:
    """B49: with a slow pilot: late, back, taken back: the comeback counts once for the question all the same."""
    Game.objects.filter(pk=turns.pk).update(terms={**turns.terms, "pilot": "bot"})
    with at(1, start):
        do(alice, turns, "step 1")
    with at(24, start):
        play.tick(turns.pk, timezone.now())
    with at(25, start):
        play.hand(bob, turns, 1)
        play.return_to_seat(alice, turns)
        play.undo(alice, turns, seat_of(alice, turns).decision_key)
    with at(26, start):
        play.tick(turns.pk, timezone.now())
    assert acts(turns).count("expire") == 1
    assert Move.objects.filter(game=turns, seat=1, via="autopilot").exists()


def test_a_pilot_that_fails_is_replaced_by_the_harmless_move(
    trio: Game, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(rules: Any, world: Any, seat: int, dice: Any) -> str:
        raise RuntimeError

    monkeypatch.setitem(tests.toy.BOTS, "random", broken)
    Game.objects.filter(pk=trio.pk).update(terms={**trio.terms, "pilot": "bot"})
    play.resign(alice, trio)
    tasks.wake(trio.pk)
    assert Move.objects.filter(game=trio, kind="action", seat=1, via="autopilot").count() == 2


def test_the_door_of_a_table_that_does_not_run(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "Waiting", 2, {})
    for deed in (play.resign, play.return_to_seat, play.take_win, play.play_on):
        with pytest.raises(play.Closed, match="not_started"):
            deed(alice, game)
    with pytest.raises(play.NotYours):
        play.resign(bob, game)
    assert reading.look(alice, game).seats[0].away == ""


@pytest.mark.parametrize("pilot", ["fallback", "bot"])
@pytest.mark.parametrize("deeds", ["su", "sub", "surb"])
def test_nothing_that_one_person_presses_holds_a_table(
    deeds: str, pilot: str, turns: Game, alice: Any, do: Do, start: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B43, B49: step, undo, resign and back, in any order: bank, window and one credit are all there is."""
    monkeypatch.setitem(tests.toy.BOTS, "random", lambda rules, world, seat, dice: rules.fallback(world, seat))
    Game.objects.filter(pk=turns.pk).update(terms={**turns.terms, "pilot": pilot})

    def step() -> None:
        do(alice, turns, "step 1")

    def undo() -> None:
        play.undo(alice, turns, seat_of(alice, turns).decision_key)

    presses = {
        "s": step,
        "u": undo,
        "r": lambda: play.resign(alice, turns),
        "b": lambda: play.return_to_seat(alice, turns),
    }
    for hours in range(0, 24 + 12 + 5 + 6, 3):
        with at(hours, start):
            for deed in deeds:
                with contextlib.suppress(play.Refused):
                    presses[deed]()
            tasks.sweep()
            for deed in deeds:
                with contextlib.suppress(play.Refused):
                    presses[deed]()
    assert Move.objects.filter(game=turns, seat=1, text="end").exists()
