"""From a notice to its deliveries: event, channel, mode, table; what cannot be reached; once, whatever happens."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import notices
from games.models import Delivery, Game, Notice, PushSubscription
from games.notices import preferences, routing
from tests.notices.conftest import device, hook, rows, send, tell

pytestmark = pytest.mark.usefixtures("post")


def ways(user: Any) -> list[tuple[str, str, str, str]]:
    """(channel, mode, why, fallback) of the deliveries of a person."""
    return [(row.channel, row.mode, row.why, row.fallback) for row in rows(user=user)]


def dead_device(user: Any) -> None:
    """A browser that took push once and has gone."""
    device(user)
    PushSubscription.objects.update(off_at=timezone.now())


def route() -> int:
    return notices.route_waiting(timezone.now())


def test_a_notice_goes_by_every_wanted_channel_to_every_target(alice: Any, one_turn: Game) -> None:
    phone, desk, chat = device(alice), device(alice, "desk"), hook(alice)
    assert route() == 1
    assert [(row.channel, row.target) for row in rows(user=alice)] == [
        ("mail", ""), ("push", str(phone.pk)), ("push", str(desk.pk)), ("hook", str(chat.pk)),
    ]  # fmt: skip
    assert Notice.objects.get().routed_at is not None


def test_what_is_off_makes_no_delivery_and_tables_may_differ(alice: Any, bob: Any, table: Game) -> None:
    Notice.objects.all().delete()
    tell(alice, "moved", table, "1")
    preferences.write_table(bob, table, {"moved": {"mail": "now"}})
    tell(bob, "moved", table, "1")
    assert route() == 2
    assert ways(alice) == []
    assert ways(bob) == [("mail", "now", "", "")]


def test_routing_twice_changes_nothing(alice: Any, one_turn: Game) -> None:
    route()
    assert route() == 0
    Notice.objects.update(routed_at=None)
    assert route() == 1
    assert len(rows()) == 1


def test_a_crash_leaves_a_notice_routed_or_unrouted(one_turn: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the mark and the rows nothing can be lost: they are one transaction."""

    def die(*args: Any, **kwargs: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as broken:
        broken.setattr(type(Delivery.objects), "bulk_create", die)
        with pytest.raises(SystemExit):
            route()
    assert Notice.objects.get().routed_at is None
    assert route() == 1
    assert len(rows()) == 1


def test_one_notice_at_fault_holds_up_no_other(
    alice: Any, bob: Any, one_turn: Game, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    bad, good = Notice.objects.get(), tell(bob, "chat", one_turn, "1")
    real = routing.deliveries

    def make(notice: Notice, *args: Any) -> list[Delivery]:
        if notice.pk == bad.pk:
            raise RuntimeError("a secret hand")
        return real(notice, *args)

    monkeypatch.setattr(routing, "BATCH", 1)
    monkeypatch.setattr(routing, "deliveries", make)
    assert route() == 1
    assert [row.notice_id for row in rows()] == [good.pk]
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text


def test_a_channel_that_cannot_be_reached_gives_way_to_the_next(alice: Any, one_turn: Game) -> None:
    """The person counts on push, which has died; mail is off for turns, but not for everything."""
    preferences.write(alice, matrix={"turn": {"mail": "off"}})
    dead_device(alice)
    route()
    assert ways(alice) == [("mail", "now", "", ""), ("push", "now", "not_ready", "mail")]
    assert send() == 1


def test_the_order_of_the_channels_is_the_persons(alice: Any, one_turn: Game) -> None:
    preferences.write(alice, matrix={"turn": {"mail": "off", "hook": "off"}}, order=["hook", "mail"])
    dead_device(alice)
    chat = hook(alice)
    route()
    assert ways(alice) == [("hook", "now", "", ""), ("push", "now", "not_ready", "hook")]
    assert rows(channel="hook")[0].target == str(chat.pk)


def test_nothing_takes_over_when_another_channel_tells_it_as_soon(alice: Any, one_turn: Game) -> None:
    dead_device(alice)
    route()
    assert ways(alice) == [("mail", "now", "", ""), ("push", "now", "not_ready", "")]


def test_a_digest_of_another_channel_is_hastened_when_the_quick_one_is_gone(alice: Any, one_turn: Game) -> None:
    preferences.write(alice, matrix={"turn": {"mail": "digest"}})
    dead_device(alice)
    route()
    assert ways(alice) == [("mail", "now", "", ""), ("push", "now", "not_ready", "mail")]


def test_a_default_of_a_channel_that_was_never_set_up_is_no_wish(alice: Any, one_turn: Game) -> None:
    """D80: who switches mail off for turns and has no push gets no mail for want of push."""
    preferences.write(alice, matrix={"turn": {"mail": "off"}})
    assert route() == 1
    assert ways(alice) == []


def test_a_channel_switched_off_for_everything_takes_over_from_nobody(alice: Any, one_turn: Game) -> None:
    preferences.write(alice, matrix={event: {"mail": "off"} for event in preferences.EVENTS})
    dead_device(alice)
    route()
    assert ways(alice) == [("push", "now", "not_ready", "")]


def test_an_address_that_is_not_confirmed_leaves_a_row_that_says_so(alice: Any, one_turn: Game) -> None:
    alice.emailaddress_set.update(verified=False)
    route()
    assert ways(alice) == [("mail", "now", "not_ready", "")]
    assert send() == 0


def test_a_webhook_gets_only_what_it_may_carry(alice: Any, bob: Any) -> None:
    preferences.write(alice, matrix={event: {"hook": "now"} for event in preferences.EVENTS})
    hook(alice)
    tell(alice, "security", what="password")
    tell(alice, "invitation")
    route()
    assert {row.channel for row in rows()} == {"mail"}


def test_bundles_collect_for_half_an_hour_from_the_first(alice: Any, bob: Any, table: Game) -> None:
    Notice.objects.all().delete()
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        tell(alice, "chat", table, "1")
        tell(bob, "chat", table, "1")
        route()
        clock.shift(timedelta(minutes=20))
        tell(alice, "chat", table, "2")
        route()
        assert [row.due_at for row in rows(user=alice)] == [start + timedelta(minutes=30)] * 2
        clock.shift(timedelta(minutes=11))
        tell(alice, "chat", table, "3")
        route()
        assert rows(user=alice)[2].due_at == start + timedelta(minutes=61)


def test_two_hundred_and_fifty_games_are_all_routed(alice: Any, table: Game) -> None:
    """D82: no hidden number beyond which turns are not told."""
    Notice.objects.all().delete()
    for number in range(250):
        tell(alice, "game_ended", table, str(number))
    assert route() == 250
    assert len(rows()) == 250
