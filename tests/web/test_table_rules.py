"""Refusals and question marks lead to the paragraph of the rules that is meant."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.models import Game, Seat
from games.rules.hall.layout.rules import ANCHORS, PARTS, STEPS
from games.rules.hall.refusals import OPTIONS, REFUSALS
from tests.web.conftest import SLUG
from tests.web.test_table_page import HTMX, asked, body, to_turns, url

TEMPLATES = Path(settings.BASE_DIR) / "templates" / SLUG


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_anchor_stands_in_the_rules(language: str) -> None:
    text = (TEMPLATES / f"rules_{language}.html").read_text()
    there = set(re.findall(r'id="(h-[a-z]+)"', text))
    marks = {a for part in TEMPLATES.rglob("*.html") for a in re.findall(r'rule_mark "(h-[a-z]+)"', part.read_text())}
    assert marks
    assert {*ANCHORS.values(), *PARTS.values(), *STEPS.values(), *marks} <= there


def test_every_refusal_of_an_action_has_its_paragraph() -> None:
    assert set(REFUSALS) - set(OPTIONS) == set(ANCHORS)


def test_a_refused_press_links_to_the_rule_and_the_link_arrives(running: Game, enter: Any) -> None:
    game = to_turns(running)
    chair = asked(game)
    client = enter(chair.user)
    before = Seat.objects.get(pk=chair.pk).decision_key
    answer = client.post(url(game, "act/"), {"key": chair.decision_key, "line": "dig cross iron A1a"}, **HTMX)
    assert answer.status_code == 422
    alert = body(answer).split('role="alert"')[1].split("</p>")[0]
    link = re.search(r'href="([^"#]+)#(h-[a-z]+)"', alert)
    assert link
    assert f'id="{link[2]}"' in body(client.get(link[1]))
    assert Seat.objects.get(pk=chair.pk).decision_key == before


def test_the_open_step_has_a_question_mark(running: Game, enter: Any) -> None:
    game = to_turns(running)
    client = enter(asked(game).user)
    for query, anchor in (("?w=dig", "h-dig"), ("?w=trade", "h-trade"), ("?w=recruit", "h-recruit")):
        now = body(client.get(url(game, query))).split('aria-current="step"')[1].split('class="choice"')[0]
        assert f"#{anchor}" in now
