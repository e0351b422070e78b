"""Letters that belong to no table: a channel that was switched off, account security, a vacation."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from games.letters import Letter, absolute, neutral
from games.mails.absence import vacation
from games.mails.case import footing
from games.models import Notice
from hotmk_site.texts import has_text, t

CHANNELS = ("push", "hook")
TEXT_IDS = tuple(f"mail.off.{channel}" for channel in CHANNELS)


def letter(notice: Notice, now: datetime) -> Letter:
    """The letter of a notice without a table. KeyError for a kind that needs one."""
    parts = {"kicker": t("site.name"), "why": t("mail.account.why"), **footing(), **PARTS[notice.kind](notice, now)}
    return Letter(**{"brief": parts["headline"], **parts})


def _channel_off(notice: Notice, now: datetime) -> dict[str, Any]:
    channel = str(notice.data.get("channel"))
    name = neutral(str(notice.data.get("label") or notice.data.get("host") or ""))
    ident = f"mail.off.{channel}"
    return {
        "subject": t("mail.off.subject"),
        "headline": t("mail.off.headline"),
        "lead": [t(ident, name=name) if has_text(ident) else t("mail.off.headline"), t("mail.off.what")],
        "button": t("mail.off.button"),
        "url": absolute("channels"),
    }


def _security(notice: Notice, now: datetime) -> dict[str, Any]:
    return {
        "subject": t("mail.security.subject"),
        "headline": t("mail.security.subject"),
        "lead": [t("mail.security.lead")],
        "button": t("mail.security.button"),
        "url": absolute("settings"),
        "rank": 0,
    }


PARTS: dict[str, Callable[[Notice, datetime], dict[str, Any]]] = {
    Notice.Kind.CHANNEL_OFF: _channel_off,
    Notice.Kind.SECURITY: _security,
    Notice.Kind.VACATION: vacation,
}
