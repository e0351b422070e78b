"""A raw mail -> what the house looks at: who, to whom, which mail, written by a person or a machine, its own words.

Nothing here raises: a mail is whatever somebody sent. Only the first ``LOOKED_AT`` bytes, ``PARTS`` parts and ``DEPTH``
levels are looked at. Headers are taken as they were sent (``compat32``): the parsers of ``policy.default`` fail on some
that no mail program writes.
"""

from __future__ import annotations

import email
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email import policy
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parseaddr

from games.inbound import flowed, html

LOOKED_AT = 256 * 1024
PARTS = 50
DEPTH = 10
HEADER = 8000
"""Letters of a header line that are looked at."""
TO = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-forwarded-to", "resent-to")
BULK = {"bulk", "list", "junk", "auto_reply"}
MACHINES = {"mailer-daemon", "postmaster", "no-reply", "noreply", "listserv", "majordomo"}
MARKED = ("list-id", "x-autoreply", "x-autorespond", "x-loop", "x-failed-recipients")
GAVE_UP = (ValueError, LookupError, TypeError, AttributeError, RecursionError, AssertionError)
"""What the parsers of the standard library raise on mails that no program should have written."""


@dataclass(frozen=True)
class Incoming:
    """``sender``: the one address of the one From line, lower case ("" when there is not exactly one); ``name``: the
    name beside it. ``to``: all addresses it was sent to. ``ident``: Message-ID ("" when it has none); ``thread``: what
    an answer says in References. ``machine``: written by a program, or sent by one to many. ``message`` holds the
    rest."""

    sender: str
    name: str
    to: tuple[str, ...]
    ident: str
    thread: str
    machine: bool
    message: Message

    @property
    def fingerprint(self) -> str:
        """What makes two deliveries one mail: the Message-ID; for a mail without one, what it says."""
        if self.ident:
            return self.ident
        said = [self.sender, header(self.message, "date"), header(self.message, "subject"), text_of(self.message)]
        return hashlib.sha256("\0".join(said).encode("utf-8", "replace")).hexdigest()


def read(raw: bytes, envelope_to: Iterable[str] = ()) -> Incoming | None:
    """The mail; None when it cannot be read at all. ``envelope_to``: recipients the transport knows of."""
    raw = raw[:LOOKED_AT]
    if raw.lower().count(b"boundary=") > PARTS:  # each level costs the parser a look at every line
        return None
    try:
        message = email.message_from_bytes(raw, policy=policy.compat32)
        to = [*envelope_to, *_addresses(message, TO)]
        senders = _addresses(message, ("from",))
        ident = _ident(header(message, "message-id"))
        before = [each for each in header(message, "references").split()[-20:] if _ident(each)]
        thread = " ".join([*before, *([ident] if ident else [])])
        sender = senders[0] if len(senders) == 1 == len(_raw(message, "from")) else ""
        name = _decoded(parseaddr(_raw(message, "from")[0])[0]) if sender else ""
        return Incoming(sender, name, tuple(to), ident, thread, by_machine(message, sender), message)
    except GAVE_UP:
        return None


def header(message: Message, name: str) -> str:
    """The first header of this name as one line of text, decoded; "" when there is none."""
    values = _raw(message, name)
    return _decoded(values[0]) if values else ""


def _raw(message: Message, name: str) -> list[str]:
    values = [str(value)[:HEADER] for found, value in message.raw_items() if found.lower() == name]
    return [" ".join(line.encode("utf-8", "surrogateescape").decode("utf-8", "replace").split()) for line in values]


def _decoded(line: str) -> str:
    if "=?" not in line:
        return line
    try:
        parts = [
            part.decode(charset or "ascii", "replace") if isinstance(part, bytes) else part
            for part, charset in decode_header(line)
        ]
    except (ValueError, LookupError):
        return line
    return " ".join("".join(parts).split())


def _addresses(message: Message, names: Iterable[str]) -> list[str]:
    values = [value for name in names for value in _raw(message, name)][:PARTS]
    found = [address for value in values for _, address in getaddresses([value])]
    return [address.strip().lower() for address in found if "@" in address and address.isprintable()]


def _ident(value: str) -> str:
    """A Message-ID that can stand in a header of ours; "" for none or a strange one."""
    return value if re.fullmatch(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>", value) else ""


def by_machine(message: Message, sender: str) -> bool:
    """Whether a program wrote this, or it went to many: answering it could begin a loop."""
    if header(message, "auto-submitted").partition(";")[0].strip().lower() not in ("", "no"):
        return True
    if header(message, "precedence").lower() in BULK or any(header(message, name) for name in MARKED):
        return True
    suppress = header(message, "x-auto-response-suppress").lower()
    if suppress and suppress != "none":
        return True
    if header(message, "return-path").replace(" ", "") == "<>" or sender.partition("@")[0] in MACHINES:
        return True
    kinds = (message.get_content_type(), header(message, "content-type").lower())
    return any("multipart/report" in kind or "disposition-notification" in kind for kind in kinds)


def text_of(message: Message) -> str:
    """What a person wrote, quotes included; "" for a mail without words."""
    return next(iter(texts_of(message)), "")


def texts_of(message: Message) -> list[str]:
    """The readings of what a person wrote, the likeliest first: the first plain part that says anything, the first HTML
    part as text. (Some programs break long lines of the plain part; the HTML part has them whole.)"""
    try:
        leaves = list(_parts(message))
        plain = [flowed.text(header(part, "content-type"), _letters(part)) for part in _of(leaves, "text/plain")]
        rich = [html.text(_letters(part)) for part in _of(leaves, "text/html")]
    except GAVE_UP:
        return []
    found = [next((text for text in texts if text.strip()), "") for texts in (plain, rich)]
    return [text for text in found if text]


def _of(leaves: list[Message], kind: str) -> list[Message]:
    return [part for part in leaves if part.get_content_type() == kind]


def _parts(message: Message) -> Iterator[Message]:
    """The leaves of the mail itself: attachments and mails within it aside."""
    waiting, seen = [(message, 0)], 0
    while waiting and seen < PARTS:
        part, depth = waiting.pop(0)
        seen += 1
        inside = part.get_payload() if part.is_multipart() else None
        if isinstance(inside, list):
            if part.get_content_maintype() == "multipart" and depth < DEPTH:
                waiting = [(each, depth + 1) for each in inside if isinstance(each, Message)] + waiting
        elif not _is_attached(part):
            yield part


def _is_attached(part: Message) -> bool:
    return header(part, "content-disposition").lower().startswith("attachment")


def _letters(part: Message) -> str:
    """The text of a part, in whatever letters it came; "" for bytes that are no text."""
    try:
        raw = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError):
        return ""
    if not isinstance(raw, bytes):
        return ""
    text = _in_letters(raw, header(part, "content-type"))
    return "" if "\0" in text else text.replace("\r\n", "\n").replace("\r", "\n")


def _in_letters(raw: bytes, kind: str) -> str:
    named = re.search(r"charset\s*=\s*\"?([\w.:-]{1,40})", kind, re.IGNORECASE)
    for charset in ([named[1]] if named and named[1].lower() not in ("us-ascii", "unknown-8bit") else []) + ["utf-8"]:
        try:
            return raw.decode(charset)
        except (LookupError, ValueError):
            continue
    return raw.decode("cp1252", "replace")
