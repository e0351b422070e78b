"""A real browser signs up, shows what is pushed to it, and says in words what it cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import expect

from games.models import PushSubscription
from tests.channels.pushservice import Browser
from tests.channels.receiver import Receiver

pytestmark = pytest.mark.browser

WAY = """([endpoint, p256dh, auth]) => {
  const plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const raw = (text) => Uint8Array.from(plain(text), (sign) => sign.charCodeAt(0)).buffer;
  const keys = { p256dh, auth };
  const made = { endpoint, options: {}, getKey: (name) => raw(keys[name]) };
  made.unsubscribe = async () => sessionStorage.removeItem("signed");
  let present = sessionStorage.getItem("signed") ? made : null;
  PushManager.prototype.getSubscription = async () => present;
  PushManager.prototype.subscribe = async (options) => {
    sessionStorage.setItem("signed", options.applicationServerKey.byteLength);
    return (present = made);
  };
}"""
"""A push service in the place of the browser maker's, which no test may need."""


@pytest.fixture(autouse=True)
def _fresh(transactional_db: None) -> None:
    cache.clear()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page of a browser of its own."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


def granted(page: Any, live_server: Any) -> None:
    page.context.grant_permissions(["notifications"], origin=live_server.url)


def test_a_device_is_signed_up_by_one_press_and_off_again(
    page: Any, live_server: Any, sign_in: Any, alice: Any, receiver: Receiver
) -> None:
    keys = Browser()
    granted(page, live_server)
    sign_in(page, alice)
    page.add_init_script(f"({WAY})({[receiver.url, keys.p256dh, keys.auth]!r})")
    page.goto(f"{live_server.url}/settings/channels")
    line = page.locator("[data-push-line]")
    page.get_by_role("button", name="Notify this device", exact=True).click()
    expect(line).to_have_text("This device gets notices.")
    device = PushSubscription.objects.get()
    assert (device.user_id, device.endpoint, device.p256dh) == (alice.pk, receiver.url, keys.p256dh)
    assert "Chrome" in device.label
    assert page.evaluate("sessionStorage.getItem('signed')") == "65"
    assert page.evaluate("navigator.serviceWorker.getRegistration('/').then((r) => r.scope)") == f"{live_server.url}/"
    page.get_by_role("button", name="Stop notifying this device").click()
    expect(line).to_have_text("This device gets no notices yet.")
    assert not PushSubscription.objects.exists()


def test_the_service_worker_shows_what_is_pushed_and_a_newer_one_takes_its_place(
    page: Any, live_server: Any, sign_in: Any, alice: Any
) -> None:
    granted(page, live_server)
    sign_in(page, alice)
    page.goto(f"{live_server.url}/settings/channels")
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/sw.js', {scope: '/'}).then(() => navigator.serviceWorker.ready)")
    page.wait_for_function("() => navigator.serviceWorker.ready.then((r) => r.active.state === 'activated')")
    for title in ("Your turn at Snow", "Time is up at Snow"):
        data = f'{{"title": "{title}", "body": "Until tomorrow", "url": "/tables/x/", "tag": "table-x", "lang": "en"}}'
        told = {"origin": live_server.url, "registrationId": found[-1], "data": data}
        session.send("ServiceWorker.deliverPushMessage", told)
        page.wait_for_function(
            "(title) => navigator.serviceWorker.ready.then((r) => r.getNotifications())"
            ".then((all) => all.length === 1 && all[0].title === title)",
            arg=title,
        )
    shown = page.evaluate(
        "navigator.serviceWorker.ready.then((r) => r.getNotifications())"
        ".then(([one]) => [one.body, one.tag, one.lang, one.data.url])"
    )
    assert shown == ["Until tomorrow", "table-x", "en", "/tables/x/"]


def test_a_browser_that_cannot_says_so(page: Any, live_server: Any, sign_in: Any, alice: Any) -> None:
    sign_in(page, alice)
    page.add_init_script("delete window.PushManager")
    page.goto(f"{live_server.url}/settings/channels")
    assert page.locator("[data-push-line]").inner_text().startswith("This browser takes no notices")
    assert not page.get_by_role("button", name="Notify this device", exact=True).is_visible()


def test_a_browser_that_was_told_to_refuse_says_so(page: Any, live_server: Any, sign_in: Any, alice: Any) -> None:
    sign_in(page, alice)
    page.add_init_script("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})")
    page.goto(f"{live_server.url}/settings/channels")
    assert page.locator("[data-push-line]").inner_text().startswith("This browser was told to refuse")
    assert not page.get_by_role("button", name="Notify this device", exact=True).is_visible()


def test_a_push_service_that_does_not_answer_is_said(page: Any, live_server: Any, sign_in: Any, alice: Any) -> None:
    granted(page, live_server)
    sign_in(page, alice)
    page.add_init_script("PushManager.prototype.subscribe = async () => { throw new Error('no service'); }")
    page.goto(f"{live_server.url}/settings/channels")
    button = page.get_by_role("button", name="Notify this device", exact=True)
    button.click()
    expect(page.locator("[data-push-line]")).to_contain_text("The browser could not sign up")
    assert button.is_visible()


def test_without_script_the_page_says_what_it_needs(
    plain_page: Any, live_server: Any, sign_in: Any, alice: Any
) -> None:
    sign_in(plain_page, alice)
    plain_page.goto(f"{live_server.url}/settings/channels")
    assert plain_page.locator("[data-push-line]").inner_text().startswith("For notices on this device the browser")
    assert plain_page.locator("[data-push] button:visible").count() == 0
