"""The shape of a mail: one letter, drawn twice, as text and as HTML, from the same facts.

User text (titles, names) goes through ``neutral``: mail programs must not make links of it ("evil.example win"), and
nothing a person typed can begin a header line. Links carry no right to act: they lead to pages that ask for sign-in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from games.rules.drawing import Paint
from games.sentences import paint_of

NOT_A_LINK = "\u200b"
"""A break of no width. Between the parts of an address it keeps mail programs from seeing an address."""
LINKING = re.compile(r"(?<=[^\s])([.:@/])(?=[^\s])")
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]+")


@dataclass(frozen=True)
class Deed:
    """What happened in one turn: a whole sentence, those that follow it, the mark of the seat (None: the table)."""

    text: str
    mark: Paint | None = None
    more: tuple[str, ...] = ()


@dataclass(frozen=True)
class Score:
    """One line of the final account. ``names`` joins a team."""

    place: int
    names: str
    total: int
    marks: tuple[Paint, ...] = ()


@dataclass
class Letter:
    """All that a mail says. ``until``: the deadline in words; ``more``: what is left out; ``why``: why it came.
    ``reply``: the line above which an answer is to be written, for mails that can be answered."""

    subject: str
    kicker: str
    headline: str
    lead: list[str]
    button: str
    url: str
    why: str
    settings: str
    settings_url: str
    language: str
    until: str = ""
    deeds_title: str = ""
    deeds: list[Deed] = field(default_factory=list)
    more: str = ""
    scores_title: str = ""
    scores: list[Score] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    preview: str = ""
    reply: str = ""


@dataclass(frozen=True)
class Mail:
    """A finished mail: subject (one line), plain text, HTML, extra headers."""

    subject: str
    text: str
    html: str
    headers: dict[str, str]


def neutral(text: str) -> str:
    """A person's text made harmless in a mail: one line, no direction marks, nothing that looks like an address."""
    line = UNSEEN.sub(" ", text)
    return LINKING.sub(rf"\1{NOT_A_LINK}", " ".join(line.split()))


def mark_of(seat: int | None) -> Paint | None:
    """The colours of a seat's mark; None for no seat."""
    return paint_of(seat) if seat else None


def marks_of(seats: Iterable[int]) -> tuple[Paint, ...]:
    """The marks of several seats."""
    return tuple(mark for mark in map(mark_of, seats) if mark is not None)


def absolute(name: str, *args: object) -> str:
    """The full address of a page, for use outside a request."""
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def seal(letter: Letter) -> Mail:
    """Letter -> Mail. Raises ValueError when the subject holds a line end (it never should, see ``neutral``)."""
    if re.search(r"[\r\n]", letter.subject):
        raise ValueError("a subject is one line")
    context = {"letter": letter}
    text = re.sub(r"\n{3,}", "\n\n", render_to_string("mail/letter.txt", context)).strip() + "\n"
    html = render_to_string("mail/letter.html", context)
    return Mail(letter.subject, text, html, {"Auto-Submitted": "auto-generated"})
