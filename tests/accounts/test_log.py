"""The delivery log: what became of each notice, in words, of the reader alone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.told import A_PAGE
from games import play
from games.models import Delivery, Game, Notice, PushSubscription
from games.notices import history


@pytest.fixture
def table(alice: User, bob: User) -> Game:
    return play.join(bob, play.open_table(alice, "hall", "Snow", 2, {}))


def told(person: User, game: Game | None, key: str = "k", kind: str = "your_turn", **fields: Any) -> Delivery:
    now = timezone.now()
    notice = Notice.objects.create(game=game, user=person, kind=kind, key=key, created_at=now, routed_at=now)
    return Delivery.objects.create(notice=notice, user=person, **{"channel": "mail", "due_at": now, **fields})


def states() -> list[tuple[dict[str, Any], list[str]]]:
    now: datetime = timezone.now()
    later, before = now + timedelta(hours=3), now - timedelta(minutes=2)
    return [
        ({"sent_at": before}, ["Sent "]),
        ({"due_at": before}, ["On its way"]),
        ({"due_at": later, "mode": "digest"}, ["Waits until", "daily"]),
        ({"due_at": before, "leased_until": later, "trouble": "smtp"}, ["Waits until", "mail server did not take it"]),
        ({"dropped_at": before, "why": "played"}, ["Not sent,", "You had already played."]),
        ({"failed_at": before, "trouble": "refused"}, ["Failed ", "The other side refused it."]),
        (
            {"failed_at": before, "trouble": "status", "channel": "hook", "fallback": "mail"},
            ["Failed ", "answered with an error. Sent by mail instead."],
        ),
        ({"failed_at": before, "trouble": "of-old", "fallback": "pigeon"}, ["For a reason that is no longer kept."]),
    ]


@pytest.mark.parametrize("number", range(8))
def test_each_state_is_told_in_words(alice: User, table: Game, enter: Any, number: int) -> None:
    Delivery.objects.all().delete()
    fields, words = states()[number]
    told(alice, table, **fields)
    page = enter(alice).get(reverse("notice_log")).content.decode()
    for word in words:
        assert word in page
    assert f'href="{reverse("table", args=[table.public_id])}"' in page


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_kind_and_every_reason_has_words(alice: User, enter: Any, language: str) -> None:
    alice.language = language
    alice.save()
    now = timezone.now()
    for kind in Notice.Kind.values:
        told(alice, None, key=kind, kind=kind, sent_at=now)
    for why in history.WHYS:
        told(alice, None, key=why, dropped_at=now, why=why)
    for trouble in history.TROUBLES:
        told(alice, None, key=trouble, failed_at=now, trouble=trouble)
    for page in ("1", "2", "3"):
        assert enter(alice).get(reverse("notice_log"), {"page": page}).status_code == 200


def test_the_log_is_of_the_reader_alone(alice: User, bob: User, table: Game, enter: Any) -> None:
    Delivery.objects.all().delete()
    told(alice, table, sent_at=timezone.now())
    assert "Nothing has been sent yet." in enter(bob).get(reverse("notice_log")).content.decode()


def test_by_channel_and_page_by_page(alice: User, enter: Any, django_assert_max_num_queries: Any) -> None:
    now = timezone.now()
    device = PushSubscription.objects.create(
        user=alice, endpoint="https://push.example.org/1", p256dh="a", auth="b", label="My laptop", created_at=now
    )
    told(alice, None, key="push", channel="push", target=str(device.pk), sent_at=now)
    for number in range(A_PAGE + 5):
        told(alice, None, key=str(number), sent_at=now)
    client = enter(alice)
    with django_assert_max_num_queries(9):
        first = client.get(reverse("notice_log"))
    assert len(first.context["lines"]) == A_PAGE
    assert 'href="?page=2"' in first.content.decode()
    pushed = client.get(reverse("notice_log"), {"channel": "push"})
    assert [line.target for line in pushed.context["lines"]] == ["My laptop"]
    assert "Nothing has gone this way yet." in client.get(reverse("notice_log"), {"channel": "hook"}).content.decode()
    mails = client.get(reverse("notice_log"), {"channel": "mail"}).content.decode()
    assert 'href="?channel=mail&amp;page=2"' in mails
    for odd in ({"channel": "pigeon"}, {"page": "99"}, {"page": "x"}, {"page": "\x00", "channel": "\x00"}):
        assert client.get(reverse("notice_log"), odd).status_code == 200
