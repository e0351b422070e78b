"""Mails about tables: notices become a subject, a text and an HTML part in the reader's language and zone.

One notice is a letter of its own; several make one mail. Only what the reader's own page shows goes in: events this
seat may read, and public facts. No link grants anything but to get no more of these mails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils import translation

from accounts.models import User
from games.letters import Letter, Mail, seal, seal_bundle
from games.mails import absence, account, bundle, headers, stopping, tables, talk, turns
from games.mails.case import DEEDS_MOST, Case
from games.models import Notice
from hotmk_site.texts import t

__all__ = ["DEEDS_MOST", "LETTERS", "Mail", "render"]

Kind = Notice.Kind
LETTERS: dict[str, Callable[[Case], Letter]] = {
    Kind.YOUR_TURN: turns.your_turn,
    Kind.REMINDER: turns.reminder,
    Kind.CLAIM_WINDOW: absence.claim_window,
    Kind.AUTOPILOT: absence.autopilot,
    Kind.SEAT_OFFERED: absence.seat_offered,
    Kind.SEAT_CHANGED: absence.seat_changed,
    Kind.MOVED: turns.moved,
    Kind.LAST_TURNS: turns.last_turns,
    Kind.GAME_STARTED: tables.game_started,
    Kind.GAME_ENDED: tables.game_ended,
    Kind.TABLE_CLOSED: tables.table_closed,
    Kind.TABLE_UNFILLED: tables.table_unfilled,
    Kind.TABLE_FULL: tables.table_full,
    Kind.INVITATION: tables.invitation,
    Kind.CHAT: talk.chat,
    Kind.MENTION: talk.mention,
    Kind.VOTE: talk.vote,
    Kind.VOTE_ENDED: talk.vote_ended,
    Kind.PACE_CHANGED: talk.pace_changed,
}
"""Kinds that belong to a table; ``account.PARTS`` has the others."""


def render(user: User, notices: Sequence[Notice], now: datetime, *, message_id: str = "", digest: bool = False) -> Mail:
    """The one mail of these notices (at least one), for their person. ``now``: the moment of sending; ``message_id``:
    what the mail is to be known by; ``digest``: it is the mail of the day."""
    with translation.override(user.language or "en"):
        mail = _mail(user, notices, now, digest)
        return replace(mail, headers=mail.headers | headers.headers(user, notices, message_id, now))


def _mail(user: User, notices: Sequence[Notice], now: datetime, digest: bool) -> Mail:
    several = digest or len({notice.game_id for notice in notices}) > 1
    pairs = [(notice, letter(notice, now, drawn=not several)) for notice in notices]
    stop, url = _way_out(user, notices)
    if several:
        many = bundle.of_many(pairs, now, digest)
        many.stop, many.stop_url = stop, url
        return seal_bundle(many)
    one = bundle.of_one_table(pairs)
    one.stop, one.stop_url = stop, url
    return seal(one)


def letter(notice: Notice, now: datetime, *, drawn: bool = True) -> Letter:
    """The letter of one notice, in the language that is active. ``drawn``: with a picture, if there is one."""
    if notice.game is None:
        return account.letter(notice, now)
    return LETTERS[notice.kind](Case(notice, now, drawn))


def _way_out(user: User, notices: Sequence[Notice]) -> tuple[str, str]:
    """The words and the address of the way out; nothing for what cannot be switched off."""
    events = stopping.events_of(notices)
    return (t("mail.stop", n=len(events)), stopping.stop_url(user, events)) if events else ("", "")
