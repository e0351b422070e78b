"""One whole turn by keyboard alone: Tab, arrows, Enter, and the keys of the help page."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Move
from tests.browser.conftest import address, asked, look

pytestmark = pytest.mark.browser
TABS = 80


def focus(page: Any) -> str:
    """A selector-like word for what has the focus."""
    return str(
        page.evaluate(
            "() => { const a = document.activeElement; return [a.id, a.className.baseVal ?? a.className,"
            " a.dataset?.keep || '', a.dataset?.square || '', a.dataset?.key || ''].join(' '); }"
        )
    )


def tab_to(page: Any, wanted: str) -> None:
    """Press Tab until something matching has the focus; it must come within one round through the page."""
    for _ in range(TABS):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"Tab never reaches {wanted}; focus is on {focus(page)}")


def enter(page: Any) -> None:
    """Enter on what has the focus, and wait for the fresh table."""
    table = page.query_selector("#table")
    page.keyboard.press("Enter")
    page.wait_for_function("table => !table.isConnected", arg=table)
    page.wait_for_function("() => document.activeElement !== document.body")


def key(page: Any, letter: str) -> None:
    table = page.query_selector("#table")
    page.keyboard.press(letter)
    page.wait_for_function("table => !table.isConnected", arg=table)
    page.wait_for_function("() => document.activeElement !== document.body")


def test_a_whole_turn_by_keyboard_alone(at_turns: Game, browser: Any, live_server: Any, sign_in: Any) -> None:
    chair = asked(at_turns)
    chair.user.keys_on = True
    chair.user.save()
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    sign_in(page, chair.user)
    page.goto(address(live_server, at_turns))

    page.keyboard.press("t")
    assert "step-now" in focus(page)
    tab_to(page, ".switch a[href*='w=dig']")
    enter(page)
    assert "half2" in focus(page)  # the focus stays where the hand was
    tab_to(page, ".shape-pick a")
    enter(page)
    if page.locator(".pays a").count() and not page.locator(".pays .on").count():
        tab_to(page, ".pays a")
        enter(page)

    page.keyboard.press("b")
    assert "board-h" in focus(page)
    tab_to(page, "#mountain a[data-square]")  # the board is one stop of Tab
    first = focus(page)
    for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(arrow)
        if focus(page) != first:
            break
    assert focus(page) != first
    enter(page)
    key(page, "]")
    key(page, "[")
    assert page.locator(".ghost").count() == 1

    page.keyboard.press("c")
    assert focus(page).endswith("c")  # c only moves the focus: a stray key never plays
    assert not Move.objects.filter(game=at_turns, text__startswith="dig").exists()
    enter(page)
    assert Move.objects.filter(game=at_turns, text__startswith="dig").count() == 1

    if page.locator('[data-step="5"]').count():
        key(page, "5")
    page.keyboard.press("c")
    enter(page)
    assert Move.objects.filter(game=at_turns, text="end", seat=chair.number).count() == 1
    assert asked(at_turns).pk != chair.pk
    assert "h1" in focus(page)


def test_keys_are_off_by_preference(at_turns: Game, browser: Any, live_server: Any, sign_in: Any) -> None:
    chair = asked(at_turns)
    page = browser.new_context().new_page()
    sign_in(page, chair.user)
    page.goto(address(live_server, at_turns))
    for letter in ("t", "b", "c", "u", "5"):
        page.keyboard.press(letter)
    assert focus(page).strip() in ("", "table")
    assert look(at_turns).view["turns"] == 1
