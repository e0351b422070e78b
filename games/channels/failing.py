"""What a channel remembers of failures: since when, and that it was switched off after a day of them, once said."""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db import transaction

from games.models import Notice, PushSubscription, Webhook

PATIENCE = timedelta(days=1)
"""An address that has failed for so long, with no success in between, is switched off."""
Way = Webhook | PushSubscription


def went(way: Way) -> None:
    """It took a message: what failed before is forgotten."""
    if way.failing_since is not None:
        type(way)._default_manager.filter(pk=way.pk).update(failing_since=None)


def failed(way: Way, now: datetime) -> bool:
    """It took none. Answers whether it is switched off by that."""
    if way.failing_since is None:
        type(way)._default_manager.filter(pk=way.pk, failing_since=None).update(failing_since=now)
        return False
    return now - way.failing_since >= PATIENCE and switch_off(way, now)


def switch_off(way: Way, now: datetime) -> bool:
    """Switch it off and tell its owner, once. Answers True."""
    with transaction.atomic():
        fresh = type(way)._default_manager.filter(pk=way.pk, off_at=None)
        if fresh.update(off_at=now, failing_since=way.failing_since or now):
            Notice.objects.create(
                user_id=way.user_id, kind=Notice.Kind.CHANNEL_OFF, key=_key(way), data=_data(way), created_at=now
            )
    return True


def switch_on(way: Way) -> None:
    """Try it again from now on."""
    type(way)._default_manager.filter(pk=way.pk).update(off_at=None, failing_since=None)


def _key(way: Way) -> str:
    return f"{'hook' if isinstance(way, Webhook) else 'push'}:{way.pk}"


def _data(way: Way) -> dict[str, str]:
    return {"channel": "hook" if isinstance(way, Webhook) else "push", "label": way.label, "host": host_of(way)}


def host_of(way: Way) -> str:
    """The host of its address: all that a page or mail shows of it (the rest may be a secret)."""
    return urlsplit(way.url if isinstance(way, Webhook) else way.endpoint).hostname or ""
