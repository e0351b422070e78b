"""The one writer of games, and its readers. Pages, tasks and commands call what is named here, and
``games.play.reading``.

Each writer is one transaction that holds the lock of the Game row, and raises a ``Refused`` of ``games.play.errors``
when it changes nothing.
"""

from games.play.acting import Outcome, act
from games.play.bench import take_seat, volunteer
from games.play.chairs import join, leave
from games.play.errors import BadInput, Closed, IllegalMove, Missing, NotYours, Refused, Stale, TooMany
from games.play.ladder import grant, hand, play_on, take_win
from games.play.leaving import abandon, ban, resign, return_to_seat
from games.play.lists import seen
from games.play.open import add_bot, close, decline, invite, open_table, remove_bot
from games.play.talk import say
from games.play.ticking import bot_move, do_due, go_on, play_bots, tick
from games.play.undoing import undo
from games.play.vacation import end_vacation, start_vacation
from games.play.votes import propose, vote

ACTS = (
    "open", "join", "leave", "close", "start", "autopilot", "return", "abandon", "expire", "grant", "hand", "win",
    "play_on", "resign", "ban", "delete", "substitute", "pause", "resume", "pace", "vacation_end", "last_turns",
)  # fmt: skip
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
    "ban",
    "bot_move",
    "close",
    "decline",
    "do_due",
    "end_vacation",
    "go_on",
    "grant",
    "hand",
    "invite",
    "join",
    "leave",
    "open_table",
    "play_bots",
    "play_on",
    "propose",
    "remove_bot",
    "resign",
    "return_to_seat",
    "say",
    "seen",
    "start_vacation",
    "take_seat",
    "take_win",
    "tick",
    "undo",
    "volunteer",
    "vote",
]
