"""Real threads on real connections; every test here runs on PostgreSQL, where two movers truly meet."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from tests.play.conftest import at_turns, do, table, toy

__all__ = ["at_turns", "do", "table", "toy"]


@pytest.fixture(autouse=True)
def real_database(transactional_db: None) -> None:
    """These tests need row locks between connections; SQLite holds the whole file instead."""
    if connection.vendor != "postgresql":
        pytest.skip("two connections at once need PostgreSQL: TEST_DATABASE_URL names none")


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
