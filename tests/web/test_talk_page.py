"""The page of a table's talk."""

from typing import Any

import pytest

from games import play
from games.models import ChatLine, Game, Seat
from games.play import talk
from games.views import table_talk
from tests.web.conftest import Opener
from tests.web.rounds import body, where


def test_what_is_said_is_read_by_the_table_alone(
    running: Game, alice: Any, bob: Any, charlie: Any, enter: Any, client: Any
) -> None:
    answer = enter(alice).post(where("talk", running), {"text": "Good luck, @Bob!"})
    assert (answer.status_code, answer["Location"]) == (303, where("talk", running) + "#write")
    page = body(enter(bob), "talk", running)
    assert "<mark>@Bob</mark>!" in page
    assert talk.unread_here(bob, running) == 0
    assert enter(charlie).get(where("talk", running)).status_code == 403
    assert enter(charlie).post(where("talk", running), {"text": "Hello"}).status_code == 403
    assert client.get(where("talk", running)).status_code == 302
    assert ChatLine.objects.count() == 1


def test_markup_is_text(running: Game, alice: Any, enter: Any) -> None:
    enter(alice).post(where("talk", running), {"text": "<b>bold</b> @Alice<i>\nsecond"})
    page = body(enter(alice), "talk", running)
    assert "&lt;b&gt;bold&lt;/b&gt; <mark>@Alice</mark>&lt;i&gt;" in page
    assert "<b>bold" not in page
    assert "<p>second</p>" in page


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001, "a\u202eb"])
def test_a_refused_line_is_kept_in_its_box(running: Game, alice: Any, enter: Any, text: str) -> None:
    answer = enter(alice).post(where("talk", running), {"text": text})
    page = answer.content.decode()
    assert answer.status_code in (400, 422)
    assert 'aria-describedby="text-help text-error"' in page
    assert f">{text}</textarea>" in page
    assert not ChatLine.objects.exists()


def test_too_many_lines(running: Game, alice: Any, enter: Any) -> None:
    for number in range(talk.MOST):
        play.say(alice, running, f"Line {number}")
    answer = enter(alice).post(where("talk", running), {"text": "one more"})
    assert answer.status_code == 429
    assert "one more</textarea>" in answer.content.decode()


def test_older_lines_are_a_link_away(running: Game, alice: Any, bob: Any, enter: Any) -> None:
    at = running.created_at
    ChatLine.objects.bulk_create(ChatLine(game=running, user=bob, text=f"Line {n}.", at=at) for n in range(60))
    page = body(enter(alice), "talk", running)
    assert "Line 59." in page
    assert "Line 9." not in page
    first = ChatLine.objects.get(text="Line 10.")
    assert f"?before={first.pk}" in page
    older = enter(alice).get(where("talk", running), {"before": first.pk}).content.decode()
    assert "Line 9." in older
    assert "Line 10." not in older
    for odd in ("x", "-1", "٣", "9" * 30):
        assert enter(alice).get(where("talk", running), {"before": odd}).status_code == 200


def test_looking_back_reads_nothing_new(running: Game, alice: Any, bob: Any, enter: Any) -> None:
    line = play.say(bob, running, "New")
    enter(alice).get(where("talk", running), {"before": line.pk})
    assert Seat.objects.get(game=running, user=alice).seen_chat == 0


def test_it_stays_after_the_end_and_nothing_is_added_to_a_closed_table(
    finished: Game, alice: Any, enter: Any, open_table: Opener
) -> None:
    enter(alice).post(where("talk", finished), {"text": "Well played"})
    assert "Well played" in body(enter(alice), "talk", finished)
    closed = open_table(3)
    play.say(alice, closed, "Nobody came")
    play.close(alice, closed)
    page = body(enter(alice), "talk", closed)
    assert "Nobody came" in page
    assert "<textarea" not in page
    assert enter(alice).post(where("talk", closed), {"text": "Hm"}).status_code == 409


def test_the_longest_name_is_the_one_called() -> None:
    cut = table_talk.pieces("@anna maria and @Anna, not @Annabel", ["Anna", "Anna Maria"])
    assert [piece.text for piece in cut if piece.called] == ["@anna maria", "@Anna"]
