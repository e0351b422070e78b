"""The Atom feed, read by a feed reader (feedparser) and against RFC 4287 by hand."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from datetime import datetime, timedelta
from typing import Any

import feedparser
import pytest
from django.test import Client
from django.utils import timezone

from games.feeds import keys
from games.models import Game, Notice, Seat

ATOM = "{http://www.w3.org/2005/Atom}"


def read(user: Any) -> bytes:
    """The feed as a program gets it."""
    key = keys.renew(user, "atom")
    response = Client().get(f"/feeds/{key.token}.atom")
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    return response.content


def asked(user: Any, game: Game, **fields: Any) -> Seat:
    """This person's seat, asked as of an hour ago."""
    now = timezone.now()
    fresh = {"decision_key": f"key-{user.pk}-{game.pk}", "asked_at": now - timedelta(hours=1)}
    Seat.objects.filter(game=game, user=user).update(**fresh | {"due_at": now + timedelta(days=2)} | fields)
    return Seat.objects.get(game=game, user=user)


def notice(user: Any, game: Game | None, kind: str, **fields: Any) -> Notice:
    return Notice.objects.create(
        game=game, user=user, kind=kind, key=f"k{Notice.objects.count()}", created_at=timezone.now(), **fields
    )


def check_rfc4287(body: bytes) -> None:
    """What the standard asks of a feed and of each entry."""
    root = ET.fromstring(body)
    assert root.tag == f"{ATOM}feed"
    for element in [root, *root.findall(f"{ATOM}entry")]:
        for name in ("id", "title", "updated"):
            (only,) = element.findall(f"{ATOM}{name}")
            assert (only.text or "").strip()
        moment = element.findtext(f"{ATOM}updated") or ""
        assert datetime.fromisoformat(moment).tzinfo is not None
        links = [link.attrib for link in element.findall(f"{ATOM}link")]
        assert sum(link.get("rel", "alternate") == "alternate" for link in links) == 1
        assert all(link["href"].startswith("http://localhost:8000/") for link in links)
        assert (element.findtext(f"{ATOM}id") or "").startswith("tag:localhost,2026:")
    assert root.findtext(f"{ATOM}author/{ATOM}name")
    (own,) = [link for link in root.findall(f"{ATOM}link") if link.get("rel") == "self"]
    assert own.attrib["href"].endswith(".atom")
    ids = [entry.findtext(f"{ATOM}id") for entry in root.findall(f"{ATOM}entry")]
    assert len(ids) == len(set(ids))
    for content in root.iter(f"{ATOM}content"):
        assert content.attrib["type"] == "text"
        assert len(content) == 0


def test_what_waits_and_what_is_new_is_there(alice: Any, game: Game) -> None:
    seat = asked(alice, game)
    notice(alice, game, Notice.Kind.GAME_STARTED)
    notice(alice, game, Notice.Kind.YOUR_TURN)
    body = read(alice)
    check_rfc4287(body)
    found = feedparser.parse(body)
    assert not found.bozo
    assert found.version == "atom10"
    assert found.feed.title == "Lantern Post: Alice"
    assert {entry.title for entry in found.entries} == {"Your turn at Snow on the pass", "Snow on the pass has begun"}
    turn = next(entry for entry in found.entries if entry.title.startswith("Your turn"))
    assert turn.link == f"http://localhost:8000/tables/{game.public_id}/"
    assert "it waits for you, until " in turn.content[0].value
    assert turn.content[0].value.endswith("in UTC.")
    assert turn.content[0].type == "text/plain"
    assert seat.decision_key not in body.decode()


def test_a_feed_without_entries_is_a_feed(charlie: Any) -> None:
    body = read(charlie)
    check_rfc4287(body)
    found = feedparser.parse(body)
    assert (found.bozo, found.entries) == (False, [])


def test_it_is_in_the_readers_language_and_zone(alice: Any, game: Game) -> None:
    asked(alice, game)
    type(alice).objects.filter(pk=alice.pk).update(language="es", time_zone="America/Lima")
    found = feedparser.parse(read(alice))
    assert found.feed.language == "es"
    assert found.entries[0].title == "Te toca en Snow on the pass"
    assert "te espera, hasta " in found.entries[0].content[0].value
    assert "en Lima" in found.entries[0].content[0].value


def test_a_turn_that_was_played_is_gone_and_keeps_its_id_while_it_waits(alice: Any, game: Game) -> None:
    asked(alice, game)
    first = feedparser.parse(read(alice)).entries[0].id
    assert feedparser.parse(read(alice)).entries[0].id == first
    Seat.objects.filter(game=game, user=alice).update(decision_key="another-step-of-the-same-turn")
    assert feedparser.parse(read(alice)).entries[0].id == first
    asked(alice, game, asked_at=timezone.now())
    assert feedparser.parse(read(alice)).entries[0].id != first
    Seat.objects.filter(game=game, user=alice).update(decision_key="", asked_at=None, due_at=None)
    assert feedparser.parse(read(alice)).entries == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_kind_has_an_entry_and_none_tells_more_than_a_glance(language: str, alice: Any, game: Game) -> None:
    type(alice).objects.filter(pk=alice.pk).update(language=language)
    for kind in Notice.Kind.values:
        notice(alice, game, kind, data={"text": "SECRET", "line": "SECRET", "who": "SECRET"})
    notice(alice, None, Notice.Kind.SECURITY)
    body = read(alice)
    check_rfc4287(body)
    news = [entry for entry in feedparser.parse(body).entries if ":notice/" in entry.id]
    assert len(news) == len(Notice.Kind.values) - 2  # turns stand among what waits
    assert b"SECRET" not in body


def test_nobody_elses_news_and_no_old_ones(alice: Any, bob: Any, game: Game) -> None:
    Notice.objects.all().delete()
    Seat.objects.update(decision_key="")
    notice(bob, game, Notice.Kind.MOVED)
    old = notice(alice, game, Notice.Kind.MOVED)
    Notice.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=40))
    assert feedparser.parse(read(alice)).entries == []


def test_a_title_cannot_break_the_feed_or_be_markup(alice: Any, game: Game) -> None:
    asked(alice, game)
    Game.objects.filter(pk=game.pk).update(title="<b>&amp;]]>\x0b\ufffe\u202e <script>")
    body = read(alice)
    check_rfc4287(body)
    found = feedparser.parse(body)
    assert not found.bozo
    assert ET.fromstring(body).findtext(f"{ATOM}entry/{ATOM}title") == "Your turn at <b>&amp;]]> <script>"


def test_the_autopilots_turns_are_not_mine(alice: Any, game: Game) -> None:
    asked(alice, game, autopilot=True)
    Notice.objects.all().delete()
    assert feedparser.parse(read(alice)).entries == []
