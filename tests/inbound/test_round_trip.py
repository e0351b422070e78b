"""A turn mail goes out over a real mail server, is answered as the common programs do, and the answer is played."""

from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest

from games.inbound import receive
from games.models import Game, Move, ReceivedMail
from tests.inbound import clients
from tests.inbound.conftest import Received, fresh
from tests.play.conftest import hand, seat_of


@pytest.mark.parametrize("client", list(clients.CLIENTS))
def test_a_reply_of_every_program_is_played_and_answered(
    client: str, at_turns: Game, alice: Any, answer: Callable[..., str], post: Received
) -> None:
    before = at_turns.last_number
    assert answer(alice, "step 1", "step 2; end", client=client) == "played"
    rows = list(Move.objects.filter(game=at_turns, number__gt=before, kind="action"))
    assert [(row.text, row.via, row.user_id) for row in rows] == [
        (text, "mail", alice.pk) for text in ("step 1", "step 2", "end")
    ]
    told = post.to(alice)[-1]
    assert told["Auto-Submitted"] == "auto-replied"
    assert "was played" in told["Subject"]
    assert not told["Reply-To"]


def test_the_answer_says_what_was_done_and_brings_a_new_address_while_more_is_asked(
    at_turns: Game, alice: Any, answer: Callable[..., str], turn_mail: Any, post: Received
) -> None:
    first = turn_mail(alice)
    assert answer(alice, "step 2") == "played"
    told = post.to(alice)[-1]
    assert told["Reply-To"] not in ("", None, first["Reply-To"])
    assert "You are still asked" in clients.body(told, "plain")
    assert told["In-Reply-To"] == told["References"].split()[-1]
    assert answer(alice, "end") == "played", "the answer itself can be answered"


def test_an_illegal_action_changes_nothing_and_the_answer_says_why_and_what_is_legal(
    at_turns: Game, alice: Any, answer: Callable[..., str], post: Received
) -> None:
    before = fresh(at_turns)
    assert answer(alice, "step 1; step 9; end") == "refused"
    assert fresh(at_turns) == before
    text = clients.body(post.to(alice)[-1], "plain")
    assert "Nothing was played" in text
    assert "“step 9”" in text
    assert {"step 1", "step 3", "roll", "peek", "end"} <= {line.strip() for line in text.splitlines()}
    assert answer(alice, "step 1; end") == "played", "the refusal can be answered, too"


def test_what_was_played_before_a_reveal_stands_and_the_answer_says_so(
    at_turns: Game, alice: Any, answer: Callable[..., str], post: Received
) -> None:
    assert answer(alice, "step 1", "peek", "step 9") == "stopped"
    rows = Move.objects.filter(game=at_turns, via="mail").values_list("text", flat=True)
    assert list(rows) == ["step 1", "peek"]
    text = " ".join(clients.body(post.to(alice)[-1], "plain").split())
    assert "The rest of the line was not played" in text
    assert "“step 9”" in text


def test_help_tells_how_and_what_and_does_nothing(
    at_turns: Game, alice: Any, answer: Callable[..., str], post: Received
) -> None:
    before = fresh(at_turns)
    assert answer(alice, "Ayuda") == "help"
    assert "What you can do now" in clients.body(post.to(alice)[-1], "plain")
    assert answer(alice, "help step") == "help"
    assert "After “step” can follow: 1, 2, 3." in clients.body(post.to(alice)[-1], "plain")
    assert fresh(at_turns) == before


def test_a_line_broken_in_the_plain_part_is_read_from_the_html_part(
    at_turns: Game, alice: Any, turn_mail: Callable[[Any], EmailMessage], post: Received
) -> None:
    raw = clients.reply(turn_mail(alice), alice.email, ["step 2"], "gmail")
    assert raw.count(b"\nstep 2\n") == 1, "the plain part"
    assert receive.take(raw.replace(b"\nstep 2\n", b"\nstep\n2\n")) == "played"
    assert Move.objects.filter(game=at_turns, via="mail").get().text == "step 2"


def test_an_answer_is_in_the_language_of_its_reader(
    at_turns: Game, alice: Any, answer: Callable[..., str], post: Received
) -> None:
    alice.language = "es"
    alice.save()
    assert answer(alice, "step 9", client="gmail_es") == "refused"
    assert "No se ha jugado nada" in post.to(alice)[-1]["Subject"]


def test_in_a_sealed_step_a_reply_is_played_and_the_step_stays_sealed(
    table: Game, alice: Any, bob: Any, answer: Callable[..., str], post: Received
) -> None:
    before = seat_of(bob, table).decision_key
    assert answer(alice, *(f"hide {card}" for card in hand(alice, table)[:2])) == "played"
    assert seat_of(bob, table).decision_key == before
    assert "Nothing is asked of you" in clients.body(post.to(alice)[-1], "plain")


@pytest.mark.parametrize("line", ["", "   ", "\u200b\n\n"])
def test_a_mail_without_words_changes_nothing_and_is_answered_once(
    line: str, at_turns: Game, alice: Any, turn_mail: Callable[[Any], EmailMessage], post: Received
) -> None:
    before, raw = fresh(at_turns), clients.reply(turn_mail(alice), alice.email, [line])
    assert [receive.take(raw) for _ in range(3)] == ["empty", "repeated", "repeated"]
    assert fresh(at_turns) == before
    assert len([mail for mail in post if mail["Auto-Submitted"] == "auto-replied"]) == 1
    assert ReceivedMail.objects.count() == 1
