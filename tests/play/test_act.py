"""``act``: keys, repeats, lines, barriers, and that a refusal changes nothing at all."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games import play
from games.models import Box, EventRow, Game, Move, Notice, Seat
from tests.play.conftest import hand, seat_of

Do = Callable[..., play.Outcome]


def everything(game: Game) -> list[Any]:
    """Every stored row of a game."""
    models = (
        Game.objects.filter(pk=game.pk),
        Box.objects.filter(game=game),
        *(model.objects.filter(game=game).order_by("pk") for model in (Seat, Move, EventRow, Notice)),
    )
    return [
        [bytes(v) if isinstance(v, memoryview) else v for v in row] for rows in models for row in rows.values_list()
    ]


def test_a_move_is_stored_with_its_row_events_and_a_new_key(at_turns: Game, alice: Any, do: Do) -> None:
    before = seat_of(alice, at_turns)
    outcome = do(alice, at_turns, "step 2")
    assert [(row.text, row.kind, row.via, row.seat) for row in outcome.steps] == [("step 2", "action", "web", 1)]
    assert [event.code for event in outcome.steps[0].events.all()] == ["stepped"]
    after = seat_of(alice, at_turns)
    assert after.decision_key not in ("", before.decision_key)
    assert after.due_at == before.due_at is not None


def test_a_sub_action_leaves_the_other_key_alone_and_an_end_gives_one(
    at_turns: Game, alice: Any, bob: Any, do: Do
) -> None:
    do(alice, at_turns, "step 1")
    assert seat_of(bob, at_turns).decision_key == ""
    do(alice, at_turns, "end")
    assert seat_of(alice, at_turns).decision_key == ""
    assert seat_of(bob, at_turns).decision_key != ""


def test_the_very_same_request_is_answered_as_the_first_time(at_turns: Game, alice: Any) -> None:
    """A2, A4: a doubled or retried request plays once."""
    key = seat_of(alice, at_turns).decision_key
    first = play.act(alice, at_turns, key, "step 1; roll")
    stored = everything(at_turns)
    second = play.act(alice, at_turns, key, " step  1;roll ; ")
    assert second.repeated
    assert not first.repeated
    assert [row.pk for row in second.steps] == [row.pk for row in first.steps]
    assert everything(at_turns) == stored


def test_an_old_key_with_another_text_is_stale(at_turns: Game, alice: Any) -> None:
    """A7, A8: a page that is out of date plays nothing, whatever it asks for."""
    key = seat_of(alice, at_turns).decision_key
    play.act(alice, at_turns, key, "step 1")
    stored = everything(at_turns)
    for line in ("step 2", "end", "step 1; end"):
        with pytest.raises(play.Stale):
            play.act(alice, at_turns, key, line)
    for wrong in ("", "x", "\x00", "é" * 500):
        with pytest.raises(play.Stale):
            play.act(alice, at_turns, wrong, "step 1")
    assert everything(at_turns) == stored


def test_an_undone_request_is_not_answered_as_done(at_turns: Game, alice: Any) -> None:
    key = seat_of(alice, at_turns).decision_key
    play.act(alice, at_turns, key, "step 1")
    play.undo(alice, at_turns, seat_of(alice, at_turns).decision_key, upto=3)
    with pytest.raises(play.Stale):
        play.act(alice, at_turns, key, "step 1")


def test_an_illegal_move_changes_nothing_and_the_same_key_still_serves(at_turns: Game, alice: Any) -> None:
    """A11: version, clock, log and notices stay as they are; a legal move with the same key then succeeds."""
    stored = everything(at_turns)
    key = seat_of(alice, at_turns).decision_key
    for line in ("step 4", "fly", "step", "step 1 2", "step 1; step 3", "hide 1"):
        with pytest.raises(play.IllegalMove):
            play.act(alice, at_turns, key, line)
    assert everything(at_turns) == stored
    assert play.act(alice, at_turns, key, "step 1").steps


def test_an_illegal_move_names_its_reason_and_place(at_turns: Game, alice: Any, do: Do) -> None:
    with pytest.raises(play.IllegalMove) as caught:
        do(alice, at_turns, "step 1; dance now")
    refusal = caught.value
    assert (refusal.code, refusal.text, refusal.place, refusal.status) == ("no_such_action", "dance now", 2, 422)
    assert refusal.message_id == "toy.refused.no_such_action"
    with pytest.raises(play.IllegalMove) as caught:
        do(alice, at_turns, "step")
    assert caught.value.message_id == "play.refused.unfinished"


def test_after_a_reveal_an_illegal_action_stops_the_line_and_what_was_played_stands(at_turns: Game, alice: Any) -> None:
    """A line made to fail must not be a way to look at the dice and take them back."""
    key = seat_of(alice, at_turns).decision_key
    outcome = play.act(alice, at_turns, key, "step 1; roll; step 3; end")
    assert [row.text for row in outcome.steps] == ["step 1", "roll"]
    assert outcome.stopped is not None
    assert (outcome.stopped.text, outcome.stopped.place) == ("step 3", 3)
    again = play.act(alice, at_turns, key, "step 1; roll; step 3; end")
    assert again.repeated
    assert again.stopped is not None
    assert again.stopped.place == 3


def test_others_may_not_act(at_turns: Game, alice: Any, bob: Any, charlie: Any) -> None:
    """E107, E110: the key of another seat is worth nothing, and a stranger has no seat."""
    key = seat_of(alice, at_turns).decision_key
    with pytest.raises(play.Stale):
        play.act(bob, at_turns, key, "step 1")
    with pytest.raises(play.NotYours) as caught:
        play.act(charlie, at_turns, key, "step 1")
    assert caught.value.status == 403


def test_lines_no_form_would_send(at_turns: Game, alice: Any) -> None:
    key, stored = seat_of(alice, at_turns).decision_key, everything(at_turns)
    for line in ("", " ; ;", "step 1" * 1000, "step\x00 1", "step 1\u202e", "; ".join(["step 1"] * 61)):
        with pytest.raises(play.BadInput):
            play.act(alice, at_turns, key, line)
    assert everything(at_turns) == stored


def test_unknown_game_and_not_started(alice: Any, bob: Any) -> None:
    with pytest.raises(play.Missing):
        play.act(alice, 987654321, "k", "step 1")
    waiting = play.open_table(alice, "toy", "Waiting", 2, {})
    with pytest.raises(play.Stale):
        play.act(alice, waiting, "", "step 1")


def test_a_finished_game_is_never_played_again_but_its_last_move_is_repeated(
    at_turns: Game, alice: Any, bob: Any, do: Do
) -> None:
    for user in (alice, bob, alice):
        do(user, at_turns, "end")
    key = seat_of(bob, at_turns).decision_key
    play.act(bob, at_turns, key, "end")
    at_turns.refresh_from_db()
    assert at_turns.is_finished
    assert at_turns.result is not None
    assert at_turns.result["reason"] == "rounds"
    assert not play.tick(at_turns.pk, timezone.now())
    at_turns.refresh_from_db()
    assert at_turns.wake_at is None
    assert play.act(bob, at_turns, key, "end").repeated
    stored = everything(at_turns)
    for user in (alice, bob):
        with pytest.raises(play.Closed):
            play.act(user, at_turns, "anything", "end")
        with pytest.raises(play.Closed):
            play.undo(user, at_turns, "", upto=1)
    assert everything(at_turns) == stored


def test_sealed_answers_commute(alice: Any, bob: Any) -> None:
    """The dice follow labels, not the order in which answers arrive."""
    games = [play.open_table(alice, "toy", "Two", 2, {}, random_order=False, word="w") for _ in range(2)]
    secret = Box.objects.get(game=games[0]).secret
    for game, order in zip(games, ((alice, bob), (bob, alice)), strict=True):
        Box.objects.filter(game=game).update(secret=secret)
        play.join(bob, game, word="v")
        for user in order:
            for _ in range(2):
                play.act(user, game, seat_of(user, game).decision_key, f"hide {hand(user, game)[0]}")
    assert bytes(Box.objects.get(game=games[0]).state) == bytes(Box.objects.get(game=games[1]).state)
