"""Random bytes and mails with random faults: nothing is raised, nothing is played by chance."""

from random import Random
from typing import Any

import pytest
from django.core import mail as outbox
from hypothesis import given, settings
from hypothesis import strategies as st

from games.inbound import html, playing, quotes, reading, receive
from games.inbound.address import reply_address
from games.models import Game
from tests.inbound.conftest import fresh
from tests.inbound.test_reading import MAILS
from tests.play.conftest import seat_of

KNOWN = {"unreadable", "elsewhere", "machine", "forged", "other_from", "empty", "refused", "stale", "repeated", "help"}


@given(st.binary(max_size=3000))
@settings(max_examples=150)
def test_any_bytes_are_read(raw: bytes) -> None:
    mail = reading.read(raw)
    if mail is not None:
        playing.actions_of(reading.text_of(mail.message))
        assert isinstance(mail.fingerprint, str)


@given(st.text(max_size=2000))
@settings(max_examples=150)
def test_any_text_is_cut(text: str) -> None:
    assert len(quotes.own_words(text)) <= len(text.split("\n"))


@pytest.mark.parametrize(
    "piece",
    [
        "-",
        "On ",
        "On a\n",
        "wrote <",
        "*From: a\n",
        "<mailto:",
        "<",
        "<!--",
        "<a ",
        "&#",
        "a \n",
        "=?utf-8?q?",
        ";",
        "<p>",
    ],
)
def test_texts_made_to_keep_the_reader_busy_do_not(piece: str) -> None:
    """A quarter of a megabyte of each; a reader of quadratic cost would be at it for many minutes."""
    text = (piece * reading.LOOKED_AT)[: reading.LOOKED_AT - 100]
    playing.actions_of(text)
    playing.actions_of(html.text(text))
    for name in ("From", "To", "Content-Type", "Subject"):
        mail = reading.read(f"{name}: {text}\r\n\r\nend".encode())
        assert mail is None or mail.fingerprint


def broken(raw: bytes, chance: Random) -> bytes:
    """The mail with some faults: bytes changed, lines lost, doubled or swapped, its end cut off."""
    lines = raw.split(b"\n")
    for _ in range(chance.randint(1, 6)):
        place, kind = chance.randrange(len(lines)), chance.randrange(5)
        if kind == 0:
            lines[place] = bytes(chance.randrange(256) for _ in range(chance.randint(0, 60)))
        elif kind == 1 and lines[place]:
            spot = chance.randrange(len(lines[place]))
            lines[place] = lines[place][:spot] + bytes([chance.randrange(256)]) + lines[place][spot + 1 :]
        elif kind == 2:
            lines.insert(place, chance.choice(lines))
        elif kind == 3 and len(lines) > 2:
            del lines[place]
        else:
            del lines[chance.randint(1, len(lines)) :]
        lines = lines or [b""]
    return b"\n".join(lines)


def test_mails_with_faults_raise_nothing_and_change_no_game(
    at_turns: Game, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receive, "ANSWERS_A_DAY", 10)
    address, chance = reply_address(seat_of(alice, at_turns)), Random(11)
    before, seen = fresh(at_turns), set()
    for number in range(120):
        raw = chance.choice(MAILS).read_bytes().replace(b"dig elbow iron I13e", b"no such deed %d" % number)
        raw = raw.replace(b"post+7-abcdefghijklmnopqrstuvwxyz234567@example.org", address.encode())
        seen.add(receive.take(broken(raw, chance)))
    assert seen <= KNOWN
    assert {"refused", "elsewhere"} <= seen
    assert fresh(at_turns) == before
    assert len(outbox.outbox) <= 10
