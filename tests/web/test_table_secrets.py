"""Alice and Bob play, Charlie watches, and somebody unknown reads along: nobody learns another's secret."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games import play
from games.models import Game, Seat
from games.play import reading
from games.play.rulesets import rules_for
from tests.web.conftest import play_on
from tests.web.test_table_page import HTMX, body, url

PAGES = ("", "now/", "?text=1&names=1", "?w=draft", "?step=main", "replay/", "replay/0/", "dice/", "record.json")


@pytest.fixture
def drafting(running: Game) -> Game:
    """Both draft; each has placed one card in secret."""
    game = running
    while reading.look(None, game).view["phase"] == "gates":
        game = play_on(game, 1)
    for seat in Seat.objects.select_related("user").filter(game=game):
        look = reading.look(seat.user, game)
        card = look.legal(["draft"]).words[0].text
        play.act(seat.user, game, seat.decision_key, f"draft {card} 1")
    game.refresh_from_db()
    return game


def starters(game: Game) -> set[str]:
    return {starter.key for starter in rules_for(game).edition.starters}


def named(page: str, game: Game) -> set[str]:
    """The starting trolls that a page betrays, by key or by name, wherever in the markup."""
    text = page.lower()
    return {key for key in starters(game) if key in text or key.replace("_", " ") in text}


def own(user: Any, game: Game) -> set[str]:
    draft = reading.look(user, game).view["draft"]
    return {card for card in [*draft["drawn"], *draft["slots"]] if card}


def test_a_watcher_sees_no_card_of_the_draft(drafting: Game, enter: Any, charlie: Any) -> None:
    for client in (enter(charlie), Client()):
        for tail in PAGES:
            for headers in ({}, HTMX):
                assert named(body(client.get(url(drafting, tail), **headers)), drafting) == set(), tail


def test_a_player_sees_the_own_cards_alone(drafting: Game, enter: Any, alice: Any, bob: Any) -> None:
    for user in (alice, bob):
        client = enter(user)
        for tail in PAGES:
            assert named(body(client.get(url(drafting, tail))), drafting) <= own(user, drafting), tail
        assert named(body(client.get(url(drafting))), drafting) == own(user, drafting)


def test_words_of_another_in_the_address_betray_nothing(
    drafting: Game, enter: Any, alice: Any, bob: Any, charlie: Any
) -> None:
    """Guessing cards in ``?w=`` gives the same answer whether the other one has them or not."""
    client = enter(charlie)
    pages = {
        re.sub(r'data-choice="[^"]*"', "", _plain(client.get(url(drafting, f"?w=draft+{key}+2"))))
        for key in starters(drafting)
    }
    assert len(pages) == 1
    mine = own(alice, drafting)
    seen = enter(alice)
    foreign = {_refusal(seen.get(url(drafting, f"?w=draft+{key}+2"))) for key in starters(drafting) - mine}
    assert len(foreign) <= 1


def _plain(response: Any) -> str:
    """A page without what is new in every answer."""
    text = re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"', "", body(response))
    return re.sub(r'name="next" value="[^"]*"|next=[^"]*"|\?w=[^"#]*', "", text)


def _refusal(response: Any) -> str:
    found = re.search(r'role="alert"[^>]*>(.*?)</p>', body(response), re.S)
    return re.sub(r"“[^”]*”", "", found[1]) if found else ""


def test_a_silent_answer_of_the_draft_does_not_show_when_it_came(drafting: Game, enter: Any, charlie: Any) -> None:
    """Others see how many slots are filled, nothing of which card; the watcher's log never names one."""
    page = body(enter(charlie).get(url(drafting)))
    assert page.count("1 of 4 drafted") >= 2
    assert "placed a starting troll" in page


def test_after_the_reveal_everybody_sees_the_rows(drafting: Game, enter: Any, charlie: Any) -> None:
    game = drafting
    while reading.look(None, game).view["phase"] == "draft":
        game = play_on(game, 1)
    rows = {
        troll["card"] for player in reading.look(None, game).view["players"] for troll in player["rows"][0] if troll
    }
    page = body(enter(charlie).get(url(game)))
    assert named(page, game) >= rows


def test_charlie_has_no_button_and_no_key(drafting: Game, enter: Any, charlie: Any) -> None:
    page = body(enter(charlie).get(url(drafting)))
    assert 'name="key"' not in page
    assert 'id="act"' not in page
    assert "btn primary" not in page
