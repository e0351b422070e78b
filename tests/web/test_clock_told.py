"""One clock, one wording: what the table's page, the start page and the mail say of the same seat."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from games import clocks, play
from games.clocks import PRESETS, Terms
from games.clockwords import clock_words
from games.mails import render
from games.models import Game, Notice, Seat
from games.play import timing
from tests.web.conftest import Opener

COUNTDOWN = re.compile(r"\d+ (day|hour|minute)s?( \d+ hours?)? left|less than a minute left")
PACES = {**PRESETS, "a turn": clocks.per_turn(24), "weekends": Terms(weekend=True), "grace": Terms(grace=12 * 3600)}


@pytest.fixture
def asked(alice: Any, bob: Any, open_table: Opener, request: pytest.FixtureRequest) -> Game:
    """A game of two that has begun; it is Alice's turn."""
    game = open_table(2, terms=PACES[request.param], options={"start": "1"}, random_order=False)
    return play.join(bob, game)


def pages(user: Any, game: Game, enter: Any) -> dict[str, str]:
    """What the user is told on each page, and by the mail of the turn."""
    client = enter(user)
    told = {
        "table": client.get(reverse("table", args=[game.public_id])).content.decode(),
        "home": client.get(reverse("home")).content.decode(),
    }
    seat = Seat.objects.get(game=game, user=user)
    notice = Notice(game=game, user=user, kind="your_turn", seat=seat.number, key=seat.decision_key)
    notice.created_at = timezone.now()
    return {name: unescape(text) for name, text in told.items()} | {"mail": render(user, [notice], timezone.now()).text}


def words_of(user: Any, game: Game, **more: Any) -> dict[str, Any]:
    seat = Seat.objects.select_related("user", "game").get(game=game, user=user)
    return clock_words(timing.clock_of(seat.game, seat, timezone.now()), user.zone, timezone.now(), **more)


@pytest.mark.parametrize("asked", PACES, indirect=True)
def test_a_pause_reads_the_same_everywhere_and_counts_nothing_down(asked: Game, alice: Any, enter: Any) -> None:
    """B25: page, list and mail take their words from one source, for every time mode."""
    now = timezone.now().replace(microsecond=0)
    asked.pauses = [[now.isoformat(), (now + timedelta(days=5)).isoformat()]]
    asked.save()
    for chair in Seat.objects.select_related("user").filter(game=asked):
        timing.reckon(asked, chair)
        chair.save()
    with time_machine.travel(now + timedelta(hours=1), tick=False):
        told = pages(alice, asked, enter)
        spoken, written = words_of(alice, asked)["left"], words_of(alice, asked, with_date=True)["left"]
        assert spoken.startswith("paused until ")
        assert spoken in told["table"]
        assert spoken in told["home"]
        assert written in told["mail"]
        assert not any(COUNTDOWN.search(text) for text in told.values())


@pytest.mark.parametrize("asked", ["brisk", "weekends"], indirect=True)
def test_a_clock_that_runs_reads_the_same_on_page_and_list(asked: Game, alice: Any, enter: Any) -> None:
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        told, words = pages(alice, asked, enter), words_of(alice, asked)
        for name in ("table", "home"):
            assert words["left"] in told[name]
            assert words["words"] in told[name]
        assert words_of(alice, asked, with_date=True)["words"] in told["mail"]
