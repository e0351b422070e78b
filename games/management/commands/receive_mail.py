"""``manage.py receive_mail``: one raw mail on standard input, for the pipe of a mail server (docs/mail.md).

The exit code speaks to the mail server. 0: the mail is dealt with, whatever it was; nobody gets a bounce. 75: not now,
keep it and try again (the database, or the way out for the answer, is away).
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

import django.db
from django.core.management.base import BaseCommand

from games.inbound import receive
from games.inbound.reading import LOOKED_AT

TRY_AGAIN = 75
"""EX_TEMPFAIL of sysexits.h."""


class Command(BaseCommand):
    help = "Deal with one mail from standard input: a reply to a turn mail is played and answered."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", action="append", default=[], help="the recipient the mail server had it for")

    def handle(self, *args: Any, **options: Any) -> None:
        raw = sys.stdin.buffer.read(LOOKED_AT)
        while sys.stdin.buffer.read(LOOKED_AT):  # a mail server would take a closed pipe for a failure
            pass
        known = [os.environ.get(name, "") for name in ("ORIGINAL_RECIPIENT", "RECIPIENT")]
        try:
            code = receive.take(raw, [*options["to"], *(address for address in known if address)])
        except (receive.NotNow, django.db.Error) as error:
            self.stderr.write(f"not now: {type(error).__name__}")
            sys.exit(TRY_AGAIN)
        self.stdout.write(code)
