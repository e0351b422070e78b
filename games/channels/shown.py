"""A person's own ways to be told, as their page shows them."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games import clockwords
from games.channels import failing, push
from games.feeds.keys import KINDS, feed_url
from games.models import FeedKey, PushSubscription, Webhook
from hotmk_site.texts import t

TEXT_IDS = tuple(f"channel.state.{state}" for state in ("on", "failing", "off"))


@dataclass(frozen=True)
class Row:
    """One webhook or device. ``state``: "on", "failing", "off"; ``words``: the same in a sentence. ``host``: all that
    is shown of its address. ``secret``: what signs the JSON shape."""

    id: int
    label: str
    host: str
    state: str
    words: str
    since: datetime
    shape: str = ""
    secret: str = ""


@dataclass(frozen=True)
class Shown:
    """All of them. ``feeds``: "atom", "ical" -> the secret address ("" when there is none). ``push_key``: the public
    key of the site ("": it cannot push at all). ``push_known``: marks of the endpoints that are on, for the script that
    asks whether this browser is one of them."""

    hooks: list[Row]
    devices: list[Row]
    feeds: dict[str, str]
    push_key: str
    push_known: str

    @property
    def push_ready(self) -> bool:
        """Whether this site can push."""
        return bool(self.push_key)


def channels_of(user: User, now: datetime) -> Shown:
    """The ways of this person."""
    keys = {key.kind: feed_url(key) for key in FeedKey.objects.filter(user=user)}
    devices = list(PushSubscription.objects.filter(user=user).order_by("pk"))
    return Shown(
        hooks=[_row(user, hook, now) for hook in Webhook.objects.filter(user=user).order_by("pk")],
        devices=[_row(user, device, now) for device in devices],
        feeds={kind: keys.get(kind, "") for kind in KINDS},
        push_key=push.public_key(),
        push_known=" ".join(_mark(device.endpoint) for device in devices if device.off_at is None),
    )


def _mark(endpoint: str) -> str:
    """A short hash: the page names no endpoint, which is a secret between browser, push service and site."""
    return base64.urlsafe_b64encode(hashlib.sha256(endpoint.encode()).digest()).decode()[:22]


def _row(user: User, way: Webhook | PushSubscription, now: datetime) -> Row:
    state = "off" if way.off_at else "failing" if way.failing_since else "on"
    instant = way.off_at or way.failing_since or way.created_at
    words = t(f"channel.state.{state}", when=clockwords.clock(instant, user.zone, now))
    hook = way if isinstance(way, Webhook) else None
    return Row(
        id=way.pk,
        label=way.label or failing.host_of(way),
        host=failing.host_of(way),
        state=state,
        words=words,
        since=way.created_at,
        shape=hook.shape if hook else "",
        secret=hook.secret if hook and hook.shape == "json" else "",
    )
