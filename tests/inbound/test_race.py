"""One mail that several ways bring at the same instant is played once and answered once."""

from typing import Any

import pytest
from django.core import mail as outbox

from games.inbound import receive
from games.inbound.address import reply_address
from games.models import Game, Move, ReceivedMail
from tests.play.conftest import seat_of
from tests.race.conftest import together

pytestmark = pytest.mark.django_db(transaction=True)


def reply(game: Game, user: Any, words: str, ident: str) -> bytes:
    to = reply_address(seat_of(user, game))
    return f"From: {user.email}\r\nTo: {to}\r\nMessage-ID: <{ident}@mail.example>\r\n\r\n{words}\r\n".encode()


def test_five_deliveries_of_one_mail_are_one(at_turns: Game, alice: Any) -> None:
    raw = reply(at_turns, alice, "step 1", "one")
    results = together(*[lambda: receive.take(raw)] * 5)
    assert set(results) <= {"played", "repeated"}
    assert Move.objects.filter(game=at_turns, via="mail").count() == 1
    assert ReceivedMail.objects.count() == len(outbox.outbox) == 1


def test_two_mails_to_one_question_are_one_move_and_one_too_late(at_turns: Game, alice: Any) -> None:
    mails = [reply(at_turns, alice, words, words[-1]) for words in ("step 1", "step 2")]
    results = together(lambda: receive.take(mails[0]), lambda: receive.take(mails[1]))
    assert sorted(results) == ["played", "stale"]
    assert Move.objects.filter(game=at_turns, via="mail").count() == 1
    assert len(outbox.outbox) == 2
