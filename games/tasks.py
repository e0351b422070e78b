"""Tasks: ids in, one call of ``play`` or ``notices``. Each may run twice, late or in parallel.

``sweep`` and ``send_notices`` run every 20 seconds (settings, ``CELERY_BEAT_SCHEDULE``); the others are nudges after a
commit that only save waiting time.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from games import clocks, notices, play, pulse
from games import probe as synthetic
from games.inbound import imap, receive
from games.models import Game
from games.play import nudge, vacation
from games.play.lists import open_and_full

log = logging.getLogger(__name__)
SWEEP_BATCH = 500
SWEEPING, THINKING = 1.0, 0.5
"""Parts of the time between two sweeps: after the one a sweep begins no further batch; so much it spends on bots whose
own task was lost, the rest is asked for as tasks. A sweep must not still be busy when the one after the next is due."""


def due_games(now: datetime) -> QuerySet[Game, int]:
    """Ids of the games in which something is due, longest overdue first, at most a batch (partial index game_wake)."""
    due = Game.objects.filter(wake_at__isnull=False, wake_at__lte=now).order_by("wake_at")
    return due.values_list("id", flat=True)[:SWEEP_BATCH]


def full_tables(now: datetime) -> list[int]:
    """Ids of tables that wait although nobody is missing: their start was lost somehow."""
    return list(open_and_full(now - timedelta(minutes=1)).values_list("id", flat=True)[:SWEEP_BATCH])


@shared_task(name="games.tasks.sweep", ignore_result=True)
@pulse.beats("sweep")
def sweep() -> int:
    """Carry vacations on, and do what is due in every game. Answers how many games were looked at."""
    now, began = timezone.now(), time.monotonic()
    between = settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"]
    vacation.sweep(now)
    seen: dict[int, bool] = {}
    while new := [pk for pk in [*due_games(now), *full_tables(now)] if pk not in seen]:
        seen |= {game_id: _safely(game_id, lambda pk: any(play.do_due(pk, now))) for game_id in new}
        if time.monotonic() - began > SWEEPING * between:
            break  # the rest is due in the next sweep, longest overdue first
    enough = time.monotonic() + THINKING * between
    for game_id in (pk for pk, more in seen.items() if more):  # only now: nobody whose time is up waits for bots
        if time.monotonic() > enough or _safely(game_id, play.go_on):
            nudge.soon("wake", game_id)
    return len(seen)


@shared_task(name="games.tasks.wake", ignore_result=True)
def wake(game_id: int) -> None:
    """Do what is due in one game: its bots' turns above all."""
    tick_safely(game_id, timezone.now())


def tick_safely(game_id: int, now: datetime) -> None:
    """``tick`` one game; see ``_safely``."""
    if _safely(game_id, lambda pk: play.tick(pk, now)):
        nudge.soon("wake", game_id)


def _safely(game_id: int, work: Callable[[int], bool]) -> bool:
    """What ``work`` answers for a game. A fault there moves the game's ``wake_at`` an hour, never a due instant, and
    holds up no other game; it is reported with the id, the kind of error and its place in the code, without any value
    of the game."""
    try:
        return work(game_id)
    except play.Missing:
        return False
    except Exception as error:  # noqa: BLE001  whatever one game's rules or data do must not stop the clocks of all others
        places = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-3:]]
        log.error("tick of game %s failed: %s at %s", game_id, type(error).__name__, " > ".join(places))
        pulse.beat("tick_failed")
        now = timezone.now()
        due = Game.objects.filter(pk=game_id, wake_at__lte=now + clocks.BOT_LEASE)
        due.update(wake_at=now + clocks.AFTER_ERROR)
        return False


@shared_task(name="games.tasks.send_notices", ignore_result=True)
@pulse.beats("send")
def send_notices() -> int:
    """Route and send what waits in the outbox, digests too. Answers how many messages went out."""
    return notices.send_waiting()


@shared_task(name="games.tasks.route_notices", ignore_result=True)
@pulse.beats("route")
def route_notices() -> int:
    """Route what nobody has routed yet, without sending. Answers how many notices."""
    return notices.route_waiting(timezone.now())


@shared_task(name="games.tasks.clean", ignore_result=True)
@pulse.beats("clean")
def clean() -> int:
    """Forget what became of old notices and of old mails. Answers how many."""
    now = timezone.now()
    return notices.clean(now) + receive.forget(now)


@shared_task(name="games.tasks.poll_mailbox", ignore_result=True)
def poll_mailbox() -> int:
    """Deal with the mails that wait in the mailbox (``IMAP_URL``). Answers how many."""
    began = time.monotonic()
    try:
        count = imap.poll(settings.IMAP_URL)
    except imap.TROUBLE as error:
        log.warning("the mailbox could not be read: %s", type(error).__name__)
        return 0
    pulse.beat("imap", time.monotonic() - began)
    return count


@shared_task(name="games.tasks.probe", ignore_result=True)
def probe() -> str:
    """One step of the daily synthetic game. Answers what was done."""
    return synthetic.step()
