"""Every promise of a rule set over thousands of random games: ``manage.py torture hall [--games 2000] [--seats 2 3]``.

For each number of seats, options take turns. The first broken promise is written to a file that ``replay`` and the
tests can read. At the end the list of rare moves says how often each was reached; in a long run a missed one is a
failure.
"""

from __future__ import annotations

import json
import os
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import editions
from games.management.commands.selfplay import rule_set
from games.rules.torture import Broken, option_sets, torture_game

CHUNK = 20
ENOUGH = 500
"""From so many games on, a rare move that was never reached is a failure; below, the list tells."""


class Command(BaseCommand):
    help = "Play random games and check every promise of the rules at every step; list the rare moves reached."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the game, for instance: hall")
        parser.add_argument("--games", type=int, default=2000, help="games for each number of seats and each team game")
        parser.add_argument("--seats", type=int, nargs="*", help="numbers of seats (left out: all)")
        parser.add_argument("--seed", default="torture")
        parser.add_argument("--edition", default=editions.DEFAULT)
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
        parser.add_argument("--broken", default="var/broken", help="folder for the records of broken promises")

    def handle(self, *args: Any, **options: Any) -> None:
        game, rules = rule_set(options["slug"], options["edition"])
        low, high = game.SEATS
        chosen = options["seats"] or range(low, high + 1)
        if any(not low <= seats <= high for seats in chosen):
            raise CommandError(f"This game has {low} to {high} seats.")
        start, total, counts = time.perf_counter(), 0, Counter[str]()
        with ProcessPoolExecutor(options["jobs"]) as pool:
            for name, chunks in plan(options, rules, list(chosen)):
                begun, games = time.perf_counter(), 0
                for found in pool.map(play_chunk, chunks):
                    self._stop_if_broken(found, options["broken"])
                    counts.update(found["counts"])
                    games += found["games"]
                total += games
                self.stdout.write(f"{name}: {games} games kept every promise ({time.perf_counter() - begun:.0f} s)")
                self.stdout.flush()
        self.stdout.write(f"{total} games, {time.perf_counter() - start:.0f} s")
        self._print(options["games"], counts, list(rules.rare()) if hasattr(rules, "rare") else [])

    def _stop_if_broken(self, found: dict[str, Any], folder: str) -> None:
        if not found["broken"]:
            return
        Path(folder).mkdir(parents=True, exist_ok=True)
        path = Path(folder) / f"{found['broken']['slug']}-{found['broken']['seed'].replace(' ', '-')}.json"
        path.write_text(json.dumps(found["broken"], indent=1) + "\n", encoding="utf-8")
        raise CommandError(f"{found['told']}. The record: {path}", returncode=1)

    def _print(self, games: int, counts: Counter[str], rare: list[str]) -> None:
        for name in sorted(counts):
            self.stdout.write(f"  {name}: {counts[name]}")
        if rare:
            self.stdout.write("rare moves: " + ", ".join(f"{name} {counts[name]}" for name in rare))
        missed = [name for name in rare if not counts[name]]
        if missed and games >= ENOUGH:
            raise CommandError(f"Never reached: {', '.join(missed)}.", returncode=1)


Chunk = tuple[str, str, int, list[tuple[dict[str, Any], str]]]


def plan(options: dict[str, Any], rules: Any, seats: list[int]) -> Iterator[tuple[str, list[Chunk]]]:
    """Named runs: for each number of seats one of the free-for-all, and one of the team game where there is one."""
    for number in seats:
        sets = option_sets(rules, number)
        for team in (False, True):
            variants = [found for found in sets if bool(found.get("team", False)) == team]
            if not variants:
                continue
            name = f"{number} seats{' in teams' if team else ''}"
            games = [(variants[n % len(variants)], f"{options['seed']} {name} {n}") for n in range(options["games"])]
            slug, edition = options["slug"], options["edition"]
            yield name, [(slug, edition, number, games[n : n + CHUNK]) for n in range(0, len(games), CHUNK)]


@lru_cache(maxsize=4)
def _rules(slug: str, edition: str) -> Any:
    return rule_set(slug, edition)[1]


def play_chunk(chunk: Chunk) -> dict[str, Any]:
    """Some games in a process of their own: how many, what came up, and the first broken promise."""
    slug, edition, seats, games = chunk
    counts, rules = Counter[str](), _rules(slug, edition)
    for done, (options, seed) in enumerate(games):
        try:
            counts.update(torture_game(rules, seats, options, seed).counts)
        except Broken as broken:
            return {"games": done, "counts": counts, "broken": broken.record, "told": str(broken)}
    return {"games": len(games), "counts": counts, "broken": None, "told": ""}
