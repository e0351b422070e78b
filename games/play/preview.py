"""What a line of actions would do, as far as that is certain to the one who asks.

The line is played on worlds that this seat cannot tell from the real one, each with dice of its own: at one end of
every draw, at the other, and in between. What all of them agree on is certain; the first action on which something is
revealed is the last one looked at, and the position is shown as it is before it. The real State and dice are never
used.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.play.errors import IllegalMove
from games.play.rulesets import Rules, plain
from games.rules import kernel
from games.rules.dice import Draw, seeded

Certain = list[tuple[str, dict[str, Any]]]


@dataclass
class Preview:
    """``view``: the reader's view after the ``done`` actions that are certain. ``events``: (code, data) in order,
    also those of the revealing action that do not depend on what is hidden. ``reveals``: the line reaches something
    hidden. ``stopped``: the action that the rules refuse there."""

    view: dict[str, Any]
    events: Certain = field(default_factory=list)
    done: int = 0
    reveals: bool = False
    stopped: IllegalMove | None = None


class EdgeDice:
    """Dice that always fall at one place of the range: 0.0 the first possibility, 1.0 the last."""

    def __init__(self, place: float) -> None:
        self.place = place
        self.drawn: list[Draw] = []

    def below(self, label: str, bound: int) -> int:
        """The possibility at this place."""
        value = round((bound - 1) * self.place)
        self.drawn.append(Draw(label, len(self.drawn), bound, value))
        return value


PLACES = (0.0, 0.5, 1.0)


def preview(rules: Rules, state: Any, seat: int, actions: list[str], slug: str) -> Preview:
    """Look ahead. ``state`` is only used to imagine other worlds."""
    worlds = [rules.imagine(state, seat, seeded(f"preview {place}")) for place in PLACES]
    shown = Preview(rules.view(worlds[0], seat))
    for number, text in enumerate(actions, 1):
        try:
            steps = [
                kernel.advance(rules, world, seat, text, EdgeDice(place))
                for world, place in zip(worlds, PLACES, strict=True)
            ]
        except kernel.Illegal as error:
            shown.stopped = IllegalMove(error.code, error.data, slug, text, number)
            return shown
        shown.events += _agreed([_readable(step.events, seat) for step in steps])
        if any(step.draws for step in steps) or _revealed(rules, worlds, steps, seat, text):
            shown.reveals = True
            return shown
        worlds = [step.state for step in steps]
        shown.view, shown.done = rules.view(worlds[0], seat), number
    return shown


def _revealed(rules: Rules, worlds: list[Any], steps: list[kernel.Step[Any]], seat: int, text: str) -> bool:
    words = text.split(" ")
    return any(rules.revealed(world, step.state, seat, words) for world, step in zip(worlds, steps, strict=True))


def _readable(events: list[kernel.Event], seat: int) -> Certain:
    return [(event.code, plain(event.data)) for event in events if event.seats is None or seat in event.seats]


def _agreed(told: list[Certain]) -> Certain:
    return [event for event in told[0] if all(event in others for others in told[1:])]
