"""The doctor and the health page: each says what is late, stuck or failing, and nothing that anybody could misuse."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from games import doctor, play, pulse
from games.models import Delivery, Game, Heartbeat, Notice, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def well() -> Iterator[None]:
    """Everything periodic has just been done; nothing is kept of earlier answers."""
    for name in ("sweep", "send", "clean", "probe"):
        pulse.beat(name)
    cache.delete("health")
    yield
    cache.delete("health")


def bad() -> set[str]:
    """Names of the checks that are not well now."""
    return {finding.name for finding in doctor.examine(timezone.now()) if not finding.good}


def said(*options: str) -> str:
    out = StringIO()
    call_command("doctor", *options, stdout=out)
    return out.getvalue()


def table(alice: Any) -> Game:
    return play.open_table(alice, "hall", "Well", 2, {}, bots=["random"], random_order=False)


def notice(alice: Any, age: timedelta, **fields: Any) -> Notice:
    return Notice.objects.create(user=alice, kind="security", key=str(age), created_at=timezone.now() - age, **fields)


def delivery(alice: Any, age: timedelta, **fields: Any) -> Delivery:
    row = notice(alice, age, routed_at=timezone.now())
    return Delivery.objects.create(notice=row, user=alice, channel="mail", due_at=timezone.now() - age, **fields)


def test_a_house_that_does_its_work_is_well() -> None:
    assert bad() == set()
    assert "good  sweep" in said()
    assert said("--quiet") == ""


@pytest.mark.parametrize(("name", "age"), [("sweep", 200), ("send", 600), ("clean", 27 * 3600)])
def test_periodic_work_that_no_longer_ends_well_is_late(name: str, age: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """C67: the monitor tells when the clean-up has not run for a day; the sweep and the sender likewise."""
    Heartbeat.objects.filter(name=name).update(at=timezone.now() - timedelta(seconds=age))
    assert bad() == {name}
    Heartbeat.objects.filter(name=name).delete()
    assert bad() == set(), "a house that has just been built has not missed it yet"
    monkeypatch.setattr(doctor, "born", lambda: timezone.now() - timedelta(days=2))
    assert bad() == {name}
    with pytest.raises(CommandError) as caught:
        said()
    assert caught.value.returncode == 1


def test_a_clock_that_was_set_back_makes_nothing_late() -> None:
    Heartbeat.objects.update(at=timezone.now() + timedelta(hours=3))
    assert bad() == set()


def test_a_seat_that_nobody_looks_after_is_late(alice: Any) -> None:
    game = table(alice)
    Game.objects.filter(pk=game.pk).update(wake_at=timezone.now() - timedelta(seconds=30))
    assert "due_seats" not in bad()
    Game.objects.filter(pk=game.pk).update(wake_at=timezone.now() - timedelta(minutes=5))
    assert bad() == {"due_seats"}


def test_a_tick_that_fails_is_told_for_an_hour(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from games import tasks

    game = table(alice)
    monkeypatch.setattr(play, "tick", lambda *_: 1 / 0)
    tasks.tick_safely(game.pk, timezone.now())
    assert bad() == {"stuck"}
    Heartbeat.objects.filter(name="tick_failed").update(at=timezone.now() - timedelta(minutes=61))
    assert bad() == set()


def test_a_full_table_that_never_began_is_told(alice: Any) -> None:
    game = table(alice)
    Game.objects.filter(pk=game.pk).update(
        status="open", created_at=timezone.now() - timedelta(minutes=6), wake_at=None
    )
    assert bad() == {"full_tables"}
    Seat.objects.filter(game=game, number=2).update(bot="")
    assert bad() == set()


def test_notices_that_wait_too_long_are_late(alice: Any) -> None:
    notice(alice, timedelta(minutes=1))
    assert bad() == set()
    notice(alice, timedelta(minutes=6))
    delivery(alice, timedelta(minutes=7))
    assert bad() == {"notices", "deliveries"}


def test_what_waits_for_its_next_try_or_its_hour_is_not_late(alice: Any) -> None:
    delivery(alice, timedelta(minutes=30), leased_until=timezone.now() + timedelta(minutes=4))
    delivery(alice, timedelta(hours=-8))
    assert bad() == set()


def test_mails_that_fail_in_numbers_are_told(alice: Any) -> None:
    now = timezone.now()
    for n in range(4):
        delivery(alice, timedelta(minutes=10 + n), failed_at=now)
    assert bad() == set()
    delivery(alice, timedelta(minutes=20), failed_at=now)
    assert bad() == {"mail"}
    for n in range(30):
        delivery(alice, timedelta(minutes=21 + n), sent_at=now)
    assert bad() == set()


def test_the_health_page_tells_names_and_yes_or_no_alone(alice: Any) -> None:
    page = Client().get("/health")
    assert page.status_code == 200
    assert page.json() == {"well": True, "checks": dict.fromkeys(doctor.HEALTH, True)}
    assert page["Cache-Control"] == "no-store"
    game = table(alice)
    Game.objects.filter(pk=game.pk).update(wake_at=timezone.now() - timedelta(hours=5))
    cache.delete("health")
    page = Client().get("/health")
    assert page.status_code == 503
    assert page.json()["checks"]["due_seats"] is False
    for secret in (game.public_id, alice.name, alice.email, "5 h"):
        assert secret not in page.content.decode()
    assert Client().post("/health").status_code == 405


def test_a_database_that_does_not_answer_is_said_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise OperationalError("the password is hunter2")

    monkeypatch.setitem(doctor.CHECKS, "database", broken)
    found = {finding.name: finding for finding in doctor.examine(timezone.now())}
    assert not found["database"].good
    assert "hunter2" not in found["database"].found
    assert found["sweep"].good


def test_a_broker_that_does_not_answer_is_told(settings: Any) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert bad() == {"queues"}
