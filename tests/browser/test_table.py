"""The table in a real browser: accessible, never swapped under a half-made choice, safe to press twice and to go
back.
"""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import translation

from games.models import Game, Move, Seat
from games.play import reading
from games.play.rulesets import rules_for
from hotmk_site.texts import t
from tests.browser.conftest import address, asked, decide, fresh, look, play_one, press_swapped

pytestmark = pytest.mark.browser
SERIOUS = ("serious", "critical")
ASK = "() => document.dispatchEvent(new Event('visibilitychange'))"


def faults(page: Any) -> list[str]:
    """What axe finds that is serious."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found if v["impact"] in SERIOUS]


def states(game: Game) -> list[str]:
    """Addresses that show the panels of a turn."""
    chair = asked(game)
    found = reading.look(chair.user, fresh(game))
    card = found.legal(["recruit"]).words[0].text
    shape = found.legal(["dig"]).words[0].text
    mineral = found.legal(["dig", shape]).words[0].text
    spot = found.legal(["dig", shape, mineral]).words[0].text
    return [
        "?step=main", "seat/1/", f"?w=recruit+{card}%3B+place+2.1", f"?w=dig+{shape}+{mineral}+{spot}", "?w=trade",
        "?text=1&names=1",
    ]  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_serious(
    at_turns: Game, browser: Any, live_server: Any, sign_in: Any, width: int, theme: str
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=theme)
    page = context.new_page()
    sign_in(page, asked(at_turns).user)
    for query in states(at_turns):
        page.goto(address(live_server, at_turns, query))
        assert faults(page) == [], query
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"sideways at {width} in {query}"
    context.close()


def test_axe_finds_nothing_serious_before_the_first_turn_and_for_watchers(
    game: Game, browser: Any, live_server: Any, sign_in: Any, charlie: Any
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    sign_in(page, asked(game).user)
    page.goto(address(live_server, game))
    assert faults(page) == []
    while look(game).view["phase"] == "gates":
        play_one(game)
    sign_in(page, asked(game).user)
    page.goto(address(live_server, game))
    assert faults(page) == []
    sign_in(page, charlie)
    page.goto(address(live_server, game))
    assert faults(page) == []
    context.close()


LYING_ON = """() => [...document.querySelectorAll("#table .btn")].flatMap(button => {
  const a = button.getBoundingClientRect();
  return a.width ? [...button.parentElement.children].filter(other => {
    const b = other.getBoundingClientRect();
    return other !== button && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  }).map(other => `${button.innerText || button.ariaLabel} on ${other.innerText || other.ariaLabel}`) : [];
})"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_button_lies_on_its_neighbour_on_a_phone(
    at_turns: Game, browser: Any, live_server: Any, sign_in: Any, language: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    chair = asked(at_turns)
    chair.user.language = language
    chair.user.save()
    sign_in(page, chair.user)
    found = look(at_turns, chair.user)
    shape = found.legal(["dig"]).words[0].text
    mineral = found.legal(["dig", shape]).words[0].text
    page.goto(address(live_server, at_turns, f"?w=dig+{shape}+{mineral}"))
    assert page.locator(".spot .btn").count() == 4
    assert page.evaluate(LYING_ON) == []
    page.goto(address(live_server, at_turns))  # looked once: what comes now is news
    while asked(at_turns).pk == chair.pk:
        play_one(at_turns)
    while asked(at_turns).pk != chair.pk:
        play_one(at_turns)
    page.goto(address(live_server, at_turns))
    assert page.locator(".since .btn").is_visible()
    assert page.evaluate(LYING_ON) == []
    context.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_longest_names_of_trolls_are_whole(
    at_turns: Game, browser: Any, live_server: Any, sign_in: Any, width: int
) -> None:
    """Every name in both languages, put on every kind of card: two lines at most, nothing cut."""
    page = browser.new_context(viewport={"width": width, "height": 844}).new_page()
    sign_in(page, asked(at_turns).user)
    page.goto(address(live_server, at_turns))
    for language in ("en", "es"):
        with translation.override(language):
            names = [t(f"{at_turns.slug}.troll.{card}") for card in cards(at_turns)]
        assert page.evaluate(CUT, [names, language]) == []
    page.context.close()


def cards(game: Game) -> list[str]:
    edition = rules_for(game).edition  # type: ignore[attr-defined]
    return [card.key for card in (*edition.trolls, *edition.starters)]


CUT = """([names, language]) => {
  document.documentElement.lang = language;
  const cut = [];
  for (const kind of ['.horde .troll', '.smoot .mini']) {
    const heads = [...document.querySelectorAll(kind + ' .t-head b:last-of-type')];
    names.forEach((name, i) => {
      const text = heads[i % heads.length], was = text.textContent;
      text.textContent = name;
      const lines = Math.round(text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight));
      const box = text.parentElement;
      if (lines > 2 || text.scrollWidth > text.clientWidth + 1 || box.scrollWidth > box.clientWidth + 1) cut.push(name);
      text.textContent = was;
    });
  }
  return cut;
}"""


def test_undo_and_confirm_stay_at_their_places_on_a_phone(
    at_turns: Game, browser: Any, live_server: Any, sign_in: Any
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    sign_in(page, asked(at_turns).user)
    places = set()
    for query in ["", *(found for found in states(at_turns)[:5] if found.startswith("?"))]:
        page.goto(address(live_server, at_turns, query))
        boxes = [page.locator(f".dock [data-key={key}]").bounding_box() for key in "uc"]
        places.add(tuple((round(box["x"]), round(box["y"] + box["height"]), round(box["width"])) for box in boxes))
    assert len(places) == 1
    context.close()


def test_a_half_made_choice_is_never_swapped_away(
    game: Game, browser: Any, live_server: Any, sign_in: Any, alice: Any
) -> None:
    while look(game).view["phase"] == "gates":
        play_one(game)
    mine = reading.look(alice, fresh(game))
    card = mine.legal(["draft"]).words[0].text
    page = browser.new_context().new_page()
    sign_in(page, alice)
    page.goto(address(live_server, game, f"?w=draft+{card}"))
    other = Seat.objects.select_related("user", "game").filter(game=game).exclude(user=alice)[0]
    play_one(game, other)
    page.evaluate(ASK)
    page.wait_for_selector("#changed:not([hidden])")
    assert "The table has changed" in page.inner_text("#changed")
    assert page.locator(".draft-cards .chosen").count() == 1  # the choice is still there
    decide(page, press_swapped)
    assert Move.objects.filter(game=game, seat=mine.number, text__startswith=f"draft {card}").count() == 1


def test_a_waiting_page_takes_the_news_in_by_itself(
    game: Game, browser: Any, live_server: Any, sign_in: Any, charlie: Any
) -> None:
    page = browser.new_context().new_page()
    sign_in(page, charlie)
    page.goto(address(live_server, game))
    before = page.inner_text("#log")
    play_one(game)
    page.evaluate(ASK)
    page.wait_for_function("before => document.querySelector('#log').innerText !== before", arg=before)
    assert page.locator("#changed:not([hidden])").count() == 0


def test_who_waits_for_a_bot_sees_its_deed_within_seconds(
    game: Game, browser: Any, live_server: Any, sign_in: Any, charlie: Any
) -> None:
    page = browser.new_context().new_page()
    sign_in(page, charlie)
    page.goto(address(live_server, game))
    for _ in range(2):  # a second deed soon after the first is seen as soon
        before = page.inner_text("#log")
        play_one(game)
        page.wait_for_function(
            "before => document.querySelector('#log').innerText !== before", arg=before, timeout=9000
        )


def test_two_windows_and_back_play_a_deed_once(game: Game, browser: Any, live_server: Any, sign_in: Any) -> None:
    chair = asked(game)
    starts = [word.text for word in reading.look(chair.user, game).legal(["gate"]).words]
    context = browser.new_context()
    one, two, three = context.new_page(), context.new_page(), context.new_page()
    sign_in(one, chair.user)
    for page, start in ((one, starts[0]), (two, starts[0]), (three, starts[1])):
        page.goto(address(live_server, game, f"?w=gate+{start}"))
    for page in (one, two, three):
        press_swapped(page.locator("#turn .actions .btn.primary"))
    assert Move.objects.filter(game=game, text__startswith="gate", seat=chair.number).count() == 1
    assert "nothing was played" in three.inner_text("#table").lower()
    one.go_back()
    one.wait_for_selector("#table")
    if one.locator("#turn .actions .btn.primary").count():
        press_swapped(one.locator("#turn .actions .btn.primary"))
    assert Move.objects.filter(game=game, text__startswith="gate", seat=chair.number).count() == 1


def test_a_double_click_on_confirm_plays_once(game: Game, browser: Any, live_server: Any, sign_in: Any) -> None:
    chair = asked(game)
    start = reading.look(chair.user, game).legal(["gate"]).words[0].text
    page = browser.new_context().new_page()
    sign_in(page, chair.user)
    page.goto(address(live_server, game, f"?w=gate+{start}"))
    page.locator("#turn .actions .btn.primary").dblclick()
    page.wait_for_function("() => !document.querySelector('#table').dataset.asked")
    assert Move.objects.filter(game=game, text__startswith="gate", seat=chair.number).count() == 1
    assert page.locator("[role=alert]").count() == 0
