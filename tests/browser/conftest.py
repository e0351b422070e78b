"""Two people at a real table in a real browser, and a hand that presses what the page offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from games import play
from games.models import Game, Seat
from games.play import reading
from games.play.rulesets import package
from games.play.ticking import think
from games.rules.registry import REGISTRY

SLUG = next(iter(REGISTRY))
CLICKS = 14
"""Clicks within one decision before a test gives up: the page must lead to a gold button sooner."""


@pytest.fixture(autouse=True)
def _fresh(transactional_db: None) -> None:
    cache.clear()


@pytest.fixture
def game(alice: Any, bob: Any) -> Game:
    """Alice opened it, Bob joined; gates are asked."""
    return play.join(bob, play.open_table(alice, SLUG, "Snow on the pass", 2, {}, random_order=False))


@pytest.fixture
def at_turns(game: Game) -> Game:
    """Gates and draft are done; somebody's first turn."""
    while look(game).view["phase"] != "play":
        play_one(game)
    return fresh(game)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def look(game: Game, user: Any = None) -> reading.Look:
    return reading.look(user, fresh(game))


def asked(game: Game) -> Seat:
    """The first seat that is asked."""
    return Seat.objects.select_related("user", "game").filter(game=game).exclude(decision_key="")[0]


def play_one(game: Game, chair: Seat | None = None) -> None:
    """One sensible action for whoever is asked, without a browser."""
    seat = chair or asked(game)
    seat.bot = next(iter(package(game.slug).BOTS))
    play.act(
        seat.user, game, seat.decision_key, think(fresh(game), seat, reading.position(game, fresh(game).last_number))
    )


def address(live_server: Any, game: Game, query: str = "") -> str:
    return f"{live_server.url}/tables/{game.public_id}/{query}"


Press = Callable[[Any], None]


def press_swapped(target: Any) -> None:
    """Press something that swaps the table in place, and wait until it has."""
    page = target.page
    table = page.query_selector("#table")
    target.click()
    page.wait_for_function("table => !table.isConnected", arg=table)


def press_loaded(target: Any) -> None:
    """Press something that loads a page, as without script."""
    with target.page.expect_navigation():
        target.click()


def decide(page: Any, press: Press, wish: str = "recruit") -> None:
    """Press what the page offers until its gold button can be pressed; press that."""
    for _ in range(CLICKS):
        gold = page.locator("#turn .actions .btn.primary")
        if gold.count():
            press(gold)
            return
        press(_next(page, wish))
    raise AssertionError("no gold button after so many picks: " + page.locator("#turn").inner_text())


def _next(page: Any, wish: str) -> Any:
    """The next thing to press: on the board, in the horde, in the trollsmoot, in the panel."""
    wished = page.locator(f'.switch a:not([aria-current])[href*="w={wish}"]')
    if page.locator(".draft-cards").count():
        return _first(page, ".draft-cards a:not(.chosen)", unless=".draft-cards .chosen") or _first(
            page, ".draft-slots a"
        )
    if page.locator(".setup").count():
        return _first(page, "#mountain a[data-square]")
    if wished.count():
        return wished.first
    ways = (
        (".horde a.troll", ".picked"),
        (".pedestal-pick a", ".pedestal-pick .on"),
        (".smoot a.empty.pick", ".ghost-card"),
        (".shape-pick a", ".shape-pick .on"),
        (".pays a", ".pays .on"),
        ("#turn [data-keep=next]", ".spot b"),
        ("#turn .trade-link a.btn", "#none"),
    )
    half = page.locator("#turn .switch .on")
    digging = half.count() > 0 and "Dig" in half.inner_text()
    for selector, unless in ways:
        if digging and selector in (".horde a.troll", ".smoot a.empty.pick"):
            continue
        found = _first(page, selector, unless)
        if found is not None:
            return found
    raise AssertionError("nothing to press: " + page.locator("#turn").inner_text())


def _first(page: Any, selector: str, unless: str = "#none") -> Any:
    found = page.locator(selector)
    return found.first if found.count() and not page.locator(unless).count() else None
