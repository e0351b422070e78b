"""The delivery log: every notice of the reader's, by which way it went, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import clockwords
from games.models import Delivery, Game, Notice, PushSubscription, Webhook
from games.notices import history
from games.notices.matrix import CHANNELS, MODES
from games.views.answers import signed_in
from hotmk_site.texts import has_text, t

A_PAGE = 30
TEXT_IDS = (
    *(f"told.kind.{kind}" for kind in Notice.Kind.values),
    *(f"told.mode.{mode}" for mode in MODES if mode != "off"),
    *(f"told.state.{state}" for state in ("sent", "waiting", "going", "dropped", "failed")),
    *(f"told.why.{why}" for why in history.WHYS),
    *(f"told.trouble.{code}" for code in history.TROUBLES),
)


@dataclass
class Line:
    """One delivery in words. ``state``: "sent", "waiting", "going", "dropped", "failed"; ``more``: what explains it."""

    what: str
    game: Game | None
    channel: str
    target: str
    mode: str
    state: str
    words: str
    at: datetime
    more: str = ""


@require_safe
@signed_in
def notice_log(request: HttpRequest) -> HttpResponse:
    """Page by page, of all channels or of one; a number out of range or no number gives the nearest page."""
    person: Any = request.user
    channel = request.GET.get("channel", "")
    channel = channel if channel in CHANNELS else ""
    page = Paginator(history.log(person, channel), A_PAGE).get_page(request.GET.get("page", "1"))
    rows, names = list(page), _targets(person)
    now = timezone.now()
    choices = [(name, t(f"prefs.channel.{name}")) for name in CHANNELS]
    context = {
        "page": page, "lines": [_line(row, names, now) for row in rows], "channel": channel, "choices": choices,
    }  # fmt: skip
    return render(request, "accounts/log.html", context)


def _targets(person: Any) -> dict[tuple[str, str], str]:
    """(channel, id) -> what the person calls this device or webhook."""
    found = {("push", str(row.pk)): row.label for row in PushSubscription.objects.filter(user=person)}
    return found | {("hook", str(row.pk)): row.label for row in Webhook.objects.filter(user=person)}


def _line(row: Delivery, names: dict[tuple[str, str], str], now: datetime) -> Line:
    notice = row.notice
    state, at, more = _state(row, now)
    return Line(
        what=t(f"told.kind.{notice.kind}"),
        game=notice.game,
        channel=t(f"prefs.channel.{row.channel}"),
        target=names.get((row.channel, row.target), ""),
        mode=t(f"told.mode.{row.mode}"),
        state=state,
        words=t(f"told.state.{state}", when=clockwords.clock(at, timezone.get_current_timezone(), now)),
        at=at,
        more=more,
    )


def _state(row: Delivery, now: datetime) -> tuple[str, datetime, str]:
    """(state, since or until when, the reason or "")."""
    if row.sent_at:
        return "sent", row.sent_at, ""
    if row.dropped_at:
        return "dropped", row.dropped_at, _instead(row, _reason(f"told.why.{row.why}"))
    if row.failed_at:
        return "failed", row.failed_at, _instead(row, _reason(f"told.trouble.{row.trouble}"))
    waits = max(row.due_at, row.leased_until or row.due_at)
    trouble = _reason(f"told.trouble.{row.trouble}") if row.trouble else ""
    return ("waiting" if waits > now else "going"), waits, trouble


def _instead(row: Delivery, reason: str) -> str:
    """The reason, and which channel took over."""
    if row.fallback not in CHANNELS:
        return reason
    return t("told.then", why=reason, channel=t(f"prefs.channel_in.{row.fallback}"))


def _reason(ident: str) -> str:
    """The text of a code; an old code that no text knows any more is told in general words."""
    return t(ident) if has_text(ident) else t("told.other")
