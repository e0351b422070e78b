"""The page of a person: reliability with its parts, ratings, vacation; nothing else of their absences."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Rating, Tenure, TurnRecord, Vacation


def page_of(client: Client, person: User) -> str:
    return client.get(reverse("person", args=[person.pk])).content.decode()


def test_a_newcomer_has_no_number(alice: User, enter: Any) -> None:
    page = page_of(enter(alice), alice)
    assert "New here" in page
    assert "No turn with a clock yet" in page
    assert "%" not in page[page.index("facts-card") : page.index("</dl>")]


def test_reliability_is_told_with_its_parts(alice: User, bob: User, enter: Any) -> None:
    game = play.join(bob, play.open_table(alice, "hall", "Snow", 2, {}))
    now = timezone.now()
    rows = [TurnRecord(game=game, user=alice, seat=1, turn=n, in_time=n < 18, at=now) for n in range(20)]
    TurnRecord.objects.bulk_create(rows)
    Tenure.objects.filter(game=game, user=alice).delete()
    Tenure.objects.create(game=game, number=1, user=alice, began_at=now, ended_at=now, how="finished")
    page = page_of(enter(bob), alice)
    assert "95%" in page
    assert "18 of the last 20 turns in time" in page
    assert "1 of 1 game played to the end" in page


def test_a_rating_is_told_with_how_sure_it_is(alice: User, bob: User, enter: Any) -> None:
    Rating.objects.create(user=alice, slug="hall", mu=27.34, sigma=4.06, games=5)
    Rating.objects.create(user=alice, slug="chess", mu=1.0, sigma=1.0, games=5)
    page = page_of(enter(bob), alice)
    assert "27.3" in page
    assert "give or take 4.1, 5 games" in page
    bob.language = "es"
    bob.save()
    assert "27,3" in page_of(enter(bob), alice)


def test_a_vacation_is_told_and_quiet_hours_are_not(alice: User, bob: User, enter: Any) -> None:
    alice.quiet_from, alice.quiet_to = 1320, 420
    alice.save()
    now = timezone.now()
    assert "vacation" not in page_of(enter(bob), alice)
    Vacation.objects.create(user=alice, starts_at=now - timedelta(days=1), ends_at=now + timedelta(days=4))
    assert "Alice is on vacation until" in page_of(enter(bob), alice)
    assert "Alice is on vacation until" in page_of(Client(), alice)
    own = page_of(enter(alice), alice)
    assert "You are on vacation until" in own
    assert reverse("away") in own
    assert "22:00" not in page_of(enter(bob), alice)
