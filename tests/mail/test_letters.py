"""Mails about tables: facts, language and zone of the reader, nothing secret, no text that becomes a link."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import clocks, notices, play
from games.letters import NOT_A_LINK, Letter, Mail, neutral, seal
from games.mails import DEEDS_MOST, LETTERS, render
from games.models import Box, Game, Notice, Seat
from tests.mail.conftest import asked
from tests.web.conftest import play_on


def render_mail(notice: Notice, now: datetime | None = None) -> Mail:
    return render(notice.user, [notice], now or timezone.now())


def notice_for(user: Any, game: Game, kind: str = "your_turn") -> Notice:
    seat = Seat.objects.filter(game=game, user=user).first()
    key = seat.decision_key if seat else ""
    return Notice(game=game, user=user, kind=kind, key=key, seat=seat.number if seat else None)


def until(seat: Seat, due: datetime) -> None:
    """Let the time of this seat end just then."""
    Seat.objects.filter(pk=seat.pk).update(due_at=due, asked_at=due - seat.bank)


def test_turn_mail_says_what_is_asked_until_when_and_what_happened(middle: Game) -> None:
    seat = asked(middle)
    type(seat.user).objects.filter(pk=seat.user_id).update(time_zone="Europe/Oslo")
    seat.user.refresh_from_db()
    until(seat, datetime(2030, 12, 4, 17, 30, tzinfo=UTC))
    letter = render_mail(notice_for(seat.user, middle), datetime(2030, 12, 2, 6, 30, tzinfo=UTC))
    assert letter.subject == "Your turn at Evening, until Wed 4 Dec, 18:30"
    for part in (letter.text, letter.html):
        assert f"{seat.user.name}, it is your turn" in part
        plain = " ".join(re.sub(r"</?b>", "", part).split())
        assert "You have until Wed 4 Dec, 18:30 in Oslo, 2 days 11 hours from when this was sent." in plain
        assert "Recruit or dig." in part
        assert reverse("table", args=[middle.public_id]) in part
        assert "Since your last turn" in part
    other = next(s.user.name for s in middle.seats.all() if s.pk != seat.pk)
    deeds = letter.text.split("Since your last turn")[1]
    assert other in deeds
    assert 1 <= len(re.findall(r"^\d+\. ", deeds, re.M)) <= DEEDS_MOST


def test_turn_mail_in_spanish_and_in_another_zone(middle: Game) -> None:
    seat = asked(middle)
    type(seat.user).objects.filter(pk=seat.user_id).update(language="es", time_zone="America/Mexico_City")
    seat.user.refresh_from_db()
    until(seat, datetime(2030, 12, 4, 17, 30, tzinfo=UTC))
    letter = render_mail(notice_for(seat.user, middle), datetime(2030, 12, 2, 6, 30, tzinfo=UTC))
    assert letter.subject == "Te toca en Evening, hasta mié 4 dic, 11:30"
    assert "11:30 en Mexico City" in letter.text
    assert "Desde tu último turno" in letter.text
    assert 'lang="es"' in letter.html


def test_turn_mail_without_a_limit_names_no_time(alice: Any, bob: Any, open_table: Any) -> None:
    game = play.join(bob, open_table(2, terms=clocks.per_turn(0)))
    letter = render_mail(notice_for(asked(game).user, game))
    assert letter.subject == "Your turn at Evening"
    assert "until" not in letter.text.split("\n\n")[0]


def test_mail_holds_nothing_that_only_another_seat_may_know(running: Game, alice: Any, bob: Any) -> None:
    """Field reports 88 and 98: while both draft, the cards of one are in no mail of the other."""
    game = play_on(running, 2)
    names = {"alice": _drafted(game, alice), "bob": _drafted(game, bob)}
    assert names["alice"]
    assert names["bob"]
    for user, others in ((alice, names["bob"] - names["alice"]), (bob, names["alice"] - names["bob"])):
        letter = render_mail(notice_for(user, game))
        for card in others:
            assert card not in letter.text + letter.html
    box = Box.objects.get(pk=game.pk)
    secret = bytes(box.secret).hex()
    assert secret not in letter.text + letter.html


def _drafted(game: Game, user: Any) -> set[str]:
    """The cards in this person's hand while drafting, as a reader would see them written."""
    from games.play import reading
    from hotmk_site.texts import t

    view = reading.look(user, game).view
    draft = (view or {}).get("draft") or {"drawn": []}
    return {t(f"{game.slug}.troll.{card}") for card in draft["drawn"]}


def test_links_of_a_mail_grant_nothing(client: Client, middle: Game, charlie: Any, enter: Any) -> None:
    """Field report 109: a forwarded mail shows the game to who may watch it, and lets nobody play."""
    letter = render_mail(notice_for(asked(middle).user, middle))
    links = set(re.findall(r'href="([^"]+)"', letter.html))
    assert links
    assert not [link for link in links if "?" in link]
    assert asked(middle).decision_key not in letter.html + letter.text
    address = reverse("act", args=[middle.public_id])
    assert client.post(address, {"line": "end", "key": "x"}).status_code == 302
    before = middle.last_number
    assert enter(charlie).post(address, {"line": "end", "key": asked(middle).decision_key}).status_code == 403
    middle.refresh_from_db()
    assert middle.last_number == before


@pytest.mark.parametrize(
    ("typed", "links"),
    [
        ("evil.example win", ["evil.example"]),
        ("https://evil.example/a", ["https://", "evil.example"]),
        ("mail a@evil.example", ["a@evil", "evil.example"]),
        ("www.evil.example", ["www.evil"]),
    ],
)
def test_titles_are_no_links_in_any_mail(alice: Any, bob: Any, open_table: Any, typed: str, links: list[str]) -> None:
    """Field report 116."""
    game = open_table(3, typed, invited=[bob])
    for kind in LETTERS:
        if kind != "game_ended":
            letter = render_mail(notice_for(bob, game, kind))
            for link in links:
                assert link not in letter.subject + letter.text + letter.html
            assert typed == neutral(typed).replace(NOT_A_LINK, "")


def test_line_ends_never_reach_a_header(bob: Any, open_table: Any) -> None:
    game = open_table(3)
    Game.objects.filter(pk=game.pk).update(title="Evening\r\nBcc: everybody@example.org")
    game.refresh_from_db()
    letter = render_mail(notice_for(bob, game, "invitation"))
    assert "\n" not in letter.subject
    assert "\r" not in letter.subject


def test_a_subject_of_two_lines_is_refused() -> None:
    words = dict.fromkeys(("kicker", "headline", "button", "url", "why", "settings", "settings_url"), "x")
    with pytest.raises(ValueError, match="one line"):
        seal(Letter(subject="a\nb", lead=[], language="en", **words))


def test_names_are_escaped_in_the_html_part(alice: Any, bob: Any, open_table: Any) -> None:
    """Field report 115."""
    type(alice).objects.filter(pk=alice.pk).update(name="<b>x\u202e")
    game = open_table(3, "<i>T", invited=[bob])
    for language in ("en", "es"):
        bob.language = language
        game.refresh_from_db()
        letter = render_mail(notice_for(bob, game, "invitation"))
        assert "<b>x" not in letter.html
        assert "<i>T" not in letter.html
        assert "\u202e" not in letter.html + letter.text + letter.subject
        assert "<b>x" in letter.text


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_kind_of_mail_in_both_languages(bob: Any, running: Game, language: str) -> None:
    bob.language = language
    texts = {
        kind: render_mail(notice_for(bob, running, kind))
        for kind in LETTERS
        if kind not in ("game_ended", "table_unfilled")
    }
    assert len({letter.subject for letter in texts.values()}) == len(texts)
    for letter in texts.values():
        assert f'lang="{language}"' in letter.html
        assert letter.text.count("\n\n\n") == 0


def test_last_mail_tells_the_scores(finished: Game, alice: Any, bob: Any) -> None:
    assert finished.result is not None
    letter = render_mail(notice_for(alice, finished, "game_ended"))
    seats = {seat.number: seat.user.name for seat in finished.seats.select_related("user")}
    assert "Evening is over" in letter.subject
    for standing in finished.result["standings"]:
        assert str(standing["total"]) in letter.text
    best = sorted(seats[n] for each in finished.result["standings"] if each["place"] == 1 for n in each["seats"])
    if len(best) == 2:  # a shared first place, which even the recruited levels do not part
        assert "Bob" in letter.subject
        assert "share the win" in letter.subject
    elif best == ["Alice"]:
        assert letter.subject == "Evening is over: you won"
    else:
        assert "Bob won" in letter.subject


def test_mail_goes_out_through_the_outbox(bob: Any, alice: Any, open_table: Any) -> None:
    open_table(3, "By name", invited=[bob])
    assert notices.send_waiting() == 1
    message = mail.outbox[0]
    assert message.to == [bob.email]
    assert message.subject == "Alice invites you to By name"
    assert message.alternatives[0][1] == "text/html"
    assert message.message()["Subject"] == message.subject


def test_long_absence_is_summed_up(running: Game, alice: Any) -> None:
    seat = Seat.objects.get(game=running, user=alice)
    game = play_on(running, 60)
    game.moves.filter(seat=seat.number, number__gt=6).update(via="autopilot")
    letter = render_mail(notice_for(alice, game), game.moves.last().at + timedelta(minutes=1))
    assert len(re.findall(r"^\d+\. ", letter.text, re.M)) == DEEDS_MOST
    assert re.search(r"And \d+ things before that\.", letter.text)


def test_two_bots_of_a_kind_are_told_apart(alice: Any, open_table: Any) -> None:
    game = play_on(open_table(3, bots=["random", "random"]), 60)
    letter = render_mail(notice_for(alice, game))
    assert len(set(re.findall(r"\[(Tarn|Birch|Heather)\]", letter.text))) == 2
