"""The way out of mails (RFC 8058): a signed token names a person and events, and grants nothing but to switch those
mails off. It does not grow old: a mail of last year still has a way out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.core import signing

from accounts.models import User
from games.letters import absolute
from games.models import Game, Notice
from games.notices import preferences
from games.notices.matrix import DEFAULT, EVENT_OF, FIXED

CHANNEL = "mail"
STOP = signing.Signer(salt="games.mails.stop", sep=".")
BACK = signing.TimestampSigner(salt="games.mails.back", sep=".")
BACK_FOR = timedelta(days=7)


@dataclass(frozen=True)
class Stop:
    """What a token names: a person and events."""

    user: int
    events: tuple[str, ...]


def events_of(notices: Iterable[Notice]) -> list[str]:
    """The events of these notices that may be switched off, each once."""
    events = dict.fromkeys(EVENT_OF[notice.kind] for notice in notices)
    return [event for event in events if (event, CHANNEL) not in FIXED]


def stop_url(user: User, events: Sequence[str]) -> str:
    """The address of the page that stops mails of these events to this person."""
    return absolute("unsubscribe", STOP.sign_object({"u": user.pk, "e": list(events)}))


def read(token: str) -> Stop | None:
    """A token -> what it names; None when the house did not write it."""
    try:
        data = STOP.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    return Stop(data["u"], tuple(event for event in data["e"] if event in DEFAULT))


def stop(user: User, events: Iterable[str]) -> str:
    """Switch mails of these events off, at all tables. Answers a token that brings back what was chosen before."""
    chosen, now = tuple(events), preferences.read(user)
    before = [(event, now.own.get(event, {}).get(CHANNEL, ""), 0) for event in chosen]
    for game, matrix in now.at_tables.items():
        before += [(event, matrix[event][CHANNEL], game) for event in chosen if CHANNEL in matrix.get(event, {})]
    _set(user, [(event, "" if game else "off", game) for event, _, game in before])
    return BACK.sign_object({"u": user.pk, "m": before})


def back(token: str) -> User | None:
    """Bring back what ``stop`` switched off. Answers whose choices they are; None for a token that is too old or was
    not written by the house."""
    try:
        data = BACK.unsign_object(token, max_age=BACK_FOR)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=data["u"], is_active=True).first()
    if user is not None:
        _set(user, data["m"])
    return user


def _set(user: User, cells: Iterable[tuple[str, str, int]]) -> None:
    """Event, mode, id of a table (0: all) each; a table that is gone is passed over."""
    games = Game.objects.in_bulk([game for _, _, game in cells if game])
    for event, mode, game in cells:
        if not game or game in games:
            preferences.set_mode(user, event, CHANNEL, mode, games.get(game))
