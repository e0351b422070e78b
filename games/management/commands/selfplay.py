"""Bots play whole games: ``manage.py selfplay hall --seats 4 --games 100 --bots steward,random --seed S [--json]``."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections import Counter
from statistics import mean
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games import editions
from games.play.errors import BadInput
from games.play.rulesets import package
from games.rules.kernel import Illegal
from games.rules.selfplay import Played, play_game


class Command(BaseCommand):
    help = "Let bots play whole games and print speed, turns and scores by source. Everything follows from the seed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the game, for instance: hall")
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument("--games", type=int, default=10)
        parser.add_argument(
            "--bots", default="", help="comma-separated, dealt round the seats (left out: the house bot)"
        )
        parser.add_argument("--seed", default="1")
        parser.add_argument("--edition", default=editions.DEFAULT)
        parser.add_argument("--options", default="{}", help="options of the table as JSON")
        parser.add_argument("--records", action="store_true", help="print every game as one line of JSON")
        parser.add_argument("--json", action="store_true", help="print the summary as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        game, rules = rule_set(options["slug"], options["edition"])
        names = [n for n in options["bots"].split(",") if n] or [game.HOUSE_BOT]
        if unknown := [name for name in names if name not in game.BOTS]:
            raise CommandError(f"There is no bot {unknown[0]!r}; there are: {', '.join(sorted(game.BOTS))}.")
        seats, given = options["seats"], checked(rules, options["options"], options["seats"], game.SEATS)
        played: list[tuple[list[str], Played]] = []
        start = time.perf_counter()
        for number in range(options["games"]):
            names_here = [names[(seat + number) % len(names)] for seat in range(seats)]
            bots = [game.BOTS[name] for name in names_here]
            played.append((names_here, play_game(rules, seats, given, bots, f"{options['seed']} {number}")))
            if options["records"]:
                self.stdout.write(json.dumps(msgspec.to_builtins(played[-1][1])))
        summary = summed(played, time.perf_counter() - start)
        if options["json"]:
            self.stdout.write(json.dumps(summary, indent=1))
        elif not options["records"]:
            self._print(summary)

    def _print(self, summary: dict[str, Any]) -> None:
        self.stdout.write(
            f"{summary['games']} games, {summary['actions']} actions in {summary['seconds']} s: "
            f"{summary['actions_per_second']} actions a second with the bots' thinking"
        )
        self.stdout.write(f"turns a seat: {summary['turns_per_seat']}; ends: {summary['reasons']}")
        for name, found in summary["bots"].items():
            parts = ", ".join(f"{part} {value}" for part, value in found["parts"].items())
            self.stdout.write(
                f"{name}: {found['played']} played, {found['won']} won ({found['won_share']} %), "
                f"mean {found['mean']} ({parts})"
            )


def rule_set(slug: str, edition: str) -> tuple[Any, Any]:
    """The package of a game and its rule set with an edition of the folder. Raises CommandError."""
    try:
        return package(slug), package(slug).build(editions.read(slug, edition))
    except BadInput as error:
        raise CommandError(f"There is no game {slug!r}.") from error
    except editions.NoEdition as error:
        raise CommandError(f"There is no edition {edition!r} of {slug}.") from error


def checked(rules: Any, text: str, seats: int, allowed: tuple[int, int]) -> dict[str, Any]:
    """The full options. Raises CommandError."""
    if not allowed[0] <= seats <= allowed[1]:
        raise CommandError(f"This game has {allowed[0]} to {allowed[1]} seats.")
    try:
        return dict(rules.check_options(json.loads(text), seats))
    except ValueError as error:
        raise CommandError(f"The options are not JSON: {error}") from error
    except Illegal as error:
        raise CommandError(f"The options are refused: {error.code} {error.data or ''}") from error


def summed(played: list[tuple[list[str], Played]], seconds: float) -> dict[str, Any]:
    """What the games come to."""
    actions = sum(len(game.actions) for _, game in played)
    counts: Counter[str] = Counter()
    for _, game in played:
        counts.update(game.counts)
    return {
        "games": len(played),
        "actions": actions,
        "seconds": round(seconds, 2),
        "actions_per_second": round(actions / seconds) if seconds else 0,
        "turns_per_seat": round(mean(game.turns / game.seats for _, game in played), 1) if played else 0,
        "reasons": dict(Counter(game.reason for _, game in played)),
        "bots": {name: of_bot(name, played) for name in dict.fromkeys(n for names, _ in played for n in names)},
        "counts": dict(sorted(counts.items())),
    }


def of_bot(name: str, played: list[tuple[list[str], Played]]) -> dict[str, Any]:
    """Results of one bot: games it sat in (once for each seat), won ones (shared first places count), scores by
    source."""
    units = [u for names, game in played for u in game.standings for seat in u.seats if names[seat - 1] == name]
    parts: Counter[str] = Counter()
    for unit in units:
        parts.update(unit.parts)
    return {
        "played": len(units),
        "won": sum(unit.place == 1 for unit in units),
        "won_share": round(100 * sum(unit.place == 1 for unit in units) / len(units)),
        "mean": round(mean(unit.total for unit in units), 1),
        "parts": {part: round(value / len(units), 1) for part, value in sorted(parts.items())},
    }
