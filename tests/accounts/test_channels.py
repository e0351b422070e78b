"""The page of channels: mail, devices, webhooks, feeds, each with its state and its buttons; of the reader alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.trial import MOST
from games.feeds import keys
from games.models import PushSubscription, Webhook

NOW = timezone.now()


def hook(person: User, **fields: Any) -> Webhook:
    row = {"url": "https://example.org/in", "secret": "s" * 64, "created_at": NOW, "label": "Friday", **fields}
    return Webhook.objects.create(user=person, **row)


def test_the_state_of_the_mail_address(alice: User, enter: Any) -> None:
    page = enter(alice).get(reverse("channels")).content.decode()
    assert alice.email in page
    assert "Confirmed: mails go there." in page
    EmailAddress.objects.filter(user=alice).update(verified=False)
    assert "Not confirmed" in enter(alice).get(reverse("channels")).content.decode()


def test_a_test_by_mail_is_sent_to_the_confirmed_address_and_not_too_often(
    alice: User, enter: Any, mailoutbox: list[Any]
) -> None:
    alice.language = "es"
    alice.save()
    client = enter(alice)
    for _ in range(MOST + 2):
        assert client.post(reverse("mail_test")).status_code == 303
    assert len(mailoutbox) == MOST
    assert (mailoutbox[0].to, mailoutbox[0].subject) == ([alice.email], "Una prueba: los correos te llegan")
    EmailAddress.objects.filter(user=alice).update(verified=False)
    client.post(reverse("mail_test"))
    assert "Sin confirmar" in client.get(reverse("channels")).content.decode()
    assert len(mailoutbox) == MOST


def test_a_mail_server_that_does_not_take_the_test_is_told(alice: User, enter: Any, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 9, 2
    client = enter(alice)
    client.post(reverse("mail_test"))
    assert "The mail server did not take it." in client.get(reverse("channels")).content.decode()


def test_webhooks_stand_with_their_state_and_the_way_back(alice: User, bob: User, enter: Any) -> None:
    on = hook(alice)
    off = hook(alice, url="https://example.net/x", label="", failing_since=NOW - timedelta(days=2), off_at=NOW)
    page = enter(alice).get(reverse("channels")).content.decode()
    assert f'action="{reverse("hook_test", args=[on.pk])}"' in page
    assert f'action="{reverse("hook_again", args=[off.pk])}"' in page
    assert f'action="{reverse("hook_test", args=[off.pk])}"' not in page
    assert "example.net" in page
    assert "https://example.net/x" not in page
    assert "example.net" not in enter(bob).get(reverse("channels")).content.decode()
    for name in ("hook_test", "hook_again", "hook_remove"):
        assert enter(bob).post(reverse(name, args=[on.pk])).status_code == 404
    assert Webhook.objects.count() == 2


def test_a_refused_webhook_keeps_what_was_typed(alice: User, enter: Any) -> None:
    typed = {"label": "My bridge", "url": "http://127.0.0.1/in", "shape": "slack"}
    answer = enter(alice).post(reverse("hook_add"), typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="My bridge"' in page
    assert 'value="http://127.0.0.1/in"' in page
    assert '<option value="slack" selected>' in page
    assert 'id="id_url-error"' in page
    assert '<label for="id_url">Address</label>' in page
    assert not Webhook.objects.exists()


def test_devices_stand_with_their_buttons(alice: User, bob: User, enter: Any) -> None:
    row = {"p256dh": "a", "auth": "b", "created_at": NOW}
    own = PushSubscription.objects.create(user=alice, endpoint="https://push.example.org/1", label="Laptop", **row)
    PushSubscription.objects.create(user=bob, endpoint="https://push.example.org/2", label="Pocket of Bob", **row)
    page = enter(alice).get(reverse("channels")).content.decode()
    assert "Laptop" in page
    assert "Pocket of Bob" not in page
    assert f'action="{reverse("push_test", args=[own.pk])}"' in page
    assert enter(bob).post(reverse("push_test", args=[own.pk])).status_code == 404
    enter(bob).post(reverse("push_unsubscribe"), {"id": own.pk})
    assert PushSubscription.objects.count() == 2
    enter(alice).post(reverse("push_unsubscribe"), {"id": own.pk})
    assert not PushSubscription.objects.filter(user=alice).exists()


def test_the_address_of_a_feed_is_shown_to_its_owner_and_renewed(alice: User, bob: User, enter: Any) -> None:
    client = enter(alice)
    assert client.get(reverse("channels")).content.decode().count("Make an address") == 2
    assert client.post(reverse("feed_renew", args=["ical"])).status_code == 303
    first = keys.feed_url(alice.feed_keys.get())
    page = client.get(reverse("channels")).content.decode()
    assert f'readonly value="{first}"' in page
    assert first not in enter(bob).get(reverse("channels")).content.decode()
    client.post(reverse("feed_renew", args=["ical"]))
    assert first not in client.get(reverse("channels")).content.decode()
    client.post(reverse("feed_revoke", args=["ical"]))
    assert client.get(reverse("channels")).content.decode().count("Make an address") == 2
