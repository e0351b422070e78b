"""The header lines of a mail: whose it is, to which table it belongs, how to answer, how to get no more of these."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email.utils import format_datetime

from accounts.models import User
from games.inbound.address import reply_address
from games.letters import host
from games.mails import stopping
from games.models import Notice, Seat
from hotmk_site.texts import t

ANSWERED = (Notice.Kind.YOUR_TURN, Notice.Kind.REMINDER)
"""Kinds of mail that can be answered with a move."""


def headers(user: User, notices: Sequence[Notice], message_id: str, now: datetime) -> dict[str, str]:
    """Header lines besides From, To and Subject. ``message_id``: "" when the mail system is to make one."""
    found = {
        "Date": format_datetime(now),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "List-Id": f"{t('site.name')} <notices.{host()}>",
    }
    if message_id:
        found["Message-ID"] = f"<{message_id}@{host()}>"
    return found | _thread(notices) | _answer(notices) | _way_out(user, notices)


def _thread(notices: Sequence[Notice]) -> dict[str, str]:
    """Mails of one table belong together; the mail that they seem to answer was never written."""
    games = {notice.game for notice in notices}
    game = games.pop() if len(games) == 1 else None
    if game is None:
        return {}
    root = f"<table.{game.public_id}@{host()}>"
    return {"In-Reply-To": root, "References": root}


def _answer(notices: Sequence[Notice]) -> dict[str, str]:
    """Where an answer goes: only when the mail asks for one move alone."""
    asking = [notice for notice in notices if notice.kind in ANSWERED]
    if not asking or len({notice.game_id for notice in notices}) != 1:
        return {}
    seat = Seat.objects.filter(game=asking[0].game, user=asking[0].user_id).first()
    address = reply_address(seat) if seat else ""
    return {"Reply-To": address} if address else {}


def _way_out(user: User, notices: Sequence[Notice]) -> dict[str, str]:
    """List-Unsubscribe in one click (RFC 8058); nothing for what cannot be switched off."""
    events = stopping.events_of(notices)
    if not events:
        return {}
    return {
        "List-Unsubscribe": f"<{stopping.stop_url(user, events)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
