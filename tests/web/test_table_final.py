"""After the end: the scoring source by source, and the same table again."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from games import clocks, play
from games.clocks import HOUR
from games.models import Game
from games.rules.hall.layout.final import SOURCES
from tests.web.conftest import Opener, play_on
from tests.web.test_table_page import body, url


@pytest.fixture(scope="module")
def numbers() -> re.Pattern[str]:
    return re.compile(r'<b class="plus">\+(\d+)</b><span class="sum">makes (\d+)</span>')


def test_the_scoring_is_walked_source_by_source(finished: Game, enter: Any, alice: Any, numbers: Any) -> None:
    client = enter(alice)
    sums = [0] * len(finished.result["standings"])
    page = body(client.get(url(finished)))
    link = re.search(r'href="([^"]+step=score1[^"]*)"', page)
    assert link
    for number, source in enumerate(SOURCES, 1):
        page = body(client.get(url(finished, f"?step=score{number}")))
        walk = page.split('class="walk"')[1].split("</div>")[0]
        found = [(int(gain), int(total)) for gain, total in numbers.findall(walk)]
        parts = [standing["parts"].get(source, 0) for standing in finished.result["standings"]]
        sums = [a + b for a, b in zip(sums, parts, strict=True)]
        assert found == list(zip(parts, sums, strict=True))
        if source == "statues":
            assert len(re.findall(r'<g class="news"', page)) == len(
                re.findall(r": (\d+)", walk.replace("</small>", ","))
            )
    assert sums == [standing["total"] for standing in finished.result["standings"]]


@pytest.mark.parametrize("step", ["score0", "score7", "score99", "scorex", "score%C2%B2"])
def test_steps_that_are_none_show_the_sheet(finished: Game, enter: Any, alice: Any, step: str) -> None:
    answer = enter(alice).get(url(finished, f"?step={step}"))
    assert answer.status_code == 200
    assert 'id="final"' in body(answer)


def test_play_again_opens_the_form_with_the_same_table(open_table: Opener, alice: Any, bob: Any, enter: Any) -> None:
    options = {"workshops": "different", "hidden_totals": True}
    terms = clocks.Terms(bank=30 * HOUR, credit=5 * HOUR, cap=50 * HOUR, quiet=False, weekend=True, grace=8 * HOUR)
    game = open_table(3, title="Snow & ice", bots=["random"], options=options, terms=terms)
    game = play_on(play.join(bob, game), 5000)
    assert game.is_finished
    client = enter(alice)
    page = body(client.get(url(game)))
    assert 'class="btn primary"' in page
    link = re.search(r'<a class="btn primary" href="([^"]+)"', page)
    assert link
    form = body(client.get(unescape(link[1])))
    for wanted in ('value="Snow &amp; ice"', 'value="Bob"'):
        assert wanted in form
    for name, value in (("bank_hours", 30), ("credit_hours", 5), ("cap_hours", 50)):
        assert re.search(rf'name="{name}" value="{value}"', form)
    assert re.search(r'value="custom"[^>]* checked', form)
    assert re.search(r'value="8" selected', form)
    assert re.search(r'name="weekend"[^>]* checked', form)
    assert not re.search(r'name="quiet"[^>]* checked', form)
    assert re.search(r'value="invited"[^>]* checked', form)
    assert re.search(r'<option value="random" selected', form)
    assert re.search(r'value="different"[^>]* checked', form)
    assert re.search(r'name="option_hidden_totals"[^>]* checked', form)


def test_watchers_have_no_play_again(finished: Game, enter: Any, charlie: Any) -> None:
    assert "Play again" not in body(enter(charlie).get(url(finished)))
