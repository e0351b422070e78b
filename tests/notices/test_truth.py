"""What is sent is still true when it is sent: each kind of notice, with the deeds that make it untrue."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import clocks, notices, play
from games.models import ChatLine, Game, Move, Notice, Proposal, Seat
from games.notices import preferences, truth
from tests.notices.conftest import Post, rows, send, tell
from tests.play.conftest import hand, seat_of

Do = Callable[..., play.Outcome]


def why(notice: Notice) -> str:
    """What a check says of a notice now; "" while it is true."""
    return truth.untrue(Notice.objects.select_related("game", "user").get(pk=notice.pk), timezone.now())


def last(user: Any, kind: str) -> Notice:
    found = Notice.objects.filter(user=user, kind=kind).order_by("-pk").first()
    assert found is not None
    return found


def three(alice: Any, bob: Any, charlie: Any, **terms: Any) -> Game:
    """A running game of three, where all are asked at once and have a day each."""
    told = clocks.Terms(bank=24 * 3600, credit=0, cap=24 * 3600, claim=12 * 3600, **terms)
    game = play.open_table(alice, "toy", "Three", 3, {}, terms=told, random_order=False)
    play.join(bob, game)
    return play.join(charlie, game)


def test_nothing_is_told_about_a_turn_already_played(one_turn: Game, alice: Any, do: Do, post: Post) -> None:
    """B32: what was queued reads the table again when it is sent, and drops itself."""
    notice = last(alice, "your_turn")
    assert why(notice) == ""
    do(alice, one_turn, f"hide {hand(alice, one_turn)[0]}")
    assert why(notice) == "played"
    assert send() == 0
    assert rows(notice=notice)[0].why == "played"


def test_a_turn_that_was_taken_back_and_reached_again_has_a_notice_of_its_own(
    at_turns: Game, alice: Any, bob: Any, do: Do, post: Post
) -> None:
    do(alice, at_turns, "end")
    first = last(bob, "your_turn")
    assert why(first) == ""
    do(bob, at_turns, "end")
    assert why(first) == "played"
    assert why(last(alice, "your_turn")) == ""


@pytest.mark.parametrize(
    ("change", "code"), [("inactive", "gone"), ("autopilot", "autopilot"), ("left", "left"), ("over", "over")]
)
def test_nobody_is_told_who_may_no_longer_be(one_turn: Game, alice: Any, post: Post, change: str, code: str) -> None:
    seat = Seat.objects.filter(user=alice)
    notices.route_waiting(timezone.now())
    if change == "inactive":
        alice.is_active = False
        alice.save()
    elif change == "autopilot":
        seat.update(autopilot=True)
    elif change == "left":
        seat.update(user=None)
    else:
        Game.objects.update(status="finished")
    assert send() == 0
    assert post.sent == []
    assert rows()[0].why == code


def test_a_reminder_is_told_only_while_it_is_true(alice: Any, bob: Any, charlie: Any, post: Post, do: Do) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = three(alice, bob, charlie)
        clock.shift(timedelta(hours=12, seconds=1))
        play.tick(game.pk, timezone.now())
        half = last(alice, "reminder")
        assert half.key.endswith(":half")
        assert why(half) == ""
        do(bob, game, f"hide {hand(bob, game)[0]}; hide {hand(bob, game)[1]}")
        assert why(last(bob, "reminder")) == "played"
        Seat.objects.filter(game=game, user=alice).update(bank=timedelta(hours=72))
        assert why(half) == "later"
        Seat.objects.filter(game=game, user=alice).update(bank=timedelta(hours=24))
        game.refresh_from_db()
        pause = [timezone.now().isoformat(), (timezone.now() + timedelta(days=1)).isoformat()]
        Game.objects.filter(pk=game.pk).update(pauses=[pause])
        assert why(half) == "still"
        Game.objects.filter(pk=game.pk).update(pauses=[])
        clock.shift(timedelta(hours=12))
        assert why(half) == "changed"


def test_a_reminder_beside_the_turn_itself_or_a_later_one_is_left_out(one_turn: Game, alice: Any, post: Post) -> None:
    key = seat_of(alice, one_turn).decision_key
    with time_machine.travel(timezone.now() + timedelta(hours=23, minutes=30), tick=False):
        for mark in ("half", "fifth", "hour"):
            tell(alice, "reminder", one_turn, f"{key}:{mark}", seat=1)
        assert send() == 1
        assert post.went() == [("mail", "Alice", ["your_turn"])]
        Notice.objects.all().delete()
        for mark in ("half", "fifth", "hour"):
            tell(alice, "reminder", one_turn, f"{key}:{mark}", seat=1)
        assert send() == 1
    assert [n.key for m in post.sent for n in m.notices] == [f"{key}:hour"]
    assert {row.why for row in rows(sent_at=None)} == {"newer"}


def test_a_claim_window_is_told_while_it_is_open(alice: Any, bob: Any, charlie: Any, post: Post) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = three(alice, bob, charlie)
        clock.shift(timedelta(hours=24, seconds=1))
        play.tick(game.pk, timezone.now())
        windows = list(Notice.objects.filter(kind="claim_window", user=bob))
        assert [why(n) for n in windows] == ["", "", ""]
        play.grant(bob, game, 1)
        late = seat_of(alice, game).number
        assert {n.seat: why(n) for n in windows} == {late: "changed", 2: "", 3: ""}
        granted = last(alice, "reminder")
        assert why(granted) == ""
        clock.shift(timedelta(hours=12, seconds=1))
        assert {why(n) for n in windows} == {"changed"}


def test_the_autopilot_is_told_until_its_person_is_back_and_an_offer_until_it_is_taken(
    alice: Any, bob: Any, charlie: Any, post: Post
) -> None:
    game = three(alice, bob, charlie)
    spare = type(alice).objects.create_user("dora@example.org", "Dora", "x")
    play.volunteer(spare, "toy", True)
    with time_machine.travel(timezone.now() + timedelta(hours=24, seconds=1), tick=False) as clock:
        play.tick(game.pk, timezone.now())
        play.hand(bob, game, 1)
        told = last(alice, "autopilot")
        assert why(told) == ""
        offered = Notice.objects.filter(user=spare, kind="seat_offered").first()
        assert offered is not None
        assert why(offered) == ""
        clock.shift(timedelta(minutes=1))
        play.return_to_seat(alice, game)
        assert why(told) == "changed"
        assert why(offered) == "changed"


def test_a_vote_is_asked_of_who_has_not_answered_while_it_is_open(
    alice: Any, bob: Any, charlie: Any, post: Post
) -> None:
    """D89: each needed voter is told, once; who has answered is not."""
    game = three(alice, bob, charlie)
    Notice.objects.all().delete()
    proposal = play.propose(alice, game, "pause", {"days": 3})
    assert [n.user.name for n in Notice.objects.filter(kind="vote").order_by("pk")] == ["Bob", "Charlie"]
    play.vote(bob, game, proposal.pk, True)
    assert (why(last(bob, "vote")), why(last(charlie, "vote"))) == ("answered", "")
    Proposal.objects.update(closes_at=timezone.now())
    assert why(last(charlie, "vote")) == "changed"


def test_another_pace_is_told_once_to_who_is_asked_now_with_the_new_deadline(
    alice: Any, bob: Any, charlie: Any, post: Post
) -> None:
    """D85: a live table switched to slow play."""
    game = three(alice, bob, charlie)
    send()
    post.sent.clear()
    proposal = play.propose(alice, game, "pace", {"preset": "relaxed"})
    play.vote(bob, game, proposal.pk, True)
    play.vote(charlie, game, proposal.pk, True)
    send()
    told = [n for m in post.sent for n in m.notices if n.kind == "pace_changed"]
    assert sorted(n.user.name for n in told) == ["Alice", "Bob"]
    for notice in told:
        assert notice.data["due_at"] == seat_of(notice.user, game).due_at.isoformat()
    assert send() == 0


def test_talk_and_moves_that_were_read_are_not_told(at_turns: Game, alice: Any, bob: Any, do: Do, post: Post) -> None:
    """D86: what one has seen at the table is no news by any channel."""
    preferences.write(bob, matrix={"moved": {"mail": "now"}, "chat": {"mail": "now"}})
    Notice.objects.all().delete()
    line = ChatLine.objects.create(game=at_turns, user=alice, text="hello", at=timezone.now())
    number = Move.objects.filter(game=at_turns).last().number  # type: ignore[union-attr]
    chat, moved = tell(bob, "chat", at_turns, str(line.pk)), tell(bob, "moved", at_turns, str(number))
    Seat.objects.filter(game=at_turns, user=bob).update(seen_move=number - 1)
    assert (why(chat), why(moved)) == ("", "")
    play.seen(bob, Game.objects.get(pk=at_turns.pk))
    Seat.objects.filter(game=at_turns, user=bob).update(seen_chat=line.pk)
    assert (why(chat), why(moved)) == ("seen", "seen")
    assert send() == 0


def test_a_move_that_was_taken_back_is_not_told(at_turns: Game, alice: Any, bob: Any) -> None:
    row = Move.objects.filter(game=at_turns, kind="action").last()
    assert row is not None
    notice = tell(bob, "moved", at_turns, str(row.number))
    Seat.objects.filter(game=at_turns, user=bob).update(seen_move=0)
    assert why(notice) == ""
    Move.objects.filter(pk=row.pk).update(undone_by=row.number)
    assert why(notice) == "changed"


def test_what_concerns_a_table_before_it_begins(alice: Any, bob: Any, charlie: Any) -> None:
    game = play.open_table(alice, "toy", "I", 3, {}, visibility="invited", invited=[bob, charlie])
    invited = last(bob, "invitation")
    full, unfilled = tell(alice, "table_full", game), tell(alice, "table_unfilled", game)
    assert [why(n) for n in (invited, full, unfilled)] == ["", "", ""]
    closed = tell(bob, "table_closed", game)
    assert why(closed) == "changed"
    play.close(alice, game)
    assert [why(n) for n in (invited, full, closed)] == ["changed", "changed", ""]


def test_the_end_is_told_of_a_finished_game_alone(at_turns: Game, bob: Any) -> None:
    ended, turns = tell(bob, "game_ended", at_turns), tell(bob, "last_turns", at_turns)
    assert (why(ended), why(turns)) == ("changed", "")
    Game.objects.filter(pk=at_turns.pk).update(status="finished")
    assert (why(ended), why(turns)) == ("", "over")


def test_every_kind_with_a_game_has_a_check_and_every_answer_a_name() -> None:
    without = {Notice.Kind.SECURITY, Notice.Kind.CHANNEL_OFF}
    assert set(truth.CHECKS) == set(Notice.Kind) - without
    assert len(set(truth.WHYS)) == len(truth.WHYS)


def test_queued_for_hours_while_the_house_was_down_only_what_holds_is_sent(
    alice: Any, bob: Any, charlie: Any, post: Post, do: Do
) -> None:
    game = three(alice, bob, charlie)
    notices.route_waiting(timezone.now())
    do(bob, game, f"hide {hand(bob, game)[0]}; hide {hand(bob, game)[1]}")
    with time_machine.travel(timezone.now() + timedelta(hours=9), tick=False):
        send()
    told = [(m.user, kind) for m in post.sent for kind in m.kinds if kind == "your_turn"]
    assert told == [("Alice", "your_turn")]
