"""The start page leads to games to watch and to all that was played; the list of one's finished tables."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.home import WATCH_MOST
from games import play
from games.models import Game
from tests.web.conftest import Opener


def test_public_games_of_others_can_be_watched(running: Game, alice: Any, charlie: Any, enter: Any) -> None:
    page = enter(charlie).get(reverse("home"))
    assert [card.game for card in page.context["watch"]] == [running]
    text = page.content.decode()
    assert "Watch a running game" in text
    assert f'<a href="{reverse("table", args=[running.public_id])}">{running.title}</a>' in text
    assert page.context["watch"][0].others in ("Alice and Bob", "Bob and Alice")
    assert "Watch a running game" not in enter(alice).get(reverse("home")).content.decode()


@pytest.mark.parametrize("visibility", ["private", "invited"])
def test_no_other_game_is_shown_to_watch(
    visibility: str, bob: Any, charlie: Any, enter: Any, open_table: Opener
) -> None:
    hidden = open_table(2, "Camera obscura", visibility=visibility, invited=[bob])
    assert play.join(bob, hidden).is_running
    assert "Camera obscura" not in enter(charlie).get(reverse("home")).content.decode()


def test_the_list_of_games_to_watch_is_short_and_cheap(
    bob: Any, charlie: Any, enter: Any, open_table: Opener, django_assert_max_num_queries: Any
) -> None:
    for number in range(WATCH_MOST + 1):
        play.join(bob, open_table(2, f"Table {number}"))
    client = enter(charlie)
    with django_assert_max_num_queries(14):
        page = client.get(reverse("home"))
    assert len(page.context["watch"]) == WATCH_MOST


def test_a_table_can_be_opened_while_others_wait(running: Game, alice: Any, charlie: Any, enter: Any) -> None:
    for person in (alice, charlie):
        text = enter(person).get(reverse("home")).content.decode()
        assert text.count(f'href="{reverse("create")}"') == text.count("Open a table") == 1


def test_finished_tables_with_scoring_and_replay(finished: Game, alice: Any, charlie: Any, enter: Any) -> None:
    assert reverse("finished") in enter(alice).get(reverse("home")).content.decode()
    assert reverse("finished") in enter(alice).get(reverse("person", args=[alice.pk])).content.decode()
    page = enter(alice).get(reverse("finished")).content.decode()
    for name in ("table", "replay"):
        assert f'href="{reverse(name, args=[finished.public_id])}"' in page
    assert "With Bob." in page
    alice.language = "es"
    alice.save()
    assert "Con Bob." in enter(alice).get(reverse("finished")).content.decode()
    assert "None of your tables" in enter(charlie).get(reverse("finished")).content.decode()
    assert Client().get(reverse("finished")).status_code == 302


def test_finished_tables_page_by_page(
    alice: Any, enter: Any, open_table: Opener, django_assert_max_num_queries: Any
) -> None:
    """Newest first, twenty a page, in a fixed number of queries."""
    now = timezone.now()
    for number in range(25):
        game = open_table(2, f"Table {number}")
        over = {"status": Game.Status.FINISHED, "finished_at": now - timedelta(days=number)}
        Game.objects.filter(pk=game.pk).update(**over)
    client = enter(alice)
    with django_assert_max_num_queries(8):
        first = client.get(reverse("finished"))
    assert [card.game.title for card in first.context["cards"]] == [f"Table {number}" for number in range(20)]
    second = client.get(reverse("finished"), {"page": "2"})
    assert [card.game.title for card in second.context["cards"]] == [f"Table {number}" for number in range(20, 25)]
    for odd in ("99", "x", "\x00"):
        assert client.get(reverse("finished"), {"page": odd}).status_code == 200
