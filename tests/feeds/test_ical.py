"""The calendar of deadlines, read by another library than the one that writes it (vobject), and by hand."""

from __future__ import annotations

import re
from datetime import UTC, timedelta
from typing import Any

import pytest
import vobject
from django.test import Client
from django.utils import timezone

from games import play
from games.clocks import PRESETS
from games.feeds import keys
from games.models import FeedKey, Game, Move, Seat, Vacation
from games.play import timing
from tests.feeds.test_atom import asked
from tests.play.conftest import hand


def read(user: Any, query: str = "") -> bytes:
    """The calendar as a program gets it, by an address that stays."""
    key = FeedKey.objects.filter(user=user, kind="ical").first() or keys.renew(user, "ical")
    response = Client().get(f"/feeds/{key.token}.ics{query}")
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return response.content


def events(body: bytes) -> list[Any]:
    """The events, after what RFC 5545 asks of lines was checked."""
    text = body.decode()
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")
    calendar = vobject.readOne(text)
    calendar.validate(raiseException=True)
    assert (calendar.version.value, calendar.method.value) == ("2.0", "PUBLISH")
    found = list(calendar.contents.get("vevent", []))
    for event in found:
        for name in ("uid", "dtstamp", "dtstart", "summary", "sequence", "last-modified", "status"):
            assert len(event.contents[name]) == 1
        assert re.fullmatch(r"[0-9a-f]{24}@localhost", event.uid.value)
        assert re.fullmatch(r"\d+", event.sequence.value)
        assert event.dtstart.value.tzinfo is not None
    assert len({event.uid.value for event in found}) == len(found)
    return found


def test_a_deadline_is_an_event_at_the_instant_of_the_one_clock(alice: Any, game: Game) -> None:
    now = timezone.now()
    seat = asked(alice, game)
    (event,) = events(read(alice))
    wanted = timing.clock_of(game, seat, now).due_at
    assert wanted is not None
    assert event.dtstart.value == wanted.astimezone(UTC).replace(microsecond=0)
    assert event.summary.value == "Your time is up: Snow on the pass"
    assert (event.status.value, event.transp.value) == ("CONFIRMED", "TRANSPARENT")
    assert event.contents["class"][0].value == "PRIVATE"
    assert event.url.value == f"http://localhost:8000/tables/{game.public_id}/"
    assert f"/tables/{game.public_id}/" in event.description.value
    assert seat.decision_key not in read(alice).decode()
    assert "valarm" not in event.contents


def test_who_has_nothing_to_do_has_an_empty_calendar(charlie: Any) -> None:
    assert events(read(charlie)) == []


def test_untimed_tables_have_no_deadline(alice: Any, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(terms=PRESETS["untimed"].dump())
    asked(alice, game, due_at=None)
    assert events(read(alice)) == []


@pytest.mark.parametrize(("query", "minutes"), [("?alarm=60", 60), ("?alarm=999999", 7 * 24 * 60)])
def test_an_alarm_is_there_for_who_asks(query: str, minutes: int, alice: Any, game: Game) -> None:
    asked(alice, game)
    (event,) = events(read(alice, query))
    assert event.valarm.action.value == "DISPLAY"
    assert event.valarm.trigger.value == -timedelta(minutes=minutes)


@pytest.mark.parametrize("query", ["?alarm=", "?alarm=-5", "?alarm=x", "?alarm=٣", "?alarm=0", f"?alarm={'9' * 5000}"])
def test_an_alarm_that_makes_no_sense_is_none(query: str, alice: Any, game: Game) -> None:
    asked(alice, game)
    assert "valarm" not in events(read(alice, query))[0].contents


def test_it_is_in_the_readers_language(alice: Any, game: Game) -> None:
    asked(alice, game)
    type(alice).objects.filter(pk=alice.pk).update(language="es", time_zone="America/Lima")
    (event,) = events(read(alice))
    assert event.summary.value == "Se acaba tu tiempo: Snow on the pass"
    assert "en Lima" in event.description.value


def test_a_title_cannot_break_a_line(alice: Any, game: Game) -> None:
    asked(alice, game)
    title = 'a;b,c\\d"e ñ𝔘 ' + "雪" * 20
    Game.objects.filter(pk=game.pk).update(title=title + "\r\nBEGIN:VEVENT\u2028x")
    (event,) = events(read(alice))
    assert event.summary.value == f"Your time is up: {title} BEGIN:VEVENT x"


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game has no name of its own."""
    from games.feeds import ical

    real = ical.t
    monkeypatch.setattr(ical, "t", lambda ident, **values: "Toy" if ident == "toy.name" else real(ident, **values))


def revision(event: Any) -> tuple[str, str, int]:
    return event.uid.value, event.status.value, int(event.sequence.value)


def test_played_it_is_cancelled_under_the_same_uid_and_taken_back_it_is_there_again(
    alice: Any,
    bob: Any,
    table: Game,
    do: Any,
    texts: None,
) -> None:
    for user in (alice, bob):
        cards = hand(user, table)
        do(user, table, f"hide {cards[0]}; hide {cards[1]}")
    mine = [event for event in events(read(alice)) if event.status.value == "CONFIRMED"]
    (turn,) = mine
    do(alice, table, "step 1")
    (still,) = [event for event in events(read(alice)) if event.status.value == "CONFIRMED"]
    assert still.uid.value == turn.uid.value
    assert still.dtstart.value == turn.dtstart.value
    assert int(still.sequence.value) > int(turn.sequence.value)
    do(alice, table, "end")
    gone = {event.uid.value: event for event in events(read(alice))}[turn.uid.value]
    assert gone.status.value == "CANCELLED"
    assert gone.summary.value == "Played: Evening"
    assert abs(gone.dtstart.value - turn.dtstart.value) < timedelta(seconds=2)
    assert int(gone.sequence.value) > int(still.sequence.value)
    assert gone.contents["last-modified"][0].value >= turn.contents["last-modified"][0].value
    assert all(event.status.value == "CANCELLED" for event in events(read(alice)))
    (his,) = [event for event in events(read(bob)) if event.status.value == "CONFIRMED"]
    assert his.uid.value != turn.uid.value


def test_what_was_cancelled_is_forgotten_after_a_week(
    alice: Any,
    bob: Any,
    table: Game,
    do: Any,
    texts: None,
) -> None:
    for user in (alice, bob):
        cards = hand(user, table)
        do(user, table, f"hide {cards[0]}; hide {cards[1]}")
    do(alice, table, "end")
    assert events(read(alice))
    Move.objects.update(at=timezone.now() - timedelta(days=8))
    assert events(read(alice)) == []


def test_a_pause_is_said_and_moves_the_deadline(alice: Any, game: Game) -> None:
    asked(alice, game)
    (before,) = events(read(alice, "?alarm=60"))
    now = timezone.now()
    pause = [(now - timedelta(hours=1)).isoformat(), (now + timedelta(days=3)).isoformat()]
    Game.objects.filter(pk=game.pk).update(pauses=[pause])
    (after,) = events(read(alice, "?alarm=60"))
    assert after.uid.value == before.uid.value
    assert after.dtstart.value > before.dtstart.value + timedelta(days=2)
    assert (before.status.value, after.status.value) == ("CONFIRMED", "TENTATIVE")
    assert after.summary.value == "Clock stands still: Snow on the pass"
    assert "paused until " in after.description.value
    assert "valarm" not in after.contents


def test_a_vacation_is_said(alice: Any, game: Game) -> None:
    asked(alice, game)
    now = timezone.now()
    Vacation.objects.create(user=alice, starts_at=now - timedelta(minutes=5), ends_at=now + timedelta(days=4))
    (event,) = events(read(alice))
    assert "on vacation until " in event.description.value


def test_moves_of_others_change_nothing_in_it(
    alice: Any,
    bob: Any,
    table: Game,
    do: Any,
    texts: None,
) -> None:
    """Both are asked; Bob's answer is nobody's business: not a byte of Alice's calendar tells of it."""
    before = read(alice)
    do(bob, table, f"hide {hand(bob, table)[0]}")
    assert read(alice) == before


def test_every_table_has_its_own(alice: Any, bob: Any, game: Game) -> None:
    other = play.open_table(alice, game.slug, "Second", 2, {}, random_order=False)
    play.join(bob, other)
    asked(alice, game)
    asked(alice, Game.objects.get(pk=other.pk), due_at=timezone.now() + timedelta(days=1))
    assert len(events(read(alice))) == 2
    assert Seat.objects.filter(user=alice).count() == 2
