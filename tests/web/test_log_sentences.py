"""Every event that whole games bring forth becomes a finished sentence, in every language, for every reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.utils import translation

from games import editions
from games.forms import package
from games.rules import kernel
from games.rules.bot import random_action
from games.rules.registry import REGISTRY
from games.rules.selfplay import bot_dice, game_dice
from games.sentences import sentence

NAMES = {1: "Ola", 2: "Ragna", 3: "Kim", 4: "Tobias", 5: "Paulo"}
GAMES = 60
UNFINISHED = re.compile(
    r"[{}…]|\b[a-z]+_[a-z_]+\b|\b[a-z]+\.[a-z]+\.[a-z]|  | [.,]|\b(None|True|False)\b|, \.|^\W|[^.!?)]$"
)
"""A placeholder, a key or id, a hole, a value of the program, or no full stop: none of it stands in a sentence."""


def rare(slug: str) -> list[kernel.Event]:
    """Events that random play hardly reaches, as the rules spell them."""
    if slug != "hall":
        return []
    return [kernel.Event("retire", {"card": editions.read(slug).trolls[0].key, "row": 1, "place": 2})]


def events_of(rules: kernel.RuleSet[Any], seats: int, options: dict[str, Any], seed: str) -> Iterator[kernel.Event]:
    """All events of one random game."""
    dice = game_dice(seed)
    state, events = rules.setup(options, seats, dice)
    yield from events
    number = 0
    while asked := rules.pending(state):
        seat = asked[number % len(asked)].seat
        text = random_action(rules, state, seat, bot_dice(seed, seat, number))
        step = kernel.advance(rules, state, seat, text, dice)
        state, number = step.state, number + 1
        yield from step.events


def all_events(slug: str) -> dict[str, kernel.Event]:
    """Events of games with every number of seats, one of each make (code, which values it has, small choices)."""
    rules, (least, most) = package(slug).build(editions.read(slug)), package(slug).SEATS
    found = {make_of(event): event for event in rare(slug)}
    for number in range(GAMES):
        seats = least + number % (most - least + 1)
        typed = rules.options(seats)
        chosen = {o.name: bool(number % 2) for o in typed if o.kind == "flag"}
        chosen |= {o.name: o.choices[number % len(o.choices)] for o in typed if o.kind == "choice"}
        try:
            options = dict(rules.check_options(chosen, seats))
        except kernel.Illegal:
            options = dict(rules.check_options({}, seats))
        for event in events_of(rules, seats, options, f"sentences {number}"):
            found.setdefault(make_of(event), event)
    return found


def make_of(event: kernel.Event) -> str:
    """Events of one make are told alike: same code, same values given, same components named."""
    parts = [event.code, str(event.seats is None)]
    for name, value in sorted(event.data.items()):
        keys = sorted(value) if isinstance(value, dict) else value
        parts.append(f"{name}:{keys if isinstance(value, (str, bool)) else f'{type(value).__name__} {bool(keys)}'}")
    return " ".join(parts)


def codes_in_the_rules(slug: str) -> set[str]:
    """Every code of an event that the rule set's source names."""
    folder = Path(package(slug).__file__).parent
    return {code for path in folder.rglob("*.py") for code in re.findall(r'\bEvent\(\s*"(\w+)"', path.read_text())}


@pytest.mark.slow
@pytest.mark.parametrize("slug", REGISTRY)
def test_every_event_of_whole_games_is_a_finished_sentence_for_every_reader(slug: str) -> None:
    events = all_events(slug)
    wrong = []
    for event in events.values():
        for language, _ in settings.LANGUAGES:
            readers = event.seats if event.seats is not None else (None, *sorted(NAMES))
            with translation.override(language):
                for viewer in readers:
                    line = sentence(slug, event.code, _stored(event.data), NAMES.__getitem__, viewer)
                    if line and UNFINISHED.search(line):
                        wrong.append((event.code, language, viewer, line))
    assert not wrong, "\n".join(map(str, wrong))
    reached = {event.code for event in events.values()}
    assert codes_in_the_rules(slug) <= reached
    _all_spells_were_cast(slug, events)


def _stored(data: dict[str, Any]) -> dict[str, Any]:
    """Data as a page finds it: gone through JSON."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(data))
    return found


def _all_spells_were_cast(slug: str, events: dict[str, kernel.Event]) -> None:
    if slug != "hall":
        return
    cast = {event.data["spell"] for event in events.values() if event.code == "cast"}
    assert cast == set(package(slug).build(editions.read(slug)).edition.spells)
