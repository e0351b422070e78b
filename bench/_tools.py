"""What the measurements share: Django set up, times, a played game, and how numbers are printed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

import django

django.setup()

from games import editions, play  # noqa: E402
from games.models import Box, Game, Seat  # noqa: E402
from games.play.rulesets import package, rules_for, unpack  # noqa: E402
from games.rules.bot import random_action  # noqa: E402
from games.rules.dice import seeded  # noqa: E402


def ms(seconds: float) -> str:
    """Seconds as milliseconds with three digits."""
    return f"{seconds * 1000:.3g} ms"


def quantile(times: Iterable[float], part: float) -> float:
    """The value below which this part of the times lies."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds, and the answer."""
    start = time.perf_counter()
    answer = call()
    return time.perf_counter() - start, answer


def hall() -> Any:
    """The rule set of Hall with the edition of the house."""
    return package("hall").build(editions.read("hall", editions.DEFAULT))


def people(number: int) -> list[Any]:
    """Confirmed accounts; the same ones on every call."""
    from allauth.account.models import EmailAddress

    from accounts.models import User

    found = []
    for n in range(1, number + 1):
        user = User.objects.filter(email=f"bench{n}@example.org").first()
        if user is None:
            user = User.objects.create_user(f"bench{n}@example.org", f"Bench {n}", None)
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        found.append(user)
    return found


def started(users: list[Any]) -> Game:
    """A running game of Hall between these people."""
    game = play.open_table(users[0], "hall", "Bench", len(users), {}, random_order=False)
    for user in users[1:]:
        play.join(user, game)
    return Game.objects.get(pk=game.pk)


def next_move(game: Game, number: int) -> tuple[Seat, str] | None:
    """Who is asked, and a random legal action of that seat; None when the game is over."""
    asked = list(Seat.objects.filter(game=game).exclude(decision_key="").select_related("user"))
    if not asked:
        return None
    rules = rules_for(game)
    seat = asked[number % len(asked)]
    state = unpack(rules, Box.objects.get(game=game).state)
    return seat, random_action(rules, state, seat.number, seeded(f"bench {game.pk} {number}"))


__all__ = ["hall", "median", "ms", "next_move", "people", "quantile", "random", "started", "timed"]
