"""Play and store golden games: ``python -m tests.golden.make hall``.

A golden game is a finished game that must play the same for ever: its edition, options, seed, every action, one State
saved on the way, and how it ended. They are made anew only when a rule was wrong (the commit then names the ruling);
when only the layout of a State changes, ``upgrade`` has to bring the stored ones along.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import django
import msgspec

from games.rules import kernel
from games.rules.bot import draw
from games.rules.registry import REGISTRY
from games.rules.selfplay import bot_dice, count, game_dice

HERE = Path(__file__).parent
TABLES = {
    "hall": {
        "2-autumn": (2, {"side": "autumn"}),
        "2-winter": (2, {"side": "winter", "start": "2"}),
        "3": (3, {"workshops": "different"}),
        "4": (4, {"hidden_totals": True}),
        "4-team": (4, {"team": True}),
        "5": (5, {}),
    }
}
SEEDS = range(40)
"""So many games are tried for each table; the one in which most happens is kept."""


def player(rules: Any, world: Any, seat: int, dice: Any) -> str:
    """A random player who rarely trades, and recruits or digs as it comes."""
    words: list[str] = []
    while True:
        step = rules.legal(world, seat, words)
        choices = [word.text for word in step.words if word.text != "pay"] or [word.text for word in step.words]
        choices += [""] if step.complete else []
        shy = ("trade", "end")
        word = choices[draw(dice, [1 if not words and choice in shy else 6 for choice in choices])]
        if not word:
            return " ".join(words)
        words.append(word)


def play(rules: Any, seats: int, options: dict[str, Any], seed: str) -> dict[str, Any]:
    """One game as a golden record."""
    dice, actions = game_dice(seed), []
    state, events = rules.setup(options, seats, dice)
    seen, saved = Counter(count(rules, events, "")), []
    while asked := rules.pending(state):
        seat = asked[len(actions) % len(asked)].seat
        text = player(rules, state, seat, bot_dice(seed, seat, len(actions)))
        step = kernel.advance(rules, state, seat, text, dice)
        state = step.state
        actions.append([seat, text])
        seen.update(count(rules, step.events, text))
        saved.append(kernel.dump(rules, state))
    middle = len(actions) * 2 // 3
    return {
        "seats": seats,
        "options": options,
        "seed": seed,
        "actions": actions,
        "seen": {name: number for name, number in sorted(seen.items()) if name.startswith(("event:", "verb:"))},
        "saved": {"after": middle, "state": msgspec.Raw(saved[middle - 1])},
        "version": rules.version,
        "digest": hashlib.sha256(saved[-1]).hexdigest(),
        "result": msgspec.to_builtins(rules.result(state)),
    }


def main(slug: str) -> None:
    """Write the edition and the golden games of a game."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from games import editions  # its module needs the models

    edition = editions.read(slug)
    data = editions.dump(edition)
    rules = import_module(REGISTRY[slug]).build(edition)
    name = f"edition-{editions.content_hash(data)[:12]}.json"
    (HERE / slug / name).write_text(data + "\n", encoding="utf-8")
    for table, (seats, options) in TABLES[slug].items():
        games = [play(rules, seats, options, f"golden {table} {seed}") for seed in SEEDS]
        best = max(games, key=lambda game: (len(game["seen"]), -len(game["actions"])))
        text = msgspec.json.format(msgspec.json.encode({"edition": name, **best}), indent=1).decode()
        (HERE / slug / f"{table}.json").write_text(text + "\n", encoding="utf-8")
        print(table, len(best["actions"]), "actions,", len(best["seen"]), "kinds of events")


if __name__ == "__main__":
    main(sys.argv[1])
