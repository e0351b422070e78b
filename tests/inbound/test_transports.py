"""The ways in: standard input with the exit codes of a mail server, IMAP from a real server, webhooks with a secret."""

import base64
import io
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.urls import include, path
from imap_tools import MailBoxUnencrypted

from games import tasks
from games.inbound import hooks, imap, receive
from games.models import Game, Heartbeat, Move
from hotmk_site import urls
from tests.inbound import clients
from tests.inbound.conftest import Received, fresh
from tests.play.conftest import seat_of

TurnMail = Callable[[Any], EmailMessage]
SECRET = "post:a long word that nobody guesses"


def played(game: Game) -> list[str]:
    return list(Move.objects.filter(game=game, via="mail").values_list("text", flat=True))


# ---- standard input --------------------------------------------------------------------------------------------------


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """``pipe(raw, *arguments)``: what the command does with a mail: (exit code, what it said)."""

    def run(raw: bytes, *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
        try:
            call_command("receive_mail", *arguments)
        except SystemExit as end:
            return int(str(end.code)), ""
        return 0, capsys.readouterr().out.strip()

    return run


def test_a_mail_on_standard_input_is_played(
    at_turns: Game, alice: Any, turn_mail: TurnMail, pipe: Any, post: Received
) -> None:
    assert pipe(clients.reply(turn_mail(alice), alice.email, ["step 1"])) == (0, "played")
    assert played(at_turns) == ["step 1"]
    assert pipe(b"\x00\xff" * 400_000) == (0, "elsewhere"), "no mail makes the mail server write a bounce"


@pytest.mark.parametrize("by", ["--to", "ORIGINAL_RECIPIENT", "Delivered-To", "X-Original-To"])
def test_the_recipient_may_be_known_to_the_mail_server_alone(
    by: str, at_turns: Game, alice: Any, turn_mail: TurnMail, pipe: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    got = turn_mail(alice)
    raw = clients.reply(got, alice.email, ["step 1"], To="Lantern Post <post@post.example>")
    arguments = ["--to", got["Reply-To"]] if by == "--to" else []
    if by == "ORIGINAL_RECIPIENT":
        monkeypatch.setenv(by, got["Reply-To"])
    elif by != "--to":
        raw = f"{by}: {got['Reply-To']}\n".encode() + raw
    assert pipe(raw, *arguments) == (0, "played")


def test_trouble_makes_the_mail_server_try_again(
    at_turns: Game, alice: Any, turn_mail: TurnMail, pipe: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = clients.reply(turn_mail(alice), alice.email, ["step 1"])
    for error in (OperationalError("away"), receive.NotNow("away")):

        def fail(*args: Any, error: Exception = error) -> str:
            raise error

        with monkeypatch.context() as broken:
            broken.setattr(receive, "take", fail)
            assert pipe(raw) == (75, "")
    assert played(at_turns) == []
    assert pipe(raw) == (0, "played")


def test_only_the_beginning_of_a_large_mail_is_looked_at(
    at_turns: Game, alice: Any, turn_mail: TurnMail, pipe: Any
) -> None:
    raw = clients.reply(turn_mail(alice), alice.email, ["step 1"], "thunderbird")
    head, _, words = raw.partition(b"\n\n")
    whole = head.replace(b"Content-Type: text/plain", b"Content-Type: multipart/mixed; boundary=xx\nX-Was: text/plain")
    whole += b"\n\n--xx\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + words
    whole += b"\n--xx\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n" + b"iVBORw0KGgo\n" * 200_000
    assert len(whole) > 2_000_000
    assert pipe(whole) == (0, "played")


# ---- IMAP ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[int]:
    """A real IMAP server in a process of its own; its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--host", "127.0.0.1", "--port", str(port), "--no-tls", "dict", "--demo-user", "post"]
    command = [sys.executable, "-c", "from pymap.main import main; main()", *options, "--demo-password", "w@rd"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield port
    process.terminate()
    process.wait(20)


@pytest.fixture
def box(db: None, server: int, settings: Any) -> Iterator[Any]:
    """The mailbox as its owner sees it, empty; the site polls it."""
    settings.IMAP_URL = f"imap://post:w%40rd@127.0.0.1:{server}/"
    cache.delete(imap.LOCK)
    with MailBoxUnencrypted("127.0.0.1", server).login("post", "w@rd", initial_folder="INBOX") as opened:
        opened.delete(opened.uids())
        yield opened


def seen(box: Any) -> list[bool]:
    """Whether each mail is marked as read, looked at afresh."""
    box.folder.set("INBOX")
    return ["\\Seen" in mail.flags for mail in box.fetch(mark_seen=False)]


def test_mails_of_a_mailbox_are_played_once_and_marked(
    at_turns: Game, alice: Any, turn_mail: TurnMail, box: Any
) -> None:
    box.append(clients.reply(turn_mail(alice), alice.email, ["step 1"]))
    box.append(b"From: someone@example.org\r\nSubject: lunch\r\n\r\nSoup.\r\n")
    assert tasks.poll_mailbox() == 2
    assert played(at_turns) == ["step 1"]
    assert seen(box) == [True, True]
    assert tasks.poll_mailbox() == 0
    assert Heartbeat.objects.filter(name="imap").exists()


def test_played_mails_can_be_moved_away(
    at_turns: Game, alice: Any, turn_mail: TurnMail, box: Any, settings: Any
) -> None:
    settings.IMAP_URL += "?done=Played"
    box.append(clients.reply(turn_mail(alice), alice.email, ["step 1"]))
    assert tasks.poll_mailbox() == 1
    assert seen(box) == []
    box.folder.set("Played")
    assert len(box.uids()) == 1


def test_a_crash_before_the_mark_costs_nothing(
    at_turns: Game, alice: Any, turn_mail: TurnMail, box: Any, monkeypatch: pytest.MonkeyPatch, post: Received
) -> None:
    box.append(clients.reply(turn_mail(alice), alice.email, ["step 1"]))
    sent = len(post)
    with monkeypatch.context() as broken:
        broken.setattr("imap_tools.BaseMailBox.flag", lambda *args: sys.exit("killed"))
        with pytest.raises(SystemExit):
            tasks.poll_mailbox()
    assert seen(box) == [False]
    assert tasks.poll_mailbox() == 1
    assert (played(at_turns), seen(box), len(post)) == (["step 1"], [True], sent + 1)


def test_a_mail_that_must_wait_does_not_hold_up_the_others(
    at_turns: Game, alice: Any, turn_mail: TurnMail, box: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.append(b"Subject: wait\r\n\r\nend\r\n")
    box.append(clients.reply(turn_mail(alice), alice.email, ["step 1"]))
    take = receive.take

    def sometimes(raw: bytes) -> str:
        if b"Subject: wait" in raw:
            raise receive.NotNow("away")
        return take(raw)

    monkeypatch.setattr(receive, "take", sometimes)
    assert tasks.poll_mailbox() == 1
    assert seen(box) == [False, True]


def test_one_poll_at_a_time(box: Any) -> None:
    box.append(b"Subject: lunch\r\n\r\nSoup.\r\n")
    cache.add(imap.LOCK, "1", 60)
    assert tasks.poll_mailbox() == 0
    assert seen(box) == [False]
    cache.delete(imap.LOCK)
    assert tasks.poll_mailbox() == 1


def test_a_mail_server_that_is_away_is_told_in_the_log(
    db: None, server: int, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    for url in (f"imap://post:wrong@127.0.0.1:{server}/", "imap://post:w%40rd@127.0.0.1:9/"):
        settings.IMAP_URL = url
        assert tasks.poll_mailbox() == 0
    assert "could not be read" in caplog.text
    assert "w@rd" not in caplog.text
    assert not Heartbeat.objects.filter(name="imap").exists()


def test_addresses_of_mailboxes() -> None:
    found = imap.account("imaps://post%40post.example:w%2Frd@mail.post.example/Replies?done=Done")
    assert (found.host, found.port, found.user, found.password) == (
        "mail.post.example",
        993,
        "post@post.example",
        "w/rd",
    )
    assert (found.folder, found.done) == ("Replies", "Done")
    assert imap.account("imap+tls://a:b@c").folder == "INBOX"
    for wrong in ("http://a:b@c", "imaps://c/INBOX", "imaps://a:secret@c:port/"):
        with pytest.raises(ImproperlyConfigured) as error:
            imap.account(wrong)
        assert "secret" not in str(error.value)


# ---- webhooks --------------------------------------------------------------------------------------------------------


@pytest.fixture
def hooked(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site with addresses for mail services."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": "a key"}
    patterns = [*urls.urlpatterns, path("anymail/", include((hooks.addresses(), "anymail")))]
    site = ModuleType("site_with_hooks")
    site.__dict__.update(urlpatterns=patterns, handler500=urls.handler500)
    settings.ROOT_URLCONF = site


def postmark(raw_reply: bytes, to: str, **more: Any) -> dict[str, Any]:
    """What Postmark posts of a mail."""
    from email import message_from_bytes, policy

    mail = message_from_bytes(raw_reply, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return {
        "FromFull": {"Email": "alice@example.org", "Name": "Alice Liddell", "MailboxHash": ""},
        "From": str(mail["From"]),
        "To": str(mail["To"]),
        "ToFull": [{"Email": to, "Name": "", "MailboxHash": ""}],
        "OriginalRecipient": to,
        "Subject": str(mail["Subject"]),
        "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b",
        "Date": str(mail["Date"]),
        "TextBody": clients.body(mail, "plain"),
        "HtmlBody": clients.body(mail, "html"),
        "StrippedTextReply": "",
        "Tag": "",
        "Headers": [
            {"Name": "Return-Path", "Value": "<alice@example.org>"},
            {"Name": "Message-ID", "Value": str(mail["Message-ID"])},
        ],
        "Attachments": [],
    } | more


def push(client: Client, data: dict[str, Any], secret: str = SECRET) -> int:
    entry = {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(secret.encode()).decode()} if secret else {}
    body = json.dumps(data)
    return client.post("/anymail/postmark/inbound/", body, content_type="application/json", **entry).status_code


def test_a_mail_that_a_service_posts_is_played(
    at_turns: Game, alice: Any, turn_mail: TurnMail, hooked: None, client: Client
) -> None:
    got = turn_mail(alice)
    data = postmark(clients.reply(got, alice.email, ["step 1"]), got["Reply-To"])
    assert push(client, data) == 200
    assert push(client, data) == 200
    assert played(at_turns) == ["step 1"]


@pytest.mark.parametrize("secret", ["", "post:wrong", "wrong"])
def test_without_the_secret_nothing_is_taken(
    secret: str, at_turns: Game, alice: Any, turn_mail: TurnMail, hooked: None, client: Client
) -> None:
    got, before = turn_mail(alice), fresh(at_turns)
    data = postmark(clients.reply(got, alice.email, ["step 1"]), got["Reply-To"])
    assert push(client, data, secret) == 403
    assert fresh(at_turns) == before


def test_a_posted_reply_may_hold_the_picture_of_the_turn_mail(
    at_turns: Game, alice: Any, turn_mail: TurnMail, hooked: None, client: Client
) -> None:
    got = turn_mail(alice)
    picture = {
        "Name": "1.png",
        "Content": "iVBORw0KGgo=" * 50_000,
        "ContentType": "image/png",
        "ContentLength": 400_000,
    }
    data = postmark(clients.reply(got, alice.email, ["step 1"]), got["Reply-To"], Attachments=[picture])
    assert push(client, data) == 200
    assert played(at_turns) == ["step 1"]


def test_a_service_is_told_to_come_again_when_the_database_is_away(
    at_turns: Game, alice: Any, turn_mail: TurnMail, hooked: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    got = turn_mail(alice)
    data = postmark(clients.reply(got, alice.email, ["step 1"]), got["Reply-To"])

    def fail(*args: Any) -> str:
        raise OperationalError("away")

    monkeypatch.setattr(receive, "take", fail)
    assert push(Client(raise_request_exception=False), data) == 500


def test_there_is_no_address_for_mail_services_without_a_secret(client: Client, settings: Any, db: None) -> None:
    settings.ANYMAIL = {"MAILGUN_WEBHOOK_SIGNING_KEY": "a key"}
    assert urls.mail_hooks() == []
    assert push(client, {}) == 404
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    assert len(urls.mail_hooks()) == 1


def test_mail_services_reach_the_ways_in_alone() -> None:
    names = {str(found.name) for found in hooks.addresses()}
    assert "postmark_inbound_webhook" in names
    assert not [name for name in names if "tracking" in name]


def test_the_key_of_a_seat_is_not_in_its_address(at_turns: Game, alice: Any, turn_mail: TurnMail) -> None:
    assert seat_of(alice, at_turns).decision_key not in turn_mail(alice).as_string()
