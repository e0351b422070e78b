"""Notices: written with the move that makes them true, sent once, re-checked, never to the one who acted."""

import smtplib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from games import notices, play, tasks
from games.models import Game, Notice
from tests.play.conftest import hand, seat_of

Do = Callable[..., play.Outcome]
pytestmark = pytest.mark.usefixtures("letters")


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short mail of its own for the toy game, which has no texts; the mails themselves are tested with the pages."""
    from games import mails
    from games.letters import Mail

    def render(notice: Notice) -> Mail:
        return Mail(f"{notice.kind} {notice.game.title}", "text", "<p>html</p>", {})

    monkeypatch.setattr(mails, "render_mail", render)


def kinds(game: Game) -> list[tuple[str, str]]:
    return [(n.kind, n.user.name) for n in Notice.objects.filter(game=game).order_by("pk")]


def test_the_start_tells_all_but_the_one_who_caused_it(table: Game) -> None:
    assert kinds(table) == [("your_turn", "Alice")]


def test_who_is_not_asked_at_the_start_is_told_that_it_began(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "T", 3, {}, bots=["random"], random_order=False)
    play.abandon(alice)
    assert kinds(game) == []
    other = play.open_table(alice, "toy", "T", 2, {}, random_order=False)
    play.join(bob, other)
    assert kinds(other) == [("your_turn", "Alice")]


def test_one_notice_a_turn_and_none_for_ones_own_acts(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    """D73: sub-actions tell nobody anything; the end of the turn tells the next player once."""
    Notice.objects.all().delete()
    do(alice, at_turns, "step 1")
    do(alice, at_turns, "roll; peek")
    assert kinds(at_turns) == []
    do(alice, at_turns, "end")
    assert kinds(at_turns) == [("your_turn", "Bob")]
    do(bob, at_turns, "step 1; end")
    assert kinds(at_turns) == [("your_turn", "Bob"), ("your_turn", "Alice")]


def test_a_mail_goes_out_once(table: Game, alice: Any) -> None:
    assert tasks.send_notices() == 1
    assert tasks.send_notices() == 0
    assert [(m.to, m.subject) for m in mail.outbox] == [([alice.email], "your_turn Evening")]
    assert Notice.objects.get().sent_at is not None
    assert mail.outbox[0].alternatives[0][1] == "text/html"


def test_nothing_is_told_about_a_turn_already_played(table: Game, alice: Any, do: Do) -> None:
    """B32: what was queued reads the table again when it is sent, and drops itself."""
    do(alice, table, f"hide {hand(alice, table)[0]}")
    assert tasks.send_notices() == 0
    assert mail.outbox == []
    assert Notice.objects.get().dropped_at is not None


@pytest.mark.parametrize("change", ["inactive", "unconfirmed", "autopilot"])
def test_nobody_is_told_who_may_no_longer_be(table: Game, alice: Any, change: str) -> None:
    if change == "inactive":
        alice.is_active = False
        alice.save()
    elif change == "unconfirmed":
        alice.emailaddress_set.update(verified=False)
    else:
        type(seat_of(alice, table)).objects.filter(user=alice).update(autopilot=True)
    assert tasks.send_notices() == 0
    assert mail.outbox == []


def test_the_address_of_the_moment_of_sending_counts(table: Game, alice: Any) -> None:
    """D91: changed with mails queued, only the new confirmed address gets them."""
    alice.emailaddress_set.update(email="new@example.org")
    alice.email = "new@example.org"
    alice.save()
    tasks.send_notices()
    assert [m.to for m in mail.outbox] == [["new@example.org"]]


def test_a_failing_server_is_tried_again_later_and_given_up_in_the_end(
    table: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Any, *args: Any, **kwargs: Any) -> int:
        raise smtplib.SMTPServerDisconnected("alice's secret hand")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMultiAlternatives.send", refuse)
        assert tasks.send_notices() == 0
        notice = Notice.objects.get()
        assert (notice.tries, notice.trouble, notice.sent_at) == (1, "SMTPServerDisconnected", None)
        assert tasks.send_notices() == 0
        assert Notice.objects.get().tries == 1
    with time_machine.travel(timezone.now() + timedelta(minutes=3), tick=False):
        assert tasks.send_notices() == 1
    Notice.objects.update(sent_at=None, tries=5, leased_until=None)
    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", refuse)
    tasks.send_notices()
    assert Notice.objects.get().failed_at is not None
    with time_machine.travel(timezone.now() + timedelta(days=9), tick=False):
        assert notices.waiting(timezone.now()) == []


def test_a_restored_backup_sends_no_old_news(table: Game) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=2, minutes=1), tick=False):
        assert tasks.send_notices() == 0
    assert mail.outbox == []
    assert Notice.objects.get().dropped_at is not None


def test_a_sender_that_died_leaves_the_notice_to_the_next(table: Game) -> None:
    """A crash between lease and mark may double a mail, never lose it."""
    now = timezone.now()
    Notice.objects.update(leased_until=now + notices.LEASE, tries=1)
    assert tasks.send_notices() == 0
    with time_machine.travel(now + notices.LEASE + timedelta(seconds=1), tick=False):
        assert tasks.send_notices() == 1


def test_the_end_is_told_to_all_others_once(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    for user in (alice, bob, alice):
        do(user, at_turns, "end")
    Notice.objects.all().delete()
    key = seat_of(bob, at_turns).decision_key
    play.act(bob, at_turns, key, "end")
    play.act(bob, at_turns, key, "end")
    assert kinds(at_turns) == [("game_ended", "Alice")]
    assert tasks.send_notices() == 1


def test_invitations_are_sent_while_they_stand(alice: Any, bob: Any, charlie: Any) -> None:
    game = play.open_table(alice, "toy", "I", 3, {}, visibility="invited", invited=[bob, charlie])
    play.decline(bob, game)
    assert tasks.send_notices() == 1
    assert [m.to for m in mail.outbox] == [[charlie.email]]


def test_a_dead_broker_loses_no_move(
    at_turns: Game, alice: Any, do: Do, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    """The move is stored and answered; the mail goes out when the sweep comes."""
    from kombu.exceptions import OperationalError

    def dead(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("no broker")

    for task in (tasks.wake, tasks.send_notices):
        monkeypatch.setattr(task, "apply_async", dead)
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        assert do(alice, at_turns, "end").steps
    assert callbacks
    assert "no nudge for send_notices" in caplog.text
    Notice.objects.filter(user=alice).delete()
    assert tasks.send_notices() == 1


def test_the_nudge_comes_after_the_commit(
    at_turns: Game, alice: Any, do: Do, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(tasks.send_notices, "apply_async", lambda **kwargs: asked.append(kwargs))
    with django_capture_on_commit_callbacks(execute=True):
        do(alice, at_turns, "end")
        assert asked == []
    assert asked == [{"args": (), "retry": False}]
