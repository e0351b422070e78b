"""A real SMTP server for tests, and what a careful mail program sees in a message."""

from __future__ import annotations

import asyncio
import email.policy
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from typing import Any, cast

from aiosmtpd.controller import Controller

PNG = b"\x89PNG\r\n\x1a\n"


@dataclass
class Postbox:
    """Handler of the server: keeps what arrives; ``rcpt`` and ``data`` are answers to give instead."""

    arrived: list[bytes] = field(default_factory=list)
    to: list[list[str]] = field(default_factory=list)
    rcpt: str = ""
    data: str = ""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.rcpt:
            return self.rcpt
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.data:
            return self.data
        self.arrived.append(envelope.content)
        self.to.append(list(envelope.rcpt_tos))
        return "250 OK"

    def empty(self) -> None:
        """As it was at the start."""
        self.arrived, self.to, self.rcpt, self.data = [], [], "", ""

    def mails(self) -> list[EmailMessage]:
        """What arrived, read and checked. (No property: the server looks at each of those for every connection.)"""
        return [checked(raw) for raw in self.arrived]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(box: Postbox) -> Iterator[int]:
    """A server without SMTPUTF8 (nothing but ASCII passes), while it runs; gives its port."""
    office = Controller(
        cast(Any, box),
        hostname="127.0.0.1",
        port=free_port(),
        server_hostname="mx.example",
        enable_SMTPUTF8=False,
    )
    office.start()
    yield int(office.port)
    asyncio.run_coroutine_threadsafe(asyncio.sleep(0.05), office.loop).result()  # the last farewell is under way
    office.stop()


def checked(raw: bytes) -> EmailMessage:
    """The message, after every promise about its form has been looked at."""
    assert raw.isascii(), "seven bits: every server on the way takes it"
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert b"\n" not in raw.replace(b"\r\n", b"")
    message_from_bytes(raw, policy=email.policy.strict)  # raises on the first defect
    message = cast(EmailMessage, message_from_bytes(raw, policy=email.policy.default))
    for part in message.walk():
        assert not part.defects
        assert not [header for header in part.values() if re.search(r"[\r\n]", str(header))]
    for name in ("From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "List-Id"):
        assert len(message.get_all(name, [])) == 1, name
    assert message["Auto-Submitted"] == "auto-generated"
    _check_parts(message)
    return message


def _check_parts(message: EmailMessage) -> None:
    assert message.get_content_type() == "multipart/alternative"
    text, rich = cast(list[EmailMessage], message.get_payload())
    assert text.get_content_type() == "text/plain"
    assert rich.get_content_type() in ("text/html", "multipart/related")
    html = html_of(message)
    assert html.startswith("<!doctype html>")
    assert not re.search(r"</?[a-z]+[ >]|&[a-z]+;|\{[a-z_]+\}", text.get_content())
    long = [line for line in text.get_content().splitlines() if len(line) > 78]
    assert all(re.fullmatch(r"\s*\S+", line) for line in long), long
    pictures = pictures_of(message)
    assert set(re.findall(r'src="cid:([^"]+)"', html)) == set(pictures)
    assert not re.findall(r'src="(?!cid:)', html), "nothing is fetched when a mail is opened"
    for png in pictures.values():
        assert png.startswith(PNG)
        assert len(png) < 85_000


def text_of(message: EmailMessage) -> str:
    """The plain part in one line, as words."""
    body = message.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


def html_of(message: EmailMessage) -> str:
    body = message.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def pictures_of(message: EmailMessage) -> dict[str, bytes]:
    """Content id -> PNG of the pictures that lie beside the HTML part."""
    found = {}
    for part in message.walk():
        if part.get_content_type() == "image/png":
            assert part.get_content_disposition() == "inline"
            found[str(part["Content-ID"]).strip("<>")] = cast(bytes, part.get_payload(decode=True))
    return found
