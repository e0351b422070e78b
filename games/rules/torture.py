"""The promises of a rule set, checked at every step of a random game (docs/architecture.md, "Tests: Contract"). Pure.

``torture_game`` plays one game by seed and raises ``Broken`` at the first promise that is not kept; the exception holds
all that is needed to play the game again. It returns what came up, so that a caller can see rare moves were reached.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.rules import kernel
from games.rules.bot import random_action, tempered
from games.rules.dice import Draw, RealDice, seeded
from games.rules.kernel import Data, Event, Illegal, Step
from games.rules.selfplay import LIMIT, Played, bot_dice, count, finished, game_dice

WORLDS_EVERY = 7
"""Imagined worlds are compared at every so many steps, and always while answers are sealed."""
FALLBACK_EVERY = 5
FALLBACK_LIMIT = 40
"""So many autopilot actions must be enough to end a turn."""


class Broken(Exception):
    """A promise that was not kept."""

    def __init__(self, promise: str, game: Torture, detail: str) -> None:
        super().__init__(f"{game.rules.slug}, {game.seats} seats, seed {game.seed!r}: {promise} ({detail})")
        self.promise = promise
        self.record: Data = {
            "slug": game.rules.slug,
            "seats": game.seats,
            "options": game.options,
            "seed": game.seed,
            "actions": game.actions,
            "promise": promise,
            "detail": detail,
        }


class Torture:
    """A game under way and what must be kept of it for the checks."""

    def __init__(self, rules: Any, seats: int, options: Data, seed: str) -> None:
        self.rules, self.seats, self.options, self.seed = rules, seats, options, seed
        self.actions: list[list[Any]] = []
        self.draws: list[Draw] = []
        self.dice = game_dice(seed)
        self.state, events = rules.setup(options, seats, self.dice)
        self.counts = count(rules, events, "")
        self.first = kernel.copy(rules, self.state)
        self.first_counters = dict(self.dice.counters)
        self.temper = tempered(seed)
        self.census = rules.census(self.state)
        self.kept: list[tuple[Any, dict[str, int], int]] = []

    def must(self, promise: str, kept: bool, detail: str = "") -> None:
        """Raise Broken unless the promise is kept."""
        if not kept:
            raise Broken(promise, self, detail or f"after {len(self.actions)} actions")

    def same_dice(self, counters: dict[str, int] | None = None) -> RealDice:
        """The game's dice as they stand now (or stood), without touching them."""
        dice = game_dice(self.seed)
        dice.counters.update(self.dice.counters if counters is None else counters)
        return dice


def torture_game(rules: Any, seats: int, options: Data, seed: str) -> Played:
    """Play and check one random game. Raises Broken, also for an error that the rules let out."""
    game = Torture(rules, seats, options, seed)
    try:
        while rules.pending(game.state):
            game.must("the game ends", len(game.actions) < LIMIT)
            check_state(game)
            one_step(game)
        check_end(game)
    except Broken:
        raise
    except Exception as error:
        raise Broken("the rules let out no error", game, repr(error)) from error
    return finished(rules, game.state, options, seed, game.actions, game.counts)


def one_step(game: Torture) -> None:
    """A random action, carried out and checked."""
    rules, number = game.rules, len(game.actions)
    asked = rules.pending(game.state)
    thinking = bot_dice(game.seed, 0, number)
    seat = asked[thinking.below("seat", len(asked))].seat
    text = random_action(rules, game.state, seat, thinking, game.temper)
    before, counters = kernel.dump(rules, game.state), dict(game.dice.counters)
    check_sealed(game, thinking)
    step = attempt(game, game.state, seat, text, game.dice)
    game.must("the caller's state is untouched", kernel.dump(rules, game.state) == before, text)
    check_repeat(game, step, counters)
    check_worlds_after(game, step, counters)
    check_turn(game, step, counters)
    game.actions.append([seat, text])
    game.draws += step.draws
    game.counts.update(count(rules, step.events, text))
    game.state = step.state


def attempt(game: Torture, state: Any, seat: int, text: str, dice: RealDice) -> Step[Any]:
    """Carry out an action that ``legal`` has offered."""
    try:
        return kernel.advance(game.rules, state, seat, text, dice)
    except Illegal as refused:
        raise Broken("what legal offers is legal", game, f"{text}: {refused.code}") from refused


def check_state(game: Torture) -> None:
    """What must hold of every position."""
    rules, state = game.rules, game.state
    asked = {decision.seat for decision in rules.pending(state)}
    for seat in range(1, game.seats + 1):
        step = rules.legal(state, seat, ())
        game.must("legal is empty exactly for those not asked", bool(step.words or step.complete) == (seat in asked))
    game.must("somebody must answer", not all(decision.optional for decision in rules.pending(state)))
    game.must("the State survives JSON", kernel.load(rules, kernel.dump(rules, state)) == state)
    game.must("components are conserved", rules.census(state) == game.census, str(rules.census(state)))
    sealed = any(decision.sealed for decision in rules.pending(state))
    if sealed or len(game.actions) % WORLDS_EVERY == 0:
        check_worlds(game)
    if len(game.actions) % FALLBACK_EVERY == 0:
        for seat in sorted(asked):
            check_fallback(game, seat)


def check_worlds(game: Torture) -> None:
    """Every imagined world looks alike to the seat it is imagined for."""
    rules, state = game.rules, game.state
    for seat in (None, *range(1, game.seats + 1)):
        before = kernel.dump(rules, state)
        world = rules.imagine(state, seat, seeded(f"world {game.seed} {seat} {len(game.actions)}"))
        game.must("imagining changes nothing", kernel.dump(rules, state) == before)
        game.must(
            "an imagined world gives the same view", rules.view(world, seat) == rules.view(state, seat), str(seat)
        )
        game.must("an imagined world asks the same", rules.pending(world) == rules.pending(state))
        game.must("an imagined world holds the same components", rules.census(world) == game.census)
        msgspec.json.encode(rules.view(state, seat))
        if seat is not None:
            same = rules.legal(world, seat, ()) == rules.legal(state, seat, ())
            game.must("an imagined world allows the same", same, str(seat))


def visible(events: list[Event], seat: int) -> list[Event]:
    """The events this seat may read at once."""
    return [event for event in events if event.seats is None or seat in event.seats]


def check_worlds_after(game: Torture, step: Step[Any], counters: dict[str, int]) -> None:
    """After an action without barrier a world imagined before it is still alike to the mover, events too."""
    if step.barrier or len(game.actions) % WORLDS_EVERY:
        return
    rules, seat = game.rules, step.seat
    world = rules.imagine(game.state, seat, seeded(f"before {game.seed} {len(game.actions)}"))
    there = attempt(game, world, seat, step.text, game.same_dice(counters))
    same_view = rules.view(there.state, seat) == rules.view(step.state, seat)
    game.must("without barrier worlds stay alike", same_view, step.text)
    game.must("visible events are the same", visible(there.events, seat) == visible(step.events, seat), step.text)


def check_repeat(game: Torture, step: Step[Any], counters: dict[str, int]) -> None:
    """The same request on the same position rolls the same dice."""
    dice = game.same_dice(counters)
    again = kernel.advance(game.rules, game.state, step.seat, step.text, dice)
    same = (again.state, again.events, again.draws) == (step.state, step.events, step.draws)
    game.must("same request, same dice", same, step.text)


def check_sealed(game: Torture, thinking: RealDice) -> None:
    """Answers of two seats to sealed questions may come in either order."""
    rules = game.rules
    sealed = [decision.seat for decision in rules.pending(game.state) if decision.sealed]
    if len(sealed) < 2:
        return
    one, two = sealed[0], sealed[-1]
    answers = {seat: random_action(rules, game.state, seat, thinking, game.temper) for seat in (one, two)}
    ends = []
    for order in ((one, two), (two, one)):
        steps = kernel.replay(rules, game.state, [(s, answers[s]) for s in order], game.same_dice())
        ends.append((kernel.dump(rules, steps[0]), {s.seat: (s.events, s.draws) for s in steps[1]}))
    game.must("sealed answers commute", ends[0][0] == ends[1][0], str(answers))
    if not any(event.opened for end in ends for events, _ in end[1].values() for event in events):
        game.must("sealed answers say the same in either order", ends[0][1] == ends[1][1], str(answers))


def check_fallback(game: Torture, seat: int) -> None:
    """The autopilot's action is legal, and repeating it ends the turn."""
    rules, state, dice = game.rules, game.state, game.same_dice()
    turn = rules.progress(state)["turn"]
    for _ in range(FALLBACK_LIMIT):
        state = attempt(game, state, seat, rules.fallback(state, seat), dice).state
        over = seat not in {decision.seat for decision in rules.pending(state)}
        if over or rules.progress(state)["turn"] != turn:
            return
    raise Broken("the autopilot ends the turn", game, f"seat {seat}")


def check_turn(game: Torture, step: Step[Any], counters: dict[str, int]) -> None:
    """Undo: while no barrier lies between, replaying all but the last actions gives exactly the earlier State."""
    rules = game.rules
    if step.barrier:
        game.kept = []
        return
    game.kept.append((game.state, counters, len(game.actions)))
    start, start_counters, number = game.kept[0]
    since = [(seat, text) for seat, text in game.actions[number:]]
    undone, _ = kernel.replay(rules, start, since, game.same_dice(start_counters))
    game.must("undo is exact", undone == game.state, step.text)
    if len(game.kept) > 4:
        game.kept = game.kept[-2:]


def check_end(game: Torture) -> None:
    """The end: a result, nobody asked, and a replay of the whole game arrives at the same place."""
    rules = game.rules
    game.must("a finished game has a result", rules.result(game.state) is not None)
    moves = [(seat, text) for seat, text in game.actions]
    for recorded in ([], game.draws):
        dice = RealDice(b"other" if recorded else b"", "", dict(game.first_counters), recorded)
        if not recorded:
            dice = game.same_dice(game.first_counters)
        state, _ = kernel.replay(rules, game.first, moves, dice)
        game.must("a replay equals the play", state == game.state, "recorded" if recorded else "fresh")


def option_sets(rules: Any, seats: int) -> list[Data]:
    """Options worth a game each: the defaults, and every other choice by itself (with a list where it needs one)."""
    options = rules.options(seats)
    variants: list[Data] = [{}]
    for option in options:
        values = [not option.default] if option.kind == "flag" else [c for c in option.choices if c != option.default]
        variants += [{option.name: value} for value in values if option.kind in ("flag", "choice")]
    lists = {o.name: list(o.choices[: o.minimum]) for o in options if o.kind == "many"}
    found: dict[str, Data] = {}
    for variant in [*variants, *(variant | lists for variant in variants)]:
        try:
            full = rules.check_options(variant, seats)
        except Illegal:
            continue
        found.setdefault(repr(sorted(full.items())), full)
    return list(found.values())
