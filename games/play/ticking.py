"""What happens without a request: time that runs out, bots' turns, tables nobody filled.

``tick`` may come late, twice or in parallel: it locks, looks at what is due now, and sets the next ``wake_at``. A bot
thinks for its own seat, and for absent people where the table says so (``Terms.pilot``).
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from games import clocks, ratings
from games.models import Box, Game, Notice, Seat
from games.play import ballots, ladder, outbox, recess
from games.play.acting import act_as
from games.play.chairs import shut, start_when_full
from games.play.desk import Desk, opened
from games.play.errors import Closed, IllegalMove, Stale
from games.play.rulesets import has_bot_pilot, package, rules_for, unpack
from games.rules.dice import seeded

log = logging.getLogger(__name__)
BOT_BATCH = 60
"""Bot moves played by one task; the rest by the next."""


def tick(game_id: int, now: datetime) -> bool:
    """Do whatever is due in this game, and let its bots play. Idempotent. True when there is more to do at once. Raises
    Missing."""
    more, bots = do_due(game_id, now)
    return (go_on(game_id) or more) if bots else more


def do_due(game_id: int, now: datetime) -> tuple[bool, bool]:
    """Do whatever is due in this game: (whether there is more to do at once, whether its bots are asked). Quick: nobody
    thinks here. Raises Missing."""
    with opened(game_id, now, None) as desk:
        if desk.game.is_open:
            look_at_open(desk)
        elif desk.game.is_running:
            desk.open_box()
            desk.dirty = True  # the next instant is worked out anew, whatever was due
            ballots.due(desk)
            recess.automatic(desk)
            ladder.look(desk)
            desk.drive()
        bots = desk.game.is_running and bool(desk.bots_asked())
        desk.in_task = bots  # played below; should this task die, the game is looked at again after the bots' lease
    if desk.game.is_finished:
        settle(game_id, now)
    return desk.more, bots


def go_on(game_id: int) -> bool:
    """Let the bots of a game play; where no person sits, one turn and a pause. True when they are not done yet."""
    if not Seat.objects.filter(game=game_id, user__isnull=False).exists():
        stroll(game_id)
        return False
    return play_bots(game_id) == BOT_BATCH


def look_at_open(desk: Desk) -> None:
    """A table that waits for players: started when it is full after all; its host is warned two days before it is
    closed for want of players."""
    if clocks.is_over(desk.game.closes_at, desk.now):
        shut(desk, "unfilled")
    elif not any(chair.is_free for chair in desk.seats):
        start_when_full(desk)
    elif desk.game.closes_at is not None and clocks.is_over(desk.game.closes_at - clocks.WARNING, desk.now):
        desk.dirty = True
        if desk.game.opened_by_id is not None:
            data = {"closes_at": desk.game.closes_at.isoformat()}
            outbox.tell_person(desk, Notice.Kind.TABLE_UNFILLED, desk.game.opened_by_id, None, "", data)


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


def play_bots(game_id: int, most: int = BOT_BATCH) -> int:
    """Let the bots that are asked play, one action after the other, at most a batch. Answers how many were played."""
    thinks = ~Q(bot="")
    if has_bot_pilot(Game.objects.only("slug", "terms").get(pk=game_id)):
        thinks |= Q(autopilot=True) | Q(user=None)
    for played in range(most):
        asked = Seat.objects.filter(game=game_id, game__status=Game.Status.RUNNING).exclude(decision_key="")
        number = asked.filter(thinks).values_list("number", flat=True).first()
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
    if not (chair.bot or (chair.is_empty and has_bot_pilot(game))) or not chair.decision_key:
        return False
    state = unpack(rules_for(game), Box.objects.get(pk=game.pk).state)
    if not Seat.objects.filter(pk=chair.pk, decision_key=chair.decision_key).exists():
        return False  # the State is already a later one than the question
    text = _thought(game, chair, state)
    with opened(game_id, timezone.now(), None) as desk:
        desk.in_task = True
        return _act_for(desk, desk.chair(number), chair, text)


def _act_for(desk: Desk, chair: Seat, asked: Seat, text: str) -> bool:
    """Play what a bot thought of, if the seat is still asked and still without a person."""
    if chair.user_id is not None and not chair.autopilot:
        return False
    via = "bot" if chair.bot else "autopilot"
    try:
        act_as(desk, chair, asked.decision_key, [text], via)
    except (Stale, Closed):
        return False
    except IllegalMove as error:
        log.error("bot %s in game %s: %s", chair.bot, desk.game.pk, error.code)
        harmless = desk.rules.fallback(desk.state, chair.number)
        act_as(desk, chair, asked.decision_key, [harmless], via)
    return True


def _thought(game: Game, chair: Seat, state: Any) -> str:
    """What a bot thinks of; ``fallback`` when it fails: a faulty bot never holds up a table, and is reported."""
    try:
        return think(game, chair, state)
    except Exception as error:  # noqa: BLE001  whatever a bot does wrong
        log.error("bot %s in game %s: %s", chair.bot or "as pilot", game.pk, type(error).__name__)
        return rules_for(game).fallback(state, chair.number)


def think(game: Game, chair: Seat, state: Any) -> str:
    """The action a bot chooses, from its own seat's knowledge. Its dice follow from its decision key: same key, same
    move."""
    rules = rules_for(game)
    dice = seeded(f"bot {chair.decision_key}")
    world = rules.imagine(state, chair.number, dice)
    bot = package(game.slug).BOTS[chair.bot or package(game.slug).HOUSE_BOT]
    return str(bot(rules, world, chair.number, dice))
