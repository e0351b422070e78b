"""The delivery log of a person, and what is forgotten."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games import channels, tasks
from games.channels import Permanent
from games.models import Delivery, DigestDay, Game, Notice, NoticeSettings, TableNotices
from games.notices import history, preferences
from tests.notices.conftest import Post, device, rows, send, tell


def test_the_log_tells_each_person_what_became_of_their_own_notices(
    alice: Any, bob: Any, one_turn: Game, post: Post, django_assert_num_queries: Any
) -> None:
    preferences.write(alice, matrix={"turn": {"mail": "off"}})
    device(alice)
    post.push.trouble = lambda rows: Permanent("gone")
    tell(bob, "vote_ended", one_turn, "1")
    send()
    send()
    with django_assert_num_queries(1):
        told = [(row.channel, row.notice.kind, row.notice.game.title, row.fallback) for row in history.log(alice)]
    assert told == [("mail", "your_turn", "Evening", ""), ("push", "your_turn", "Evening", "mail")]
    assert [row.channel for row in history.log(alice, "push")] == ["push"]
    assert [row.notice.kind for row in history.log(bob)] == ["vote_ended"]


def test_every_trouble_of_the_channels_has_a_name_in_the_log() -> None:
    for name in channels.CHANNELS:
        known = getattr(channels.channel(name), "TROUBLES", ())
        assert set(known) <= set(history.TROUBLES)


def test_old_rows_are_forgotten_once_they_are_done_with(alice: Any, one_turn: Game, post: Post) -> None:
    Notice.objects.all().delete()
    now = timezone.now()
    old = tell(alice, "vote_ended", one_turn, "1", created_at=now - timedelta(days=1))
    waits = tell(alice, "vote_ended", one_turn, "2", created_at=now - timedelta(days=1))
    unrouted = tell(alice, "vote_ended", one_turn, "3", created_at=now - timedelta(days=1))
    tell(alice, "vote_ended", one_turn, "4", created_at=now)
    send()
    long_ago = now - history.KEPT - timedelta(days=1)
    Notice.objects.filter(pk__in=[old.pk, waits.pk, unrouted.pk]).update(created_at=long_ago)
    Notice.objects.filter(pk=unrouted.pk).update(routed_at=None)
    Delivery.objects.filter(notice=waits).update(sent_at=None)
    DigestDay.objects.create(user=alice, channel="mail", day=long_ago.date(), at=long_ago)
    assert tasks.clean() == 1
    assert tasks.clean() == 0
    assert set(Notice.objects.values_list("key", flat=True)) == {"2", "3", "4"}
    assert not rows(notice_id=old.pk)
    assert not DigestDay.objects.exists()


def test_a_deleted_account_leaves_no_wishes_and_no_log(alice: Any, bob: Any, one_turn: Game, post: Post) -> None:
    from accounts.views import forget

    preferences.write(alice, reminders=[])
    preferences.write_table(alice, one_turn, {"moved": {"mail": "now"}})
    DigestDay.objects.create(user=alice, channel="mail", day=timezone.now().date(), at=timezone.now())
    tell(bob, "vote_ended", one_turn, "1")
    send()
    forget(alice)
    assert not rows(user=alice)
    assert not TableNotices.objects.exists()
    assert not NoticeSettings.objects.exists()
    assert not DigestDay.objects.exists()
    assert len(rows(user=bob)) == 1
