"""Undo: what can be taken back, that repeating is safe, that it does what it says and earns nothing."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import clocks, play
from games.models import Box, Game, Move, Notice
from games.play import reading
from games.play.undoing import undoable
from tests.play.conftest import hand, seat_of

Do = Callable[..., play.Outcome]


def key(user: Any, game: Game) -> str:
    return seat_of(user, game).decision_key


def points(game: Game) -> Any:
    view = reading.look(None, Game.objects.get(pk=game.pk)).view
    assert view is not None
    return view["points"]


def test_the_latest_action_is_taken_back(at_turns: Game, alice: Any, do: Do) -> None:
    start = points(at_turns)
    do(alice, at_turns, "step 1")
    do(alice, at_turns, "step 2")
    outcome = play.undo(alice, at_turns, key(alice, at_turns))
    assert points(at_turns) == [start[0] + 1, start[1]]
    assert (outcome.steps[0].kind, outcome.steps[0].text) == ("undo", "4")
    assert list(Move.objects.filter(game=at_turns, undone_by__isnull=False).values_list("text", flat=True)) == [
        "step 2"
    ]


def test_undo_back_to_an_earlier_action_of_the_turn(at_turns: Game, alice: Any, do: Do) -> None:
    """F136: the position afterwards is the one that was announced."""
    before = reading.look(alice, at_turns).view
    do(alice, at_turns, "step 1; step 1; step 1")
    offer = reading.look(alice, Game.objects.get(pk=at_turns.pk)).undo
    assert (offer.entries, offer.texts, offer.reason) == ([5, 4, 3], ["step 1"] * 3, "undo_closed")
    play.undo(alice, at_turns, key(alice, at_turns), upto=3)
    assert reading.look(alice, Game.objects.get(pk=at_turns.pk)).view == before


def test_a_doubled_undo_is_one(at_turns: Game, alice: Any, do: Do) -> None:
    """A1: the second answer is 'already done', and the log replays."""
    do(alice, at_turns, "step 1; step 1")
    old = key(alice, at_turns)
    for upto in (None, 4):
        first = play.undo(alice, at_turns, old, upto) if upto is None else None
        second = play.undo(alice, at_turns, old, upto)
        assert second.repeated
        assert first is None or not first.repeated
    assert Move.objects.filter(game=at_turns, kind="undo").count() == 1
    assert Move.objects.filter(game=at_turns, undone_by__isnull=False).count() == 1
    assert reading.history(alice, Game.objects.get(pk=at_turns.pk), 5).last == 5


def test_a_stray_second_click_does_not_take_back_more(at_turns: Game, alice: Any, do: Do) -> None:
    """F122: 'undo to here' pressed twice, also with the new key, takes back what it named and nothing else."""
    do(alice, at_turns, "step 1; step 1; step 1")
    play.undo(alice, at_turns, key(alice, at_turns), upto=4)
    assert play.undo(alice, at_turns, key(alice, at_turns), upto=4).repeated
    assert play.undo(alice, at_turns, key(alice, at_turns), upto=5).repeated
    assert Move.objects.filter(game=at_turns, undone_by__isnull=True, text="step 1").count() == 1


def test_an_old_page_does_not_undo_newer_actions(at_turns: Game, alice: Any, do: Do) -> None:
    do(alice, at_turns, "step 1")
    old = key(alice, at_turns)
    do(alice, at_turns, "step 1")
    with pytest.raises(play.Stale):
        play.undo(alice, at_turns, old, upto=3)


@pytest.mark.parametrize("reveal", ["roll", "peek"])
def test_nothing_seen_can_be_taken_back(at_turns: Game, alice: Any, do: Do, reveal: str) -> None:
    """E104, E106: neither chance nor a hidden card; the action before the reveal stays too."""
    do(alice, at_turns, f"step 1; {reveal}")
    do(alice, at_turns, "step 1")
    offer = reading.look(alice, at_turns).undo
    assert (len(offer.entries), offer.reason) == (1, "undo_barrier")
    with pytest.raises(play.Refused) as caught:
        play.undo(alice, at_turns, key(alice, at_turns), upto=4)
    assert caught.value.code == "undo_barrier"
    play.undo(alice, at_turns, key(alice, at_turns))
    with pytest.raises(play.Refused):
        play.undo(alice, at_turns, key(alice, at_turns))


def test_the_same_dice_fall_again_after_an_undo(at_turns: Game, alice: Any, do: Do) -> None:
    """E106: taking back and playing something idle first does not roll other dice."""
    box = Box.objects.get(game=at_turns)
    counters = dict(box.counters)
    do(alice, at_turns, "step 1")
    play.undo(alice, at_turns, key(alice, at_turns))
    assert Box.objects.get(game=at_turns).counters == counters
    do(alice, at_turns, "step 1; step 1; roll")
    drawn = Move.objects.get(game=at_turns, text="roll").draws[0]
    assert drawn[:2] == ["roll", 0]


def test_once_the_next_is_asked_nobody_takes_back(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    do(alice, at_turns, "step 1; end")
    for user in (alice, bob):
        with pytest.raises(play.Refused) as caught:
            play.undo(user, at_turns, key(user, at_turns), upto=3)
        assert caught.value.code == "undo_closed"


def test_a_sealed_answer_is_taken_back_whatever_others_did(table: Game, alice: Any, bob: Any, do: Do) -> None:
    cards = hand(alice, table)
    do(alice, table, f"hide {cards[0]}; hide {cards[1]}")
    do(bob, table, f"hide {hand(bob, table)[0]}")
    assert key(alice, table) == ""
    play.undo(alice, table, "", upto=2)
    assert hand(alice, table) == cards[1:]
    assert len(hand(bob, table)) == 2
    assert play.undo(alice, table, "", upto=2).repeated
    with pytest.raises(play.Stale):
        play.undo(alice, table, "", upto=1)
    play.undo(alice, table, key(alice, table), upto=1)
    assert hand(alice, table) == cards


def test_without_a_key_an_undo_must_name_its_row(table: Game, alice: Any, do: Do) -> None:
    do(alice, table, f"hide {hand(alice, table)[0]}; hide {hand(alice, table)[1]}")
    with pytest.raises(play.Stale):
        play.undo(alice, table, "")


def test_undo_earns_no_time_and_no_mail(table: Game, alice: Any, do: Do) -> None:
    """B43, B31: after taking back, the clock is the one the seat had."""
    due = seat_of(alice, table).due_at
    notices = Notice.objects.count()
    with time_machine.travel(timezone.now() + timedelta(hours=5), tick=False):
        do(alice, table, f"hide {hand(alice, table)[0]}; hide {hand(alice, table)[1]}")
        assert seat_of(alice, table).due_at is None
        play.undo(alice, table, "", upto=2)
        assert seat_of(alice, table).due_at == due
        play.undo(alice, table, key(alice, table), upto=1)
        assert seat_of(alice, table).due_at == due
    assert Notice.objects.count() == notices
    table.refresh_from_db()
    assert table.wake_at == due - timedelta(hours=12)  # the reminder at half of the bank


def test_undo_of_what_is_not_there(at_turns: Game, alice: Any, do: Do) -> None:
    do(alice, at_turns, "step 1")
    for upto in (0, -1, 4, 99, 10**30):
        with pytest.raises(play.Refused):
            play.undo(alice, at_turns, key(alice, at_turns), upto=upto)
    for wrong in ("x", "\x00", "é" * 99):
        with pytest.raises(play.Stale):
            play.undo(alice, at_turns, wrong)


def test_strangers_and_others_undo_nothing(at_turns: Game, alice: Any, bob: Any, charlie: Any, do: Do) -> None:
    """E107."""
    do(alice, at_turns, "step 1")
    with pytest.raises(play.NotYours):
        play.undo(charlie, at_turns, key(alice, at_turns))
    with pytest.raises(play.Refused):
        play.undo(bob, at_turns, key(alice, at_turns), upto=3)
    assert not Move.objects.filter(game=at_turns, kind="undo").exists()


def test_undone_rows_stay_in_the_log(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    do(alice, at_turns, "step 1")
    play.undo(alice, at_turns, key(alice, at_turns))
    mine, theirs = (reading.look(user, Game.objects.get(pk=at_turns.pk)).log()[-2:] for user in (alice, bob))
    assert [(e.kind, e.undone, e.step) for e in mine] == [("action", True, None), ("undo", False, None)]
    assert [(e.kind, e.undone, e.ordinal, e.text) for e in theirs] == [
        ("action", True, None, None),
        ("undo", False, None, None),
    ]
    assert mine[1].undoes == [3]
    assert theirs[0].events == mine[0].events


def test_an_undo_that_changes_nothing_is_an_error(at_turns: Game, alice: Any, do: Do) -> None:
    """F136: never 'done' when nothing happened; the row stays as it was."""
    do(alice, at_turns, "step 1")
    kept = Move.objects.filter(game=at_turns, state__isnull=False).latest("number")
    Move.objects.filter(pk=kept.pk).update(state=Box.objects.get(game=at_turns).state)
    with pytest.raises(play.Refused) as caught:
        play.undo(alice, at_turns, key(alice, at_turns))
    assert caught.value.code == "undo_failed"
    assert not Move.objects.filter(game=at_turns, undone_by__isnull=False).exists()


def test_what_the_autopilot_played_stands(alice: Any, bob: Any, charlie: Any, do: Do) -> None:
    """B49 in spirit: coming back and taking back would be a way to more time."""
    game = play.open_table(alice, "toy", "Auto", 3, {}, terms=clocks.per_turn(24), random_order=False)
    play.join(bob, game)
    play.join(charlie, game)
    play.resign(alice, game)
    play.return_to_seat(alice, game)
    with pytest.raises(play.Refused) as caught:
        play.undo(alice, game, "", upto=2)
    assert caught.value.code == "undo_closed"
    assert reading.look(alice, Game.objects.get(pk=game.pk)).undo.possible is False


class Row:
    def __init__(self, seat: int, barrier: bool = False, closes_all: bool = False, sealed: bool = False) -> None:
        self.seat, self.barrier, self.closes_all, self.sealed, self.via = seat, barrier, closes_all, sealed, "web"


def test_what_stops_undo() -> None:
    mine, other = Row(1), Row(2)
    assert undoable([], 1) == ([], "nothing_to_undo")
    assert undoable([mine, mine], 1) == ([mine, mine], "nothing_to_undo")
    assert undoable([mine, other, mine], 1) == ([mine], "undo_closed")
    assert undoable([other, mine], 1) == ([], "undo_closed")
    assert undoable([Row(1, barrier=True), mine], 1) == ([], "undo_barrier")
    assert undoable([mine, Row(1, barrier=True, closes_all=True)], 1) == ([mine], "undo_closed")
    sealed = Row(1, sealed=True)
    assert undoable([Row(2, sealed=True, barrier=True), sealed], 1) == ([sealed], "nothing_to_undo")
    assert undoable([Row(2, sealed=True, closes_all=True), sealed], 1) == ([], "undo_closed")
