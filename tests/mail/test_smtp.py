"""Mails as they arrive: a real SMTP server takes them, two readers take them apart."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from imap_tools import MailMessage

from accounts.models import User
from games import notices, play
from games.channels import Permanent, Temporary
from games.channels import mail as channel
from games.mails import LETTERS
from games.mails.account import PARTS
from games.models import ChatLine, Delivery, Game, Invitation, Notice, Proposal, Seat
from games.notices import preferences
from games.play import reading
from hotmk_site.texts import t
from tests.mail.conftest import asked, to_a_turn
from tests.mail.post import Postbox, html_of, pictures_of, text_of
from tests.web.conftest import play_on

NOW = datetime(2030, 12, 2, 6, 30, tzinfo=UTC)
ID = "0123456789abcdef0123456789abcdef"
Kind = Notice.Kind


def send(user: User, *rows: Notice, now: datetime = NOW) -> None:
    channel.deliver(user, "", rows, ID, now)


def notice(user: User, game: Game | None, kind: str, about: Seat | None = None, key: str = "", **data: Any) -> Notice:
    mine = Seat.objects.filter(game=game, user=user).first() if game else None
    seat = about or mine
    return Notice(
        game=game,
        user=user,
        kind=kind,
        seat=seat.number if seat else None,
        key=key or (mine.decision_key if mine else ""),
        data=data,
        created_at=NOW,
    )


def every(game: Game, over: Game, user: User) -> list[Notice]:
    """A notice of every kind for this person, with what they speak of."""
    late = next(seat for seat in game.seats.select_related("user") if seat.user_id != user.pk)
    Seat.objects.filter(pk=late.pk).update(
        claim_until=NOW + timedelta(hours=12), away="expired", offered_until=NOW + timedelta(days=7)
    )
    line = ChatLine.objects.create(game=game, user=late.user, text=f"@{user.name}: 1 < 2 & back on Friday", at=NOW)
    vote = Proposal.objects.create(
        game=game, kind="pause", data={"days": 5}, by=late.number, opened_at=NOW, closes_at=NOW + timedelta(days=3)
    )
    absent = (Kind.CLAIM_WINDOW, Kind.AUTOPILOT, Kind.SEAT_OFFERED, Kind.SEAT_CHANGED, Kind.MOVED)
    facts: dict[str, dict[str, Any]] = {
        **{kind: {"about": late} for kind in absent},
        Kind.CLAIM_WINDOW: {"about": late, "duel": True},
        Kind.SEAT_CHANGED: {"about": late, "act": "hand", "by": asked(game).number},
        Kind.REMINDER: {"key": f"{asked(game).decision_key}:hour"},
        Kind.CHAT: {"about": late, "key": str(line.pk)},
        Kind.MENTION: {"about": late, "key": str(line.pk)},
        Kind.VOTE: {"about": late, "key": str(vote.pk)},
        Kind.VOTE_ENDED: {"key": str(vote.pk), "kind_": "pause", "outcome": "passed", "n": 5},
        Kind.VACATION: {"what": "auto", "until": (NOW + timedelta(days=9)).isoformat(), "days": 21},
        Kind.CHANNEL_OFF: {"key": "hook:1", "channel": "hook", "label": "", "host": "hooks.example"},
    }
    rows = []
    for kind in Kind.values:
        more = dict(facts.get(kind, {}))
        table = None if kind in PARTS else over if kind == Kind.GAME_ENDED else game
        data = {name.rstrip("_"): more.pop(name) for name in list(more) if name not in ("about", "key")}
        row = notice(user, table, kind, **more)
        row.data = data
        rows.append(row)
    return rows


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_kind_of_notice_arrives_as_a_mail(
    middle: Game, open_table: Any, box: Postbox, language: str, alice: Any, bob: Any
) -> None:
    user = asked(middle).user
    assert user is not None
    user.language, user.time_zone = language, "America/Mexico_City"
    user.save()
    over = play_on(play.join(bob, open_table(2, "First frost")), 5000)
    rows = every(middle, over, user)
    for row in rows:
        send(user, row)
    assert len(box.arrived) == len(rows) == len(Kind.values)
    assert box.to == [[user.email]] * len(rows)
    seen = {row.kind: mail for row, mail in zip(rows, box.mails(), strict=True)}
    for kind, mail in seen.items():
        assert f'lang="{language}"' in html_of(mail)
        assert mail["Message-ID"] == f"<{ID}@localhost>"
        assert mail["Date"].datetime == NOW
        title = "First frost" if kind == Kind.GAME_ENDED else "Evening"
        assert (title in text_of(mail)) == (kind in LETTERS), kind
        assert ("List-Unsubscribe" in mail) == (kind not in (Kind.CHANNEL_OFF, Kind.SECURITY)), kind
    _says_it_all(seen, middle, user, language)
    for raw, mail in zip(box.arrived, box.mails(), strict=True):
        _read_otherwise(raw, mail)


def _says_it_all(seen: dict[str, EmailMessage], game: Game, user: User, language: str) -> None:
    """Plain text has all facts: times in the reader's zone (six hours behind), names, numbers."""
    other = next(seat.user.name for seat in game.seats.select_related("user") if seat.user_id != user.pk and seat.user)
    facts = {
        "en": {
            Kind.CLAIM_WINDOW: ["Mon 2 Dec, 12:30 in Mexico City", "24 more hours", "autopilot", "Take the win", other],
            Kind.SEAT_CHANGED: [f"{user.name} handed the seat over.", f"{other} can come back"],
            Kind.SEAT_OFFERED: ["Mon 9 Dec, 00:30 in Mexico City", "it does not fall"],
            Kind.CHAT: [other, "back"],
            Kind.VOTE: [other, "5 days", "Thu 5 Dec, 00:30 in Mexico City"],
            Kind.VOTE_ENDED: ["The game pauses for 5 days."],
            Kind.VACATION: ["Wed 11 Dec, 00:30 in Mexico City", "21"],
            Kind.CHANNEL_OFF: ["hooks", "whole day"],
            Kind.GAME_ENDED: ["Final scores", "How it was counted", "Tunnels dug", "Statues"],
            Kind.YOUR_TURN: ["Recruit or dig.", "Take your turn", "Since your last turn", "Honour:"],
        },
        "es": {
            Kind.CLAIM_WINDOW: ["lun 2 dic, 12:30 en Mexico City", "24 horas más", "piloto automático", other],
            Kind.VOTE: [other, "5 días", "jue 5 dic, 00:30 en Mexico City"],
            Kind.GAME_ENDED: ["Cómo se ha contado"],
        },
    }[language]
    for kind, words in facts.items():
        for word in words:
            assert word in text_of(seen[kind]), (kind, word)


def _read_otherwise(raw: bytes, mail: EmailMessage) -> None:
    """Another library reads the same."""
    other = MailMessage.from_bytes(raw)
    assert other.subject == mail["Subject"]
    assert other.text.split() == text_of(mail).split()
    assert other.html.split() == html_of(mail).split()
    assert [a.content_id.strip("<>") for a in other.attachments] == list(pictures_of(mail))
    assert other.date == NOW


def test_the_picture_shows_what_changed_and_says_it_in_words(middle: Game, box: Postbox) -> None:
    while not box.arrived or not pictures_of(box.mails()[-1]):
        middle = to_a_turn(middle, 1)
        user = asked(middle).user
        assert user is not None
        send(user, notice(user, middle, Kind.YOUR_TURN))
    mail = box.mails()[-1]
    (cid,) = pictures_of(mail)
    found = re.search(rf'<img src="cid:{re.escape(cid)}" width="(\d+)" alt="([^"]+)"', html_of(mail))
    assert found
    assert int(found[1]) == 544
    assert re.search(r"Marked \d: ", found[2])


def test_a_mail_without_its_picture_is_still_a_mail(middle: Game, box: Postbox, monkeypatch: Any) -> None:
    from games import pictures

    monkeypatch.setattr(pictures, "dots", lambda svg: 1 / 0)
    user = asked(middle).user
    assert user is not None
    send(user, notice(user, middle, Kind.YOUR_TURN))
    assert not pictures_of(box.mails()[0])
    assert "it is your turn" in text_of(box.mails()[0])


def test_nothing_of_another_seat_is_in_the_mail(running: Game, alice: Any, bob: Any, box: Postbox) -> None:
    """Field reports 88 and 98, in the message itself: while both draft, the cards of one reach no mail of the other."""
    game = play_on(running, 2)
    hands = {user.pk: _drafted(game, user) for user in (alice, bob)}
    assert all(hands.values())
    for user, other in ((alice, bob), (bob, alice)):
        send(user, notice(user, game, Kind.YOUR_TURN))
        said = text_of(box.mails()[-1]) + html_of(box.mails()[-1])
        assert not [card for card in hands[other.pk] - hands[user.pk] if card in said]


def _drafted(game: Game, user: Any) -> set[str]:
    view = reading.look(user, game).view or {}
    return {t(f"{game.slug}.troll.{card}") for card in (view.get("draft") or {"drawn": []})["drawn"]}


def test_ten_games_ready_at_once_make_one_mail(alice: Any, bob: Any, open_table: Any, box: Postbox) -> None:
    """The first to run out on top, an address each, no picture."""
    games = [play.join(bob, open_table(2, f"Table {n}", random_order=False)) for n in range(10)]
    rows = []
    for n, game in enumerate(games):
        due, seat = NOW + timedelta(hours=50 - 3 * n), Seat.objects.get(game=game, user=alice)
        Seat.objects.filter(pk=seat.pk).update(decision_key=f"k{n}", asked_at=due - seat.bank, due_at=due)
        rows.append(notice(alice, game, Kind.YOUR_TURN))
    send(alice, notice(alice, games[0], Kind.CHAT, key="0"), *rows)
    (mail,) = box.mails()
    assert mail["Subject"] == "10 tables wait for you, the first until Tue 3 Dec, 05:30"
    text = text_of(mail)
    assert [int(n) for n in re.findall(r"\* Table (\d)", text)] == list(range(9, -1, -1))
    assert all(f"/tables/{game.public_id}/" in text for game in games)
    assert not pictures_of(mail)
    assert "In-Reply-To" not in mail


def test_several_notices_of_one_table_make_its_letter_with_the_rest_beneath(middle: Game, box: Postbox) -> None:
    seat = asked(middle)
    assert seat.user is not None
    other = next(s for s in middle.seats.select_related("user") if s.pk != seat.pk)
    line = ChatLine.objects.create(game=middle, user=other.user, text="Good morning", at=NOW)
    send(seat.user, notice(seat.user, middle, Kind.CHAT, other, str(line.pk)), notice(seat.user, middle, "your_turn"))
    (mail,) = box.mails()
    assert mail["Subject"].startswith("Your turn at Evening")
    assert "Also at this table" in text_of(mail)
    assert "“Good morning”" in text_of(mail)


def test_mails_of_a_table_belong_together(middle: Game, box: Postbox) -> None:
    user = asked(middle).user
    assert user is not None
    send(user, notice(user, middle, Kind.YOUR_TURN))
    send(user, notice(user, middle, Kind.MOVED))
    first, second = box.mails()
    assert first["References"] == second["References"] == f"<table.{middle.public_id}@localhost>"


def test_who_can_answer_by_mail_is_told_where(middle: Game, box: Postbox, settings: Any) -> None:
    settings.REPLY_ADDRESS = "post+{token}@example.org"
    seat = asked(middle)
    assert seat.user is not None
    send(seat.user, notice(seat.user, middle, Kind.YOUR_TURN))
    send(seat.user, notice(seat.user, middle, Kind.MOVED))
    turn, moved = box.mails()
    assert re.fullmatch(r"post\+[0-9]+-[a-z2-7]+@example\.org", str(turn["Reply-To"]))
    assert "above this line" in text_of(turn)[:90]
    assert "Reply-To" not in moved


def test_the_digest_is_called_so(middle: Game, box: Postbox) -> None:
    user = asked(middle).user
    assert user is not None
    row = Notice.objects.filter(user=user, game=middle, kind=Kind.YOUR_TURN).latest("pk")
    Delivery.objects.create(notice=row, user=user, channel="mail", mode="digest", due_at=NOW, message=ID)
    send(user, row)
    assert box.mails()[0]["Subject"] == "Your tables today: 1 waits for you"
    assert "Recruit or dig." in text_of(box.mails()[0])


def test_a_turn_reaches_the_postbox_under_the_name_of_its_delivery(
    alice: Any, bob: Any, open_table: Any, box: Postbox
) -> None:
    """From the move to the message: notice, delivery, server."""
    play.join(bob, open_table(2))
    assert notices.send_waiting() >= 1
    sent = set(Delivery.objects.exclude(sent_at=None).values_list("message", flat=True))
    assert {str(mail["Message-ID"]).strip("<>").partition("@")[0] for mail in box.mails()} == sent


@pytest.mark.parametrize(
    ("rcpt", "data", "raised", "code"),
    [
        ("550 no such mailbox", "", Permanent, "refused"),
        ("450 try again", "", Temporary, "smtp"),
        ("", "554 not wanted", Permanent, "refused"),
        ("", "451 try again", Temporary, "smtp"),
    ],
)
def test_what_a_server_refuses(
    alice: Any, open_table: Any, box: Postbox, rcpt: str, data: str, raised: type[Exception], code: str
) -> None:
    box.rcpt, box.data = rcpt, data
    with pytest.raises(raised) as error:
        send(alice, notice(alice, open_table(3), Kind.TABLE_CLOSED))
    assert error.value.args == (code,)
    assert not box.arrived


def test_no_server_is_a_trouble_that_may_pass(alice: Any, open_table: Any, box: Postbox, settings: Any) -> None:
    settings.EMAIL_PORT = 1
    with pytest.raises(Temporary, match="connect"):
        send(alice, notice(alice, open_table(3), Kind.TABLE_CLOSED))


def test_only_a_confirmed_address_is_ready(alice: Any) -> None:
    """Field report 91: what counts is the address that is confirmed when the mail goes out."""
    assert channel.ready(alice) == [""]
    alice.emailaddress_set.update(verified=False)
    assert channel.ready(alice) == []


@pytest.fixture
def way_out(alice: Any, open_table: Any, box: Postbox) -> str:
    """The address in List-Unsubscribe of a mail about a table that Alice is invited to."""
    game = open_table(3)
    Invitation.objects.create(game=game, user=alice, created_at=NOW)
    send(alice, notice(alice, game, Kind.INVITATION))
    mail = box.mails()[0]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.fullmatch(r"<http://localhost:8000(/\S+)>", str(mail["List-Unsubscribe"]))
    assert found
    assert found[1] in text_of(mail)
    return found[1]


def mode(user: User, event: str = "invitation") -> str:
    return preferences.mode(user, event, "mail")


def test_one_click_of_a_mail_program_stops_these_mails(way_out: str, alice: Any) -> None:
    """RFC 8058: a POST without cookies and without a form's token."""
    program = Client(enforce_csrf_checks=True)
    answer = program.post(way_out, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert mode(alice) == "off"
    assert mode(alice, "turn") == "now"
    assert program.post(way_out, {"List-Unsubscribe": "One-Click"}).status_code == 200


def test_looking_at_the_link_changes_nothing(way_out: str, alice: Any) -> None:
    """Programs that check links ahead only look."""
    page = Client().get(way_out)
    assert page.status_code == 200
    assert Client().head(way_out).status_code == 200
    assert mode(alice) == "now"
    assert "Stop these mails" in page.content.decode()


def test_what_was_stopped_can_be_brought_back_at_once(way_out: str, alice: Any, open_table: Any) -> None:
    game = open_table(3, "Another")
    preferences.set_mode(alice, "invitation", "mail", "bundle")
    preferences.set_mode(alice, "invitation", "mail", "digest", game)
    page = Client().post(way_out, {}).content.decode()
    assert preferences.mode(alice, "invitation", "mail", game) == mode(alice) == "off"
    found = re.search(r'name="back" value="([^"]+)"', page)
    assert found
    assert "as it was before" in Client().post(way_out, {"back": found[1]}).content.decode()
    assert mode(alice) == "bundle"
    assert preferences.mode(alice, "invitation", "mail", game) == "digest"


def test_a_way_out_leads_nowhere_else(way_out: str, alice: Any, bob: Any) -> None:
    """A forged or cut link is refused; a true one signs nobody in."""
    client = Client()
    assert client.post(way_out.replace("/stop/", "/stop/x")).status_code == 404
    assert client.post(way_out[:-5] + "/").status_code == 404
    client.post(way_out)
    assert "sessionid" not in client.cookies
    assert client.post(way_out, {"back": "eyJ1IjoxfQ.aaa"}).status_code == 200
    assert mode(alice) == "off"
    assert mode(bob) == "now"


def test_a_way_out_does_not_grow_old(way_out: str, alice: Any, monkeypatch: Any) -> None:
    """A year later it still works, and the page speaks the language of the account."""
    alice.language = "es"
    alice.save()
    later = timezone.now() + timedelta(days=400)
    monkeypatch.setattr("time.time", later.timestamp)
    assert "No recibir más" in Client().get(way_out).content.decode()
    Client().post(way_out)
    assert mode(alice) == "off"


def test_security_has_no_way_out(alice: Any, box: Postbox) -> None:
    send(alice, notice(alice, None, Kind.SECURITY))
    (mail,) = box.mails()
    assert "List-Unsubscribe" not in mail
    assert "/stop/" not in text_of(mail) + html_of(mail)
