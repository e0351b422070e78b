"""The pages of the site itself in a real browser: accessible, nothing cut off, no error of a script."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse

from accounts.models import User

PUBLIC = [
    "home", "rules", "help_clocks", "help_keys", "help_notation", "offline", "press_again", "account_login",
    "account_signup", "account_reset_password", "account_reset_password_done", "account_email_verification_sent",
]  # fmt: skip
OWN = [
    "home", "settings", "delete_account", "account_change_password", "usersessions_list", "account_logout", "notices",
    "channels", "away", "notice_log", "bench", "lobby", "create",
]  # fmt: skip
pytestmark = pytest.mark.django_db(transaction=True)


def faults(page: Any, address: str, width: int) -> list[str]:
    """What is wrong with a page as it stands: axe's findings, sideways scrolling, controls too small to press."""
    found = [f"{address}: {each['id']} {each['nodes'][0]['target']}" for each in Axe().run(page).response["violations"]]
    if page.evaluate("document.documentElement.scrollWidth") > width:
        found.append(f"{address}: wider than the screen")
    small = page.evaluate(
        """[...document.querySelectorAll("main a, main button, header a, header button, footer a, footer button")]
        .filter(e => e.checkVisibility() && !e.closest("p, dd, td, li > p") && e.getBoundingClientRect().height < 23.5
                     && e.getBoundingClientRect().top >= 0).map(e => e.outerHTML.slice(0, 80))"""
    )
    return found + [f"{address}: too low to press {each}" for each in small]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_pages_are_sound(browser: Any, live_server: Any, sign_in: Any, alice: User, width: int, theme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=theme, locale="en")
    page, said, found = context.new_page(), [], []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    paths = [reverse(name) for name in PUBLIC] + [reverse(name, args=["hall"]) for name in ("rules_of", "facts_of")]
    for address in paths:
        page.goto(live_server.url + address)
        found += faults(page, address, width)
    page.goto(live_server.url + "/nowhere")
    found += faults(page, "/nowhere", width)
    said = [text for text in said if "404" not in text]
    sign_in(page, alice)
    for address in [reverse(name) for name in OWN] + [reverse("person", args=[alice.pk])]:
        page.goto(live_server.url + address)
        found += faults(page, address, width)
    context.close()
    assert found == []
    assert said == []


def test_the_menu_on_a_phone_by_keyboard(browser: Any, live_server: Any, sign_in: Any, alice: User) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    page = context.new_page()
    sign_in(page, alice)
    page.goto(live_server.url)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.locator(".menu summary").focus()
    page.keyboard.press("Enter")
    assert page.get_by_role("link", name="Lobby").first.is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".menu").evaluate("menu => menu.open")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    context.close()


def test_the_zone_of_the_browser_is_offered(browser: Any, live_server: Any, sign_in: Any, alice: User) -> None:
    context = browser.new_context(timezone_id="America/Bogota", locale="en")
    page = context.new_page()
    page.goto(live_server.url + reverse("account_signup"))
    assert page.locator("[name=zone]").input_value() == "America/Bogota"
    sign_in(page, alice)
    page.goto(live_server.url + reverse("settings"))
    page.get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/settings")
    assert page.get_by_role("status").first.inner_text() == "Saved."
    alice.refresh_from_db()
    assert alice.time_zone == "America/Bogota"
    context.close()


def test_a_chosen_theme_outranks_the_device(browser: Any, live_server: Any, sign_in: Any, alice: User) -> None:
    alice.theme = "dark"
    alice.save()
    context = browser.new_context(color_scheme="light")
    page = context.new_page()
    sign_in(page, alice)
    page.goto(live_server.url)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 21, 23)"
    context.close()


def test_signing_in_and_the_settings_without_script(plain_page: Any, live_server: Any, alice: User) -> None:
    plain_page.goto(live_server.url + "/settings")
    plain_page.get_by_label("Mail address").fill(alice.email)
    plain_page.get_by_label("Password").fill("lantern in the window")
    plain_page.locator("main button.primary").click()
    assert plain_page.url.endswith("/settings")
    plain_page.get_by_text("Español").first.click()
    plain_page.locator("main button.primary").click()
    assert plain_page.locator("html").get_attribute("lang") == "es"


def test_a_lost_connection_is_said(browser: Any, live_server: Any) -> None:
    page = browser.new_context(locale="en").new_page()
    page.goto(live_server.url + "/rules")
    page.context.set_offline(True)
    toast = page.locator(".toast")
    toast.wait_for()
    assert toast.inner_text() == "No connection. Your last confirmed step is safe."
    page.context.set_offline(False)
    toast.wait_for(state="hidden")
    page.context.close()
