"""A game of two that ends because the other took the win: pages, files, mails and checks from every stage (C55)."""

from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from games import mails, play
from games.models import Game, Notice, Seat
from games.play import reading, record
from games.play.rulesets import rules_for
from tests.web.conftest import play_on

STAGES = {"gates": 0, "draft": 3, "early": 20, "late": 70}


@pytest.fixture(params=STAGES)
def won(request: pytest.FixtureRequest, running: Game, alice: Any, bob: Any) -> Game:
    """Alice has resigned at some stage, Bob has taken the win."""
    play_on(running, STAGES[request.param])
    play.resign(alice, running)
    play.take_win(bob, running)
    return Game.objects.get(pk=running.pk)


def test_every_page_of_it_can_be_read(won: Game, alice: Any, bob: Any, enter: Any, client: Any) -> None:
    assert won.result is not None
    assert won.result["standings"][0]["seats"] == [Seat.objects.get(game=won, user=bob).number]
    last = reading.look(None, won).step
    pages = [("table", []), ("replay", []), ("replay_step", [last]), ("dice", []), ("record", []), ("seat", [1])]
    for browser in (enter(alice), enter(bob), client):
        for name, more in pages:
            answer = browser.get(reverse(name, args=[won.public_id, *more]))
            assert answer.status_code == 200, name
        page = browser.get(reverse("table", args=[won.public_id])).content.decode()
        assert "The game ended early: a player had left." in page
    bob.language = "es"
    bob.save()
    page = enter(bob).get(reverse("table", args=[won.public_id])).content.decode()
    assert "La partida acabó antes: alguien se había ido." in page


def test_it_checks_and_replays_and_is_told(won: Game, alice: Any) -> None:
    call_command("verify_games")
    assert record.replay(rules_for(won), record.record(won)).difference == ""
    notices = list(Notice.objects.filter(game=won, user=alice, kind="game_ended"))
    assert len(notices) == 1
    assert "a player had left" in mails.render(alice, notices, timezone.now()).text
    assert not mail.outbox
