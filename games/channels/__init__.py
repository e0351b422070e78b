"""Ways by which notices travel. A channel is a module of this package with two functions:

``ready(user) -> list[str]``: the targets that can be reached now ("" where there is one alone, else row ids as text);
empty: this channel cannot be used at present.
``deliver(user, target, notices, message_id, now) -> None``: bring all these notices as ONE message. ``message_id``
(hexadecimal) is the same whenever the same message is tried again. Raises ``Temporary`` (not delivered, try again) or
``Permanent`` (this target will not take it). It is called outside any transaction, after every notice was found true.
A channel that does not take every kind of notice also has ``carries(kind) -> bool``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Notice

CHANNELS = {"mail": "games.channels.mail", "push": "games.channels.push", "hook": "games.channels.hook"}
"""Name -> module; imported when first used."""


class Trouble(Exception):
    """A message was not delivered. ``code`` names the kind of trouble: no address, no text of the other side."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Temporary(Trouble):
    """Not delivered, and worth another try later."""


class Permanent(Trouble):
    """Not delivered, and no other try would help."""


class Channel(Protocol):
    """What a module of this package offers."""

    def ready(self, user: User) -> list[str]: ...

    def deliver(
        self, user: User, target: str, notices: Sequence[Notice], message_id: str, now: datetime
    ) -> None: ...  # fmt: skip


def channel(name: str) -> Channel:
    """The channel of this name. KeyError when there is none."""
    return cast(Channel, import_module(CHANNELS[name]))


def ready(user: User, name: str) -> list[str]:
    """The targets of a person that this channel can reach now."""
    return channel(name).ready(user)


def carries(name: str, kind: str) -> bool:
    """Whether this channel takes notices of this kind."""
    takes = getattr(channel(name), "carries", None)
    return bool(takes(kind)) if takes else True
