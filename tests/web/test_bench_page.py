"""The substitute bench: volunteering, seats on offer as everybody may see them, taking one after being asked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import play
from games.models import BenchEntry, Game, Seat
from tests.web.conftest import Opener


@pytest.fixture
def offered(alice: Any, bob: Any, open_table: Opener) -> Seat:
    """A seat that Alice has left in a game with Bob."""
    game = play.join(bob, open_table(2, "Abandoned adit"))
    play.resign(alice, game)
    return Seat.objects.select_related("game").get(game=game, user=alice)


def address(seat: Seat) -> str:
    return reverse("bench_seat", args=[seat.game.public_id, seat.number])


def test_volunteering_and_getting_up(charlie: Any, enter: Any) -> None:
    client = enter(charlie)
    assert "Volunteer for" in client.get(reverse("bench")).content.decode()
    assert client.post(reverse("bench_volunteer"), {"slug": "hall", "on": "1"}).status_code == 303
    assert BenchEntry.objects.filter(user=charlie, slug="hall").exists()
    assert "You are on the bench since" in client.get(reverse("bench")).content.decode()
    client.post(reverse("bench_volunteer"), {"slug": "hall", "on": "0"})
    assert not BenchEntry.objects.exists()


@pytest.mark.parametrize("slug", ["", "chess", "\x00", "../x"])
def test_no_bench_of_a_game_that_is_not_there(charlie: Any, enter: Any, slug: str) -> None:
    assert enter(charlie).post(reverse("bench_volunteer"), {"slug": slug, "on": "1"}).status_code == 400
    assert not BenchEntry.objects.exists()


def test_offers_are_shown_to_who_volunteered(offered: Seat, bob: Any, charlie: Any, enter: Any) -> None:
    client = enter(charlie)
    assert "Abandoned adit" not in client.get(reverse("bench")).content.decode()
    play.volunteer(charlie, offered.game.slug, True)
    page = client.get(reverse("bench")).content.decode()
    for words in ("Abandoned adit", "The seat of Alice, on autopilot.", "Offered until", "Honour:", "All about time"):
        assert words in page
    assert address(offered) in page
    play.volunteer(bob, offered.game.slug, True)
    assert address(offered) not in enter(bob).get(reverse("bench")).content.decode()


def test_what_taking_a_seat_means_is_said_before(offered: Seat, charlie: Any, enter: Any) -> None:
    client = enter(charlie)
    page = client.get(address(offered)).content.decode()
    assert "Your rating can rise by this game; it cannot fall." in page
    assert "You begin with a full clock." in page
    assert Seat.objects.get(pk=offered.pk).user != charlie
    answer = client.post(address(offered))
    assert answer.status_code == 303
    assert answer["Location"] == reverse("table", args=[offered.game.public_id])
    seat = Seat.objects.get(pk=offered.pk)
    assert (seat.user, seat.autopilot) == (charlie, False)
    assert "The seat is yours." in client.get(answer["Location"]).content.decode()


def test_a_seat_that_is_gone_is_refused_in_words(offered: Seat, alice: Any, bob: Any, charlie: Any, enter: Any) -> None:
    assert enter(bob).post(address(offered)).status_code == 409
    Seat.objects.filter(pk=offered.pk).update(offered_until=timezone.now() - timedelta(minutes=1))
    for method in ("get", "post"):
        assert getattr(enter(charlie), method)(address(offered)).status_code == 409
    play.return_to_seat(alice, offered.game)
    assert enter(charlie).post(address(offered)).status_code == 409
    assert Seat.objects.get(pk=offered.pk).user == alice


def test_no_such_seat_or_table(offered: Seat, charlie: Any, enter: Any) -> None:
    client, public_id = enter(charlie), offered.game.public_id
    for number in (0, 9, 10**20):
        assert client.get(reverse("bench_seat", args=[public_id, number])).status_code == 400
        assert client.post(reverse("bench_seat", args=[public_id, number])).status_code == 400
    assert client.get(reverse("bench_seat", args=["nowhere", 1])).status_code == 404


def test_seats_of_a_private_table_are_for_nobody_else(
    alice: Any, bob: Any, charlie: Any, open_table: Opener, enter: Any
) -> None:
    game: Game = play.join(bob, open_table(2, "Camera obscura", visibility="private", invited=[bob]))
    play.resign(alice, game)
    play.volunteer(charlie, game.slug, True)
    seat = Seat.objects.select_related("game").get(game=game, user=alice)
    assert "Camera obscura" not in enter(charlie).get(reverse("bench")).content.decode()
    assert enter(charlie).get(address(seat)).status_code == 404
    assert enter(charlie).post(address(seat)).status_code == 404


@pytest.mark.django_db
def test_the_bench_is_for_people_who_have_signed_in(client: Client) -> None:
    assert client.get(reverse("bench")).status_code == 302
    assert client.post(reverse("bench_volunteer"), {"slug": "hall", "on": "1"}).status_code == 302
