"""One player's part of the table on a page of its own: public facts, linked from the seats, nothing hidden in it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Game
from games.play import reading
from games.rules.hall.layout.smoot import CLOSER, closer
from games.rules.hall.state import State
from tests.web.conftest import Opener, play_on
from tests.web.test_table_layout import desk_of, state
from tests.web.test_table_page import asked, body, to_turns, url

__all__ = ["state"]


def test_everybody_may_look_closer_at_every_seat(running: Game, enter: Any, charlie: Any) -> None:
    game = play_on(to_turns(running), 60)
    view = reading.look(None, game).view
    assert view
    client = enter(charlie)
    table = body(client.get(url(game)))
    for player in view["players"]:
        where = url(game, f"seat/{player['seat']}/")
        assert where in table
        page = body(client.get(where))
        trolls = [troll["card"] for row in player["rows"] for troll in row if troll]
        assert all(f"#t-{card}" in page for card in trolls)
        dug = [p for p in view["board"]["pieces"] if p["seat"] == player["seat"] and p["kind"] == "tile"]
        assert all(", ".join(piece["squares"]) in page for piece in dug)
        assert url(game) in page


@pytest.mark.parametrize("tail", ["seat/0/", "seat/3/", "seat/99999999999999999999/"])
def test_seats_that_are_none_are_404(running: Game, tail: str) -> None:
    assert Client().get(url(running, tail)).status_code == 404


def test_an_open_table_has_nothing_to_look_at(open_table: Opener, enter: Any, alice: Any) -> None:
    assert enter(alice).get(url(open_table(2), "seat/1/")).status_code == 404


def test_a_draft_shows_nobodys_cards(running: Game, enter: Any) -> None:
    game = running
    while reading.look(None, game).view["phase"] != "draft":
        game = play_on(game, 1)
    game = play_on(game, 1)
    chair = asked(game)
    for number in (1, 2):
        assert "#t-" not in body(enter(chair.user).get(url(game, f"seat/{number}/")))


def test_hidden_token_values_stay_hidden(state: State) -> None:
    desk = desk_of(state)
    row = CLOSER.index("tokens")
    desk.view["units"][0] |= {"tokens": [2, 4], "token_count": 2}
    assert [item["name"] for item in closer(desk, 1)["rows"][row]["items"]] == ["4", "2"]
    desk.view["units"][0]["tokens"] = None
    assert [item["name"] for item in closer(desk, 1)["rows"][row]["items"]] == ["hall.closer.hidden"]
