"""Write the record of a game: ``manage.py export_game ADDRESS [--out FILE] [--with-edition]``.

Of a running game only what everybody may see is written; secret, actions and result stand in the record after the end.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.play import reading


class Command(BaseCommand):
    help = "Write the record of a game as JSON (of a running game: what everybody may see)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the last part of the table's address")
        parser.add_argument("--out", help="a file (left out: standard output)")
        parser.add_argument("--with-edition", action="store_true", help="put the component data into the record")

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.select_related("edition").filter(public_id=options["game"]).first()
        if game is None:
            raise CommandError(f"There is no table {options['game']}.")
        found = reading.record(game)
        if options["with_edition"]:
            found["edition"]["data"] = game.edition.data
        text = json.dumps(found, indent=1, ensure_ascii=False)
        if options["out"]:
            Path(options["out"]).write_text(text + "\n", encoding="utf-8")
        else:
            self.stdout.write(text)
