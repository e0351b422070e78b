"""The daily digest: at the person's own minute, once a local day, on days of every length, and never empty."""

import itertools
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone

from games import notices
from games.channels import Temporary
from games.models import Delivery, DigestDay, Game, Notice
from games.notices import digest, preferences, sending
from tests.notices.conftest import Post, hook, rows, send, tell

ZONES = [
    "America/New_York", "Europe/Madrid", "Australia/Lord_Howe", "America/Santiago", "Africa/Cairo", "Asia/Beirut",
    "Pacific/Chatham", "America/Sao_Paulo", "Asia/Kathmandu", "UTC",
]  # fmt: skip


def at(zone: str, *wall: int, fold: int = 0) -> datetime:
    return datetime(*wall, tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)  # type: ignore[arg-type,misc]


def test_a_minute_that_the_day_skips_comes_as_much_later() -> None:
    """New York, 14 March 2027: there is no 02:30."""
    zone = ZoneInfo("America/New_York")
    before = at("America/New_York", 2027, 3, 13, 12, 0)
    first = digest.next_instant(zone, 150, before)
    assert first.astimezone(zone).replace(tzinfo=None) == datetime(2027, 3, 14, 3, 30)  # noqa: DTZ001
    assert digest.next_instant(zone, 150, first) == at("America/New_York", 2027, 3, 15, 2, 30)


def test_of_a_minute_that_comes_twice_the_first_counts() -> None:
    """New York, 7 November 2027: 01:30 comes twice; after the first, the next is on the next day."""
    zone = ZoneInfo("America/New_York")
    first = digest.next_instant(zone, 90, at("America/New_York", 2027, 11, 6, 12, 0))
    assert first == at("America/New_York", 2027, 11, 7, 1, 30, fold=0)
    assert digest.next_instant(zone, 90, first) == at("America/New_York", 2027, 11, 8, 1, 30)
    between = at("America/New_York", 2027, 11, 7, 1, 10, fold=1)
    assert digest.next_instant(zone, 90, between) == at("America/New_York", 2027, 11, 8, 1, 30)


@pytest.mark.parametrize("name", ZONES)
@pytest.mark.parametrize("minute", [0, 30, 90, 150, 480, 1439])
def test_a_year_has_one_digest_for_every_local_day(name: str, minute: int) -> None:
    zone, now = ZoneInfo(name), at(name, 2026, 12, 31, 23, 59)
    if minute == 1439:
        now -= timedelta(days=1)
    days: list[date] = []
    while len(days) < 366:
        later = digest.next_instant(zone, minute, now)
        assert timedelta(0) < later - now <= timedelta(hours=25, minutes=30)
        days.append(later.astimezone(zone).date())
        now = later
    assert len(set(days)) == len(days)
    assert all(b - a == timedelta(days=1) for a, b in itertools.pairwise(days))


def digested(user: Any, zone: str = "America/New_York", minute: int = 480, channel: str = "mail") -> None:
    """The person wants changes of seats in the digest."""
    user.time_zone = zone
    user.save()
    preferences.write(user, matrix={"claim": {channel: "digest"}}, digest_minute=minute)


def test_a_digest_collects_what_came_since_the_last_one(alice: Any, table: Game, post: Post) -> None:
    Notice.objects.all().delete()
    digested(alice)
    start = at("America/New_York", 2027, 5, 3, 9, 0)
    with time_machine.travel(start, tick=False) as clock:
        for hours in (0, 5, 20):
            clock.move_to(start + timedelta(hours=hours))
            tell(alice, "seat_changed", table, str(hours))
            assert send() == 0
        clock.move_to(at("America/New_York", 2027, 5, 4, 7, 59))
        assert send() == 0
        clock.move_to(at("America/New_York", 2027, 5, 4, 8, 0))
        assert send() == 1
        assert send() == 0
    assert [[n.key for n in m.notices] for m in post.sent] == [["0", "5", "20"]]
    assert [(row.channel, row.target, row.day) for row in DigestDay.objects.all()] == [("mail", "", date(2027, 5, 4))]


def test_run_twice_one_goes_out_a_day(alice: Any, table: Game, post: Post) -> None:
    """D79: whatever becomes due later that day waits for the next one."""
    Notice.objects.all().delete()
    digested(alice)
    start = at("America/New_York", 2027, 5, 3, 9, 0)
    with time_machine.travel(start, tick=False) as clock:
        tell(alice, "seat_changed", table, "1")
        send()
        clock.move_to(at("America/New_York", 2027, 5, 4, 8, 0))
        assert send() == 1
        preferences.write(alice, digest_minute=20 * 60)
        tell(alice, "seat_changed", table, "2")
        send()
        clock.move_to(at("America/New_York", 2027, 5, 4, 20, 0))
        assert send() == 0
        assert rows()[-1].due_at == at("America/New_York", 2027, 5, 5, 20, 0)
        clock.move_to(at("America/New_York", 2027, 5, 5, 20, 0))
        assert send() == 1
    assert [[n.key for n in m.notices] for m in post.sent] == [["1"], ["2"]]


def test_after_an_outage_of_days_one_digest_brings_all_of_it(alice: Any, table: Game, post: Post) -> None:
    """D79: two days are no age for what waits for a digest; what a restored backup holds is too old."""
    Notice.objects.all().delete()
    digested(alice)
    start = at("America/New_York", 2027, 5, 3, 9, 0)
    with time_machine.travel(start, tick=False) as clock:
        for day in range(5):
            clock.move_to(start + timedelta(days=day))
            tell(alice, "seat_changed", table, str(day))
            notices.route_waiting(timezone.now())
        clock.move_to(start + timedelta(days=5))
        assert send() == 1
        tell(alice, "seat_changed", table, "old")
        notices.route_waiting(timezone.now())
        clock.move_to(start + timedelta(days=13))
        assert send() == 0
    assert [[n.key for n in m.notices] for m in post.sent] == [["0", "1", "2", "3", "4"]]
    assert rows()[-1].why == "old"


def test_an_empty_digest_is_not_sent_and_takes_no_day(alice: Any, table: Game, post: Post) -> None:
    Notice.objects.all().delete()
    digested(alice)
    tell(alice, "seat_changed", table, "1")
    notices.route_waiting(timezone.now())
    Game.objects.get(pk=table.pk).seats.filter(user=alice).update(user=None)
    Delivery.objects.update(due_at=timezone.now())
    assert send() == 0
    assert post.sent == []
    assert not DigestDay.objects.exists()


def test_a_digest_that_failed_is_tried_again_and_takes_the_day_once(alice: Any, table: Game, post: Post) -> None:
    Notice.objects.all().delete()
    digested(alice)
    with time_machine.travel(at("America/New_York", 2027, 5, 3, 9, 0), tick=False) as clock:
        tell(alice, "seat_changed", table, "1")
        send()
        clock.move_to(at("America/New_York", 2027, 5, 4, 8, 0))
        post.mail.trouble = lambda rows: Temporary("smtp")
        assert send() == 0
        post.mail.trouble = lambda rows: None
        clock.shift(timedelta(minutes=3))
        assert send() == 1
    assert DigestDay.objects.count() == 1


def test_a_sender_that_died_over_a_digest_leaves_it_to_the_next(
    alice: Any, table: Game, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    Notice.objects.all().delete()
    digested(alice)

    def die(rows: Any) -> None:
        raise SystemExit

    with time_machine.travel(at("America/New_York", 2027, 5, 3, 9, 0), tick=False) as clock:
        tell(alice, "seat_changed", table, "1")
        send()
        clock.move_to(at("America/New_York", 2027, 5, 4, 8, 0))
        with monkeypatch.context() as broken:
            broken.setattr(sending, "mark_sent", die)
            with pytest.raises(SystemExit):
                send()
        clock.shift(sending.LEASE + timedelta(seconds=1))
        assert send() == 1
    assert len({m.ident for m in post.sent}) == 1


def test_a_night_without_a_sender_makes_one_digest_of_two(alice: Any, table: Game, post: Post) -> None:
    Notice.objects.all().delete()
    digested(alice)
    with time_machine.travel(at("America/New_York", 2027, 5, 3, 9, 0), tick=False) as clock:
        tell(alice, "seat_changed", table, "1")
        notices.route_waiting(timezone.now())
        clock.move_to(at("America/New_York", 2027, 5, 4, 9, 0))
        tell(alice, "seat_changed", table, "2")
        notices.route_waiting(timezone.now())
        clock.move_to(at("America/New_York", 2027, 5, 5, 8, 30))
        assert send() == 1
    assert [[n.key for n in m.notices] for m in post.sent] == [["1", "2"]]


def test_each_webhook_has_a_digest_of_its_own(alice: Any, table: Game, post: Post) -> None:
    Notice.objects.all().delete()
    digested(alice, channel="hook")
    preferences.set_mode(alice, "claim", "mail", "off")
    hook(alice)
    hook(alice, "https://other.example/hook")
    tell(alice, "seat_changed", table, "1")
    notices.route_waiting(timezone.now())
    Delivery.objects.update(due_at=timezone.now())
    assert send() == 2
    assert DigestDay.objects.count() == 2


def test_a_digest_and_a_message_at_once_are_two(alice: Any, table: Game, post: Post) -> None:
    Notice.objects.all().delete()
    digested(alice)
    tell(alice, "seat_changed", table, "1")
    tell(alice, "vote_ended", table, "2")
    notices.route_waiting(timezone.now())
    Delivery.objects.update(due_at=timezone.now())
    assert send() == 2
    assert sorted(m.kinds for m in post.sent) == [["seat_changed"], ["vote_ended"]]
