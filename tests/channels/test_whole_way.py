"""From a move to what arrives: the outbox, real channels, receivers of this computer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone

from games import clocks, notices, play
from games.models import Delivery, Game, Notice, PushSubscription, Webhook
from games.notices import preferences
from tests.channels.pushservice import Browser
from tests.channels.receiver import Receiver, listening
from tests.channels.test_hook import webhook
from tests.play.conftest import hand

Do = Callable[..., play.Outcome]


@pytest.fixture
def service(local: None) -> Iterator[Receiver]:
    """A push service."""
    with listening() as found:
        yield found


@pytest.fixture
def keys(bob: Any, service: Receiver) -> Browser:
    """Bob's browser."""
    made = Browser()
    PushSubscription.objects.create(
        user=bob, endpoint=service.url, p256dh=made.p256dh, auth=made.auth, created_at=timezone.now()
    )
    return made


def no_mail(user: Any) -> None:
    """The toy game has no words for mails."""
    preferences.write(user, matrix={event: {"mail": "off"} for event in ("turn", "started", "full", "moved")})


def opening(game: Game, do: Do, *users: Any) -> None:
    """Everybody hides two cards; what was told of that is forgotten."""
    for user in users:
        cards = hand(user, game)
        do(user, game, f"hide {cards[0]}; hide {cards[1]}")
    Notice.objects.all().delete()


def test_a_turn_reaches_webhook_and_device_once(
    alice: Any, bob: Any, table: Game, do: Do, receiver: Receiver, service: Receiver, keys: Browser
) -> None:
    webhook(bob, receiver.url)
    for user in (alice, bob):
        no_mail(user)
    opening(table, do, alice, bob)
    do(alice, table, "end")
    notices.send_waiting()
    notices.send_waiting()
    assert json.loads(receiver.got[0].body)["text"].startswith("Evening: it is Bob’s turn, until ")
    assert keys.opened(service.got[0])["title"] == "Your turn at Evening"
    assert (len(receiver.got), len(service.got)) == (1, 1)
    done = Delivery.objects.filter(user=bob, sent_at__isnull=False).values_list("channel", flat=True)
    assert sorted(done) == ["hook", "push"]


def test_two_players_with_one_address_make_one_post(
    alice: Any, bob: Any, charlie: Any, do: Do, receiver: Receiver
) -> None:
    """D83: both are asked at once, both have entered the room of their club."""
    game = play.open_table(alice, "toy", "Evening", 3, {}, terms=clocks.per_turn(24), random_order=False)
    for user in (bob, charlie):
        play.join(user, game)
    for user in (alice, bob, charlie):
        no_mail(user)
        webhook(user, receiver.url)
    opening(game, do, alice, bob, charlie)
    do(alice, game, "end")
    notices.send_waiting()
    notices.send_waiting()
    assert len(receiver.got) == 1


def test_a_silent_question_goes_another_way(
    alice: Any, bob: Any, charlie: Any, do: Do, receiver: Receiver, service: Receiver, keys: Browser
) -> None:
    """What the room must not learn reaches Bob's own device."""
    game = play.open_table(alice, "toy", "Evening", 3, {}, terms=clocks.per_turn(24), random_order=False)
    for user in (bob, charlie):
        play.join(user, game)
    opening(game, do, alice, bob, charlie)
    for user in (alice, bob, charlie):
        no_mail(user)
    webhook(bob, receiver.url)
    preferences.write(bob, matrix={"turn": {"mail": "off", "push": "off", "hook": "now"}})
    do(alice, game, "call")
    notices.send_waiting()
    notices.send_waiting()
    assert receiver.got == []
    assert keys.opened(service.got[0])["title"] == "Your turn at Evening"
    assert Webhook.objects.get(user=bob).off_at is None


def test_a_webhook_that_is_gone_lets_its_owner_know_by_mail(
    alice: Any, bob: Any, table: Game, do: Do, receiver: Receiver, mailoutbox: Any
) -> None:
    receiver.status = 410
    webhook(bob, receiver.url)
    preferences.write(bob, matrix={"turn": {"mail": "off", "hook": "now"}})
    no_mail(alice)
    opening(table, do, alice, bob)
    do(alice, table, "end")
    try:
        notices.send_waiting()
    finally:
        told = Notice.objects.get(user=bob, kind=Notice.Kind.CHANNEL_OFF)
    assert told.game is None
    Notice.objects.exclude(pk=told.pk).delete()
    notices.send_waiting()
    (mail,) = mailoutbox
    assert mail.to == [bob.email]
    assert len(receiver.got) == 1
