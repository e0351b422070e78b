"""Mails that change nothing: forged, stale, repeated, over-long, binary, of machines. Each is answered once at most."""

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail as outbox
from django.db import OperationalError
from django.utils import timezone

from games import play
from games.inbound import receive
from games.inbound.address import reply_address
from games.models import Game, Move, ReceivedMail, Seat
from tests.inbound import clients
from tests.inbound.conftest import Received, fresh
from tests.play.conftest import seat_of

TurnMail = Callable[[Any], EmailMessage]


def answers(post: Received) -> list[EmailMessage]:
    return [mail for mail in post if mail["Auto-Submitted"] == "auto-replied"]


def test_the_right_sender_with_a_forged_token_is_ignored(
    at_turns: Game, alice: Any, turn_mail: TurnMail, post: Received
) -> None:
    """Not found in public: spoofed inbound mail, right From, wrong signed token: ignored, no bounce."""
    got, before = turn_mail(alice), fresh(at_turns)
    address = got["Reply-To"]
    seal = address.index("@") - 1
    forged = address[:seal] + ("a" if address[seal] != "a" else "b") + address[seal + 1 :]
    assert receive.take(clients.reply(got, alice.email, ["end"], To=forged)) == "forged"
    assert fresh(at_turns) == before
    assert answers(post) == []
    assert not ReceivedMail.objects.exists()


def test_a_token_of_another_seat_or_person_is_forged(at_turns: Game, alice: Any, bob: Any, turn_mail: TurnMail) -> None:
    got = turn_mail(alice)
    other = got["Reply-To"].replace(f"+{seat_of(alice, at_turns).pk}-", f"+{seat_of(bob, at_turns).pk}-")
    for sender, to in (
        (alice.email, other),
        (bob.email, other),
        (alice.email, "post+999999-" + "a" * 32 + "@post.example"),
    ):
        assert receive.take(clients.reply(got, sender, ["end"], To=to)) == "forged"


def test_nothing_of_an_ignored_mail_is_logged(
    at_turns: Game, alice: Any, turn_mail: TurnMail, caplog: pytest.LogCaptureFixture
) -> None:
    got = turn_mail(alice)
    receive.take(clients.reply(got, alice.email, ["secret words"], To=got["Reply-To"].replace("-", "-aaaa", 1)[:-20]))
    receive.take(clients.reply(got, "eve@example.org", ["secret words"]))
    said = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("games.inbound"))
    assert "ignored" in said
    for private in ("secret", "alice@", "eve@", got["Reply-To"][10:40]):
        assert private not in said


def test_the_right_token_from_another_address_plays_nothing_and_its_owner_is_told_once(
    at_turns: Game, alice: Any, bob: Any, turn_mail: TurnMail, post: Received
) -> None:
    got, before = turn_mail(alice), fresh(at_turns)
    for sender in (bob.email, "eve@example.org", "eve@example.org"):
        assert receive.take(clients.reply(got, sender, ["end"])) == "other_from"
    assert fresh(at_turns) == before
    told = answers(post)
    assert [mail["To"] for mail in told] == [alice.email], "neither Bob nor the stranger gets an answer"
    assert "another address" in told[0]["Subject"]


def test_an_address_that_is_not_confirmed_counts_for_nothing(at_turns: Game, alice: Any, turn_mail: TurnMail) -> None:
    """B91 (adjacent): only the confirmed address counts."""
    got = turn_mail(alice)
    alice.emailaddress_set.update(verified=False)
    assert receive.take(clients.reply(got, alice.email, ["end"])) == "forged"
    alice.emailaddress_set.update(verified=True)
    alice.is_active = False
    alice.save()
    assert receive.take(clients.reply(got, alice.email, ["end"])) == "forged"


def test_who_holds_the_seat_no_longer_plays_nothing(
    at_turns: Game, alice: Any, charlie: Any, turn_mail: TurnMail, post: Received
) -> None:
    got, before = turn_mail(alice), fresh(at_turns)
    Seat.objects.filter(pk=seat_of(alice, at_turns).pk).update(user=charlie)
    assert receive.take(clients.reply(got, alice.email, ["end"])) == "not_yours"
    assert receive.take(clients.reply(got, charlie.email, ["end"])) == "forged"
    for number in range(3):
        assert receive.take(clients.reply(got, alice.email, [f"step {number}"])) == "repeated"
    assert fresh(at_turns) == before
    assert len(answers(post)) == 1, "two machines fall silent"
    text = clients.body(answers(post)[-1], "plain")
    assert "step" not in text, "nothing of the table is told"


def test_who_is_away_is_told_that_the_autopilot_plays(
    at_turns: Game, alice: Any, turn_mail: TurnMail, post: Received
) -> None:
    got = turn_mail(alice)
    play.resign(alice, at_turns)
    before = fresh(at_turns)
    assert receive.take(clients.reply(got, alice.email, ["end"])) == "stale"
    assert fresh(at_turns) == before
    assert "autopilot" in clients.body(answers(post)[-1], "plain")


def test_a_stale_reply_changes_nothing_and_is_answered_once(
    at_turns: Game, alice: Any, turn_mail: TurnMail, post: Received
) -> None:
    got = turn_mail(alice)
    play.act(alice, at_turns, seat_of(alice, at_turns).decision_key, "step 1")
    before, raw = fresh(at_turns), clients.reply(got, alice.email, ["end"])
    assert [receive.take(raw), receive.take(raw)] == ["stale", "repeated"]
    assert fresh(at_turns) == before
    assert len(answers(post)) == 1
    assert "played already" in clients.body(answers(post)[0], "plain")
    assert answers(post)[0]["Reply-To"] == reply_address(seat_of(alice, at_turns)), "it is still her turn"


def test_a_repeated_reply_is_played_and_answered_once(
    at_turns: Game, alice: Any, turn_mail: TurnMail, post: Received
) -> None:
    raw = clients.reply(turn_mail(alice), alice.email, ["step 1"])
    assert [receive.take(raw) for _ in range(3)] == ["played", "repeated", "repeated"]
    assert Move.objects.filter(game=at_turns, via="mail").count() == 1
    assert len(answers(post)) == 1


def test_a_mail_without_message_id_is_known_by_what_it_says(
    at_turns: Game, alice: Any, turn_mail: TurnMail, post: Received
) -> None:
    got = turn_mail(alice)
    raw = clients.reply(got, alice.email, ["step 1"], Message_ID=None)
    again = b"Received: from elsewhere by post.example\r\n" + raw
    assert [receive.take(raw), receive.take(again)] == ["played", "repeated"]
    assert len(answers(post)) == 1


def test_the_same_words_sent_anew_are_too_late(at_turns: Game, alice: Any, turn_mail: TurnMail, post: Received) -> None:
    got = turn_mail(alice)
    assert receive.take(clients.reply(got, alice.email, ["step 1"])) == "played"
    assert receive.take(clients.reply(got, alice.email, ["step 1"])) == "stale"
    assert Move.objects.filter(game=at_turns, via="mail").count() == 1


@pytest.mark.parametrize("line", ["x" * 5000, "; ".join(["step 1"] * 61), "step\x011", "step \ud83d"])
def test_an_over_long_or_unprintable_line_changes_nothing_and_is_answered_once(
    line: str, at_turns: Game, alice: Any, turn_mail: TurnMail, post: Received
) -> None:
    got, before = turn_mail(alice), fresh(at_turns)
    typed = b"\n" + line.encode("utf-8", "replace") + b"\n"
    raw = clients.reply(got, alice.email, ["end"], "thunderbird").replace(b"\nend\n", typed, 1)
    assert [receive.take(raw), receive.take(raw)] == ["refused", "repeated"]
    assert fresh(at_turns) == before
    assert len(answers(post)) == 1


def test_a_binary_mail_changes_nothing_and_is_answered_once(
    at_turns: Game, alice: Any, turn_mail: TurnMail, post: Received
) -> None:
    got, before = turn_mail(alice), fresh(at_turns)
    head = f"From: {alice.email}\r\nTo: {got['Reply-To']}\r\nMessage-ID: <b@x>\r\nContent-Transfer-Encoding: binary\r\n"
    for kind in ("image/png", "application/octet-stream", "text/plain"):
        raw = (
            f"{head}Content-Type: {kind}\r\nContent-Transfer-Encoding: binary\r\n\r\n".encode() + bytes(range(256)) * 40
        )
        receive.take(raw)
    assert fresh(at_turns) == before
    assert [mail["To"] for mail in answers(post)] == [alice.email]


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"Precedence": "auto_reply"},
        {"X_Auto_Response_Suppress": "All"},
        {"List_Id": "<players.example.org>"},
        {"Return_Path": "<>"},
        {"From": "MAILER-DAEMON@mail.example"},
        {"From": "Lantern Post <post@post.example>"},
    ],
)
def test_machines_get_no_answer(
    headers: dict[str, str], at_turns: Game, alice: Any, turn_mail: TurnMail, post: Received
) -> None:
    before = fresh(at_turns)
    assert receive.take(clients.reply(turn_mail(alice), alice.email, ["end"], **headers)) == "machine"
    assert fresh(at_turns) == before
    assert answers(post) == []


def test_our_own_answer_sent_back_is_not_answered(
    at_turns: Game, alice: Any, turn_mail: TurnMail, post: Received
) -> None:
    receive.take(clients.reply(turn_mail(alice), alice.email, ["step 9"]))
    back = answers(post)[0]
    sent_on = back.as_bytes().replace(b"To: alice@example.org", f"To: {back['Reply-To']}".encode())
    assert receive.take(sent_on) == "machine"
    assert len(answers(post)) == 1


def test_two_machines_that_talk_to_each_other_fall_silent(
    at_turns: Game, alice: Any, turn_mail: TurnMail, monkeypatch: pytest.MonkeyPatch, post: Received
) -> None:
    monkeypatch.setattr(receive, "ANSWERS_AN_HOUR", 3)
    got = turn_mail(alice)
    for _ in range(8):
        assert receive.take(clients.reply(got, alice.email, ["I am out of the office."])) == "refused"
    assert len(answers(post)) == 3
    assert receive.take(clients.reply(got, alice.email, ["step 1"])) == "played", "moves still count"


def test_an_answer_that_could_not_be_sent_is_sent_when_the_mail_comes_again(
    at_turns: Game, alice: Any, turn_mail: TurnMail, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = clients.reply(turn_mail(alice), alice.email, ["step 1"])
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    def away(*args: Any, **kwargs: Any) -> None:
        raise SMTPServerDisconnected("gone")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", away)
        with pytest.raises(receive.NotNow):
            receive.take(raw)
    assert Move.objects.filter(game=at_turns, via="mail").count() == 1
    assert [receive.take(raw), receive.take(raw)] == ["played", "repeated"]
    assert [mail.subject for mail in outbox.outbox] == ["Your mail to Evening was played"]
    assert Move.objects.filter(game=at_turns, via="mail").count() == 1


def test_trouble_of_the_database_is_not_swallowed_and_a_fault_of_ours_is(
    at_turns: Game, alice: Any, turn_mail: TurnMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = clients.reply(turn_mail(alice), alice.email, ["step 1"])
    for error, raised in ((OperationalError("away"), True), (RuntimeError("alice@example.org"), False)):

        def fail(*args: Any, error: Exception = error, **kwargs: Any) -> None:
            raise error

        with monkeypatch.context() as broken:
            broken.setattr("games.inbound.playing.carry_out", fail)
            if raised:
                with pytest.raises(OperationalError):
                    receive.take(raw)
            else:
                assert receive.take(raw) == "failed"
    assert receive.take(raw) == "played", "nothing was kept of the failed tries"


def test_mails_dealt_with_are_forgotten_after_two_months(at_turns: Game, alice: Any, turn_mail: TurnMail) -> None:
    raw = clients.reply(turn_mail(alice), alice.email, ["step 1"])
    receive.take(raw)
    assert receive.forget(timezone.now() + timedelta(days=59)) == 0
    assert receive.forget(timezone.now() + timedelta(days=61)) == 1
    assert receive.take(raw) == "stale", "even then nothing is played again"
