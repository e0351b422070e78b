"""The buttons of a person's webhooks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.views import forget
from games.channels.shown import channels_of
from games.feeds import keys
from games.models import FeedKey, PushSubscription, Webhook
from tests.channels.receiver import Receiver
from tests.channels.test_hook import signed_as_documented, webhook

Enter = Callable[[Any], Client]
ADD = "/settings/hooks/add"


def said(client: Client, response: Any) -> str:
    """The page that follows."""
    assert response.status_code in (302, 303)
    return client.get(response["Location"]).content.decode()


def test_a_webhook_is_added_tried_and_taken_away(alice: Any, enter: Enter, receiver: Receiver) -> None:
    client = enter(alice)
    told = {"url": f"  {receiver.url} ", "shape": "json", "label": "Our\nroom"}
    assert "The webhook is on." in said(client, client.post(ADD, told))
    row = Webhook.objects.get()
    assert (row.user_id, row.url, row.label, len(row.secret)) == (alice.pk, receiver.url, "Our room", 64)
    assert "The test was taken." in said(client, client.post(f"/settings/hooks/{row.pk}/test"))
    (got,) = receiver.got
    assert json.loads(got.body)["text"] == "A test from Lantern Post: notices arrive here."
    assert signed_as_documented(got.headers["x-lantern-signature"], got.body, row.secret)
    assert "The webhook is gone" in said(client, client.post(f"/settings/hooks/{row.pk}/remove"))
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("shape", ["discord", "slack"])
def test_the_test_has_the_shape_of_the_receiver(shape: str, alice: Any, enter: Enter, receiver: Receiver) -> None:
    client = enter(alice)
    client.post(f"/settings/hooks/{webhook(alice, receiver.url, shape).pk}/test")
    assert {"discord": "content", "slack": "text"}[shape] in json.loads(receiver.got[0].body)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://hooks.example.org/", "must begin with https"),
        ("https://127.0.0.1/", "private network"),
        ("https://[::ffff:10.0.0.1]/", "private network"),
        ("https://me:word@hooks.example.org/", "password before an @"),
        ("https://hooks.example.org:22/", "Only the usual ports"),
        ("https://2130706433/", "not written as names of hosts"),
        ("https://no-such-host.invalid/", "no host of this name"),
        ("nonsense", "must begin with https"),
        ("https://" + "x" * 700, "too long"),
        ("", "Fill this in."),
    ],
)
def test_an_address_that_is_not_posted_to_is_refused_in_words(url: str, words: str, alice: Any, enter: Enter) -> None:
    response = enter(alice).post(ADD, {"url": url, "shape": "slack", "label": "Typed before"})
    assert response.status_code == 422
    page = response.content.decode()
    assert words in page
    assert "Typed before" in page
    assert not Webhook.objects.exists()


def test_the_same_address_twice_and_too_many_are_refused(alice: Any, enter: Enter, receiver: Receiver) -> None:
    client = enter(alice)
    for number in range(10):
        assert client.post(ADD, {"url": f"{receiver.url}&n={number}", "shape": "json"}).status_code == 303
    response = client.post(ADD, {"url": f"{receiver.url}&n=1", "shape": "json"})
    assert (response.status_code, "have this address already" in response.content.decode()) == (422, True)
    response = client.post(ADD, {"url": f"{receiver.url}&n=10", "shape": "json"})
    assert (response.status_code, "You have 10 webhooks" in response.content.decode()) == (422, True)
    assert Webhook.objects.count() == 10


def test_a_test_that_fails_says_why(alice: Any, enter: Enter, receiver: Receiver) -> None:
    client, receiver.status = enter(alice), 302
    row = webhook(alice, receiver.url)
    page = said(client, client.post(f"/settings/hooks/{row.pk}/test"))
    assert "sends us on to another address" in page


def test_tests_are_limited(alice: Any, enter: Enter, receiver: Receiver) -> None:
    client, row = enter(alice), webhook(alice, receiver.url)
    for _ in range(12):
        response = client.post(f"/settings/hooks/{row.pk}/test")
    assert "very often" in said(client, response)
    assert len(receiver.got) == 10


def test_one_that_is_off_says_so_and_can_be_used_again(alice: Any, enter: Enter) -> None:
    row = webhook(alice, "https://hooks.example.org/secret-path")
    now = timezone.now()
    Webhook.objects.update(off_at=now, failing_since=now)
    (shown,) = channels_of(alice, now).hooks
    assert (shown.state, shown.host, shown.label) == ("off", "hooks.example.org", "Our room")
    assert shown.words.startswith("Switched off")
    client = enter(alice)
    assert "used again" in said(client, client.post(f"/settings/hooks/{row.pk}/again"))
    row.refresh_from_db()
    assert (row.off_at, row.failing_since) == (None, None)


def test_an_account_that_is_emptied_has_no_ways_left(alice: Any, enter: Enter, receiver: Receiver) -> None:
    webhook(alice, receiver.url)
    keys.renew(alice, "atom")
    PushSubscription.objects.create(user=alice, endpoint=receiver.url, p256dh="x", auth="y", created_at=timezone.now())
    forget(alice)
    for model in (Webhook, FeedKey, PushSubscription):
        assert not model.objects.exists()


def test_webhooks_of_others_are_not_there(alice: Any, bob: Any, enter: Enter, receiver: Receiver) -> None:
    row = webhook(alice, receiver.url)
    for verb in ("test", "again", "remove"):
        assert enter(bob).post(f"/settings/hooks/{row.pk}/{verb}").status_code == 404
        assert enter(alice).get(f"/settings/hooks/{row.pk}/{verb}").status_code == 405
        assert Client().post(f"/settings/hooks/{row.pk}/{verb}").status_code == 302
    assert channels_of(bob, timezone.now()).hooks == []
    assert receiver.got == []
    assert Webhook.objects.exists()
