"""Settings, language and zone of pages, the page of a person, and leaving for good."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clocks, play
from games.models import Seat

FIELDS = {"name": "Alice", "language": "en", "time_zone": "UTC", "theme": ""}


def test_settings_are_kept_and_followed_at_once(alice: User, enter) -> None:  # type: ignore[no-untyped-def]
    client = enter(alice)
    data = {"name": "Alice B", "language": "es", "time_zone": "America/Montevideo", "theme": "dark", "keys_on": "on"}
    answer = client.post(reverse("settings"), data)
    assert answer.status_code == 303
    alice.refresh_from_db()
    kept = (alice.name, alice.language, alice.time_zone, alice.theme, alice.keys_on)
    assert kept == ("Alice B", "es", "America/Montevideo", "dark", True)
    page = client.get(reverse("settings"), headers={"accept-language": "en"}).content.decode()
    assert '<html lang="es" data-theme="dark">' in page
    assert "Guardado." in page
    assert "(Montevideo)" in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "Admin"},
        {"name": "B0b"},
        {"language": "xx"},
        {"time_zone": "Mars/Base"},
        {"theme": "pink"},
        {"time_zone": "../../etc"},
    ],
)
def test_bad_settings_are_refused_and_change_nothing(alice: User, bob: User, enter, wrong: dict[str, str]) -> None:  # type: ignore[no-untyped-def]
    answer = enter(alice).post(reverse("settings"), {**FIELDS, "name": "Alicia", **wrong})
    assert answer.status_code == 422
    alice.refresh_from_db()
    assert (alice.name, alice.language, alice.time_zone, alice.theme) == ("Alice", "en", "UTC", "")


def test_the_name_in_the_bar_stays_true_when_a_change_is_refused(alice: User, enter) -> None:  # type: ignore[no-untyped-def]
    page = enter(alice).post(reverse("settings"), {**FIELDS, "name": "Admin"}).content.decode()
    assert '<span class="menu-name">Alice</span>' in page


def test_language_switch_for_people_and_for_visitors(client: Client, alice: User, enter) -> None:  # type: ignore[no-untyped-def]
    answer = client.post(reverse("language"), {"language": "es", "next": "/rules"})
    assert answer.url == "/rules"
    assert '<html lang="es"' in client.get("/rules").content.decode()
    assert client.post(reverse("language"), {"language": "es", "next": "//evil.example"}).url == "/"
    enter(alice).post(reverse("language"), {"language": "es"})
    alice.refresh_from_db()
    assert alice.language == "es"
    enter(alice).post(reverse("language"), {"language": "tlh"})
    alice.refresh_from_db()
    assert alice.language == "es"


@pytest.mark.django_db
def test_visitors_see_the_zone_of_their_browser(client: Client) -> None:
    client.cookies["zone"] = "America%2FBogota"
    assert "Bogota" in client.get("/rules").content.decode()
    client.cookies["zone"] = "<script>"
    page = client.get("/rules").content.decode()
    assert "UTC" in page
    assert "<script>/" not in page


def test_the_page_of_a_person_shows_nothing_private(alice: User, bob: User, enter) -> None:  # type: ignore[no-untyped-def]
    page = enter(bob).get(reverse("person", args=[alice.pk])).content.decode()
    assert "Alice" in page
    assert "alice@example.org" not in page
    assert Client().get(reverse("person", args=[10**9])).status_code == 404


def test_leaving_for_good(alice: User, bob: User, enter) -> None:  # type: ignore[no-untyped-def]
    game = play.open_table(alice, "hall", "Snow", 2, {}, terms=clocks.per_turn(24))
    play.join(bob, game)
    client = enter(alice)
    page = client.get(reverse("delete_account")).content.decode()
    assert "autopilot takes your seat" in page
    assert "Keep playing" in page
    assert client.post(reverse("delete_account"), {"password": "no"}).status_code == 422
    assert client.post(reverse("delete_account"), {"password": "lantern in the window"}).url == "/"
    gone = User.objects.get(pk=alice.pk)
    assert (gone.name, gone.is_active, gone.is_confirmed) == (f"deleted player #{alice.pk}", False, False)
    assert "alice" not in f"{gone.email} {gone.name}".lower()
    assert not gone.has_usable_password()
    seat = Seat.objects.get(game=game, user=alice)
    assert seat.autopilot
    assert gone.name in seat.label()
    assert client.get(reverse("settings")).status_code == 302
    assert Client().get(reverse("person", args=[alice.pk])).status_code == 404


def test_a_deleted_account_is_named_in_the_language_of_who_reads(alice: User, bob: User, enter) -> None:  # type: ignore[no-untyped-def]
    game = play.join(bob, play.open_table(alice, "hall", "Snow", 2, {}, terms=clocks.per_turn(24)))
    closed = play.open_table(alice, "hall", "Ice", 3, {})
    enter(alice).post(reverse("delete_account"), {"password": "lantern in the window"})
    for language, name in (("en", f"deleted player #{alice.pk}"), ("es", f"cuenta borrada n.º {alice.pk}")):
        User.objects.filter(pk=bob.pk).update(language=language)
        client = enter(bob)
        for path in (reverse("table", args=[game.public_id]), reverse("home")):
            assert name in client.get(path).content.decode()
        page = client.get(reverse("table", args=[closed.public_id])).content.decode()
        assert name in page
        assert language == "en" or "deleted player" not in page


def test_two_deleted_accounts_do_not_collide(alice: User, bob: User) -> None:
    alice.anonymise()
    bob.anonymise()
    assert User.objects.filter(is_active=False).count() == 2


def test_admin_shows_people_without_secrets(alice: User, enter) -> None:  # type: ignore[no-untyped-def]
    chief = User.objects.create_superuser("chief@example.org", "Chief", "lantern in the window")
    client = enter(chief)
    listing = client.get("/admin/accounts/user/").content.decode()
    page = client.get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()
    assert "alice@example.org" in listing
    assert "Alice" in page
    assert alice.password not in listing + page
    assert "md5$" not in page


def test_admin_refuses_a_name_that_looks_like_anothers(alice: User, bob: User, enter) -> None:  # type: ignore[no-untyped-def]
    chief = User.objects.create_superuser("chief@example.org", "Chief", "lantern in the window")
    data = {"name": "B0b", "language": "en", "time_zone": "UTC", "theme": "", "is_active": "on"}
    answer = enter(chief).post(f"/admin/accounts/user/{alice.pk}/change/", data)
    assert answer.status_code == 200
    assert "looks the same" in answer.content.decode() or "parece el mismo" in answer.content.decode()
    assert enter(chief).post(f"/admin/accounts/user/{alice.pk}/change/", {**data, "name": "Alba"}).status_code == 302
    alice.refresh_from_db()
    assert alice.name == "Alba"


def test_the_day_on_a_persons_page_is_written_like_everywhere(alice: User, bob: User, enter) -> None:  # type: ignore[no-untyped-def]
    page = reverse("person", args=[bob.pk])
    User.objects.filter(pk=bob.pk).update(date_joined=datetime(2025, 12, 3, 12, tzinfo=UTC))
    assert "<dd>Wed 3 Dec 2025</dd>" in enter(alice).get(page).content.decode()
    User.objects.filter(pk=alice.pk).update(language="es")
    assert "<dd>mié 3 dic 2025</dd>" in enter(alice).get(page).content.decode()


def test_the_time_zone_of_a_person_is_shown_to_that_person_alone(alice: User, bob: User, enter) -> None:  # type: ignore[no-untyped-def]
    User.objects.filter(pk=bob.pk).update(time_zone="America/Montevideo")
    page = reverse("person", args=[bob.pk])
    assert "America/Montevideo" in enter(bob).get(page).content.decode()
    assert "Montevideo" not in enter(alice).get(page).content.decode()
    assert "Montevideo" not in Client().get(page).content.decode()
