"""A table's notes, its time and its talk in a real browser: for the screen reader, by keyboard, without script."""

from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

from games import play
from games.models import Game, Seat
from tests.browser.conftest import address, asked, fresh

pytestmark = pytest.mark.browser
LOW = """[...document.querySelectorAll(".table-note .btn")].filter(e => e.checkVisibility()
         && e.getBoundingClientRect().height < 44).map(e => e.outerHTML.slice(0, 80))"""


@pytest.fixture
def late(at_turns: Game) -> tuple[Game, Seat, Seat]:
    """Whose time is up, and the other, who is also asked about a pause and has not read the talk."""
    chair = asked(at_turns)
    other = Seat.objects.select_related("user").filter(game=at_turns).exclude(pk=chair.pk)[0]
    play.say(chair.user, at_turns, f"Sorry, @{other.user.name}, I am on the road.")
    play.propose(chair.user, at_turns, "pause", {"days": 3})
    past = timezone.now() - timedelta(days=5)
    Seat.objects.filter(pk=chair.pk).update(asked_at=past, due_at=timezone.now() - timedelta(minutes=1))
    play.tick(at_turns.pk, timezone.now())
    return fresh(at_turns), chair, other


def faults(page: Any) -> list[str]:
    """What axe finds, sideways scrolling, buttons too low."""
    found = [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in Axe().run(page).response["violations"]]
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return found + ([f"{wide} px too wide"] if wide > 0 else []) + page.evaluate(LOW)


@pytest.mark.parametrize(("width", "theme"), [(1280, "dark"), (390, "light")])
def test_axe_finds_nothing_on_these_pages(
    late: tuple[Game, Seat, Seat], browser: Any, live_server: Any, sign_in: Any, width: int, theme: str
) -> None:
    game, _, other = late
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=theme)
    page = context.new_page()
    sign_in(page, other.user)
    for tail in ("", "time/", "resign/", "talk/"):
        page.goto(address(live_server, game, tail))
        assert faults(page) == [], tail
    context.close()


def test_the_win_is_taken_by_keyboard_without_script(
    late: tuple[Game, Seat, Seat], browser: Any, live_server: Any, sign_in: Any
) -> None:
    game, _, other = late
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, other.user)
    page.goto(address(live_server, game))
    summary = page.locator(".table-note.late summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.locator("#said", has_text="You have taken the win").wait_for()
    assert fresh(game).is_finished
    context.close()
