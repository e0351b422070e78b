"""Compile the text catalogues (.po, written by hand) to what Django reads (.mo), without gettext tools."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


def compile_all(force: bool = False) -> list[Path]:
    """Compile every catalogue that is newer than its result; returns the catalogues compiled."""
    done = []
    for folder in settings.LOCALE_PATHS:
        for po in sorted(Path(folder).glob("*/LC_MESSAGES/django.po")):
            mo = po.with_suffix(".mo")
            if force or not mo.exists() or mo.stat().st_mtime <= po.stat().st_mtime:
                _compile(po, mo)
                done.append(po)
    return done


def _compile(po: Path, mo: Path) -> None:
    try:
        catalogue = polib.pofile(str(po))
    except OSError as error:  # polib reports a syntax error as OSError, with the line
        raise CommandError(f"{po}: {error}") from error
    if "Plural-Forms" not in catalogue.metadata:
        raise CommandError(f"{po}: the header needs a line Plural-Forms")
    fresh = mo.with_suffix(f".{os.getpid()}.mo")
    catalogue.save_as_mofile(str(fresh))
    fresh.replace(mo)


class Command(BaseCommand):
    help = "Compile the text catalogues (.po) to .mo files."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--force", action="store_true", help="also those that are up to date")

    def handle(self, *args: Any, **options: Any) -> None:
        done = compile_all(force=options["force"])
        if options["verbosity"] > 0:
            self.stdout.write(f"{len(done)} catalogues compiled")
