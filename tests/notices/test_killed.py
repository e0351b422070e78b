"""A sender killed at any statement whatever: afterwards nothing is lost, and one message at most has come twice."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import time_machine
from django.db import connection, transaction
from django.utils import timezone

from games import notices
from games.channels import Permanent
from games.models import Delivery, Game, Notice, Seat
from games.notices import preferences
from tests.notices.conftest import Post, device, send, tell


class Killed(BaseException):
    """The process is gone: nothing in the sender catches this."""


@contextmanager
def killed_at(number: int) -> Iterator[list[bool]]:
    """Die before the ``number``-th statement. Gives a list that holds True once that has happened."""
    count, died = [0], [False]

    def look(execute: Any, *args: Any) -> Any:
        count[0] += 1
        if count[0] == number:
            died[0] = True
            raise Killed
        return execute(*args)

    with connection.execute_wrapper(look), suppress(Killed):
        yield died


def outbox(alice: Any, bob: Any, charlie: Any, table: Game) -> set[tuple[str, str]]:
    """Notices of three people: two channels at once, one that fails and is replaced, a digest. Answers what must
    arrive."""
    device(alice)
    device(bob)
    preferences.write(bob, matrix={"vote": {"mail": "off"}})
    preferences.write(charlie, matrix={"vote": {"mail": "digest"}})
    Notice.objects.all().delete()
    tell(charlie, "vote_ended", table, "1")
    Seat.objects.create(game=table, number=3, user=charlie)
    notices.route_waiting(timezone.now())
    Delivery.objects.update(due_at=timezone.now())
    for user, number in ((alice, "1"), (alice, "2"), (bob, "1")):
        tell(user, "vote_ended", table, number)
    return {("Alice", "1"), ("Alice", "2"), ("Bob", "1"), ("Charlie", "1")}


def run_to_the_end() -> None:
    """What the beat does: a run now and then, until nothing waits."""
    start = timezone.now()
    for minutes in (6, 12):
        with time_machine.travel(start + timedelta(minutes=minutes), tick=False):
            send()
    assert not Delivery.objects.filter(sent_at=None, dropped_at=None, failed_at=None).exists()


def test_killed_before_any_statement_nothing_is_lost_and_one_message_is_doubled_at_most(
    alice: Any, bob: Any, charlie: Any, table: Game, post: Post
) -> None:
    wanted = outbox(alice, bob, charlie, table)
    post.push.trouble = lambda rows: Permanent("gone") if rows[0].user == bob else None
    number, doubled = 0, 0
    while True:
        number += 1
        post.sent.clear()
        here = transaction.savepoint()
        with killed_at(number) as died:
            send()
        run_to_the_end()
        told = Counter((m.channel, m.user, m.ident) for m in post.sent)
        assert {(m.user, n.key) for m in post.sent for n in m.notices} == wanted
        assert sum(told.values()) - len(told) <= 1
        doubled += sum(told.values()) > len(told)
        keys = Counter((m.channel, m.user, n.key) for m in post.sent for n in m.notices)
        assert max(keys.values()) <= 2
        transaction.savepoint_rollback(here)
        if not died[0]:
            break
    assert number > 50
    assert doubled >= 3
