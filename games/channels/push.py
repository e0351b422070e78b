"""The channel "push": web push (RFC 8030) to a browser that a person has signed up, encrypted for it (RFC 8291) and
signed with the site's key (VAPID, RFC 8292).

A lock screen is read by anybody: a push says at which table something waits, and until when; nothing of the game.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import time
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

from games.channels import Permanent, Temporary, failing, guard
from games.channels.words import TURNS, line, until
from games.models import Notice, PushSubscription, Seat
from games.play import timing
from hotmk_site.texts import t

if TYPE_CHECKING:
    from py_vapid import Vapid02

    from accounts.models import User

GONE = (404, 410)
TTL = 24 * 3600
"""Seconds for which the push service keeps a message for a browser that is not there."""
TOKEN_SECONDS = 12 * 3600
LINES_MOST = 4
TROUBLES = ("gone", "off", "refused", "keys", "too_big", "status", "connect", "tls", "timeout", "answer")
"""Codes of what can go wrong."""


@lru_cache(maxsize=2)
def _vapid(key: str) -> Vapid02:
    """The signer (py_vapid is slow to import, and many processes never push)."""
    from py_vapid import Vapid02

    return Vapid02.from_string(key)


def public_key() -> str:
    """What browsers are told when they sign up: 65 bytes, base64url; "" when the site has no key."""
    if not settings.VAPID_PRIVATE_KEY:
        return ""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = _vapid(settings.VAPID_PRIVATE_KEY).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def good_keys(p256dh: str, auth: str) -> bool:
    """Whether these are the keys of a subscription: a point of the curve and 16 bytes."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _bytes(p256dh))
        return len(_bytes(auth)) == 16
    except (ValueError, binascii.Error):
        return False


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def ready(user: User) -> list[str]:
    """The browsers that are on."""
    if not settings.VAPID_PRIVATE_KEY:
        return []
    rows = PushSubscription.objects.filter(user_id=user.pk, off_at=None).order_by("pk")
    return [str(pk) for pk in rows.values_list("pk", flat=True)]


def deliver(user: User, target: str, notices: Sequence[Notice], message_id: str, now: datetime) -> None:
    """Push these notices as one. Raises Temporary, Permanent."""
    device = PushSubscription.objects.filter(pk=int(target), user_id=user.pk, off_at=None).first()
    if device is None or not settings.VAPID_PRIVATE_KEY:
        raise Permanent("off")
    with translation.override(user.language):
        payload = payload_of(user, notices, now)
    send(device, payload, now)


def payload_of(user: User, notices: Sequence[Notice], now: datetime) -> dict[str, str]:
    """What the service worker shows. ``tag``: a newer notification of the same tag takes the place of the older."""
    tables = {notice.game.public_id for notice in notices if notice.game is not None}
    common = {"icon": static("img/favicon-180.png"), "lang": user.language}
    if len(tables) == 1:
        (public_id,) = tables
        first, last = notices[:-1], notices[-1]
        lines = dict.fromkeys([*(line(notice) for notice in first[-LINES_MOST:]), _until(user, last, now)])
        where = {"url": reverse("table", args=[public_id]), "tag": f"table-{public_id}"}
        return {"title": line(last), "body": "\n".join(lines).strip(), **where, **common}
    told = list(dict.fromkeys(line(notice) for notice in notices))
    title, body = (told[0], []) if len(told) == 1 else (t("channel.many", n=len(told)), told[:LINES_MOST])
    return {"title": title, "body": "\n".join(body), "url": reverse("home"), "tag": "house", **common}


def _until(user: User, notice: Notice, now: datetime) -> str:
    """How long there is for a turn; else the name of the game."""
    if notice.game is None:
        return ""
    seat = Seat.objects.filter(game=notice.game, user_id=user.pk).first() if notice.kind in TURNS else None
    if seat is not None and seat.is_asked:
        return until(timing.clock_of(notice.game, seat, now), user.zone)
    return t(f"{notice.game.slug}.name")


def send(device: PushSubscription, payload: dict[str, str], now: datetime) -> None:
    """Push one payload and remember how it went. Raises Temporary, Permanent."""
    try:
        answer = guard.post(device.endpoint, _sealed(device, payload), _headers(device.endpoint, payload["tag"]))
    except guard.Refusal:
        _not_taken(device, "refused", now)
    except guard.Unreached as error:
        _not_taken(device, error.code, now)
    else:
        _judge(device, answer.status, now)


def _judge(device: PushSubscription, status: int, now: datetime) -> None:
    if 200 <= status < 300:
        failing.went(device)
    elif status in GONE:  # the browser has signed off, or was taken down: not a failure of anybody
        device.delete()
        raise Permanent("gone")
    elif status == 413:
        raise Permanent("too_big")
    else:
        _not_taken(device, "status", now)


def _sealed(device: PushSubscription, payload: dict[str, str]) -> bytes:
    from pywebpush import WebPusher

    keys = {"p256dh": device.p256dh, "auth": device.auth}
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    return bytes(WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(text)["body"])


def _headers(endpoint: str, tag: str) -> dict[str, str]:
    """``Topic``: what still waits at the push service under the same one is replaced."""
    place = guard.read(endpoint)
    claims = {
        "aud": f"{place.scheme}://{place.header}",
        "exp": int(time.time()) + TOKEN_SECONDS,
        "sub": settings.VAPID_SUBJECT,
    }
    topic = base64.urlsafe_b64encode(hashlib.sha256(tag.encode()).digest()[:18]).decode()
    return {
        **_vapid(settings.VAPID_PRIVATE_KEY).sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Topic": topic,
        "Urgency": "normal",
    }


def _not_taken(device: PushSubscription, code: str, now: datetime) -> NoReturn:
    if failing.failed(device, now):
        raise Permanent("off")
    raise Temporary(code)
