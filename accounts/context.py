"""What the frame of every page needs: ``frame`` in templates."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import cached_property

from accounts.zones import city
from games.models import Game, Seat

SECTIONS = {
    "home": "home", "lobby": "lobby", "create": "lobby", "bench": "lobby", "bench_seat": "lobby",
    "rules": "rules", "rules_of": "rules", "facts_of": "rules",
    "help_clocks": "rules", "help_keys": "rules", "help_notation": "rules",
}  # fmt: skip
NOT_BACK_TO = ("/account/", "/admin/", "/press-again")


class Frame:
    """Everything is computed only where a template asks for it."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.user = getattr(request, "user", None)
        self.languages = settings.LANGUAGES
        self.dev_mail = bool(settings.LOCAL and settings.DEV_MAILBOX)

    @property
    def theme(self) -> str:
        """ "light" or "dark" when the reader chose one, else "": the device decides."""
        return str(getattr(self.user, "theme", "") or "")

    @property
    def here(self) -> str:
        """The part of the top bar this page belongs to."""
        match = self.request.resolver_match
        return SECTIONS.get(match.url_name or "", "") if match else ""

    @property
    def address(self) -> str:
        """Where to come back to after a switch of the language."""
        return self.request.get_full_path() if self.request.method == "GET" else "/"

    @property
    def next(self) -> str:
        """Where to come back to after signing in; "" for pages nobody wants to come back to."""
        path = self.request.get_full_path()
        return "" if self.request.method != "GET" or path == "/" or path.startswith(NOT_BACK_TO) else path

    @property
    def city(self) -> str:
        zone = timezone.get_current_timezone()
        return city(zone) if hasattr(zone, "key") else "UTC"

    @cached_property
    def waiting(self) -> int:
        """How many tables wait for the reader."""
        if self.user is None or not self.user.is_authenticated:
            return 0
        mine = Seat.objects.filter(user=self.user, game__status=Game.Status.RUNNING, autopilot=False)
        return mine.exclude(decision_key="").count()


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context processor: ``frame``."""
    return {"frame": Frame(request)}
