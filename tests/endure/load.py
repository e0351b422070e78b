"""Who plays meanwhile: people with a browser's manners who answer after a while, and people who have vanished.

A person sends a move as a form does and, when no answer comes (the web server was just killed), sends the very same
form again until one does: what a browser does after "retry". ``answered`` remembers every move the site acknowledged.
"""

from __future__ import annotations

import http.client
import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from allauth.account.models import EmailAddress
from django.db import connections
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import clocks, play
from games.models import Box, Game, Seat
from games.play.rulesets import rules_for, unpack
from games.rules.bot import random_action
from games.rules.dice import seeded

TOKEN = "t" * 32
SHORT = clocks.Terms(preset="custom", bank=20, credit=5, cap=30)
"""For the tables of those who have vanished: their time is up at once."""


@dataclass
class Answered:
    """A move the site said yes to: with which key which line was sent."""

    game: int
    key: str
    line: str


def people(number: int, name: str) -> list[User]:
    """Confirmed accounts."""
    found = []
    for n in range(1, number + 1):
        user = User.objects.create_user(f"{name}{n}@example.org", f"{name} {n}", None)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        found.append(user)
    return found


def lay_tables(players: Sequence[User], sleepers: Sequence[User], slug: str, number: int, asleep: int) -> None:
    """So many tables of a person and a bot; at ``asleep`` of them the person never comes back."""
    for n in range(number):
        gone = n < asleep
        who = (sleepers if gone else players)[n % len(sleepers if gone else players)]
        terms = SHORT if gone else clocks.PRESETS["brisk"]
        play.open_table(who, slug, f"Table {n}", 2, {}, bots=["random"], terms=terms)


class Player(threading.Thread):
    """One person who plays all own tables until none is left, or until told to stop."""

    def __init__(self, user: User, port: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.user, self.port, self.random = user, port, random.Random(seed)
        self.answered: list[Answered] = []
        self.refused: list[tuple[int, int]] = []
        self.retries = 0
        self.done = threading.Event()
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        self.cookie = f"sessionid={client.cookies['sessionid'].value}; csrftoken={TOKEN}"

    def run(self) -> None:
        while not self.done.wait(self.random.uniform(0.05, 0.6)):
            rows = Seat.objects.filter(user=self.user, game__status=Game.Status.RUNNING).select_related("game")
            # Answered a while after the asking, so that mails about it go out in between.
            asked = [s for s in rows if s.decision_key and s.asked_at and self._long_enough(s)]
            if asked:
                self._answer(self.random.choice(asked))
            elif not rows:
                break
        connections.close_all()

    def _long_enough(self, seat: Seat) -> bool:
        wait = seeded(f"{seat.decision_key} waits").below("wait", 8)
        return bool(seat.asked_at and timezone.now() - seat.asked_at > timedelta(seconds=wait))

    def _answer(self, seat: Seat) -> None:
        game, rules = seat.game, rules_for(seat.game)
        state = unpack(rules, Box.objects.get(pk=game.pk).state)
        if not Seat.objects.filter(pk=seat.pk, decision_key=seat.decision_key).exists():
            return
        line = random_action(rules, state, seat.number, seeded(seat.decision_key))
        status = self._post(game, {"key": seat.decision_key, "line": line})
        if status in (200, 302, 303):
            self.answered.append(Answered(game.pk, seat.decision_key, line))
        else:
            self.refused.append((game.pk, status))

    def _post(self, game: Game, form: dict[str, str]) -> int:
        body = urlencode({**form, "csrfmiddlewaretoken": TOKEN})
        while True:
            status = self._try(f"/tables/{game.public_id}/act/", body)
            if status and status < 500:
                return status
            self.retries += 1
            time.sleep(self.random.uniform(0.1, 0.5))

    def _try(self, path: str, body: str) -> int:
        talk = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        kind = "application/x-www-form-urlencoded"
        headers: dict[str, Any] = {"Cookie": self.cookie, "Content-Type": kind, "Host": f"localhost:{self.port}"}
        try:
            talk.request("POST", path, body, headers)
            return talk.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            talk.close()
