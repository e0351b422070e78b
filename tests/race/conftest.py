"""Real threads on real connections: on PostgreSQL two movers meet at a row, on SQLite at the file."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

from tests.play.conftest import at_turns, do, table, toy

__all__ = ["at_turns", "do", "table", "toy"]


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Start all calls at the same instant, each on a connection of its own. Answers or exceptions, in order."""
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            gate.wait(timeout=30)
            return call()
        except Exception as error:  # noqa: BLE001  the test looks at every outcome
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
