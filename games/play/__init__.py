"""The one writer of games, and its readers. Pages, tasks and commands call what is named here, and
``games.play.reading``.

Each writer is one transaction that holds the lock of the Game row, and raises a ``Refused`` of ``games.play.errors``
when it changes nothing.
"""

from games.play.acting import Outcome, act
from games.play.chairs import join, leave
from games.play.errors import BadInput, Closed, IllegalMove, Missing, NotYours, Refused, Stale, TooMany
from games.play.lists import seen
from games.play.open import add_bot, close, decline, invite, open_table, remove_bot
from games.play.ticking import abandon, bot_move, play_bots, return_to_seat, tick
from games.play.undoing import undo
from games.play.votes import propose, vote

ACTS = ("open", "join", "leave", "close", "start", "autopilot", "return", "abandon", "pause", "resume", "pace",
        "vacation_end", "last_turns")  # fmt: skip
"""Table acts in the log: their sentences are the texts ``play.log.<act>``."""
TEXT_IDS = (*(f"play.log.{act}" for act in ACTS), "play.seat.free", "play.seat.gone")

__all__ = [
    "ACTS",
    "BadInput",
    "Closed",
    "IllegalMove",
    "Missing",
    "NotYours",
    "Outcome",
    "Refused",
    "Stale",
    "TooMany",
    "abandon",
    "act",
    "add_bot",
    "bot_move",
    "close",
    "decline",
    "invite",
    "join",
    "leave",
    "open_table",
    "play_bots",
    "propose",
    "remove_bot",
    "return_to_seat",
    "seen",
    "tick",
    "undo",
    "vote",
]
