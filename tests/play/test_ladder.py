"""Time that runs out: the claim window, a day from a co-player, the autopilot, the win of a table of two."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import clocks, play, tasks
from games.models import Game, Move, Notice, Seat, Tenure, TurnRecord
from games.play import ladder, reading, record
from games.play.rulesets import rules_for
from games.play.verify import difference
from games.views.table_notes import notes
from tests.play.conftest import SMALL, at, hand, hide, seat_of
from tests.play.test_invariants import check
from tests.toy.rules import ToyRules

Do = Callable[..., play.Outcome]


def acts(game: Game) -> list[str]:
    return list(Move.objects.filter(game=game, kind="table").order_by("number").values_list("text", flat=True))


def sweep_at(hours: float, start: datetime) -> None:
    with at(hours, start):
        tasks.sweep()


def told(kind: str) -> list[tuple[str, int | None]]:
    rows = Notice.objects.filter(kind=kind).order_by("user__name")
    return [(row.user.name, row.seat) for row in rows.select_related("user")]


def test_at_zero_the_others_have_a_window(turns: Game, alice: Any, start: datetime) -> None:
    sweep_at(24, start)
    sweep_at(24.5, start)
    seat = seat_of(alice, turns)
    assert seat.claim_until == start + timedelta(hours=36)
    assert acts(turns)[-1] == "expire"
    assert told("claim_window") == [("Alice", 1), ("Bob", 1), ("Charlie", 1)]
    assert Game.objects.get(pk=turns.pk).wake_at == seat.claim_until


def test_in_the_window_every_view_shows_zero(turns: Game, alice: Any, bob: Any, start: datetime) -> None:
    """B37: time is up, nothing counts down; page, list and tick have one answer."""
    sweep_at(24, start)
    with at(30, start):
        for user in (alice, bob, None):
            clock = reading.look(user, Game.objects.get(pk=turns.pk)).seats[0].clock
            assert (clock.left, clock.running, clock.still) == (timedelta(0), False, "")
            assert clock.claim_until == start + timedelta(hours=36)
        assert reading.my_tables(alice)[0].clock.left == timedelta(0)
    sweep_at(36, start)
    with at(36, start):
        clock = reading.look(bob, Game.objects.get(pk=turns.pk)).seats[0].clock
        assert (clock.due_at, clock.left, clock.claim_until) == (None, timedelta(0), None)


def test_in_the_window_the_owner_may_still_act(turns: Game, alice: Any, do: Do, start: datetime) -> None:
    sweep_at(24, start)
    with at(30, start):
        do(alice, turns, "step 1")
        assert seat_of(alice, turns).claim_until == start + timedelta(hours=36), "a step does not close it"
        do(alice, turns, "end")
    seat = seat_of(alice, turns)
    assert (seat.claim_until, seat.bank) == (None, timedelta(hours=5))
    sweep_at(36, start)
    assert "autopilot" not in acts(turns)


def test_taking_back_in_the_window_stretches_nothing(trio: Game, alice: Any, bob: Any, do: Do, start: datetime) -> None:
    """B43, B49: answered and taken back again and again, the window ends when it did."""
    sweep_at(20, start)
    for hours in (22, 26, 30):
        with at(hours, start):
            hide(alice, trio, do)
            upto = reading.look(alice, Game.objects.get(pk=trio.pk)).undo.entries[-1]
            play.undo(alice, trio, "", upto=upto)
            assert seat_of(alice, trio).claim_until == start + timedelta(hours=32)
    sweep_at(32, start)
    assert acts(trio).count("autopilot") == 3


def test_all_idle_people_expire_at_the_same_instant(trio: Game, start: datetime) -> None:
    """B44: three idle people in one step cost one period, not three."""
    sweep_at(20, start)
    assert acts(trio)[-3:] == ["expire"] * 3
    sweep_at(32, start)
    game = Game.objects.get(pk=trio.pk)
    assert game.is_finished
    assert acts(trio).count("autopilot") == 3
    assert {s["place"] for s in game.result["standings"]} <= {1, 2, 3}  # type: ignore[index]


def test_a_co_player_gives_a_day_once_in_a_turn(
    turns: Game, alice: Any, bob: Any, charlie: Any, start: datetime
) -> None:
    """B14 in kind: pressed again and again it is given once; all together what can be given is bounded."""
    sweep_at(24, start)
    with at(26, start):
        play.grant(bob, turns, 1)
        for _ in range(3):
            with pytest.raises(play.Refused, match="granted"):
                play.grant(bob, turns, 1)
        with pytest.raises(play.Refused, match="no_window"):
            play.grant(charlie, turns, 1)
        seat = seat_of(alice, turns)
        assert (seat.due_at, seat.claim_until) == (start + timedelta(hours=50), None)
        assert [mark for mark, _ in seat.reminders] == ["half", "fifth", "hour"]
        assert told("reminder") == [("Alice", 1)]
    sweep_at(50, start)
    assert acts(turns)[-1] == "expire"
    with at(51, start):
        with pytest.raises(play.Refused, match="granted"):
            play.grant(bob, turns, 1)
        play.grant(charlie, turns, 1)
    for hours in (75, 87):
        sweep_at(hours, start)
    assert seat_of(alice, turns).autopilot


def test_time_given_is_not_lost_by_an_undo_nor_kept_by_one(
    turns: Game, alice: Any, bob: Any, do: Do, start: datetime
) -> None:
    sweep_at(24, start)
    with at(25, start):
        do(alice, turns, "step 1")
        play.grant(bob, turns, 1)
        play.undo(alice, turns, seat_of(alice, turns).decision_key)
    assert seat_of(alice, turns).due_at == start + timedelta(hours=49)
    with at(29, start):
        do(alice, turns, "end")
    assert seat_of(alice, turns).bank == timedelta(hours=24), "20 hours left and the credit, up to the cap"


def test_who_may_do_what_in_the_window(turns: Game, alice: Any, bob: Any, charlie: Any, start: datetime) -> None:
    """C65: any co-player, not only the host; the late one, strangers and the absent cannot."""
    with at(23, start), pytest.raises(play.Refused, match="no_window"):
        play.hand(bob, turns, 1)
    sweep_at(24, start)
    with at(25, start):
        stranger = type(alice).objects.create_user("dora@example.org", "Dora", "x")
        for user, error in ((alice, play.BadInput), (stranger, play.NotYours)):
            for deed in (play.grant, play.hand):
                with pytest.raises(error):
                    deed(user, turns, 1)
        for number in (0, 2, 9):
            with pytest.raises(play.Refused):
                play.grant(bob, turns, number)
        play.resign(charlie, turns)
        with pytest.raises(play.NotYours, match="away"):
            play.hand(charlie, turns, 1)
        for deed in (play.take_win, play.play_on):
            with pytest.raises(play.Refused, match="not_two"):
                deed(bob, turns)
        play.hand(bob, turns, 1)
        play.hand(bob, turns, 1)
    seat = seat_of(alice, turns)
    assert (seat.autopilot, seat.away) == (True, "handed")
    row = Move.objects.get(game=turns, text="hand")
    assert (row.seat, row.data) == (1, {"by": 2})
    assert seat_of(bob, turns).decision_key
    check(turns)


def test_alone_at_a_table_of_bots_there_is_no_window(alice: Any, start: datetime) -> None:
    with at(0, start):
        game = play.open_table(alice, "toy", "Bots", 2, {}, bots=["random"], terms=SMALL, random_order=False)
    sweep_at(20, start)
    assert acts(game)[-1] == "autopilot"
    assert Tenure.objects.get(game=game).how == "expired"


def test_after_a_day_down_nobody_loses_the_window(turns: Game, alice: Any, start: datetime) -> None:
    """The house slept two days: the window has its whole length from when it is opened."""
    sweep_at(72, start)
    assert seat_of(alice, turns).claim_until == start + timedelta(hours=84)


def test_a_pause_holds_the_window_too(turns: Game, alice: Any, start: datetime) -> None:
    from games.play import timing

    sweep_at(24, start)
    pause = [(start + timedelta(hours=hours)).isoformat() for hours in (26, 50)]
    Game.objects.filter(pk=turns.pk).update(pauses=[pause])
    seat = seat_of(alice, turns)
    timing.reckon(Game.objects.get(pk=turns.pk), seat)
    assert seat.claim_until == start + timedelta(hours=36 + 24)
    assert seat.due_at == start + timedelta(hours=24)


def test_who_is_late_with_a_silent_answer_can_be_helped(
    turns: Game, alice: Any, bob: Any, charlie: Any, do: Do, start: datetime
) -> None:
    """Until then nobody knows who has answered; time that is up is told, so that somebody can give a day."""
    with at(0, start):
        do(alice, turns, "call")
        do(bob, turns, "vote yes")
    with at(23.9, start):
        seats = reading.look(alice, Game.objects.get(pk=turns.pk)).seats
        assert [(c.asked, c.clock.due_at) for c in seats] == [(False, None)] * 3
    sweep_at(24, start)
    with at(25, start):
        chair = reading.look(alice, Game.objects.get(pk=turns.pk)).seats[2]
        assert (chair.asked, chair.clock.claim_until) == (False, start + timedelta(hours=36))
        play.grant(alice, turns, 3)
        do(charlie, turns, "vote no")
    assert seat_of(alice, turns).decision_key


def test_a_table_made_untimed_has_no_window(turns: Game, alice: Any, start: datetime) -> None:
    from games.play import timing

    sweep_at(24, start)
    seat = seat_of(alice, turns)
    turns.terms = clocks.PRESETS["untimed"].dump()
    timing.reckon(turns, seat)
    assert (seat.due_at, seat.claim_until) == (None, None)


# -- forced answers --------------------------------------------------------------------------------------------------


def test_a_seat_without_a_choice_is_played_and_not_called_absent(
    turns: Game, alice: Any, bob: Any, charlie: Any, do: Do, start: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B50: one legal line is no decision; the house plays it when the time is up."""
    monkeypatch.setattr(
        ToyRules, "_verbs", lambda rules, state, question: ["end"] if question == "turn" else [question]
    )
    sweep_at(24, start)
    row = Move.objects.get(game=turns, via="forced")
    assert (row.seat, row.text) == (1, "end")
    assert "expire" not in acts(turns)
    assert not seat_of(alice, turns).autopilot
    assert seat_of(alice, turns).bank == timedelta(hours=5)
    assert [e.via for e in reading.look(bob, Game.objects.get(pk=turns.pk)).log()][-1] == "forced"
    assert not reading.look(alice, Game.objects.get(pk=turns.pk)).undo.possible


def test_what_is_forced(turns: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.play.rulesets import unpack

    rules = rules_for(turns)
    state = unpack(rules, turns.box.state)
    assert ladder.forced(rules, state, 1) == ""
    state.steps, state.phase = 1, "turn"
    monkeypatch.setattr(ToyRules, "_verbs", lambda rules, state, question: ["step"])
    assert ladder.forced(rules, state, 1) == "step 1"
    state.steps = 2
    assert ladder.forced(rules, state, 1) == ""


def test_what_was_half_done_stands_and_the_autopilot_goes_on(trio: Game, alice: Any, do: Do, start: datetime) -> None:
    """B47: a half-made answer: what was sent stands, what was never sent is nobody's; the rest is played."""
    with at(1, start):
        do(alice, trio, f"hide {reading.look(alice, trio).view['hand'][2]}")  # type: ignore[index]
    for hours in (20, 32):
        sweep_at(hours, start)
    rows = Move.objects.filter(game=trio, seat=1, kind="action").order_by("number")
    assert [row.via for row in rows][:2] == ["web", "autopilot"]


# -- two people ------------------------------------------------------------------------------------------------------


@pytest.fixture
def duel(alice: Any, bob: Any, do: Do, start: datetime) -> Game:
    with at(0, start):
        game = play.open_table(alice, "toy", "Duel", 2, {}, terms=SMALL, random_order=False)
        play.join(bob, game)
        for user in (alice, bob):
            hide(user, game, do)
    return Game.objects.get(pk=game.pk)


def test_the_other_of_two_may_take_the_win(
    duel: Game, alice: Any, bob: Any, start: datetime, tmp_path: Any, capsys: Any
) -> None:
    """C55: at once, without solitaire and without a stain; the log replays, the record too."""
    with at(23, start), pytest.raises(play.Refused, match="no_win"):
        play.take_win(bob, duel)
    sweep_at(24, start)
    with at(25, start):
        with pytest.raises(play.Refused, match="no_win"):
            play.take_win(alice, duel)
        play.take_win(bob, duel)
        with pytest.raises(play.Closed, match="finished"):
            play.take_win(bob, duel)
    game = Game.objects.get(pk=duel.pk)
    assert game.is_finished
    assert game.result is not None
    assert [(s["seats"], s["place"]) for s in game.result["standings"]] == [([2], 1), ([1], 2)]
    assert game.result["reason"] == "time"
    assert not Seat.objects.filter(game=game).exclude(decision_key="").exists()
    assert told("game_ended") == [("Alice", 1)]
    assert [(t.user, t.how) for t in Tenure.objects.filter(game=game).order_by("number")] == [
        (alice, "expired"),
        (bob, "finished"),
    ]
    check(game)
    assert difference(game) == ""
    found = record.record(game)
    assert found["won"] == {"by": 2, "reason": "time"}
    assert [(act["after"], act["act"]) for act in found["acts"]][-2:] == [(4, "expire"), (4, "win")]
    path = tmp_path / "won.json"
    path.write_text(json.dumps(found))
    assert record.replay(rules_for(game), found).difference == ""
    call_command("verify_games")


def test_who_is_late_too_answers_before_taking_the_win(alice: Any, bob: Any, do: Do, start: datetime) -> None:
    """Both have let their time run out: the win is not for who presses first."""
    with at(0, start):
        game = play.open_table(alice, "toy", "Two", 2, {}, terms=SMALL, random_order=False)
        play.join(bob, game)
    with at(20, start):
        tasks.sweep()
        with pytest.raises(play.Refused, match="both_late"):
            play.take_win(alice, game)
        look = reading.look(alice, Game.objects.get(pk=game.pk))
        assert "win" not in [deed.fields.get("deed") for note in notes(look, timezone.now()) for deed in note.deeds]
        hide(alice, game, do)
        look = reading.look(alice, Game.objects.get(pk=game.pk))
        assert "win" in [deed.fields.get("deed") for note in notes(look, timezone.now()) for deed in note.deeds]
        assert play.take_win(alice, game).is_finished


def test_a_finished_duel_asks_nobody_and_shows_no_clock(duel: Game, alice: Any, bob: Any, start: datetime) -> None:
    """B37: after a time-out there is no question, no countdown, no undo."""
    sweep_at(24, start)
    with at(25, start):
        play.take_win(bob, duel)
        for user in (alice, bob, None):
            look = reading.look(user, Game.objects.get(pk=duel.pk))
            assert look.question is None
            assert not any(chair.clock.due_at or chair.clock.running or chair.asked for chair in look.seats)
            assert not look.undo.possible
            assert reading.history(user, look.game, look.step).view == look.view
        with pytest.raises(play.Refused):
            play.act(alice, duel, "x", "end")


def test_playing_on_keeps_the_win_on_offer(duel: Game, alice: Any, bob: Any, do: Do, start: datetime) -> None:
    """C55: the game goes on by autopilot; as long as the absent one is away the win is there to be taken."""
    sweep_at(24, start)
    with at(25, start):
        play.play_on(bob, duel)
        play.play_on(bob, duel)
    assert acts(duel).count("play_on") == 1
    assert seat_of(bob, duel).decision_key
    with at(30, start):
        do(bob, duel, "end")
        play.take_win(bob, duel)
    assert Game.objects.get(pk=duel.pk).result["reason"] == "time"  # type: ignore[index]


def test_a_win_not_taken_goes_when_the_absent_one_is_back(duel: Game, alice: Any, bob: Any, start: datetime) -> None:
    for hours in (24, 36):
        sweep_at(hours, start)
    assert acts(duel)[-1] == "autopilot"
    with at(37, start):
        play.return_to_seat(alice, duel)
        with pytest.raises(play.Refused, match="no_win"):
            play.take_win(bob, duel)


def test_resigning_in_a_duel_offers_the_win_at_once(duel: Game, alice: Any, bob: Any) -> None:
    play.resign(alice, duel)
    play.take_win(bob, duel)
    game = Game.objects.get(pk=duel.pk)
    assert game.result is not None
    assert game.result["reason"] == "resigned"
    assert game.result["standings"][0]["seats"] == [2]
    assert [t.how for t in Tenure.objects.filter(game=game).order_by("number")] == ["resigned", "finished"]


# -- one outcome -----------------------------------------------------------------------------------------------------


def test_a_move_that_arrived_in_time_is_in_time(turns: Game, alice: Any, do: Do, start: datetime) -> None:
    """The deadline falls inside the save: the time of arrival decides, once; the tick that waited finds nothing."""
    with at(23.999, start):
        do(alice, turns, "end")
    play.tick(turns.pk, start + timedelta(hours=24.001))
    assert "expire" not in acts(turns)
    assert Move.objects.filter(game=turns, seat=1, text="end").count() == 1


def test_a_tick_twice_late_or_from_a_clock_set_back_does_all_once(turns: Game, start: datetime) -> None:
    """B35: twice, late, and again with an earlier time: one window, one autopilot."""
    for hours in (24, 24, 23, 36, 36, 20, 40):
        play.tick(turns.pk, start + timedelta(hours=hours))
    assert acts(turns).count("expire") == 1
    assert Move.objects.filter(game=turns, text="autopilot", seat=1).count() == 1


def untimed(alice: Any, bob: Any, start: datetime) -> Game:
    with at(0, start):
        game = play.open_table(alice, "toy", "Slow", 2, {}, terms=clocks.PRESETS["untimed"], random_order=False)
        play.join(bob, game)
    return game


def test_an_untimed_table_waits_long_but_not_for_ever(alice: Any, bob: Any, start: datetime) -> None:
    """C65: nobody's silence freezes a table: after thirty days the others may act, a week later the house does."""
    game = untimed(alice, bob, start)
    play.tick(game.pk, start + timedelta(days=29.9))
    assert acts(game) == ["open", "join", "start"]
    play.tick(game.pk, start + timedelta(days=30))
    assert acts(game)[3:] == ["expire", "expire"]
    assert seat_of(bob, game).claim_until == start + timedelta(days=37)
    with at(31 * 24, start):
        assert reading.look(bob, Game.objects.get(pk=game.pk)).seats[0].clock.claim_until is not None
        with pytest.raises(play.Refused, match="no_window"):
            play.grant(bob, game, 1)
    play.tick(game.pk, start + timedelta(days=36.9))
    assert not seat_of(bob, game).autopilot
    play.tick(game.pk, start + timedelta(days=37))
    assert seat_of(bob, game).autopilot
    for days in range(38, 60):
        play.tick(game.pk, start + timedelta(days=days))
    game.refresh_from_db()
    assert game.is_finished


def test_an_answer_ends_the_silence_of_an_untimed_table(
    alice: Any, bob: Any, start: datetime, do: Callable[..., Any]
) -> None:
    game = untimed(alice, bob, start)
    play.tick(game.pk, start + timedelta(days=30))
    with at(32 * 24, start):
        cards = hand(alice, game)
        do(alice, game, f"hide {cards[0]}; hide {cards[1]}")
    assert seat_of(alice, game).claim_until is None
    assert not TurnRecord.objects.filter(user=alice, in_time=False).exists()
