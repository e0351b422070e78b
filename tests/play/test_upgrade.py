"""A database of the time before clocks had banks: its running games go on."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

OLD, NEW = [("games", "0002_time_and_notices")], [("games", "0004_old_clock_gone")]


@pytest.fixture
def old(transactional_db: None) -> Iterator[Any]:
    """The models of then, in a database of then; afterwards it is that of today again."""
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes()
    executor.migrate(OLD)
    yield executor.loader.project_state(OLD).apps
    executor = MigrationExecutor(connection)
    executor.migrate(latest)


def test_who_is_asked_during_the_upgrade_is_reminded(old: Any) -> None:
    """B32: without a mark the first that a player hears of the limit is that it is over."""
    now = timezone.now().replace(microsecond=0)
    user = old.get_model("accounts", "User").objects.create(email="ann@example.org", name="Ann")
    edition = old.get_model("games", "Edition").objects.create(hash="x", slug="hall", name="x", data="")
    due = now + timedelta(hours=20)
    common = {"slug": "hall", "edition": edition, "seats_count": 2, "secret_hash": "", "created_at": now}
    found = {}
    for hours in (24, 1, 0):
        game = old.get_model("games", "Game").objects.create(
            public_id=f"old{hours}", status="running", started_at=now, turn_hours=hours, wake_at=due, **common
        )
        for number, is_asked in ((1, True), (2, False)):
            old.get_model("games", "Seat").objects.create(
                game=game, number=number, user=user if is_asked else None, bot="" if is_asked else "steward",
                decision_key=f"key{hours}" if is_asked else "", asked_at=now,
                due_at=due if is_asked and hours else None,
            )  # fmt: skip
        found[hours] = game.pk
    executor = MigrationExecutor(connection)
    executor.migrate(NEW)
    new: Any = executor.loader.project_state(NEW).apps
    seat: Any = new.get_model("games", "Seat").objects
    games: Any = new.get_model("games", "Game").objects
    asked = {hours: seat.get(game=pk, number=1) for hours, pk in found.items()}
    assert asked[24].reminders == [["half", 12 * 3600], ["fifth", 24 * 720], ["hour", 3600]]
    assert asked[24].remind_at == games.get(pk=found[24]).wake_at == due - timedelta(hours=12)
    assert asked[1].reminders == [["half", 1800], ["fifth", 720]]
    assert (asked[0].reminders, asked[0].remind_at, games.get(pk=found[0]).wake_at) == ([], None, due)
    assert all(not seat.get(game=pk, number=2).reminders for pk in found.values())
    assert {row.terms["preset"] for row in games.all()} == {"custom", "untimed"}
    new.get_model("games", "Game").objects.all().delete()
    new.get_model("games", "Edition").objects.all().delete()
