"""Say what is late, stuck or failing: ``manage.py doctor``. Exits with 1 when anything is."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import doctor


class Command(BaseCommand):
    help = (
        "Say what is late, stuck or failing: queues, sweeps, mail, due seats, notices; exits with 1 when anything is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mail", action="store_true", help="also open a connection to the mail server")
        parser.add_argument("--quiet", action="store_true", help="say only what is bad")

    def handle(self, *args: Any, **options: Any) -> None:
        checks = dict(doctor.CHECKS)
        if options["mail"]:
            checks["mail_server"] = doctor.mail_server
        findings = doctor.examine(timezone.now(), checks)
        for finding in findings:
            if not finding.good or not options["quiet"]:
                self.stdout.write(f"{'good' if finding.good else 'BAD ':4}  {finding.name:12} {finding.found}")
        bad = [finding.name for finding in findings if not finding.good]
        if bad:
            raise CommandError(f"Not well: {', '.join(bad)}.", returncode=1)
