"""In the Hall of the Mountain King as a rule set: what the house asks, answered by the parts in this folder."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules import kernel
from games.rules.dice import Dice
from games.rules.hall import (
    census,
    dig,
    draft,
    fallback,
    founding,
    great_halls,
    imagine,
    landmarks,
    options,
    recruit,
    result,
    setup,
    spells,
    statues,
    trade,
    turn,
    view,
    workshops,
)
from games.rules.hall.book import Book
from games.rules.hall.edition import HallEdition
from games.rules.hall.scene import NOTHING, Scene, Verb
from games.rules.hall.state import State
from games.rules.kernel import Data, Decision, Event, Illegal, Next, Option, Result, Standing, Word

SLUG = "hall"
VERSION = 1
PARTS = (draft, spells, workshops, recruit, dig, founding, great_halls, statues, trade, turn)
VERBS: dict[str, Verb] = {verb.name: verb for part in PARTS for verb in part.VERBS}


class HallRules:
    """The rule set for one edition. It keeps nothing but what follows from the edition."""

    slug = SLUG
    version = VERSION
    state_type = State

    def __init__(self, edition: HallEdition) -> None:
        self.edition = edition
        self.book = Book(edition)

    def options(self, seats: int) -> tuple[Option, ...]:
        return options.listed(self.book, seats)

    def check_options(self, options_given: Data, seats: int) -> Data:
        return options.check(self.book, options_given, seats)

    def setup(self, options_given: Data, seats: int, dice: Dice) -> tuple[State, list[Event]]:
        return setup.setup(self.book, self.check_options(options_given, seats), seats, dice)

    def pending(self, state: State) -> tuple[Decision, ...]:
        if state.phase == "gates":
            seat = draft.next_for_gate(state)
            return () if seat is None else (Decision(seat, "gate"),)
        if state.phase == "draft":
            return tuple(Decision(seat, "draft", sealed=True) for seat in draft.drafting(state))
        if state.phase == "play":
            return (Decision(state.turn.seat, "place" if state.turn.taken else "turn"),)
        return ()

    def legal(self, state: State, seat: int, words: Sequence[str]) -> Next:
        if not self._asked(state, seat):
            return NOTHING
        scene = Scene(self.book, state, seat)
        if not words:
            found = [self._verb_word(verb) for verb in self._verbs(state) if verb.available(scene)]
            return Next(tuple(found))
        verb = VERBS.get(words[0])
        if verb is not None and verb in self._verbs(state) and verb.available(scene):
            step = verb.following(scene, words[1:])
            if step.complete or step.words:
                return step
        raise self.explain(state, seat, words)

    def apply(self, state: State, seat: int, action: Sequence[str], dice: Dice) -> list[Event]:
        events = VERBS[action[0]].perform(Scene(self.book, state, seat), action[1:], dice)
        return [*events, *result.events(self.book, state)]

    def revealed(self, before: State, after: State, seat: int, action: Sequence[str]) -> bool:
        """What opens without chance: all rows at the end of the draft, everything in the final scoring (chapter P).
        Decks have no stored order."""
        return (before.phase, after.phase) == ("draft", "play") or after.phase == "over"

    def view(self, state: State, seat: int | None) -> Data:
        return view.view(self.book, state, seat, self.pending(state))

    def result(self, state: State) -> Result | None:
        return result.result(self.book, state)

    def standing_now(self, state: State) -> list[Standing]:
        return result.standing_now(self.book, state)

    def fallback(self, state: State, seat: int) -> str:
        return fallback.fallback(Scene(self.book, state, seat))

    def progress(self, state: State) -> Data:
        return {"round": state.round, "turn": state.turns, "turns_left": turn.turns_left(state)}

    def explain(self, state: State, seat: int, action: Sequence[str]) -> Illegal:
        if not self._asked(state, seat):
            return Illegal("no_window" if state.phase == "play" else "not_asked")
        verb = VERBS.get(action[0]) if action else None
        if verb is None:
            return Illegal("unknown_verb", word=action[0] if action else "")
        if verb not in self._verbs(state):
            return Illegal("wrong_phase")
        return verb.refusal(Scene(self.book, state, seat), action[1:])

    def imagine(self, state: State, seat: int | None, dice: Dice) -> State:
        return imagine.imagine(self.book, kernel.copy(self, state), seat, dice)

    def upgrade(self, data: Data) -> Data:
        """Layout 1 is the first."""
        raise ValueError("there is no older layout of a game of Hall")

    def census(self, state: State) -> dict[str, int]:
        """Every component of the game, counted where it is (for tests)."""
        return census.census(self.book, state)

    def landmarks(self, events: Sequence[Event], text: str) -> list[str]:
        """Remarkable moves of one step by name (for tests)."""
        return list(landmarks.landmarks(self.book, events, text))

    def rare(self) -> list[str]:
        """The names a long run of random games must have reached."""
        return landmarks.rare(self.book)

    @staticmethod
    def _verb_word(verb: Verb) -> Word:
        return Word(verb.name, "verb")

    def _asked(self, state: State, seat: int) -> bool:
        return any(decision.seat == seat for decision in self.pending(state))

    @staticmethod
    def _verbs(state: State) -> tuple[Verb, ...]:
        """The verbs of this phase."""
        early = {"gates": ("gate",), "draft": ("draft",)}.get(state.phase)
        if early:
            return tuple(VERBS[name] for name in early)
        return tuple(verb for verb in VERBS.values() if verb.name not in ("gate", "draft"))
