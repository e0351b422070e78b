"""The last turns: what is to happen when the rule set's public ``progress["turns_left"]`` appears (design: "Endgame").

The desk looks at every save. From then on the table's option ``endgame`` applies to the credit of ended turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.models import Game, Move, Notice
from games.play import outbox

if TYPE_CHECKING:
    from games.play.desk import Desk


def look(desk: Desk) -> None:
    """Note when the last turns begin and tell everybody; forget it when an undo has taken back what began them.

    Beginning again is logged again; a person is told once.
    """
    game = desk.game
    if game.is_finished:
        return
    begun = game.progress.get("turns_left") is not None
    if begun and game.countdown_at is None:
        game.countdown_at = desk.now
        desk.note(Move.Kind.TABLE, "last_turns", via="house")
        outbox.tell(desk, Notice.Kind.LAST_TURNS, desk.seats)
    elif not begun:
        game.countdown_at = None


def turns_left(game: Game) -> dict[int, int]:
    """Seat -> whole turns it still has after the one under way; empty before the last turns and after the end."""
    left = game.progress.get("turns_left") if game.is_running else None
    return {int(seat): int(turns) for seat, turns in (left or {}).items()}
