"""The shape of a mail: one letter, drawn twice, as text and as HTML, from the same facts.

User text (titles, names) goes through ``neutral``: mail programs must not make links of it ("evil.example win"), and
nothing a person typed can begin a header line. Links carry no right to act: they lead to pages that ask for sign-in.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from games.rules.drawing import Paint
from games.sentences import paint_of

if TYPE_CHECKING:
    from datetime import datetime

    from games.pictures import Picture

NOT_A_LINK = "\u200b"
"""A break of no width. Between the parts of an address it keeps mail programs from seeing an address."""
LINKING = re.compile(r"(?<=[^\s])([.:@/])(?=[^\s])")
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]+")
WIDTH = 78
"""Letters in a line of the text part."""


@dataclass(frozen=True)
class Deed:
    """What happened in one turn: a whole sentence, those that follow it, the mark of the seat (None: the table).
    ``who``: the name that is written bold where the sentence begins with it."""

    text: str
    mark: Paint | None = None
    more: tuple[str, ...] = ()
    who: str = ""

    @property
    def rest(self) -> str:
        """The sentence after the name; all of it where it begins otherwise."""
        return self.text.removeprefix(self.who) if self.who else self.text

    @property
    def named(self) -> str:
        """The name, where the sentence begins with it."""
        return self.who if self.rest != self.text else ""


@dataclass(frozen=True)
class Score:
    """One line of the final account. ``names`` joins a team."""

    place: int
    names: str
    total: int
    marks: tuple[Paint, ...] = ()


@dataclass(frozen=True)
class Gain:
    """What one side got in a step of the scoring, and what it had then."""

    names: str
    gain: int
    total: int


@dataclass(frozen=True)
class Step:
    """One source of points: its name and what each side (in the order of the scores) got for it."""

    title: str
    gains: tuple[Gain, ...]


@dataclass(frozen=True)
class Saying:
    """A line of table talk."""

    who: str
    text: str
    mark: Paint | None = None


@dataclass
class Letter:
    """All that a mail says. ``until``: the deadline in words, ``when`` the part of it that is written bold, ``note``
    what is to be added to it; ``more``: what is left out; ``why``: why it came; ``reply``: the line above which an
    answer is to be written, for mails that can be answered. ``also``: what else is new at the same table. ``stop``: the
    way to get no more of these.

    For a mail that tells of several tables: ``brief`` says it all in a sentence or two, ``due`` is the instant until
    which something can be done, ``rank`` 0 what waits for the reader, 1 what is good to know."""

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
    when: str = ""
    note: str = ""
    choices: list[str] = field(default_factory=list)
    said: list[Saying] = field(default_factory=list)
    picture: Picture | None = None
    deeds_title: str = ""
    deeds: list[Deed] = field(default_factory=list)
    more: str = ""
    scores_title: str = ""
    scores: list[Score] = field(default_factory=list)
    steps_title: str = ""
    steps: list[Step] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    also_title: str = ""
    also: list[str] = field(default_factory=list)
    preview: str = ""
    reply: str = ""
    stop: str = ""
    stop_url: str = ""
    brief: str = ""
    due: datetime | None = None
    rank: int = 1

    @property
    def until_parts(self) -> tuple[str, str, str]:
        return parted(self.until, self.when)


@dataclass
class Section:
    """One table in a mail that tells of several. ``latest``: what happened last; ``until`` and ``when`` as in Letter;
    ``loud``: something waits for the reader there."""

    title: str
    kicker: str
    news: list[str]
    latest: str
    until: str
    when: str
    button: str
    url: str
    loud: bool = False

    @property
    def until_parts(self) -> tuple[str, str, str]:
        return parted(self.until, self.when)


@dataclass
class Bundle:
    """A mail that tells of several tables: what waits for the reader first."""

    subject: str
    kicker: str
    headline: str
    lead: list[str]
    sections: list[Section]
    why: str
    settings: str
    settings_url: str
    language: str
    preview: str = ""
    stop: str = ""
    stop_url: str = ""


@dataclass(frozen=True)
class Mail:
    """A finished mail: subject (one line), plain text, HTML, extra headers, pictures (content id, PNG) of the HTML."""

    subject: str
    text: str
    html: str
    headers: dict[str, str]
    pictures: tuple[tuple[str, bytes], ...] = ()


def neutral(text: str) -> str:
    """A person's text made harmless in a mail: one line, no direction marks, nothing that looks like an address."""
    line = UNSEEN.sub(" ", text)
    return LINKING.sub(rf"\1{NOT_A_LINK}", " ".join(line.split()))


def parted(sentence: str, stress: str) -> tuple[str, str, str]:
    """A sentence before, at and after the words to be stressed; all of it stressed where they do not occur."""
    before, found, after = sentence.partition(stress) if stress else ("", "", sentence)
    return (before, found, after) if found else ("", sentence, "")


def mark_of(seat: int | None) -> Paint | None:
    """The colours of a seat's mark; None for no seat."""
    return paint_of(seat) if seat else None


def marks_of(seats: Iterable[int]) -> tuple[Paint, ...]:
    """The marks of several seats."""
    return tuple(mark for mark in map(mark_of, seats) if mark is not None)


def absolute(name: str, *args: object) -> str:
    """The full address of a page, for use outside a request."""
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def host() -> str:
    """The name of the site's computer, for the ids of mails and pictures."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def seal(letter: Letter) -> Mail:
    """Letter -> Mail. Raises ValueError when the subject holds a line end (it never should, see ``neutral``)."""
    return _sealed("letter", letter, letter.picture)


def seal_bundle(bundle: Bundle) -> Mail:
    """The same for a mail that tells of several tables."""
    return _sealed("bundle", bundle)


def _sealed(template: str, letter: Letter | Bundle, picture: Picture | None = None) -> Mail:
    if re.search(r"[\r\n]", letter.subject):
        raise ValueError("a subject is one line")
    text = wrapped(render_to_string(f"mail/{template}.txt", {"letter": letter}))
    html = render_to_string(f"mail/{template}.html", {"letter": letter})
    inline = ((picture.cid, picture.png),) if picture else ()
    return Mail(letter.subject, text, html, {"Auto-Submitted": "auto-generated"}, inline)


def wrapped(text: str) -> str:
    """Text in lines of at most ``WIDTH`` (an address stays whole), no two empty lines together, lists hanging in."""
    lines = [part for line in text.strip().split("\n") for part in _folded(line.rstrip())]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def _folded(line: str) -> list[str]:
    if len(line) <= WIDTH:
        return [line]
    bullet = re.match(r" *(?:\d+\. |[-*] )?", line)
    hang = " " * len(bullet[0]) if bullet else ""
    return textwrap.wrap(line, WIDTH, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)
