"""The substitute bench: who is asked, who gets the seat, what goes with it and what stays with the leaver."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import play
from games.models import BenchEntry, Game, Invitation, Move, Notice, Seat, TableNotices, Tenure
from games.play import bench, reading
from games.play.verify import difference
from tests.play.conftest import at, seat_of
from tests.play.test_invariants import check
from tests.play.test_ladder import acts, told

Do = Callable[..., play.Outcome]


@pytest.fixture
def dora(alice: Any) -> Any:
    return type(alice).objects.create_user("dora@example.org", "Dora", "x")


@pytest.fixture
def offered(turns: Game, alice: Any, dora: Any) -> Game:
    """Alice has left seat 1; Dora sits on the bench."""
    play.volunteer(dora, "toy", True)
    play.resign(alice, turns)
    return turns


def test_volunteering(alice: Any) -> None:
    play.volunteer(alice, "toy", True)
    play.volunteer(alice, "toy", True)
    assert BenchEntry.objects.count() == 1
    play.volunteer(alice, "toy", False)
    play.volunteer(alice, "toy", False)
    assert not BenchEntry.objects.exists()
    with pytest.raises(play.BadInput):
        play.volunteer(alice, "chess", True)


def test_the_bench_is_told_and_sees_the_seat(
    turns: Game, alice: Any, bob: Any, charlie: Any, dora: Any, start: datetime
) -> None:
    """Nobody who sits or sat at the table, only volunteers of this game."""
    for user, slug in ((dora, "toy"), (bob, "toy"), (alice, "toy"), (charlie, "hall")):
        play.volunteer(user, slug, True)
    with at(5, start):
        play.resign(alice, turns)
        assert told("seat_offered") == [("Dora", 1)]
        assert seat_of(alice, turns).offered_until == start + timedelta(hours=5, days=7)
        assert [(s.game, s.number) for s in bench.offers(dora)] == [(turns, 1)]
        for user in (alice, bob, charlie):
            assert bench.offers(user) == []
    with at(24 * 8, start):
        assert bench.offers(dora) == []
        with pytest.raises(play.Closed, match="not_offered"):
            play.take_seat(dora, turns, 1)


def test_a_table_that_offers_nothing(turns: Game, alice: Any, dora: Any) -> None:
    Game.objects.filter(pk=turns.pk).update(terms={**turns.terms, "bench_days": 0})
    play.volunteer(dora, "toy", True)
    play.resign(alice, turns)
    assert told("seat_offered") == []
    with pytest.raises(play.Closed, match="not_offered"):
        play.take_seat(dora, turns, 1)


def test_the_first_taker_has_the_seat(offered: Game, alice: Any, bob: Any, charlie: Any, dora: Any, do: Do) -> None:
    other = type(alice).objects.create_user("emil@example.org", "Emil", "x")
    play.take_seat(dora, offered, 1)
    play.take_seat(dora, offered, 1)
    with pytest.raises(play.Closed, match="not_offered"):
        play.take_seat(other, offered, 1)
    assert acts(offered).count("substitute") == 1
    seat = seat_of(dora, offered)
    assert (seat.number, seat.autopilot, seat.bank) == (1, False, timedelta(hours=20))
    assert [(t.user, t.how, t.substitute) for t in Tenure.objects.filter(game=offered, number=1).order_by("pk")] == [
        (alice, "resigned", False),
        (dora, "", True),
    ]
    assert Notice.objects.filter(kind="seat_changed", data__act="substitute").count() == 2
    do(bob, offered, "end")
    do(charlie, offered, "end")
    assert do(dora, offered, "step 1").steps
    check(offered)


def test_a_substitute_who_is_asked_gets_the_turn_and_the_leaver_nothing(
    trio: Game, alice: Any, dora: Any, do: Do
) -> None:
    """C59, C70: one notice to the newcomer, new keys, none for the leaver."""
    Game.objects.filter(pk=trio.pk).update(terms={**trio.terms, "pilot": "bot"})
    key = seat_of(alice, trio).decision_key
    play.resign(alice, trio)
    TableNotices.objects.create(user=alice, game=trio, matrix={})
    Notice.objects.all().delete()
    play.take_seat(dora, trio, 1)
    assert told("your_turn") == [("Dora", 1)]
    assert not Notice.objects.filter(user=alice).exists()
    assert not TableNotices.objects.exists()
    assert seat_of(dora, trio).decision_key not in ("", key)
    for deed in (lambda: play.act(alice, trio, key, "hide 1"), lambda: play.return_to_seat(alice, trio)):
        with pytest.raises(play.NotYours) as caught:
            deed()
        assert caught.value.status == 403
    assert seat_of(dora, trio).due_at is not None
    check(trio)


def test_who_left_does_not_come_in_by_another_seat(offered: Game, alice: Any, bob: Any, dora: Any) -> None:
    """C70: unless invited again."""
    play.take_seat(dora, offered, 1)
    play.resign(bob, offered)
    with pytest.raises(play.NotYours, match="was_here"):
        play.take_seat(alice, offered, 2)
    for user, code in ((alice, "was_here"), (bob, "away")):
        with pytest.raises(play.NotYours, match=code) as caught:
            play.join(user, offered)
        assert caught.value.status == 403
    Invitation.objects.create(game=offered, user=alice, created_at=timezone.now() + timedelta(seconds=1))
    play.take_seat(alice, offered, 2)
    assert seat_of(alice, offered).number == 2


def test_a_leaver_sees_what_a_watcher_sees(offered: Game, alice: Any, dora: Any) -> None:
    play.take_seat(dora, offered, 1)
    look = reading.look(alice, Game.objects.get(pk=offered.pk))
    assert look.number is None
    assert look.view == reading.look(None, look.game).view
    mine = reading.look(dora, look.game)
    assert mine.view is not None
    assert mine.view["hand"]


def test_the_newcomer_cannot_take_back_what_the_leaver_did(
    turns: Game, alice: Any, bob: Any, charlie: Any, dora: Any, do: Do
) -> None:
    Game.objects.filter(pk=turns.pk).update(terms={**turns.terms, "pilot": "bot"})
    do(alice, turns, "step 1")
    play.resign(alice, turns)
    play.take_seat(dora, turns, 1)
    with pytest.raises(play.Refused, match="undo_closed"):
        play.undo(dora, turns, seat_of(dora, turns).decision_key)
    assert not reading.look(dora, Game.objects.get(pk=turns.pk)).undo.possible
    do(dora, turns, "step 1")
    play.undo(dora, turns, seat_of(dora, turns).decision_key)
    assert difference(Game.objects.get(pk=turns.pk)) == ""


def test_who_sits_already_and_who_is_not_reliable_enough(
    offered: Game, bob: Any, dora: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(play.Refused, match="seated"):
        play.take_seat(bob, offered, 1)
    with pytest.raises(play.BadInput):
        play.take_seat(dora, offered, 9)
    with pytest.raises(play.Closed):
        play.take_seat(dora, offered, 2)

    def refuse(user: Any, game: Game) -> None:
        raise play.Refused("unreliable")

    play.volunteer(type(bob).objects.create_user("emil@example.org", "Emil", "x"), "toy", True)
    Notice.objects.all().delete()
    monkeypatch.setattr("games.play.reliability.check", refuse)
    play.resign(bob, offered)
    assert told("seat_offered") == []
    with pytest.raises(play.Refused, match="unreliable"):
        play.take_seat(dora, offered, 1)


def test_seats_of_private_tables_go_to_who_was_invited(turns: Game, alice: Any, dora: Any) -> None:
    Game.objects.filter(pk=turns.pk).update(visibility="private")
    play.volunteer(dora, "toy", True)
    play.resign(alice, turns)
    assert told("seat_offered") == []
    assert bench.offers(dora) == []
    with pytest.raises(play.NotYours, match="not_invited"):
        play.take_seat(dora, turns, 1)
    Invitation.objects.create(game=turns, user=dora, created_at=timezone.now())
    assert len(bench.offers(dora)) == 1
    play.take_seat(dora, turns, 1)
    assert Seat.objects.get(game=turns, number=1).user == dora
    assert Move.objects.filter(game=turns, text="substitute", user=dora).exists()


def test_coming_back_ends_the_offer(offered: Game, alice: Any, dora: Any) -> None:
    play.return_to_seat(alice, offered)
    with pytest.raises(play.Closed, match="not_offered"):
        play.take_seat(dora, offered, 1)
    assert bench.offers(dora) == []
