"""Due instants, pure: no clock is read here, every instant is handed in (UTC, aware).

A table has one limit for a whole turn: it runs from the moment a seat is newly asked until that turn is over, through
all questions in between. Taking a move back earns nothing: the seat gets the clock it had before that move.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

LONGEST_TURN = 24 * 31
"""Hours: the longest limit a table may set."""
OPEN_TABLE = timedelta(days=14)
"""A table that nobody fills closes after this time."""
BOT_LEASE = timedelta(minutes=2)
"""A bot's turn is looked at again after this time when its task was lost."""
STROLL = timedelta(seconds=15)
"""Bots among themselves play one turn, then wait this long: nobody waits for them, and one may watch."""
AFTER_ERROR = timedelta(hours=1)
"""A game whose tick failed is tried again after this time; due instants are never moved."""


def due(asked_at: datetime, turn_hours: int) -> datetime | None:
    """The end of the time for a turn that began at ``asked_at``; None when the table has no limit (0 hours)."""
    return asked_at + timedelta(hours=turn_hours) if turn_hours else None


def is_over(due_at: datetime | None, now: datetime) -> bool:
    """Whether the time is up: from the due instant on."""
    return due_at is not None and due_at <= now


def earliest(instants: Iterable[datetime | None]) -> datetime | None:
    """The first instant anything is to be done; None when there is nothing to wait for."""
    return min((instant for instant in instants if instant is not None), default=None)
