"""Who is at a table just now. Presence is what a person does there (opens the page, plays, chooses), never an open page
that asks for news by itself; it counts for that very table alone, and is looked at a second time ten minutes later.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Notice, Seat

HERE = timedelta(minutes=2)
"""So long after an act somebody is at the table."""
SECOND_LOOK = timedelta(minutes=10)
THROTTLE = timedelta(seconds=30)
"""Acts within this time are one: a page is no reason to write."""
CHANNELS = ("mail", "push")
"""A webhook tells others and machines too: it does not wait for one person."""
SHOWN = {
    Notice.Kind.YOUR_TURN, Notice.Kind.REMINDER, Notice.Kind.MOVED, Notice.Kind.LAST_TURNS, Notice.Kind.GAME_STARTED,
    Notice.Kind.CHAT, Notice.Kind.MENTION, Notice.Kind.VOTE, Notice.Kind.VOTE_ENDED, Notice.Kind.PACE_CHANGED,
    Notice.Kind.SEAT_CHANGED, Notice.Kind.CLAIM_WINDOW, Notice.Kind.VACATION,
}  # fmt: skip
"""Kinds that the page of the table shows to who is there."""


def touch(seat: Seat | None) -> None:
    """The person of this seat has done something at its table. Nothing for who has no seat there."""
    now = timezone.now()
    if seat is None or (seat.here_at is not None and now - seat.here_at < THROTTLE):
        return
    seat.here_at = now
    Seat.objects.filter(pk=seat.pk, user=seat.user_id).update(here_at=now)


def is_here(seat: Seat | None, now: datetime) -> bool:
    """Whether the person of this seat is at its table."""
    return seat is not None and seat.here_at is not None and now - seat.here_at <= HERE
