"""After the commit a task is asked to come soon. A dead broker only costs time: the sweep finds the work anyway."""

from __future__ import annotations

import logging

from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def soon(name: str, *ids: int) -> None:
    """Ask for the task ``games.tasks.<name>`` with these ids once the present transaction is committed."""
    transaction.on_commit(lambda: _send(name, ids), robust=True)


def _send(name: str, ids: tuple[int, ...]) -> None:
    from games import tasks

    try:
        getattr(tasks, name).apply_async(args=ids, retry=False)
    except (OperationalError, OSError) as error:
        log.warning("no nudge for %s %s: %s", name, ids, type(error).__name__)
