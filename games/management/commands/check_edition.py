"""Compare an edition with the rulebook: ``manage.py check_edition hall [name]`` (docs/editions)."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import editions


class Command(BaseCommand):
    help = "Check the component data of an edition; names everything that is broken and exits with 1 if anything is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the game, for instance: hall")
        parser.add_argument("name", nargs="?", help="the edition, a folder of the game's data (left out: all of them)")
        parser.add_argument("--rulebook", action="store_true", help="leave out what an edition promises of itself")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            chosen = [options["name"]] if options["name"] else editions.names(options["slug"])
            broken = sum(self._check(options["slug"], name, options["rulebook"]) for name in chosen)
        except editions.NoEdition as error:
            raise CommandError(f"There is no edition: {error}.") from error
        if broken:
            raise CommandError(f"{broken} broken.", returncode=1)

    def _check(self, slug: str, name: str, rulebook: bool) -> int:
        """Print what is broken in one edition; how much it is."""
        try:
            edition = editions.read(slug, name)
        except editions.package(slug).BadEdition as error:
            for fault in error.faults:
                self.stderr.write(f"{name}: cannot be read: {fault}")
            return len(error.faults)
        found = [claim for claim in editions.check(slug, edition) if not (rulebook and claim.promise)]
        for claim in found:
            kind = "promise" if claim.promise else "rule"
            self.stderr.write(f"{name}: {kind} broken: {claim.area}: {claim.statement} (found: {claim.seen or '-'})")
        if not found:
            self.stdout.write(f"{name}: sound.")
        return len(found)
