"""What became of the notices of a person: the delivery log. Codes, instants and the names of channels; no text of a
notice, no address, nothing of a game that its reader may not know.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Delivery, DigestDay, Notice
from games.notices.truth import WHYS

if TYPE_CHECKING:
    from accounts.models import User

KEPT = timedelta(days=60)
BATCH = 1000
TROUBLES = (
    "answer", "broken", "connect", "gone", "keys", "not_ready", "off", "private", "redirect", "refused", "smtp",
    "status", "timeout", "tls", "too_big",
)  # fmt: skip
"""Why a delivery failed, as far as the channels name it."""

__all__ = ["TROUBLES", "WHYS", "clean", "log"]


def log(user: User, channel: str = "") -> QuerySet[Delivery]:
    """The deliveries of this person, the newest first, with their notices and games. ``channel``: of that one alone."""
    rows = Delivery.objects.filter(user=user).select_related("notice__game").order_by("-pk")
    return rows.filter(channel=channel) if channel else rows


def clean(now: datetime) -> int:
    """Forget notices that are routed, done with and older than ``KEPT``, and the days of old digests. Answers how many
    notices."""
    gone = 0
    waits = Delivery.objects.filter(
        notice=OuterRef("pk"), sent_at__isnull=True, dropped_at__isnull=True, failed_at__isnull=True
    )
    old = Notice.objects.filter(~Exists(waits), created_at__lt=now - KEPT, routed_at__isnull=False).order_by("pk")
    while ids := list(old.values_list("pk", flat=True)[:BATCH]):
        Notice.objects.filter(pk__in=ids).delete()
        gone += len(ids)
    DigestDay.objects.filter(at__lt=now - KEPT).delete()
    return gone
