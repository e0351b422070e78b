"""Beginning and ending a turn, the order of turns, the end of the game (rulings H21, H25, H41, H43, H116)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.dice import Dice
from games.rules.hall import scoring
from games.rules.hall.scene import Scene, Verb, bare, too_early_or_late
from games.rules.hall.setup import in_order, position
from games.rules.hall.state import State, Turn
from games.rules.kernel import Event, Illegal


def begin(state: State, seat: int) -> list[Event]:
    """A new turn."""
    state.phase = "play"
    state.turn = Turn(seat=seat)
    state.turns += 1
    return [Event("turn", {"seat": seat, "round": state.round})]


def end_available(scene: Scene) -> bool:
    return scene.within("extra", "hall", "statues")


def end_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    """The next seat's turn, or the end after the last round (H116)."""
    state = scene.state
    events = [Event("end", {"seat": scene.seat})]
    for spell in state.spells:
        spell.fresh = False
    following = in_order(state.seats, state.first)[position(state, scene.seat) % state.seats]
    if following == state.first:
        if state.last_round and state.round >= state.last_round:
            state.phase = "over"
            state.turn = Turn(seat=scene.seat)
            return events
        state.round += 1
    return [*events, *begin(state, following)]


def end_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    closed = too_early_or_late(scene, "extra", "hall", "statues")
    if closed is not None:
        return closed
    return Illegal("not_understood", word=words[-1]) if words else Illegal("unfinished")


def turns_left(state: State) -> dict[str, int] | None:
    """How many turns each seat has after the one under way, once the end is in sight (H116)."""
    if not state.trigger:
        return None
    if state.phase == "over":
        return {str(seat): 0 for seat in range(1, state.seats + 1)}
    left = scoring.turns_left(state.seats, state.trigger[0], state.round, position(state, state.turn.seat))
    return {str(seat): left[position(state, seat)] for seat in range(1, state.seats + 1)}


VERBS = (Verb("end", end_available, bare, end_perform, end_refusal),)
