"""Golden games: finished games that must play the same for ever (see ``make``)."""

from __future__ import annotations

import hashlib
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import editions
from games.rules import kernel
from games.rules.registry import REGISTRY
from games.rules.selfplay import count, game_dice

HERE = Path(__file__).parent
FILES = sorted(path for slug in REGISTRY for path in (HERE / slug).glob("*.json") if "edition" not in path.name)


def golden(path: Path) -> tuple[Any, dict[str, Any]]:
    """The rule set with the golden game's own edition, and the record."""
    record = msgspec.json.decode(path.read_bytes())
    slug = path.parent.name
    data = (path.parent / record["edition"]).read_text(encoding="utf-8")
    return import_module(REGISTRY[slug]).build(editions.thaw(slug, data)), record


def test_every_table_has_a_golden_game() -> None:
    for slug in REGISTRY:
        seats = {msgspec.json.decode(path.read_bytes())["seats"] for path in FILES if path.parent.name == slug}
        least, most = import_module(REGISTRY[slug]).SEATS
        assert seats == set(range(least, most + 1))


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}-{path.stem}" for path in FILES])
def test_a_golden_game_plays_the_same(path: Path) -> None:
    rules, record = golden(path)
    dice = game_dice(record["seed"])
    state, events = rules.setup(record["options"], record["seats"], dice)
    seen = Counter(count(rules, events, ""))
    for number, (seat, text) in enumerate(record["actions"], 1):
        step = kernel.advance(rules, state, seat, text, dice)
        state = step.state
        seen.update(count(rules, step.events, text))
        if number == record["saved"]["after"]:
            stored = msgspec.json.encode(record["saved"]["state"])
            assert kernel.load(rules, stored) == state, "a stored State of this game is another one now"
    assert rules.pending(state) == ()
    assert msgspec.json.decode(msgspec.json.encode(rules.result(state))) == record["result"]
    assert {name: seen[name] for name in record["seen"]} == record["seen"]
    if rules.version == record["version"]:
        assert hashlib.sha256(kernel.dump(rules, state)).hexdigest() == record["digest"]
