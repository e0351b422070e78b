"""Mails fetched from a mailbox by IMAP. ``IMAP_URL``: ``imaps://user:word@host/folder?done=Played``.

The mailbox is the site's own: every mail in the folder is dealt with and then marked as read, or moved to the folder
``done``. It is marked after it is dealt with; a crash in between brings it again, which does no harm. Only the
beginning of a mail is fetched.
"""

from __future__ import annotations

import imaplib
import logging
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from imap_tools import AND, BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessageFlags
from imap_tools.errors import ImapToolsError

from games.inbound import receive
from games.inbound.reading import LOOKED_AT

log = logging.getLogger(__name__)
BATCH = 50
TIMEOUT = 30
LOCK, LEASE = "inbound.imap", 300
"""One poll at a time; a worker that dies holds the others up for so many seconds at most."""
TROUBLE = (OSError, imaplib.IMAP4.error, ImapToolsError)
"""What a mail server that is away, slow or unwilling looks like."""


@dataclass(frozen=True)
class Account:
    """Where the mails are. ``scheme``: "imaps", "imap+tls" (STARTTLS) or "imap" (nothing hidden: this machine only)."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    folder: str
    done: str


def account(url: str) -> Account:
    """``IMAP_URL`` -> Account. Raises ImproperlyConfigured; the message never holds the password."""
    try:
        parts = urlsplit(url)
        port = parts.port or (993 if parts.scheme == "imaps" else 143)
    except ValueError:
        raise ImproperlyConfigured("IMAP_URL is no address; it looks like imaps://user:word@host/folder.") from None
    if parts.scheme not in ("imaps", "imap", "imap+tls") or not (parts.hostname and parts.username and parts.password):
        raise ImproperlyConfigured("IMAP_URL must look like imaps://user:word@host/folder.")
    folder, done = unquote(parts.path.strip("/")) or "INBOX", parse_qs(parts.query).get("done", [""])[0]
    user, password = unquote(parts.username), unquote(parts.password)
    return Account(parts.scheme, parts.hostname, port, user, password, folder, done)


def poll(url: str) -> int:
    """Deal with the unread mails, at most a batch. Answers how many; 0 when another poll is at it. A mail server in
    trouble raises one of ``TROUBLE``; the next poll tries again."""
    if not cache.add(LOCK, "1", LEASE):
        return 0
    try:
        with _opened(account(url)) as (box, done):
            return sum(_deal_with(box, uid, done) for uid in box.uids(AND(seen=False))[:BATCH])
    finally:
        cache.delete(LOCK)


@contextmanager
def _opened(where: Account) -> Iterator[tuple[BaseMailBox, str]]:
    box = _box(where)
    try:
        box.login(where.user, where.password, initial_folder=where.folder)
        if where.done and not box.folder.exists(where.done):
            box.folder.create(where.done)
        yield box, where.done
    finally:
        with suppress(*TROUBLE):
            box.logout()
        with suppress(OSError):  # closed already, when the server was still there to say farewell
            box.client.shutdown()


def _box(where: Account) -> BaseMailBox:
    if where.scheme == "imap":
        return MailBoxUnencrypted(where.host, where.port, timeout=TIMEOUT)
    kind = MailBox if where.scheme == "imaps" else MailBoxStartTls
    return kind(where.host, where.port, timeout=TIMEOUT, ssl_context=ssl.create_default_context())


def _deal_with(box: BaseMailBox, uid: str, done: str) -> bool:
    """Bring one mail in and put it away. A mail that cannot be dealt with now stays as it is."""
    cache.touch(LOCK, LEASE)
    raw = _fetched(box, uid)
    try:
        receive.take(raw)
    except receive.NotNow as error:
        log.warning("a mail has to wait: %s", error)
        return False
    box.flag(uid, MailMessageFlags.SEEN, True)
    if done:
        box.move(uid, done)
    return True


def _fetched(box: BaseMailBox, uid: str) -> bytes:
    """The beginning of a mail, which stays unread; b"" when it is gone."""
    _, parts = box.client.uid("fetch", uid, f"(BODY.PEEK[]<0.{LOOKED_AT}>)")
    return next((bytes(part[1]) for part in parts if isinstance(part, tuple)), b"")
