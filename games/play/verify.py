"""Stored games against their own logs: every kept State, the present one and the result must follow from the start.

The stored State outranks a replay (plan: "Old games under new rules"): a difference is told, never mended.
"""

from __future__ import annotations

from games.models import Box, Game, Move
from games.play.rulesets import Rules, plain, rules_for, unpack
from games.play.undoing import Difference, again
from games.rules import kernel
from games.rules.dice import Draw, RealDice


def difference(game: Game) -> str:
    """ "" when the game's log leads to what is stored, else the first thing that differs. For games that have begun."""
    rules, box = rules_for(game), Box.objects.get(pk=game.pk)
    rows = list(Move.objects.filter(game=game, undone_by__isnull=True).order_by("number"))
    recorded = [Draw(*draw) for row in rows for draw in row.draws]
    dice = RealDice(bytes(box.secret), game.salt, {}, recorded)
    start = next(row for row in rows if row.kind == Move.Kind.TABLE and row.text == "start")
    for label, _, bound, _ in start.draws:
        if label.startswith("house."):
            dice.below(label, bound)
    state, _ = rules.setup(dict(game.options), game.seats_count, dice)
    if found := _kept_differs(rules, start, state):
        return found
    for row in rows:
        if row.kind != Move.Kind.ACTION:
            continue
        try:
            state = again(rules, state, [row], dice)
        except Difference as error:
            return str(error)
        if found := _kept_differs(rules, row, state):
            return found
    return _end_differs(rules, game, box, state, dice)


def _kept_differs(rules: Rules, row: Move, state: object) -> str:
    """What differs at a row that keeps a State."""
    if not row.state or kernel.dump(rules, unpack(rules, row.state)) == kernel.dump(rules, state):
        return ""
    return f"row {row.number}: the kept position differs from the replay"


def _end_differs(rules: Rules, game: Game, box: Box, state: object, dice: RealDice) -> str:
    if kernel.dump(rules, unpack(rules, box.state)) != kernel.dump(rules, state):
        return "the present position differs from the replay"
    if dice.counters != box.counters:
        return "the counters of the dice differ from the replay"
    won = Move.objects.filter(game=game, kind=Move.Kind.TABLE, text="win").exists()
    if won and rules.result(state) is not None:
        return "the win was taken after the end"
    if game.is_finished and not won and game.result != plain(rules.result(state)):
        return "the result differs from the replay"
    return ""
