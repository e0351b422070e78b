"""The demo: two people who can sign in, three tables in three states, and nothing twice."""

import io
import time

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.management.commands import demo
from games.models import Game, Seat


@pytest.fixture
def said(db: None) -> str:
    out = io.StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_two_people_who_can_sign_in(said: str) -> None:
    for name, email, zone, language in demo.PEOPLE:
        assert email in said
        user = User.objects.get(email=email)
        assert (user.name, user.time_zone, user.language, user.is_confirmed) == (name, zone, language, True)
        client = Client()
        answer = client.post(reverse("account_login"), {"login": email, "password": demo.PASSWORD})
        assert answer.status_code == 302
        assert client.get(reverse("lobby")).wsgi_request.user == user
    assert demo.PASSWORD in said


def test_a_game_in_its_middle_where_a_person_is_asked(said: str) -> None:
    game = Game.objects.get(title=demo.MIDDLE)
    assert game.is_running
    assert game.progress["round"] >= demo.MIDDLE_ROUND
    asked = Seat.objects.select_related("user").get(game=game, question="turn")
    assert asked.user is not None
    assert asked.user.name == "Ragna"
    assert asked.due_at is not None
    assert set(game.seats.exclude(user=None).values_list("user__name", flat=True)) == {"Ragna", "Tobías"}


def test_an_open_table_and_one_of_bots(said: str) -> None:
    waiting, bots = Game.objects.get(title=demo.WAITING), Game.objects.get(title=demo.WATCHING)
    assert waiting.is_open
    assert waiting.seats.filter(user=None, bot="").count() == 2
    assert bots.is_running
    assert not bots.seats.filter(bot="").exists()


def test_a_second_time_changes_nothing_and_is_quick(said: str) -> None:
    before = list(Game.objects.order_by("pk").values_list("pk", "last_number"))
    began = time.monotonic()
    call_command("demo", stdout=io.StringIO())
    assert time.monotonic() - began < 5
    assert list(Game.objects.order_by("pk").values_list("pk", "last_number")) == before
    assert User.objects.count() == 2
