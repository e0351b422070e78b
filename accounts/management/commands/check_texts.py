"""Fail when a text is missing, empty, unused, or differs in its placeholders between English and Spanish."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts import textcheck


def problems() -> list[str]:
    """Everything wrong with the texts of the site, one sentence each."""
    folders = [Path(folder) for folder in settings.LOCALE_PATHS]
    catalogues, found = {}, []
    for language in textcheck.LANGUAGES:
        catalogues[language], reading = textcheck.read_catalogues(folders, language)
        found += reading
    together = {ident: forms for texts in reversed(catalogues.values()) for ident, forms in texts.items()}
    used = textcheck.scan_site(Path(settings.BASE_DIR), {ident.split(".")[0] for ident in together})
    return found + textcheck.compare(catalogues) + textcheck.check_uses(used, together)


class Command(BaseCommand):
    help = "Compare the text catalogues with each other and with what the site uses."

    def handle(self, *args: Any, **options: Any) -> None:
        found = problems()
        for line in found:
            self.stderr.write(line)
        if found:
            raise CommandError(f"{len(found)} problems with texts")
        self.stdout.write("texts: all there in every language")
