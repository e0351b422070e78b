"""What a webhook posts: one body for many notices, in the shape its receiver knows (docs/channels.md).

Nothing typed by a person can ping anybody, format the message or become a link in it. Instants are those of UTC, or of
whoever reads where the receiver can do that: the zone of the webhook's owner is nobody else's business.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from games.channels.words import Facts, moment_utc, told
from games.letters import neutral
from games.models import Webhook
from games.notices.matrix import EVENT_OF
from hotmk_site.texts import t

VERSION = 1
DISCORD_MOST = 2000
SLACK_MOST, SLACK_TEXT_MOST = 20, 2900
UNSEEN_BREAK = "\u200b"
PINGS = re.compile(r"([@#!])(?=\S)")
MARKS = re.compile(r"([\\`*_~|<>\[\](){}#+\-=.:])")
Body = dict[str, Any]


def calm(text: str) -> str:
    """A person's text that pings nobody and holds no link: signs that call are parted from what they call."""
    return PINGS.sub(rf"\1{UNSEEN_BREAK}", neutral(text))


def for_discord(text: str) -> str:
    """The same for Discord: nothing is formatted either."""
    return MARKS.sub(r"\\\1", calm(text))


def for_slack(text: str) -> str:
    """The same for Slack: its own marks are written as signs, and formatting signs stand alone."""
    bare = calm(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([*_~`])", rf"{UNSEEN_BREAK}\1{UNSEEN_BREAK}", bare)


def in_json(found: Sequence[Facts], message_id: str, now: datetime) -> Body:
    """The documented payload."""
    return {
        "version": VERSION,
        "message": message_id,
        "sent_at": stamp(now),
        "site": settings.SITE_URL,
        "text": "\n".join(told(fact, moment_utc, calm) for fact in found),
        "notices": [_notice(fact) for fact in found],
    }


def _notice(fact: Facts) -> Body:
    return {
        "event": EVENT_OF[fact.notice.kind],
        "kind": fact.notice.kind,
        "at": stamp(fact.notice.created_at),
        "game": fact.game.slug,
        "table": {"id": fact.game.public_id, "title": fact.title, "url": fact.url, "status": fact.game.status},
        "seat": fact.about,
        "asked": [
            {"seat": one.seat, "name": one.name, "due": stamp(one.due) if one.due else None, "still": one.still}
            for one in fact.asked
        ],
        "text": told(fact, moment_utc, calm),
    }


def in_discord(found: Sequence[Facts], message_id: str, now: datetime) -> Body:
    """A message of a Discord webhook: instants appear in each reader's own zone."""

    def when(instant: datetime) -> str:
        return f"<t:{int(instant.timestamp())}:f>"

    lines = [f"{told(fact, when, for_discord)} <{fact.url}>" for fact in found]
    return {"content": _fit(lines, DISCORD_MOST), "allowed_mentions": {"parse": []}}


def in_slack(found: Sequence[Facts], message_id: str, now: datetime) -> Body:
    """A message of a Slack webhook. ``text`` is what a notification of Slack shows."""

    def when(instant: datetime) -> str:
        return f"<!date^{int(instant.timestamp())}^{{date_short_pretty}} {{time}}|{moment_utc(instant)}>"

    lines = [f"{told(fact, when, for_slack)} <{fact.url}|{t('channel.open')}>" for fact in found]
    blocks = [{"type": "section", "text": {"type": "mrkdwn", "text": line[:SLACK_TEXT_MOST]}} for line in lines]
    plain = [told(fact, moment_utc, for_slack) for fact in found]
    return {"text": _fit(plain, SLACK_TEXT_MOST), "blocks": blocks[:SLACK_MOST], "unfurl_links": False}


def _fit(lines: list[str], most: int) -> str:
    """As many whole lines as there is room for."""
    kept: list[str] = []
    for text in lines:
        if sum(map(len, kept)) + len(kept) + len(text) > most - 1:
            break
        kept.append(text)
    return "\n".join(kept)


SHAPES: dict[str, Callable[[Sequence[Facts], str, datetime], Body]] = {
    "json": in_json,
    "discord": in_discord,
    "slack": in_slack,
}


def trial(hook: Webhook, now: datetime) -> Body:
    """What the test button posts."""
    text = t("channel.trial")
    if hook.shape == "discord":
        return {"content": text, "allowed_mentions": {"parse": []}}
    if hook.shape == "slack":
        return {"text": text}
    common = {"version": VERSION, "message": "test", "sent_at": stamp(now), "site": settings.SITE_URL}
    return {**common, "text": text, "notices": []}


def stamp(instant: datetime) -> str:
    """An instant as text: 2026-12-02T18:30:00Z."""
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def packed(body: Body) -> bytes:
    """The bytes that are sent (and signed)."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def signature(secret: str, at: int, body: bytes) -> str:
    """The value of X-Lantern-Signature: the second of sending, and HMAC-SHA256 over "<second>.<body>"."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"
