"""The matrix of notices: event x channel -> mode. The registry of all three, and what holds where nobody has chosen.

A kind of Notice belongs to one event; the person chooses by event.
"""

from __future__ import annotations

from games.models import Notice

Kind = Notice.Kind
Matrix = dict[str, dict[str, str]]
"""event -> channel -> mode; what is missing is not chosen."""

EVENTS = (
    "turn", "reminder", "claim", "moved", "started", "ended", "invitation", "full", "chat", "vote", "offer", "security",
)  # fmt: skip
"""The rows of the page, in order."""
HIDDEN = ("league", "moderation")
"""Known, but on no page yet: nothing writes notices of these events."""
CHANNELS = ("mail", "push", "hook")
MODES = ("now", "bundle", "digest", "off")
REMINDERS = ("half", "fifth", "hour")
"""Marks at which a clock reminds: half the time left, one fifth, one hour."""
ORDER = ("push", "mail", "hook")
"""Which channel takes over from one that fails, unless the person has said otherwise."""

EVENT_OF: dict[str, str] = {
    Kind.YOUR_TURN: "turn",
    Kind.REMINDER: "reminder",
    Kind.CLAIM_WINDOW: "claim",
    Kind.AUTOPILOT: "claim",
    Kind.SEAT_CHANGED: "claim",
    Kind.SEAT_OFFERED: "offer",
    Kind.MOVED: "moved",
    Kind.LAST_TURNS: "ended",
    Kind.GAME_STARTED: "started",
    Kind.GAME_ENDED: "ended",
    Kind.TABLE_CLOSED: "ended",
    Kind.TABLE_UNFILLED: "full",
    Kind.TABLE_FULL: "full",
    Kind.INVITATION: "invitation",
    Kind.CHAT: "chat",
    Kind.MENTION: "chat",
    Kind.VOTE: "vote",
    Kind.VOTE_ENDED: "vote",
    Kind.PACE_CHANGED: "vote",
    Kind.VACATION: "vote",
    Kind.CHANNEL_OFF: "security",
    Kind.SECURITY: "security",
}
_TOLD = dict.fromkeys((*EVENTS, *HIDDEN), "now") | {"moved": "off", "chat": "bundle"}
_ALOUD = {event: "now" if event in ("turn", "claim", "ended") else "off" for event in _TOLD}
DEFAULT: Matrix = {e: {"mail": _TOLD[e], "push": _TOLD[e], "hook": _ALOUD[e]} for e in _TOLD}
FIXED = {("security", "mail"): "now", ("security", "hook"): "off"}
"""What nobody can change: account security comes by mail, and never to a place that others read."""


def default(event: str, channel: str) -> str:
    """The mode of a cell where nobody has chosen."""
    return FIXED.get((event, channel)) or DEFAULT[event][channel]
