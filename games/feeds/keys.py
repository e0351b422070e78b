"""The secret addresses of feeds: 256 random bits each, one of each kind for a person."""

from __future__ import annotations

import hashlib
import re
import secrets
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import FeedKey, Seat

KINDS = ("atom", "ical")
ENDINGS = {"atom": "atom", "ical": "ics"}
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def renew(user: User, kind: str) -> FeedKey:
    """A new secret address; the old one is dead from now on."""
    fresh = {"token": secrets.token_urlsafe(32), "created_at": timezone.now()}
    key, _made = FeedKey.objects.update_or_create(user=user, kind=kind, defaults=fresh)
    return key


def revoke(user: User, kind: str) -> None:
    """There is no such feed any more."""
    FeedKey.objects.filter(user=user, kind=kind).delete()


def owner(kind: str, token: str) -> FeedKey | None:
    """The key of this address, with its person; None: no such key, or the account is closed."""
    if not TOKEN.fullmatch(token):
        return None
    keys = FeedKey.objects.filter(kind=kind, token=token, user__is_active=True)
    return keys.select_related("user").first()


def feed_url(key: FeedKey) -> str:
    """The whole address."""
    return f"{settings.SITE_URL}{reverse(f'feed_{key.kind}', args=[key.token])}"


def site_name() -> str:
    """The host of the site, for ids that stay the same for ever."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def question_id(public_id: str, number: int, asked_at: str) -> str:
    """One question to one seat, for as long as it is asked, also after a move was taken back."""
    return hashlib.sha256(f"{public_id} {number} {asked_at}".encode()).hexdigest()[:24]


def asked_id(seat: Seat) -> str:
    """The same of the question that waits now."""
    return question_id(seat.game.public_id, seat.number, seat.asked_at.isoformat() if seat.asked_at else "")
