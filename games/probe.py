"""The daily synthetic game: two people of the house's own sit down, one moves, and the other's mail must go out.

``step`` is called now and then and goes one step at a time, so that nothing waits inside a task: open a table and move;
later see whether the delivery was sent; then take the table away and note the beat "probe". A mail that does not come
leaves the last beat to grow old, and the doctor says so. Mails go to ``PROBE_ADDRESS``, an inbox
of the operator.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone

from games import clocks, play, pulse
from games.models import Box, Delivery, Game, Seat
from games.play.rulesets import package, rules_for, unpack
from games.rules.registry import REGISTRY

log = logging.getLogger(__name__)
DAY = timedelta(hours=23)
GIVEN_UP = timedelta(hours=2)
"""A probe whose mail has not come after this time is taken away; the next one begins at once."""
TITLE = "Probe"
MOVES = 60
NAMES = ("Lantern probe A", "Lantern probe B")


def step() -> str:
    """One step of the probe. Answers what was done: "off", "rested", "began", "waits", "good" or "gave_up"."""
    if not settings.PROBE_ADDRESS:
        return "off"
    now = timezone.now()
    game = Game.objects.filter(opened_by__in=_people(), title=TITLE).order_by("-id").first()
    if game is None:
        at = pulse.last("probe")
        if at is not None and now - at < DAY:
            return "rested"
        _begin()
        return "began"
    if _arrived(game):
        game.delete()
        pulse.beat("probe", (now - game.created_at).total_seconds())
        return "good"
    return _wait(game, now)


def _wait(game: Game, now: datetime) -> str:
    if now - game.created_at < GIVEN_UP:
        return "waits"
    log.error("the mail of probe game %s has not gone out within %s", game.pk, GIVEN_UP)
    game.delete()
    return "gave_up"


def _begin() -> None:
    """A table for two, the first move, and so a mail for the other."""
    first, second = _people()
    game = play.open_table(
        first,
        min(slug for slug in REGISTRY if package(slug).SEATS[0] <= 2),
        TITLE,
        2,
        {},
        visibility="invited",
        invited=[second],
        terms=clocks.PRESETS["untimed"],
        random_order=False,
    )
    play.join(second, game)
    _move_on(Game.objects.get(pk=game.pk))


def _move_on(game: Game) -> None:
    """Harmless moves until the question has gone to somebody else than the one who moved last."""
    rules, mover = rules_for(game), None
    for _ in range(MOVES):
        seat = Seat.objects.filter(game=game).exclude(decision_key="").select_related("user").first()
        if seat is None or (mover is not None and seat.number != mover):
            return
        mover = seat.number
        state = unpack(rules, Box.objects.get(pk=game.pk).state)
        play.act(seat.user, game, seat.decision_key, rules.fallback(state, seat.number))


def _arrived(game: Game) -> bool:
    """Whether a mail about a turn of this game went out."""
    sent = Delivery.objects.filter(notice__game=game, notice__kind="your_turn", channel="mail", sent_at__isnull=False)
    return sent.exists()


def _people() -> list[Any]:
    """The two accounts of the house; made when they are missing, with nothing a person could sign in with."""
    model = get_user_model()
    people = []
    local, _, domain = settings.PROBE_ADDRESS.rpartition("@")
    for letter, name in zip("ab", NAMES, strict=True):
        address = f"{local}+{letter}@{domain}"
        user = model.objects.filter(email=address).first()
        if user is None:
            user = model.objects.create_user(address, name, None)
            EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
        people.append(user)
    return people
