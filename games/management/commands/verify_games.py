"""Check stored games: ``manage.py verify_games [ADDRESS …]`` replays each from its start and prints the first
difference."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.play.verify import difference
from games.rules.kernel import Illegal, NewerState


class Command(BaseCommand):
    help = "Replay stored games from their logs and print the first difference of each; exits with 1 if there is any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", help="addresses of tables (left out: every game that has begun)")
        parser.add_argument("--running", action="store_true", help="only games that are being played")

    def handle(self, *args: Any, **options: Any) -> None:
        begun = [Game.Status.RUNNING] if options["running"] else [Game.Status.RUNNING, Game.Status.FINISHED]
        games = Game.objects.filter(status__in=begun).select_related("edition").order_by("pk")
        if options["games"]:
            games = games.filter(public_id__in=options["games"])
        different = checked = 0
        for game in games.iterator(chunk_size=50):
            checked += 1
            found = self._difference(game)
            if found:
                different += 1
                self.stdout.write(f"{game.public_id} ({game.slug}): {found}")
        self.stdout.write(f"{checked} games checked, {different} differ.")
        if different:
            raise CommandError("The games above do not follow from their logs.", returncode=1)

    def _difference(self, game: Game) -> str:
        """The first difference, also when the rules of today refuse the game altogether."""
        try:
            return difference(game)
        except NewerState as error:
            return f"newer than this code ({error})"
        except Illegal as error:
            return f"the rules refuse its options ({error.code})"
