"""The house's pulse: each piece of periodic work notes when it last ended well. ``manage.py doctor`` reads it."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from datetime import datetime
from typing import ParamSpec, TypeVar

from django.utils import timezone

from games.models import Heartbeat

P = ParamSpec("P")
R = TypeVar("R")


def beat(name: str, seconds: float = 0.0) -> None:
    """Note that this work has just ended well, and how many seconds it took."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": timezone.now(), "seconds": seconds})


def last(name: str) -> datetime | None:
    """When this work last ended well; None: never."""
    return Heartbeat.objects.filter(name=name).values_list("at", flat=True).first()


def beats(name: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A task whose good end is a beat. One that raises leaves the last beat as it was."""

    def wrap(work: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(work)
        def timed(*args: P.args, **kwargs: P.kwargs) -> R:
            began = time.monotonic()
            answer = work(*args, **kwargs)
            beat(name, time.monotonic() - began)
            return answer

        return timed

    return wrap
