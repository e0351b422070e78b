"""Whole games in a real Chromium: by mouse with script, and without script."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Move
from tests.browser.conftest import Press, address, asked, decide, fresh, look, press_loaded, press_swapped

pytestmark = pytest.mark.browser
DEEDS = 260


def play_to_the_end(game: Game, pages: dict[int, Any], press: Press, where: str) -> int:
    """Both players press what their pages offer, until the game is over; the number of decisions pressed."""
    shown, count = None, 0
    while fresh(game).is_running:
        chair = asked(game)
        page = pages[chair.user_id]
        if shown != chair.user_id or page.locator("#turn .actions").count() == 0:
            page.goto(where)
        shown = chair.user_id
        decide(page, press, "dig" if count % 4 == 1 and _may_dig(game, chair.user) else "recruit")
        count += 1
        assert count < DEEDS
    return count


def _may_dig(game: Game, user: Any) -> bool:
    found = look(game, user)
    return found.question is not None and "dig" in [word.text for word in found.legal([]).words]


def finish(game: Game, page: Any, where: str) -> None:
    page.goto(where)
    assert page.locator("#final").is_visible()
    kinds = set(Move.objects.filter(game=game, kind="action").values_list("text", flat=True))
    verbs = {text.split(" ")[0] for text in kinds}
    assert {"gate", "draft", "recruit", "place", "dig", "end"} <= verbs


def test_a_whole_game_by_mouse(game: Game, browser: Any, live_server: Any, alice: Any, bob: Any, sign_in: Any) -> None:
    pages = {}
    for user in (alice, bob):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"script error: {error}"))
        sign_in(page, user)
        pages[user.pk] = page
    where = address(live_server, game)
    assert play_to_the_end(game, pages, press_swapped, where) > 40
    finish(game, pages[alice.pk], where)


def test_a_whole_game_without_script(
    game: Game, browser: Any, live_server: Any, alice: Any, bob: Any, sign_in: Any
) -> None:
    pages = {}
    for user in (alice, bob):
        context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
        pages[user.pk] = context.new_page()
        sign_in(pages[user.pk], user)
    where = address(live_server, game)
    assert play_to_the_end(game, pages, press_loaded, where) > 40
    finish(game, pages[bob.pk], where)
