"""Presence: an act at that very table within two minutes, looked at a second time ten minutes later."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import notices, play
from games.models import Game, Notice, Seat
from games.notices import presence
from tests.notices.conftest import Post, hook, rows, send, tell
from tests.play.conftest import seat_of


def touch(user: Any, game: Game) -> None:
    presence.touch(Seat.objects.get(game=game, user=user))


def test_who_is_at_the_table_is_told_ten_minutes_later_if_gone_by_then(one_turn: Game, alice: Any, post: Post) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        touch(alice, one_turn)
        assert send() == 0
        assert (rows()[0].looks, rows()[0].tries) == (1, 0)
        clock.shift(timedelta(minutes=9, seconds=59))
        assert send() == 0
        clock.shift(timedelta(seconds=1))
        assert send() == 1
    assert post.went() == [("mail", "Alice", ["your_turn"])]


def test_who_is_still_there_at_the_second_look_is_not_told(one_turn: Game, alice: Any, post: Post) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        touch(alice, one_turn)
        send()
        clock.shift(timedelta(minutes=9))
        touch(alice, one_turn)
        clock.shift(timedelta(minutes=1))
        assert send() == 0
    assert rows()[0].why == "here"
    assert post.sent == []


def test_an_open_page_is_no_presence(one_turn: Game, alice: Any, post: Post) -> None:
    """D74: a tab that has been open for half an hour, while the turn arrives: the mail is sent."""
    with time_machine.travel(timezone.now(), tick=False) as clock:
        touch(alice, one_turn)
        clock.shift(timedelta(minutes=2, seconds=1))
        assert send() == 1


def test_presence_counts_for_that_very_table_alone(alice: Any, bob: Any, one_turn: Game, post: Post) -> None:
    """D74: active at one table, told about the other."""
    other = play.open_table(alice, "toy", "Other", 2, {}, random_order=False)
    play.join(bob, other)
    touch(alice, one_turn)
    assert send() == 1
    assert {n.game_id for m in post.sent for n in m.notices} == {other.pk}


def test_what_the_table_does_not_show_is_told_at_once(alice: Any, one_turn: Game, post: Post) -> None:
    Notice.objects.all().delete()
    tell(alice, "security", what="password")
    touch(alice, one_turn)
    assert send() == 1


def test_a_webhook_does_not_wait_for_one_person(alice: Any, one_turn: Game, post: Post) -> None:
    hook(alice)
    touch(alice, one_turn)
    assert send() == 1
    assert post.went() == [("hook", "Alice", ["your_turn"])]


def test_the_turn_played_meanwhile_is_told_to_nobody(alice: Any, one_turn: Game, post: Post, do: Any) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        touch(alice, one_turn)
        send()
        do(alice, one_turn, f"hide {reading_hand(alice, one_turn)}")
        clock.shift(timedelta(minutes=11))
        assert send() == 0
    assert rows(notice__kind="your_turn")[0].why == "played"


def reading_hand(user: Any, game: Game) -> int:
    from tests.play.conftest import hand

    return hand(user, game)[0]


def test_acts_in_quick_succession_are_written_once(alice: Any, one_turn: Game, django_assert_num_queries: Any) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        seat = seat_of(alice, one_turn)
        with django_assert_num_queries(1):
            presence.touch(seat)
        with django_assert_num_queries(0):
            clock.shift(timedelta(seconds=29))
            presence.touch(seat)
            presence.touch(None)
        clock.shift(timedelta(seconds=1))
        presence.touch(seat)
        assert seat_of(alice, one_turn).here_at == timezone.now()


@pytest.fixture
def hall(alice: Any, bob: Any) -> Game:
    """A game with pages, of two people."""
    from tests.web.conftest import SLUG

    return play.join(bob, play.open_table(alice, SLUG, "Evening", 2, {}))


def test_pages_and_deeds_count_and_asking_for_news_does_not(
    hall: Game, alice: Any, bob: Any, charlie: Any, enter: Any
) -> None:
    """D74: the poll of an open page is no act."""
    client: Client = enter(alice)
    tag = None
    for name in ("now", "now"):
        answer = client.get(reverse(name, args=[hall.public_id]), headers={"If-None-Match": tag or ""})
        tag = answer["ETag"]
    assert seat_of(alice, hall).here_at is None
    client.get(reverse("table", args=[hall.public_id]))
    first = seat_of(alice, hall).here_at
    assert first is not None
    with time_machine.travel(timezone.now() + timedelta(minutes=5), tick=False):
        client.post(
            reverse("act", args=[hall.public_id]), {"line": "nonsense", "key": seat_of(alice, hall).decision_key}
        )
        assert seat_of(alice, hall).here_at == timezone.now()
    enter(charlie).get(reverse("table", args=[hall.public_id]))
    assert seat_of(bob, hall).here_at is None
    assert notices.send_waiting() >= 0
