"""For monitors: ``/healthz`` says that the process answers; ``/health`` that the house does its work.

Neither tells a name, an address or a number of anybody's game.
"""

from contextlib import suppress

from django.core.cache import cache
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

KEPT = 5  # seconds an answer is kept, so that asking often costs nothing


def healthz(request: HttpRequest) -> HttpResponse:
    """Says that the process answers; tells nothing else and asks no database."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Which of the house's works are well: 200 when all are, else 503. Names of the checks and true or false alone."""
    checks = _kept() or _ask()
    response = JsonResponse(
        {"well": all(checks.values()), "checks": checks}, status=200 if all(checks.values()) else 503
    )
    response["Cache-Control"] = "no-store"
    return response


def _ask() -> dict[str, bool]:
    from games import doctor

    asked = {name: doctor.CHECKS[name] for name in doctor.HEALTH}
    findings = doctor.examine(timezone.now(), asked)
    checks = {name: finding.good for name, finding in zip(asked, findings, strict=True)}
    with suppress(DatabaseError):  # without a database there is nowhere to keep it, and the answer says so already
        cache.set("health", checks, KEPT)
    return checks


def _kept() -> dict[str, bool] | None:
    try:
        found = cache.get("health")
    except DatabaseError:
        return None
    return found if isinstance(found, dict) else None
