"""The mails of the local mode, read back from ``settings.DEV_MAILBOX`` for the page ``/dev/mail``."""

from __future__ import annotations

import base64
import email
import email.policy
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import cast

from django.conf import settings
from django.http import Http404

NAME = re.compile(r"[0-9A-Za-z-]{1,100}")
MOST = 100


@dataclass
class Kept:
    """One mail: ``name`` of its file without ending, the headers people read, both parts."""

    name: str
    subject: str
    to: str
    sender: str
    at: datetime | None
    text: str
    html: str


def folder() -> Path:
    """The mailbox. Http404 unless this is the local mode and mails are written to files."""
    if not (settings.LOCAL and settings.DEV_MAILBOX):
        raise Http404
    return Path(settings.DEV_MAILBOX)


def newest() -> list[Kept]:
    """The last mails, newest first."""
    paths = sorted(folder().glob("*.eml"), reverse=True)[:MOST]
    return [_parse(path) for path in paths]


def read(name: str) -> Kept:
    """One mail by name. Http404 when there is none."""
    path = folder() / f"{name}.eml"
    if not NAME.fullmatch(name) or not path.is_file():
        raise Http404
    return _parse(path)


def _parse(path: Path) -> Kept:
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    return Kept(
        name=path.stem,
        subject=str(message["Subject"] or ""),
        to=str(message["To"] or ""),
        sender=str(message["From"] or ""),
        at=_instant(str(message["Date"] or "")),
        text=_part(message, "plain"),
        html=_with_pictures(message, _part(message, "html")),
    )


def _instant(date: str) -> datetime | None:
    """A mail's date; one that names no zone is UTC."""
    if not date:
        return None
    instant = parsedate_to_datetime(date)
    return instant if instant.tzinfo else instant.replace(tzinfo=UTC)


def _with_pictures(message: EmailMessage, html: str) -> str:
    """The HTML part with the pictures that lie beside it in the mail (``cid:``) written into it, for a browser."""
    for part in message.walk():
        name = str(part["Content-ID"] or "").strip("<> ")
        if name and part.get_content_maintype() == "image":
            dots = base64.b64encode(cast(bytes, part.get_payload(decode=True))).decode()
            html = html.replace(f'"cid:{name}"', f'"data:{part.get_content_type()};base64,{dots}"')
    return html


def _part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    return str(body.get_content()) if body is not None else ""
