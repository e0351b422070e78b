"""Votes: a pause, its end, another pace. Every active human is asked, once; the rest follows from who sits where."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import clocks, play, tasks
from games.models import Game, Move, Notice, Seat
from games.play import reading, votes
from games.play.timing import clock_of
from tests.play.conftest import hand, seat_of

Do = Callable[..., play.Outcome]
SECOND = timedelta(seconds=1)


@pytest.fixture
def trio(alice: Any, bob: Any, charlie: Any) -> Game:
    """A running table of three people, all asked at once."""
    game = play.open_table(alice, "toy", "Three", 3, {}, terms=clocks.PRESETS["standard"], random_order=False)
    play.join(bob, game)
    play.join(charlie, game)
    return fresh(game)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def at(instant: datetime) -> Any:
    return time_machine.travel(instant, tick=False)


def acts(game: Game) -> list[str]:
    rows = Move.objects.filter(game=game, kind="table").order_by("number")
    return [row.text for row in rows if row.text not in ("open", "join", "start")]


def told(kind: str, **filters: Any) -> list[str]:
    return sorted(Notice.objects.filter(kind=kind, **filters).values_list("user__name", flat=True))


def left(game: Game, user: Any) -> timedelta:
    return clock_of(fresh(game), seat_of(user, game), timezone.now()).left


def test_a_pause_needs_everybody_and_asks_each_once(trio: Game, alice: Any, bob: Any, charlie: Any) -> None:
    """D89: each needed voter is told once; who proposes has said yes; all are told what came of it."""
    proposal = votes.propose(alice, trio, "pause", {"days": 3})
    assert told("vote") == ["Bob", "Charlie"]
    assert votes.waiting(bob) == [proposal]
    assert votes.waiting(alice) == []
    seen = votes.open_proposal(trio, bob)
    assert seen is not None
    assert (seen.kind, seen.by, seen.days, seen.asked, seen.yes, seen.may_answer) == (
        "pause",
        1,
        3,
        [1, 2, 3],
        [1],
        True,
    )
    watcher = votes.open_proposal(trio, None)
    assert watcher is not None
    assert not watcher.may_answer
    votes.vote(bob, trio, proposal.pk, True)
    votes.vote(bob, trio, proposal.pk, True)
    assert fresh(trio).pauses == []
    assert votes.vote(charlie, trio, proposal.pk, True).outcome == "passed"
    assert acts(trio) == ["propose", "vote", "vote", "vote_end", "pause"]
    assert told("vote") == ["Bob", "Charlie"]
    assert told("vote_ended") == ["Alice", "Bob"]
    assert votes.open_proposal(trio, bob) is None
    with pytest.raises(play.Refused, match="paused"):
        votes.propose(bob, trio, "pause", {"days": 1})


def test_a_no_ends_it(trio: Game, alice: Any, bob: Any, charlie: Any) -> None:
    proposal = votes.propose(alice, trio, "pause", {"days": 3})
    assert votes.vote(bob, trio, proposal.pk, False).outcome == "refused"
    with pytest.raises(play.Refused, match="no_vote"):
        votes.vote(charlie, trio, proposal.pk, True)
    assert (fresh(trio).pauses, told("vote_ended")) == ([], ["Alice", "Charlie"])
    assert votes.propose(bob, trio, "pause", {"days": 1}).outcome == ""


def test_who_has_not_answered_is_reminded_before_it_lapses(trio: Game, alice: Any, bob: Any, charlie: Any) -> None:
    """D89: one reminder a day before the end, to those whose answer is missing."""
    proposal = votes.propose(alice, trio, "pause", {"days": 3})
    votes.vote(bob, trio, proposal.pk, True)
    with at(timezone.now() + timedelta(days=2, minutes=1)):
        tasks.sweep()
        tasks.sweep()
        assert told("vote", key=f"{proposal.pk}:reminder") == ["Charlie"]
    with at(timezone.now() + timedelta(days=3, minutes=1)):
        tasks.sweep()
        assert votes.open_proposal(trio, bob) is None
    proposal.refresh_from_db()
    assert (proposal.outcome, told("vote_ended")) == ("lapsed", ["Alice", "Bob", "Charlie"])


def test_a_replaced_voter_takes_the_ballot_along(trio: Game, alice: Any, bob: Any, charlie: Any, dora: Any) -> None:
    """C58: the old ballot is void, the quorum is counted anew, the newcomer is asked and may vote."""
    proposal = votes.propose(alice, trio, "pause", {"days": 3})
    votes.vote(bob, trio, proposal.pk, True)
    play.resign(bob, trio)
    proposal.refresh_from_db()
    assert proposal.ballots == {"1": True}
    seen = votes.open_proposal(trio, charlie)
    assert seen is not None
    assert seen.asked == [1, 3]
    with pytest.raises(play.Refused, match="away"):
        votes.vote(bob, trio, proposal.pk, True)
    play.volunteer(dora, "toy", True)
    play.take_seat(dora, trio, 2)
    assert votes.waiting(dora) == [proposal]
    votes.vote(charlie, trio, proposal.pk, True)
    assert fresh(trio).pauses == []
    assert votes.vote(dora, trio, proposal.pk, True).outcome == "passed"


def test_a_voter_who_leaves_is_no_longer_waited_for(trio: Game, alice: Any, bob: Any, charlie: Any) -> None:
    """C58: the last missing answer can be a seat that is given up."""
    proposal = votes.propose(alice, trio, "pause", {"days": 3})
    votes.vote(bob, trio, proposal.pk, True)
    play.resign(charlie, trio)
    proposal.refresh_from_db()
    assert proposal.outcome == "passed"
    assert len(fresh(trio).pauses) == 1


def test_five_seconds_before_the_end_a_pause_leaves_five_seconds(table: Game, alice: Any, bob: Any) -> None:
    """B52: nothing expires in a pause, and afterwards the clock shows what it showed before."""
    due = seat_of(alice, table).due_at
    assert due is not None
    before = due - 5 * SECOND
    with at(before):
        proposal = votes.propose(alice, table, "pause", {"days": 2})
        votes.vote(bob, table, proposal.pk, True)
        assert left(table, alice) == 5 * SECOND
    for hours in (1, 24, 47):
        with at(before + timedelta(hours=hours)):
            tasks.sweep()
            assert left(table, alice) == 5 * SECOND
            assert votes.paused_until(fresh(table), timezone.now()) == before + timedelta(days=2)
    assert "expire" not in acts(table)
    with at(before + timedelta(days=2, seconds=4)):
        tasks.sweep()
        assert left(table, alice) == SECOND
        assert acts(table)[-1] == "resume"
        assert told("vote_ended", data__outcome="over") == ["Alice", "Bob"]
    with at(before + timedelta(days=2, seconds=6)):
        tasks.sweep()
        assert "expire" in acts(table)
    assert acts(table).count("resume") == 1


def test_a_claim_window_stands_still_too(trio: Game, alice: Any, bob: Any, charlie: Any, do: Do) -> None:
    for user in (alice, bob):
        do(user, trio, f"hide {hand(user, trio)[0]}; hide {hand(user, trio)[1]}")
    due = seat_of(charlie, trio).due_at
    assert due is not None
    with at(due + SECOND):
        tasks.sweep()
        until = seat_of(charlie, trio).claim_until
        assert until is not None
        proposal = votes.propose(alice, trio, "pause", {"days": 5})
        votes.vote(bob, trio, proposal.pk, True)
        votes.vote(charlie, trio, proposal.pk, True)
        assert seat_of(charlie, trio).claim_until == until + timedelta(days=5)
    with at(due + timedelta(days=1)):
        tasks.sweep()
        assert not seat_of(charlie, trio).autopilot
        proposal = votes.propose(bob, trio, "resume", {})
        for user in (alice, charlie):
            votes.vote(user, trio, proposal.pk, True)
        assert seat_of(charlie, trio).claim_until == until + timedelta(days=1) - SECOND
        assert votes.paused_until(fresh(trio), timezone.now()) is None


def test_moves_are_allowed_in_a_pause(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    proposal = votes.propose(alice, at_turns, "pause", {"days": 14})
    votes.vote(bob, at_turns, proposal.pk, True)
    do(alice, at_turns, "step 1; end")
    with at(timezone.now() + timedelta(days=13)):
        assert left(at_turns, bob) == timedelta(hours=24)


def test_another_pace_reckons_every_clock_anew_and_tells_who_is_asked(
    trio: Game, alice: Any, bob: Any, charlie: Any, do: Do
) -> None:
    """B85: those who are asked are told once, with the new deadline; a bank is kept, up to the new cap, down to the new
    credit."""
    start = timezone.now()
    do(alice, trio, f"hide {hand(alice, trio)[0]}; hide {hand(alice, trio)[1]}")
    with at(start + timedelta(hours=70)):
        proposal = votes.propose(alice, trio, "pace", {"preset": "brisk"})
        votes.vote(bob, trio, proposal.pk, True)
        votes.vote(charlie, trio, proposal.pk, True)
        assert fresh(trio).time.preset == "brisk"
        for user in (bob, charlie):
            assert seat_of(user, trio).due_at == timezone.now() + timedelta(hours=8)
        assert seat_of(alice, trio).bank == timedelta(hours=48)
        notice = Notice.objects.get(kind="pace_changed")
        due = seat_of(bob, trio).due_at
        assert due is not None
        assert (notice.user, notice.data) == (bob, {"due_at": due.isoformat()})
        assert told("vote_ended") == ["Alice"]
        assert fresh(trio).wake_at is not None


def test_from_no_clock_to_a_clock(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "Slow", 2, {}, terms=clocks.PRESETS["untimed"])
    play.join(bob, game)
    with pytest.raises(play.Refused, match="untimed"):
        votes.propose(alice, game, "pause", {"days": 1})
    proposal = votes.propose(alice, game, "pace", {"terms": {"bank": 36 * 3600, "credit": 3600, "cap": 36 * 3600}})
    votes.vote(bob, game, proposal.pk, True)
    assert timedelta(hours=36) >= left(game, bob) > timedelta(hours=35, minutes=59)
    assert fresh(game).time.preset == "custom"


def test_an_undo_does_not_bring_an_old_clock_back(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    do(alice, at_turns, "step 1")
    proposal = votes.propose(alice, at_turns, "pace", {"preset": "relaxed"})
    votes.vote(bob, at_turns, proposal.pk, True)
    due = seat_of(alice, at_turns).due_at
    play.undo(alice, at_turns, seat_of(alice, at_turns).decision_key)
    assert seat_of(alice, at_turns).due_at == due


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("pause", {"days": 0}),
        ("pause", {"days": 15}),
        ("pause", {"days": 10**30}),
        ("pause", {}),
        ("party", {}),
        ("pace", {"preset": "glacial"}),
        ("pace", {"terms": {"least": 100}}),
        ("pace", {"terms": {"bank": "long"}}),
        ("pace", {"terms": {"bank": -1}}),
        ("pace", {}),
    ],
)
def test_what_no_form_would_send_is_refused(table: Game, alice: Any, kind: str, data: dict[str, Any]) -> None:
    with pytest.raises(play.BadInput, match="bad_proposal"):
        votes.propose(alice, table, kind, data)


def test_who_may_not(table: Game, alice: Any, charlie: Any) -> None:
    with pytest.raises(play.NotYours):
        votes.propose(charlie, table, "pause", {"days": 1})
    with pytest.raises(play.Refused, match="not_paused"):
        votes.propose(alice, table, "resume", {})
    with pytest.raises(play.Refused, match="same_terms"):
        votes.propose(alice, table, "pace", {"terms": {"quiet": True}})
    proposal = votes.propose(alice, table, "pause", {"days": 1})
    with pytest.raises(play.NotYours):
        votes.vote(charlie, table, proposal.pk, True)
    with pytest.raises(play.Refused, match="vote_open"):
        votes.propose(alice, table, "pause", {"days": 2})


def test_alone_with_bots_one_yes_is_enough(alice: Any) -> None:
    game = play.open_table(alice, "toy", "Bot", 2, {}, bots=["random"], random_order=False)
    assert votes.propose(alice, game, "pause", {"days": 1}).outcome == "passed"
    tasks.sweep()
    assert Seat.objects.filter(game=game, decision_key="").count() == 1


def test_a_vote_ends_with_the_game(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    proposal = votes.propose(alice, at_turns, "pause", {"days": 1})
    for user in (alice, bob, alice, bob):
        do(user, at_turns, "end")
    proposal.refresh_from_db()
    assert fresh(at_turns).is_finished
    assert proposal.outcome == "lapsed"
    assert reading.look(bob, fresh(at_turns)).log()


def test_who_is_away_keeps_the_time_that_was_agreed(trio: Game, alice: Any, bob: Any, charlie: Any) -> None:
    """Else one who happens to be alone at the wheel takes the clock away, or leaves a second to who comes back."""
    proposal = votes.propose(alice, trio, "pace", {"preset": "untimed"})
    votes.vote(bob, trio, proposal.pk, True)
    play.resign(charlie, trio)
    assert fresh(trio).time.preset == "standard"
    votes.vote(alice, trio, proposal.pk, False)
    play.resign(bob, trio)
    with pytest.raises(play.Refused, match="somebody_away"):
        votes.propose(alice, trio, "pace", {"terms": {"bank": 1, "credit": 0, "cap": 1}})
    for user in (bob, charlie):
        play.return_to_seat(user, trio)
        play.resign(user, trio)
    assert votes.propose(alice, trio, "pace", {"preset": "untimed"}).outcome == "passed"


def test_proposals_are_counted(trio: Game, alice: Any, bob: Any, charlie: Any) -> None:
    """Each of them is told to all: nobody is to fill the others' mailboxes."""
    for _ in range(votes.MOST):
        proposal = votes.propose(alice, trio, "pause", {"days": 1})
        votes.vote(alice, trio, proposal.pk, False)
    with pytest.raises(play.TooMany, match="too_many_votes"):
        votes.propose(alice, trio, "pause", {"days": 1})
    assert votes.propose(bob, trio, "pause", {"days": 1}).outcome == ""
    with at(timezone.now() + timedelta(days=1, minutes=1)):
        votes.vote(bob, trio, votes.open_proposal(fresh(trio), bob).id, False)  # type: ignore[union-attr]
        assert votes.propose(alice, trio, "pause", {"days": 1}).outcome == ""


def test_a_table_can_forbid_pauses(trio: Game, alice: Any) -> None:
    """B28: where the rules of a table (or of a league) want none, a pause is refused and drags nothing."""
    Game.objects.filter(pk=trio.pk).update(terms=clocks.Terms(pause=False).dump())
    with pytest.raises(play.Refused, match="no_pauses"):
        play.propose(alice, trio, "pause", {"days": 3})
    assert not trio.proposals.exists()
