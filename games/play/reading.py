"""Reading without a lock: what one reader may see, and nothing else. The parts stand in the modules named here."""

from games.play.codes import alarm
from games.play.lists import MyTable, find, invitations, my_tables, open_tables, seen
from games.play.log import Entry
from games.play.looking import Chair, Look, UndoOffer, look, secret_of
from games.play.past import Past, history, position, since_my_last_action
from games.play.preview import Preview
from games.play.record import DrawRow, dice_check, record

__all__ = [
    "Chair",
    "DrawRow",
    "Entry",
    "Look",
    "MyTable",
    "Past",
    "Preview",
    "UndoOffer",
    "alarm",
    "dice_check",
    "find",
    "history",
    "invitations",
    "look",
    "my_tables",
    "open_tables",
    "position",
    "record",
    "secret_of",
    "seen",
    "since_my_last_action",
]
