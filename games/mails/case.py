"""A notice seen by its reader: all that letters are written from. Nothing in it is more than the reader's own page
shows: names through ``neutral``, the game through ``reading.look``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import translation

from accounts.models import User
from games import clockwords, pictures
from games.letters import Deed, Letter, absolute, mark_of, neutral
from games.models import Game, Notice, Seat
from games.play import reading, timing
from games.sentences import Who, facts_of, names_of, sentences
from hotmk_site.texts import has_text, t

DEEDS_MOST = 8
"""Turns told in a mail; what happened before them is summed up."""
Told = tuple[int, list[tuple[str, dict[str, Any]]]]


class Case:
    """A notice at a table, for its person, at the moment of sending. ``drawn``: its letter may have a picture."""

    def __init__(self, notice: Notice, now: datetime, drawn: bool = True) -> None:
        assert notice.game is not None, "a notice without a table has a letter of its own"
        self.notice, self.now, self.drawn = notice, now, drawn
        self.game: Game = notice.game
        self.user: User = notice.user

    @property
    def zone(self) -> ZoneInfo:
        return self.user.zone

    @property
    def me(self) -> str:
        """The reader's name."""
        return neutral(self.user.name)

    @property
    def title(self) -> str:
        """The title of the table."""
        return neutral(self.game.title)

    @cached_property
    def seats(self) -> list[Seat]:
        seats = list(self.game.seats.select_related("user").order_by("number"))
        for seat in seats:
            seat.game = self.game
        return seats

    @cached_property
    def who(self) -> Who:
        """Seat -> name, harmless in a mail."""
        name: Callable[[int], str] = names_of(self.seats)
        return lambda number: neutral(name(number))

    @cached_property
    def mine(self) -> Seat | None:
        """The reader's own seat."""
        return next((seat for seat in self.seats if seat.user_id == self.notice.user_id), None)

    @property
    def own(self) -> int | None:
        """Its number."""
        return self.mine.number if self.mine else None

    @cached_property
    def about(self) -> Seat | None:
        """The seat that the notice is about."""
        return next((seat for seat in self.seats if seat.number == self.notice.seat), None)

    @property
    def is_about_me(self) -> bool:
        return self.about is not None and self.about.user_id == self.notice.user_id

    @cached_property
    def look(self) -> reading.Look:
        return reading.look(self.user, self.game)

    @property
    def others(self) -> list[str]:
        """The names at the table, without the reader's."""
        return [self.who(seat.number) for seat in self.seats if seat.user_id != self.notice.user_id]

    def when(self, instant: datetime) -> str:
        """A moment on the reader's clock, with the name of its zone: "Wed 4 Dec, 18:30 in Oslo"."""
        return t("mail.when", when=self.clock(instant), city=clockwords.city(self.zone))

    def clock(self, instant: datetime) -> str:
        """The moment alone, with its date: nobody knows when a mail is read."""
        return clockwords.dated(instant, self.zone, self.now)

    @cached_property
    def time(self) -> dict[str, Any]:
        """The reader's own clock in words (``clockwords.clock_words``); nothing when the reader has none."""
        if self.mine is None:
            return {}
        seen = timing.clock_of(self.game, self.mine, self.now)
        return clockwords.clock_words(seen, self.zone, self.now, with_date=True)

    @cached_property
    def due(self) -> datetime | None:
        """When the reader's time ends, as far as that can be said."""
        return self.time.get("at")

    @property
    def until(self) -> str:
        """Until when the reader may act, as a sentence; "" without a limit."""
        if not self.time or not (self.due or self.time["still"]):
            return ""
        if self.due is None or self.due <= self.now:
            return str(self.time["line"])
        span = clockwords.span(self.due - self.now)
        return t("mail.turn.until", when=self.clock(self.due), city=self.time["city"], span=span)

    @cached_property
    def asked(self) -> str:
        """What the reader is asked, in words; "" when the rule set has no words for it."""
        ident = f"{self.game.slug}.asked.{self.mine.question}" if self.mine else ""
        return t(ident) if ident and has_text(ident) else ""

    @cached_property
    def _since(self) -> tuple[list[Deed], list[Told], int]:
        """(what happened since the reader's last action, a turn a deed; number and events of each; how many earlier
        ones are left out)."""
        deeds: list[Deed] = []
        events: list[list[tuple[str, dict[str, Any]]]] = []
        together: tuple[int, int | None] | None = None
        for entry in reading.since_my_last_action(self.user, self.game):
            words = [] if entry.undone else sentences(self.game.slug, entry, self.who, self.own, brief=True)
            if not words:
                continue
            if deeds and together == (entry.turn, entry.seat):
                deeds[-1] = replace(deeds[-1], more=(*deeds[-1].more, *words))
                events[-1] += entry.events
            else:
                who = self.who(entry.seat) if entry.seat else ""
                deeds.append(Deed(words[0], mark_of(entry.seat), tuple(words[1:]), who))
                events.append(list(entry.events))
            together = (entry.turn, entry.seat)
        last = list(enumerate(events[-DEEDS_MOST:], 1))
        return deeds[-DEEDS_MOST:], last, max(0, len(deeds) - DEEDS_MOST)

    def news(self) -> dict[str, Any]:
        """What happened since the reader's last action, as parts of a letter: sentences, picture, closing lines."""
        deeds, told, more = self._since
        first = self.mine is None or not self.mine.acts
        return {
            "deeds_title": t("mail.turn.first" if first else "mail.turn.since"),
            "deeds": deeds,
            "more": t("mail.more", n=more) if more else "",
            "picture": pictures.of_change(self.look, told, self.who) if self.drawn else None,
            "facts": self.facts(),
        }

    def facts(self) -> list[str]:
        """The closing lines: the state of the race."""
        return facts_of(self.game.slug, self.look.view, self.who, self.own)

    def letter(self, **parts: Any) -> Letter:
        """A letter with what all letters from a table have in common."""
        common: dict[str, Any] = {
            "kicker": _kicker(self.game),
            "lead": [],
            "url": absolute("table", self.game.public_id),
            "button": t("mail.look"),
            "why": t("mail.seat.why"),
            "brief": parts.get("headline", ""),
            "when": self.clock(parts["due"]) if parts.get("due") else "",
        }
        return Letter(**{**common, **footing(), **parts})


def footing() -> dict[str, Any]:
    """The way to the choices, and the language: what every letter ends with."""
    language = translation.get_language() or "en"
    return {"settings": t("mail.settings"), "settings_url": absolute("notices"), "language": language}


def _kicker(game: Game) -> str:
    """The small line above the headline: game, table, round."""
    name, title, number = t(f"{game.slug}.name"), neutral(game.title), game.progress.get("round")
    if not number:
        return t("mail.game_line", game=name, title=title)
    return t("mail.game_line_round", game=name, title=title, round=number)
