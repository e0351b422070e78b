"""What happens without a request: time that runs out, bots' turns, tables nobody filled; and the wheel of a seat.

``tick`` may come late, twice or in parallel: it locks, looks at what is due now, and sets the next ``wake_at``. A
seat past its limit is handed to the autopilot, which plays ``fallback`` until its owner takes the wheel back.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from django.utils import timezone

from games import clocks, ratings
from games.models import Box, Game, Move, Seat
from games.play import ballots, timing
from games.play.acting import act_as
from games.play.chairs import get_up, shut
from games.play.desk import Desk, opened
from games.play.errors import Closed, IllegalMove, NotYours, Stale
from games.play.rulesets import package, rules_for, unpack
from games.rules.dice import seeded

log = logging.getLogger(__name__)
BOT_BATCH = 60
"""Bot moves played by one task; the rest by the next."""


def tick(game_id: int, now: datetime) -> bool:
    """Do whatever is due in this game, and let its bots play. Idempotent. True when there is more to do at once. Raises
    Missing."""
    with opened(game_id, now, None) as desk:
        if desk.game.is_open and clocks.is_over(desk.game.closes_at, now):
            shut(desk, "unfilled")
        elif desk.game.is_running:
            desk.open_box()
            desk.dirty = True  # the next instant is worked out anew, whatever was due
            ballots.due(desk)
            for chair in desk.seats:
                if chair.is_asked and not chair.bot and not chair.autopilot and clocks.is_over(chair.due_at, now):
                    hand_over(desk, chair, "autopilot")
            desk.drive()
        bots = desk.game.is_running and bool(desk.bots_asked())
    if desk.game.is_finished:
        settle(game_id, now)
    if not bots:
        return desk.more
    Game.objects.filter(pk=game_id, wake_at__lte=now).update(wake_at=now + clocks.BOT_LEASE)
    if not any(chair.user_id for chair in desk.seats):
        stroll(game_id)
        return False
    return play_bots(game_id) == BOT_BATCH or desk.more


def settle(game_id: int, now: datetime) -> None:
    """What a finished game still waits for: its rating. Then nothing is to be done there ever again."""
    ratings.rate(game_id, now)
    Game.objects.filter(pk=game_id, status=Game.Status.FINISHED).update(wake_at=None)


def stroll(game_id: int) -> None:
    """One turn of a table where no person sits; the next one comes after a pause (``clocks.STROLL``)."""
    game = Game.objects.get(pk=game_id)
    turn = game.progress.get("turn")
    for _ in range(BOT_BATCH):
        if not game.is_running or game.progress.get("turn") != turn or not play_bots(game_id, most=1):
            break
        game.refresh_from_db()
    Game.objects.filter(pk=game_id, status=Game.Status.RUNNING).update(wake_at=timezone.now() + clocks.STROLL)


def hand_over(desk: Desk, chair: Seat, act: str) -> None:
    """Give a seat to the autopilot, as a table act ("autopilot" or "abandon")."""
    chair.autopilot, chair.due_at = True, None
    desk.touch(chair)
    desk.note(Move.Kind.TABLE, act, seat=chair.number, user=desk.actor, via="house")


def play_bots(game_id: int, most: int = BOT_BATCH) -> int:
    """Let the bots that are asked play, one action after the other, at most a batch. Answers how many were played."""
    for played in range(most):
        asked = Seat.objects.filter(game=game_id, game__status=Game.Status.RUNNING).exclude(decision_key="")
        number = asked.exclude(bot="").values_list("number", flat=True).first()
        if number is None or not bot_move(game_id, number):
            return played
    return most


def bot_move(game_id: int, number: int) -> bool:
    """One action of a bot: it thinks outside the lock, in a world it cannot tell from the real one, then acts like
    anybody.

    False when it is not asked, or when somebody was faster. An action that the rules refuse is logged and replaced by
    ``fallback``, so that a faulty bot never holds up a table.
    """
    game = Game.objects.get(pk=game_id)
    chair = Seat.objects.select_related("game").get(game=game, number=number)
    if not chair.bot or not chair.decision_key:
        return False
    state = unpack(rules_for(game), Box.objects.get(pk=game.pk).state)
    if not Seat.objects.filter(pk=chair.pk, decision_key=chair.decision_key).exists():
        return False  # the State is already a later one than the question
    text = think(game, chair, state)
    with opened(game_id, timezone.now(), None) as desk:
        desk.in_task = True
        try:
            act_as(desk, desk.chair(number), chair.decision_key, [text], "bot")
        except (Stale, Closed):
            return False
        except IllegalMove as error:
            log.error("bot %s in game %s: %s", chair.bot, game_id, error.code)
            harmless = desk.rules.fallback(desk.state, number)
            act_as(desk, desk.chair(number), chair.decision_key, [harmless], "bot")
    return True


def think(game: Game, chair: Seat, state: Any) -> str:
    """The action a bot chooses, from its own seat's knowledge. Its dice follow from its decision key: same key, same
    move."""
    rules = rules_for(game)
    dice = seeded(f"bot {chair.decision_key}")
    world = rules.imagine(state, chair.number, dice)
    bot = package(game.slug).BOTS[chair.bot]
    return str(bot(rules, world, chair.number, dice))


def return_to_seat(user: Any, game: Game | int) -> Game:
    """Take the wheel back from the autopilot. A seat that is not on autopilot stays as it is."""
    now = timezone.now()
    with opened(game, now, user.pk) as desk:
        chair = desk.seat_of(user)
        if not desk.game.is_running:
            raise Closed("not_started" if desk.game.is_open else "finished")
        if not chair.autopilot:
            return desk.game
        desk.open_box()
        chair.autopilot = False
        if chair.is_asked:
            timing.wind(desk.game, chair, now)
        desk.touch(chair)
        desk.note(Move.Kind.TABLE, "return", seat=chair.number, user=user.pk)
        desk.drive()
    return desk.game


def abandon(user: Any) -> None:
    """Everything that a person who goes for good leaves behind: open tables are left, running seats go to the
    autopilot."""
    now = timezone.now()
    ids = Seat.objects.filter(user=user, game__status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    for game_id in sorted(ids.values_list("game_id", flat=True)):
        with opened(game_id, now, user.pk) as desk:
            try:
                chair = desk.seat_of(user)
            except NotYours:
                continue
            if desk.game.is_open:
                get_up(desk, chair)
            elif desk.game.is_running and not chair.autopilot:
                desk.open_box()
                hand_over(desk, chair, "abandon")
                desk.drive()
