"""The verbs of a running table beside the game, by form: late seats, votes, what to be told, leaving."""

from typing import Any

import pytest
import time_machine

from games import play
from games.models import Game, Move, Proposal, Seat, TableNotices
from tests.web.conftest import Opener
from tests.web.rounds import asked, body, fresh, runs_out, to_turns, where

VERBS = ("late", "propose", "vote", "table_notices", "resign")
NONSENSE = {
    "deed": "\x00", "seat": "\u0663", "kind": "\U0001f479", "days": "-1", "proposal": "9" * 40, "yes": "x",
    "turn.mail": "never",
}  # fmt: skip


@pytest.fixture
def duel(running: Game) -> Game:
    return to_turns(running)


def acts(game: Game) -> list[str]:
    return list(Move.objects.filter(game=game, kind="table").order_by("number").values_list("text", flat=True))


def post(client: Any, name: str, game: Game, follow: bool = False, **data: Any) -> Any:
    return client.post(where(name, game), data, follow=follow)


def other_than(seat: Seat) -> Seat:
    return Seat.objects.select_related("user").filter(game=seat.game_id).exclude(pk=seat.pk)[0]


@pytest.mark.parametrize("name", VERBS)
def test_strangers_do_nothing_here(duel: Game, charlie: Any, enter: Any, client: Any, name: str) -> None:
    before = acts(duel)
    data = {"deed": "grant", "seat": "1", "kind": "pause", "days": "2", "proposal": "1", "yes": "1", "turn.mail": "off"}
    assert client.post(where(name, duel), data)["Location"].startswith("/account/login/")
    assert enter(charlie).post(where(name, duel), data).status_code in (403, 409)
    assert acts(duel) == before
    assert not TableNotices.objects.exists()
    assert not Proposal.objects.exists()


@pytest.mark.parametrize("name", VERBS)
def test_no_nonsense_and_no_wrong_method_does_anything(duel: Game, alice: Any, enter: Any, name: str) -> None:
    client, before = enter(alice), acts(duel)
    if name != "resign":
        assert client.get(where(name, duel)).status_code == 405
        assert post(client, name, duel, **NONSENSE).status_code in (400, 403, 404, 409, 422)
        assert post(client, name, duel).status_code in (303, 400, 403, 409, 422)
    assert client.put(where(name, duel)).status_code == 405
    assert acts(duel) == before


def test_a_day_is_given(duel: Game, enter: Any) -> None:
    late, moment = runs_out(duel)
    with time_machine.travel(moment, tick=False):
        answer = post(enter(other_than(late).user), "late", duel, deed="grant", seat=late.number)
        assert (answer.status_code, answer["Location"]) == (303, where("table", duel))
        late.refresh_from_db()
        assert late.claim_until is None
        again = post(enter(other_than(late).user), "late", duel, deed="grant", seat=late.number)
        assert again.status_code == 409
        assert "already given that seat" in again.content.decode()


def test_a_seat_is_handed_over(bob: Any, charlie: Any, open_table: Opener, enter: Any) -> None:
    play.join(bob, open_table(3))
    game = to_turns(play.join(charlie, Game.objects.get()))
    late, moment = runs_out(game)
    with time_machine.travel(moment, tick=False):
        page = post(enter(other_than(late).user), "late", game, True, deed="hand", seat=late.number).content.decode()
    assert "The autopilot plays this seat from now on." in page
    assert "handed the seat to the autopilot" in page
    late.refresh_from_db()
    assert late.autopilot


def test_playing_on_with_the_autopilot(duel: Game, enter: Any) -> None:
    late, moment = runs_out(duel)
    with time_machine.travel(moment, tick=False):
        page = post(enter(other_than(late).user), "late", duel, True, deed="play_on").content.decode()
    assert "You play on" in page
    assert fresh(duel).is_running


def test_taking_the_win_ends_the_game_with_places(duel: Game, enter: Any) -> None:
    late, moment = runs_out(duel)
    with time_machine.travel(moment, tick=False):
        winner = other_than(late)
        page = post(enter(winner.user), "late", duel, True, deed="win").content.decode()
    game = fresh(duel)
    assert game.is_finished
    assert game.result is not None
    assert game.result["standings"][0]["seats"] == [winner.number]
    assert "You have taken the win" in page
    assert "Final scoring" in page
    assert "table-notes" not in page


def test_a_pause_is_proposed_answered_and_ended(duel: Game, alice: Any, bob: Any, enter: Any) -> None:
    answer = post(enter(alice), "propose", duel, kind="pause", days="3")
    assert (answer.status_code, answer["Location"]) == (303, where("table", duel) + "#vote")
    proposal = Proposal.objects.get()
    page = body(enter(bob), "table_time", duel)
    assert "Alice proposes a pause of 3 days." in page
    assert "Propose the pause" not in page, "one vote at a time"
    assert "You have agreed." in post(enter(bob), "vote", duel, True, proposal=proposal.pk, yes="1").content.decode()
    assert fresh(duel).pauses
    assert "Propose to end the pause" in body(enter(bob), "table_time", duel)
    post(enter(bob), "propose", duel, kind="resume")
    post(enter(alice), "vote", duel, proposal=Proposal.objects.latest("pk").pk, yes="1")
    assert acts(duel)[-1] == "resume"
    assert "Propose the pause" in body(enter(bob), "table_time", duel)


def test_a_no_ends_the_vote(duel: Game, alice: Any, bob: Any, enter: Any) -> None:
    post(enter(alice), "propose", duel, kind="pause", days="3")
    page = post(enter(bob), "vote", duel, True, proposal=Proposal.objects.get().pk, yes="0").content.decode()
    assert "refused" in page
    late = post(enter(bob), "vote", duel, proposal=Proposal.objects.get().pk, yes="1")
    assert late.status_code == 409
    assert "no longer open" in late.content.decode()


def test_a_refused_proposal_keeps_what_was_typed(duel: Game, alice: Any, enter: Any) -> None:
    pace = {
        "kind": "pace", "preset": "custom", "bank_hours": "50", "credit_hours": "5", "cap_hours": "7", "grace": "0",
        "claim_hours": "12", "pilot": "steward", "endgame": "short", "bench_days": "3", "least": "0",
    }  # fmt: skip
    answer = enter(alice).post(where("propose", duel), pace)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="50"' in page
    assert 'value="7"' in page
    assert not Proposal.objects.exists()
    days = enter(alice).post(where("propose", duel), {"kind": "pause", "days": "99"})
    assert days.status_code >= 400
    assert "cannot be proposed" in days.content.decode()


def test_another_pace_is_agreed(duel: Game, alice: Any, bob: Any, enter: Any) -> None:
    page = enter(alice).get(where("table_time", duel)).context["pace"]
    form = {name: value for name, value in page.initial.items() if value is not False} | {"preset": "relaxed"}
    answer = enter(alice).post(where("propose", duel), {**form, "kind": "pace"})
    assert answer.status_code == 303
    assert "another pace: Relaxed" in body(enter(bob), "table", duel)
    post(enter(bob), "vote", duel, proposal=Proposal.objects.get().pk, yes="1")
    assert fresh(duel).time.preset == "relaxed"


def test_this_table_alone_is_told_otherwise(duel: Game, alice: Any, bob: Any, enter: Any) -> None:
    answer = post(enter(alice), "table_notices", duel, **{"turn.mail": "digest", "chat.mail": "", "x.mail": "off"})
    assert (answer.status_code, answer["Location"]) == (303, where("table_time", duel))
    assert TableNotices.objects.get().matrix == {"turn": {"mail": "digest"}}
    page = body(enter(alice), "table_time", duel)
    assert '<option value="digest" selected>' in page
    assert '<option value="digest" selected>' not in body(enter(bob), "table_time", duel)
    post(enter(alice), "table_notices", duel, **{"turn.mail": ""})
    assert not TableNotices.objects.exists()


def test_leaving_asks_first_and_says_what_it_means(duel: Game, alice: Any, bob: Any, enter: Any) -> None:
    page = body(enter(alice), "resign", duel)
    assert "counts in your reliability" in page
    assert "may take the win" in page
    assert not Seat.objects.get(game=duel, user=alice).autopilot
    done = post(enter(alice), "resign", duel, True).content.decode()
    assert "You have left the game." in done
    assert Seat.objects.get(game=duel, user=alice).autopilot
    assert "Take the win" in body(enter(bob), "table", duel)
    post(enter(alice), "resign", duel)
    assert acts(duel).count("resign") == 1, "a second press does nothing more"
    won = post(enter(bob), "late", duel, True, deed="win").content.decode()
    assert "The game ended early" in won


def test_the_time_page_is_for_all_its_forms_for_players(duel: Game, alice: Any, charlie: Any, enter: Any) -> None:
    mine, theirs = body(enter(alice), "table_time", duel), body(enter(charlie), "table_time", duel)
    for page in (mine, theirs):
        assert all(name in page for name in ("Alice", "Bob"))
    assert "Propose the pause" in mine
    assert "<form" not in theirs.split("<main", 1)[1].split("</main>", 1)[0]
    assert asked(duel).decision_key not in mine


def test_after_the_end_it_only_tells(finished: Game, alice: Any, enter: Any) -> None:
    page = body(enter(alice), "table_time", finished)
    assert "Propose" not in page
    assert "Leave" not in page
    assert enter(alice).get(where("resign", finished)).status_code == 409


def test_before_the_start_there_is_no_such_page(open_table: Opener, alice: Any, enter: Any) -> None:
    assert enter(alice).get(where("table_time", open_table(3))).status_code == 409
