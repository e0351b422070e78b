"""The pages of notices, channels, absences, the log, the bench and the start page, full of all they can show, in a real
browser: accessible, nothing cut off, no error of a script; used without script and by keyboard."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import play
from games.feeds import keys
from games.models import Delivery, Game, Notice, PushSubscription, Rating, Seat, Vacation, Webhook
from games.notices import preferences
from games.play import talk
from tests.look.test_browser import faults

pytestmark = pytest.mark.django_db(transaction=True)
OWN = ("home", "notices", "channels", "away", "notice_log", "bench")


def table(title: str, opener: User, *others: User) -> Game:
    game = play.open_table(opener, "hall", title, len(others) + 1, {})
    for person in others:
        game = play.join(person, game)
    return game


@pytest.fixture
def full(alice: User, bob: User, charlie: User) -> Seat:
    """Alice has one of everything. The seat that is offered to her."""
    now = timezone.now()
    User.objects.filter(pk=alice.pk).update(quiet_from=1320, quiet_to=420, auto_vacation=True)
    ways = {"user": alice, "created_at": now}
    Webhook.objects.create(url="https://a.example.org/x", secret="s" * 64, label="Friday table", **ways)
    gone = {"failing_since": now - timedelta(days=2), "off_at": now}
    Webhook.objects.create(url="https://b.example.org/x", secret="s" * 64, shape="slack", **gone, **ways)
    PushSubscription.objects.create(endpoint="https://p.example.org/x", p256dh="p", auth="a", label="Laptop", **ways)
    keys.renew(alice, "ical")
    first, paused, left = (table(f"Snow {n}", alice, bob) for n in range(3))
    preferences.write_table(alice, first, {"moved": {"mail": "digest"}})
    play.vote(bob, paused, play.propose(alice, paused, "pause", {"days": 3}).pk, True)
    play.propose(bob, first, "pause", {"days": 2})
    play.resign(alice, left)
    talk.say(bob, first, "Hello")
    play.volunteer(alice, "hall", True)
    abandoned = table("Abandoned adit", bob, charlie)
    play.resign(bob, abandoned)
    Rating.objects.create(user=alice, slug="hall", mu=27.3, sigma=4.1, games=5)
    fates: list[dict[str, Any]] = [
        {"sent_at": now}, {"dropped_at": now, "why": "played"}, {"due_at": now + timedelta(hours=9), "mode": "digest"},
        {"failed_at": now, "trouble": "refused", "fallback": "mail", "channel": "hook"}, {},
    ]  # fmt: skip
    for number, fate in enumerate(fates * 8):
        kind = Notice.Kind.values[number % len(Notice.Kind.values)]
        notice = Notice.objects.create(user=alice, game=first, kind=kind, key=f"look {number}", created_at=now)
        Notice.objects.filter(pk=notice.pk).update(routed_at=now)
        Delivery.objects.create(notice=notice, user=alice, **{"channel": "mail", "due_at": now, **fate})
    return Seat.objects.get(game=abandoned, user=bob)


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_full_pages_are_sound(
    browser: Any, live_server: Any, sign_in: Any, alice: User, full: Seat, width: int, theme: str
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=theme, locale="en")
    page, said, found = context.new_page(), [], []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    sign_in(page, alice)
    seat = reverse("bench_seat", args=[full.game.public_id, full.number])
    for address in [*(reverse(name) for name in OWN), seat, reverse("person", args=[alice.pk])]:
        page.goto(live_server.url + address)
        found += faults(page, address, width)
    now = timezone.now()
    Vacation.objects.create(user=alice, starts_at=now, ends_at=now + timedelta(days=3))
    preferences.write(alice, muted=True)
    for name in ("home", "notices", "away"):
        page.goto(live_server.url + reverse(name))
        found += faults(page, name, width)
    context.close()
    assert found == []
    assert said == []


def test_refused_forms_are_sound_and_lead_to_the_field(
    browser: Any, live_server: Any, sign_in: Any, alice: User
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    page = context.new_page()
    sign_in(page, alice)
    page.goto(live_server.url + reverse("away"))
    page.get_by_label("From", exact=True).select_option("22:00")
    page.get_by_role("button", name="Save").last.click()
    assert page.get_by_label("From", exact=True).input_value() == "1320"
    assert "Fill in both times" in page.locator("#id_quiet_to-error").inner_text()
    assert page.get_by_label("To", exact=True).get_attribute("aria-describedby") == "id_quiet_to-error"
    found = faults(page, "away, refused", 390)
    page.goto(live_server.url + reverse("channels"))
    page.get_by_label("Address", exact=True).fill("http://127.0.0.1/in")
    page.get_by_role("button", name="Add it").click()
    assert page.get_by_label("Address", exact=True).input_value() == "http://127.0.0.1/in"
    found += faults(page, "channels, refused", 390)
    context.close()
    assert found == []


def test_notices_are_chosen_without_script_on_a_phone(
    browser: Any, live_server: Any, sign_in: Any, alice: User
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False, locale="en")
    page = context.new_page()
    sign_in(page, alice)
    page.goto(live_server.url + reverse("notices"))
    page.get_by_role("combobox", name="Somebody moved Mail").select_option("once a day")
    page.get_by_label("one hour").uncheck()
    page.get_by_role("button", name="Save").click()
    assert "Saved." in page.get_by_role("status").inner_text()
    kept = preferences.read(alice)
    assert (kept.mode("moved", "mail"), kept.reminders) == ("digest", ["half", "fifth"])
    assert not page.locator("select[name=turn-push]").is_visible()
    assert page.get_by_text("Not set up yet: web push and webhook.").is_visible()
    context.close()


def test_everything_is_reached_by_keyboard(browser: Any, live_server: Any, sign_in: Any, alice: User) -> None:
    """Every control of the page has the focus once, in the order in which it stands there."""
    context = browser.new_context(viewport={"width": 1280, "height": 844}, locale="en")
    page = context.new_page()
    sign_in(page, alice)
    for name in ("notices", "channels", "away", "bench"):
        page.goto(live_server.url + reverse(name))
        wanted = page.evaluate(
            """[...document.querySelectorAll("main a[href], main button, main select, main input, main summary")]
            .filter(e => e.checkVisibility() && !e.disabled && e.type !== "hidden").length"""
        )
        page.locator("main").focus()
        seen = 0
        while page.keyboard.press("Tab") or page.evaluate("!!document.activeElement.closest('main')"):
            seen += 1
        assert seen >= wanted > 0, name
    context.close()
