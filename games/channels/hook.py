"""The channel "hook": a person's notices posted to an address of theirs, where others may read along.

So it carries only what the view of nobody knows (``words.facts``), signed for the JSON shape, through the guard.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NoReturn

from django.utils import translation

from games.channels import Permanent, Temporary, failing, guard, shapes
from games.channels.words import PRIVATE, facts
from games.models import Notice, Webhook

if TYPE_CHECKING:
    from accounts.models import User

GONE = (404, 410)
TROUBLES = ("gone", "off", "private", "refused", "redirect", "status", "connect", "tls", "timeout", "answer")
"""Codes of what can go wrong."""


def carries(kind: str) -> bool:
    """Whether notices of this kind may go where others read."""
    return kind not in PRIVATE


def ready(user: User) -> list[str]:
    """The webhooks that are on."""
    rows = Webhook.objects.filter(user_id=user.pk, off_at=None).order_by("pk")
    return [str(pk) for pk in rows.values_list("pk", flat=True)]


def deliver(user: User, target: str, notices: Sequence[Notice], message_id: str, now: datetime) -> None:
    """Post these notices as one message. Raises Temporary, Permanent ("private": nothing of it is public)."""
    hook = Webhook.objects.filter(pk=int(target), user_id=user.pk, off_at=None).first()
    if hook is None:
        raise Permanent("off")
    with translation.override(user.language):
        found = [fact for fact in map(facts, notices) if fact is not None]
        if not found:
            raise Permanent("private")
        body = shapes.SHAPES[hook.shape](found, message_id, now)
    send(hook, body, message_id, now)


def send(hook: Webhook, body: shapes.Body, message_id: str, now: datetime) -> None:
    """Post one body and remember how it went. Raises Temporary, Permanent."""
    try:
        answer = guard.post(hook.url, data := shapes.packed(body), _headers(hook, data, message_id, now))
    except guard.Refusal:
        _not_taken(hook, "refused", now)
    except guard.Unreached as error:
        _not_taken(hook, error.code, now)
    else:
        if answer.good:
            failing.went(hook)
        elif answer.status in GONE:
            failing.switch_off(hook, now)
            raise Permanent("gone")
        else:
            _not_taken(hook, "redirect" if 300 <= answer.status < 400 else "status", now)


def _headers(hook: Webhook, data: bytes, message_id: str, now: datetime) -> dict[str, str]:
    headers = {"Content-Type": "application/json; charset=utf-8", "X-Lantern-Message": message_id}
    if hook.shape == "json":
        headers["X-Lantern-Signature"] = shapes.signature(hook.secret, int(now.timestamp()), data)
    return headers


def _not_taken(hook: Webhook, code: str, now: datetime) -> NoReturn:
    if failing.failed(hook, now):
        raise Permanent("off")
    raise Temporary(code)
