"""Notes above the board about questions that are asked in silence."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from games import play, tasks
from games.models import Game
from games.play import reading
from games.views import table_notes
from tests.play.conftest import at

Do = Callable[..., play.Outcome]


def test_no_note_tells_of_a_silent_question_before_its_time_is_up(
    turns: Game, alice: Any, bob: Any, charlie: Any, do: Do, start: datetime
) -> None:
    def notes(user: Any) -> list[tuple[str, int | None, int]]:
        look = reading.look(user, Game.objects.get(pk=turns.pk))
        return [(note.kind, note.seat, len(note.deeds)) for note in table_notes.notes(look, look.now)]

    with at(0, start):
        do(alice, turns, "call")
        do(bob, turns, "vote yes")
    with at(23.9, start):
        assert [notes(user) for user in (alice, bob, charlie, None)] == [[], [], [], []]
    with at(24, start):
        tasks.sweep()
    with at(25, start):
        assert notes(alice) == notes(bob) == [("late", 3, 2)]
        assert notes(charlie) == notes(None) == [("late", 3, 0)]
        play.grant(alice, turns, 3)
        assert notes(bob) == []
