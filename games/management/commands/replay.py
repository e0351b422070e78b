"""Play a game record again: ``manage.py replay FILE`` prints the result, or the first difference and exits with 1."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import editions
from games.models import Edition
from games.play import record
from games.play.errors import BadInput
from games.play.rulesets import Rules, package
from games.rules.kernel import Illegal


class Command(BaseCommand):
    help = "Play a game record again and print its result, or the first difference from what it says."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a record of export_game or of self-play; - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        found = read(options["file"])
        try:
            replayed = record.replay(rules_of(found), found)
        except (record.BadRecord, BadInput, Illegal) as error:
            raise CommandError(f"This record cannot be played: {error}") from error
        if replayed.difference:
            raise CommandError(f"First difference: {replayed.difference}", returncode=1)
        self.stdout.write(f"{replayed.actions} actions, as recorded.")
        self.stdout.write(json.dumps(replayed.result, indent=2, ensure_ascii=False))


def read(name: str) -> dict[str, Any]:
    """The record in a file. Raises CommandError."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        found = json.loads(text)
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise CommandError(f"{name} is no game record: it is not JSON ({error}).") from error
    if not isinstance(found, dict):
        raise CommandError(f"{name} is no game record.")
    return found


def rules_of(found: dict[str, Any]) -> Rules:
    """The rule set with the record's edition: in the record itself, else stored, else as the files are now.

    Raises CommandError when the record names a content that is nowhere to be found.
    """
    slug, name, wanted = record.edition_of(found)
    game = package(slug)
    data = found["edition"].get("data") if wanted else None
    if data is None and wanted:
        row = Edition.objects.filter(pk=wanted).first()
        data = row.data if row else None
    if data is None:
        try:
            data = editions.dump(editions.read(slug, name or editions.DEFAULT))
        except editions.NoEdition as error:
            raise CommandError(f"There is no edition {name!r} of {slug}.") from error
    if wanted and editions.content_hash(data) != wanted:
        raise CommandError(
            f"The edition {name or '?'} of this record ({wanted[:12]}) is not here; the files have changed."
        )
    rules: Rules = game.build(editions.thaw(slug, data))
    return rules
