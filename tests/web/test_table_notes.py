"""Notes above the board: who reads which, what can be done there, and that they tell nobody what is a secret."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone, translation

from games import clockwords, play
from games.models import Game, Proposal, Seat
from games.play import reading
from games.play.timing import clock_of
from games.views import table_notes
from tests.web.conftest import Opener
from tests.web.rounds import asked, body, fresh, later, runs_out, to_turns, where


@pytest.fixture
def trio(bob: Any, charlie: Any, open_table: Opener) -> Game:
    """Three people, some turns into their game."""
    play.join(bob, open_table(3, random_order=False))
    return to_turns(play.join(charlie, Game.objects.get()))


@pytest.fixture
def duel(running: Game) -> Game:
    return to_turns(running)


def notes(user: Any, game: Game) -> list[table_notes.Note]:
    return table_notes.notes(reading.look(user, fresh(game)), timezone.now())


def others(game: Game, seat: Seat) -> list[Seat]:
    rows = Seat.objects.select_related("user").filter(game=game)
    return list(rows.exclude(pk=seat.pk).order_by("number"))


def deeds(note: table_notes.Note) -> list[str]:
    return [deed.fields.get("deed", deed.fields.get("yes", "")) for deed in note.deeds]


def test_a_quiet_table_has_no_notes(trio: Game, alice: Any, enter: Any) -> None:
    assert notes(alice, trio) == notes(None, trio) == []
    assert "table-notes" not in body(enter(alice), "table", trio)


def test_a_late_seat_is_told_to_each_in_their_own_words(trio: Game, enter: Any, client: Any) -> None:
    late, moment = runs_out(trio)
    with time_machine.travel(moment, tick=False):
        [mine] = notes(late.user, trio)
        assert (mine.kind, mine.deeds) == ("late", [])
        assert "You can still play" in mine.text
        [theirs] = notes(others(trio, late)[0].user, trio)
        assert deeds(theirs) == ["grant", "hand"]
        [watched] = notes(None, trio)
        assert (watched.deeds, watched.links) == ([], [])
        page = body(enter(others(trio, late)[0].user), "table", trio)
        assert f'id="late-{late.number}"' in page
        assert "Give a day more" in page
        assert "Give a day more" not in body(client, "table", trio)
        assert "Give a day more" not in body(enter(late.user), "table", trio)


def test_the_day_was_given_once_and_no_button_asks_again(trio: Game) -> None:
    late, moment = runs_out(trio)
    first, second = others(trio, late)
    with time_machine.travel(moment, tick=False):
        play.grant(first.user, trio, late.number)
        assert notes(second.user, trio) == []
        due = fresh(trio).seats.get(pk=late.pk).due_at
    assert due is not None
    with time_machine.travel(due + timedelta(minutes=1), tick=False):
        play.tick(trio.pk, timezone.now())
        assert deeds(notes(first.user, trio)[0]) == ["hand"]
        assert deeds(notes(second.user, trio)[0]) == ["grant", "hand"]


def test_with_two_the_win_is_on_offer_behind_a_question(duel: Game, enter: Any) -> None:
    late, moment = runs_out(duel)
    [other] = others(duel, late)
    with time_machine.travel(moment, tick=False):
        [note] = notes(other.user, duel)
        assert deeds(note) == ["grant", "play_on", "win"]
        page = body(enter(other.user), "table", duel)
    asks = re.search(r'<details class="sure">.*?</details>', page, re.DOTALL)
    assert asks is not None
    assert "cannot be taken back" in asks[0]
    assert 'value="win"' in asks[0]


def test_a_seat_without_its_person_says_why(duel: Game) -> None:
    gone = asked(duel)
    [other] = others(duel, gone)
    play.resign(gone.user, duel)
    [note] = notes(other.user, duel)
    assert (note.kind, deeds(note)) == ("win", ["win"])
    assert "has left" in note.text
    assert [note.kind for note in notes(None, duel)] == ["away"]
    assert "has left" in notes(None, duel)[0].text
    assert notes(gone.user, duel) == []


def test_a_vote_is_answered_where_it_stands(trio: Game, alice: Any, bob: Any, enter: Any, client: Any) -> None:
    play.propose(alice, trio, "pause", {"days": 2})
    assert [deeds(notes(user, trio)[0]) for user in (alice, bob, None)] == [["0"], ["1", "0"], []]
    page = body(enter(bob), "table", trio)
    assert 'id="vote"' in page
    assert "Alice proposes a pause of 2 days." in page
    assert "Not answered yet: Bob and Charlie." in page
    assert "I agree" not in body(client, "table", trio)


def test_a_pause_is_one_sentence_on_page_and_list_and_nothing_counts_down(
    trio: Game, alice: Any, bob: Any, charlie: Any, enter: Any, client: Any
) -> None:
    """B25: while a table is paused its clocks stand, in the same words wherever they are told."""
    play.propose(alice, trio, "pause", {"days": 2})
    for user in (bob, charlie):
        play.vote(user, trio, Proposal.objects.get().pk, True)
    seat = asked(trio)
    with later(hours=5):
        game = fresh(trio)
        with translation.override("en"):
            words = clockwords.clock_words(
                clock_of(game, game.seats.get(pk=seat.pk), timezone.now()), timezone.get_current_timezone(),
                timezone.now(),
            )  # fmt: skip
        assert words["left"].startswith("paused until")
        page = body(enter(seat.user), "table", trio)
        assert "This table is paused until" in page
        listed = str(enter(seat.user).get("/").content.decode())
        for told in (page, listed, body(enter(seat.user), "table_time", trio)):
            assert words["left"] in told
        assert not re.search(r'class="clock[^>]*>.*?hours? left', page)
        note = next(note for note in notes(seat.user, trio) if note.kind == "pause")
        assert note.links
        assert not next(note for note in notes(None, trio) if note.kind == "pause").links


def test_the_last_turns_stand_in_the_note_and_at_the_seats(trio: Game, client: Any) -> None:
    progress = fresh(trio).progress | {"turns_left": {"1": 2, "2": 1, "3": 1}}
    Game.objects.filter(pk=trio.pk).update(progress=progress)
    page = body(client, "table", trio)
    assert "The last turns have begun." in page
    assert "2 turns left" in page
    assert "1 turn left" in page


def test_unread_talk_is_told_to_the_seated_alone(trio: Game, alice: Any, bob: Any, enter: Any, client: Any) -> None:
    play.say(alice, trio, "Words for the table only")
    assert [note.kind for note in notes(bob, trio)] == ["talk"]
    assert notes(alice, trio) == notes(None, trio) == []
    for reader in (enter(bob), enter(alice), client):
        assert "Words for the table only" not in body(reader, "table", trio)
    assert where("talk", trio) in body(enter(bob), "table", trio)
    assert where("talk", trio) not in body(client, "table", trio)


def test_a_waiting_page_learns_of_a_note(trio: Game, alice: Any, bob: Any, enter: Any) -> None:
    client = enter(bob)
    tag = client.get(where("table", trio))["ETag"]
    ask = {"HTTP_IF_NONE_MATCH": tag}
    assert client.get(where("now", trio), **ask).status_code == 304
    play.say(alice, trio, "Hello")
    answer = client.get(where("now", trio), **ask)
    assert answer.status_code == 200
    assert answer["ETag"] != tag
    assert "One new line" in answer.content.decode()
    again = client.get(where("now", trio), HTTP_IF_NONE_MATCH=answer["ETag"])
    assert again.status_code == 304


def test_in_spanish(trio: Game, alice: Any, bob: Any, enter: Any) -> None:
    play.propose(alice, trio, "pause", {"days": 1})
    bob.language = "es"
    bob.save()
    page = body(enter(bob), "table", trio)
    assert "Alice propone una pausa de un día." in page
    assert "Falta la respuesta de: Bob y Charlie." in page
