"""Several senders and routers at the same instant do the work of one."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import notices
from games.models import Delivery, DigestDay, Game, Notice
from games.notices import preferences, sending
from tests.notices.conftest import Post, post, rows, tell
from tests.race.conftest import together

__all__ = ["post"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_a_message_is_sent_by_one_sender_with_all_that_is_due(alice: Any, table: Game, post: Post) -> None:
    Notice.objects.all().delete()
    for number in range(12):
        tell(alice, "seat_changed", table, str(number))
    notices.route_waiting(timezone.now())
    results = together(*[lambda: notices.send_to(alice.pk, "mail", "")] * 6)
    assert sorted(results) == [(0, 0)] * 5 + [(1, 0)]
    assert [len(m.notices) for m in post.sent] == [12]


def test_whole_runs_at_once_send_each_message_once(alice: Any, bob: Any, table: Game, post: Post) -> None:
    Notice.objects.all().delete()
    for number in range(30):
        tell((alice, bob)[number % 2], "seat_changed", table, str(number))
    results = together(*[notices.send_waiting] * 4)
    assert not [result for result in results if isinstance(result, Exception)]
    told = [notice.key for message in post.sent for notice in message.notices]
    assert sorted(told, key=int) == [str(number) for number in range(30)]
    assert Delivery.objects.filter(sent_at=None).count() == 0


def test_a_notice_is_routed_by_one_router(alice: Any, table: Game) -> None:
    Notice.objects.all().delete()
    for number in range(8):
        tell(alice, "seat_changed", table, str(number))
    now = timezone.now()
    results = together(*[lambda: notices.route_waiting(now)] * 4)
    assert sum(results) == 8
    assert len(rows()) == 8


def test_a_digest_is_sent_by_one_sender(alice: Any, table: Game, post: Post) -> None:
    """D79: two runs at once, one digest."""
    Notice.objects.all().delete()
    preferences.write(alice, matrix={"claim": {"mail": "digest"}})
    tell(alice, "seat_changed", table, "1")
    notices.route_waiting(timezone.now())
    Delivery.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    together(*[lambda: sending.send_to(alice.pk, "mail", "")] * 4)
    assert [len(m.notices) for m in post.sent] == [1]
    assert DigestDay.objects.count() == 1
