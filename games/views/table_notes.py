"""Notes above the board: what is going on at the table beside the game, for this reader, and what can be done there.

A late seat, a win on offer, a pause, an open vote, the last turns, seats without their people, vacations, unread talk.
Nothing here tells of a question that is a secret: clocks come from the reader's own look.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone

from games import clockwords
from games.play import countdown, talk, votes
from games.play.reading import Chair, Look
from games.sentences import names_of
from hotmk_site.texts import join_list, t

ICONS = {
    "late": "clock", "win": "crown", "pause": "pause", "vote": "chat", "last": "lantern", "away": "lantern-off",
    "vacation": "pause", "talk": "chat",
}  # fmt: skip
ALONE = ("vote", "pause", "last", "talk")
"""Kinds of which there is one at a table."""


@dataclass
class Deed:
    """A button: ``url`` is posted to with ``fields``; ``asks``: what is asked before it is done ("": nothing)."""

    label: str
    url: str
    fields: dict[str, str] = field(default_factory=dict)
    primary: bool = False
    asks: str = ""


@dataclass
class Link:
    """A way to another page."""

    label: str
    url: str


@dataclass
class Note:
    """One note. ``kind`` names its look and its anchor: "late", "win", "pause", "vote", "last", "away", "vacation",
    "talk". ``lines``: sentences after the first. ``count``: how many lines of talk wait."""

    kind: str
    text: str
    lines: list[str] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    seat: int | None = None
    count: int = 0

    @property
    def anchor(self) -> str:
        """Its place on the page; there is one note of a kind about a seat."""
        return self.kind if self.kind in ALONE or self.seat is None else f"{self.kind}-{self.seat}"

    @property
    def icon(self) -> str:
        """The sign before it."""
        return ICONS[self.kind]


def notes(look: Look, now: datetime) -> list[Note]:
    """All notes of a table for this reader, the most pressing first; none before the start and after the end."""
    if not look.game.is_running:
        return _talk(look)
    found = _late(look, now)
    found += [note for note in (vote_note(look, now), _pause(look, now), _last(look)) if note]
    return [*found, *_away(look, now), *_vacations(look, now), *_talk(look)]


def url(name: str, look: Look, *args: Any) -> str:
    """A page or verb of this table."""
    return reverse(name, args=[look.game.public_id, *args])


def is_active(look: Look) -> bool:
    """Whether the reader plays here and is at the wheel."""
    return look.seat is not None and not look.seat.autopilot


def is_duel(look: Look) -> bool:
    """Whether two people play here."""
    return len(look.seats) == 2 and not any(chair.bot for chair in look.seats)


def moment(instant: datetime, now: datetime) -> str:
    """An instant on the reader's clock."""
    return clockwords.clock(instant, timezone.get_current_timezone(), now)


def _late(look: Look, now: datetime) -> list[Note]:
    """The seats whose time is up while the claim window is open: no secret any more, whatever they were asked."""
    found = []
    for chair in look.seats:
        if chair.clock.claim_until is None:
            continue
        when = moment(chair.clock.claim_until, now)
        if chair.is_you:
            found.append(Note("late", t("notes.late.you", when=when), seat=chair.number))
        elif not is_active(look):
            found.append(Note("late", t("notes.late.watch", who=chair.name, when=when), seat=chair.number))
        else:
            text = t("notes.late.other", who=chair.name, when=when)
            found.append(Note("late", text, deeds=_about_late(look, chair), seat=chair.number))
    return found


def _about_late(look: Look, chair: Chair) -> list[Deed]:
    """What a co-player may do about a late seat."""
    where, seat = url("late", look), {"seat": str(chair.number)}
    deeds = []
    if not look.game.time.untimed and look.number not in chair.grants:
        deeds.append(Deed(t("notes.late.grant"), where, {"deed": "grant", **seat}, primary=True))
    if is_duel(look):
        deeds.append(Deed(t("notes.late.play_on"), where, {"deed": "play_on"}))
        deeds += _win(look, chair)
    else:
        deeds.append(Deed(t("notes.late.hand"), where, {"deed": "hand", **seat}))
    return deeds


def _the_win(look: Look, chair: Chair) -> Deed:
    return Deed(t("notes.win.take"), url("late", look), {"deed": "win"}, asks=t("notes.win.asks", who=chair.name))


def _win(look: Look, chair: Chair) -> list[Deed]:
    """At a table of two whose other person is late or away the win is on offer, but not to who is late too."""
    on_time = look.seat is not None and look.seat.claim_until is None
    return [_the_win(look, chair)] if is_duel(look) and is_active(look) and on_time else []


def vote_note(look: Look, now: datetime) -> Note | None:
    """The open vote: what about, who has said yes, until when, and the reader's answer."""
    found = votes.open_proposal(look.game, look.user)
    if found is None:
        return None
    who = names_of(look.seats)
    note = Note("vote", _what(found, who, now), seat=found.by)
    waits = [seat for seat in found.asked if seat not in found.yes]
    if found.yes:
        note.lines.append(t("notes.vote.yes", names=join_list([who(seat) for seat in found.yes])))
    if waits:
        note.lines.append(t("notes.vote.waits", names=join_list([who(seat) for seat in waits])))
    note.lines.append(t("notes.vote.closes", when=moment(found.closes_at, now)))
    where, form = url("vote", look), {"proposal": str(found.id)}
    if found.may_answer:
        note.deeds.append(Deed(t("notes.vote.say_yes"), where, {**form, "yes": "1"}, primary=True))
    if found.may_answer or found.said_yes:
        label = t("notes.vote.take_back" if found.said_yes else "notes.vote.say_no")
        note.deeds.append(Deed(label, where, {**form, "yes": "0"}))
    return note


def _what(found: votes.OpenVote, who: Any, now: datetime) -> str:
    """What a vote is about, as a sentence."""
    if found.kind == "pause":
        return t("notes.vote.pause", who=who(found.by), n=found.days or 0)
    if found.kind == "pace" and found.terms is not None:
        return t("notes.vote.pace", who=who(found.by), pace=clockwords.pace(found.terms))
    return t("notes.vote.resume", who=who(found.by))


def _pause(look: Look, now: datetime) -> Note | None:
    until = votes.paused_until(look.game, now)
    if until is None:
        return None
    note = Note("pause", t("notes.pause", when=moment(until, now)))
    if is_active(look):
        note.links.append(Link(t("notes.pause.end"), url("table_time", look)))
    return note


def _last(look: Look) -> Note | None:
    left = countdown.turns_left(look.game)
    if not left:
        return None
    who = names_of(look.seats)
    lines = [t("notes.last.seat", who=who(seat), n=turns) for seat, turns in sorted(left.items())]
    return Note("last", t("notes.last"), lines=lines)


def _away(look: Look, now: datetime) -> list[Note]:
    """Seats that the autopilot drives: why, the way to the bench, and with two people the win."""
    found = []
    for chair in look.seats:
        if not chair.autopilot or chair.is_you:
            continue
        deeds = _win(look, chair)
        text = t(f"notes.away.{chair.away or 'expired'}", who=chair.name)
        note = Note("win" if deeds else "away", text, deeds=deeds, seat=chair.number)
        if deeds:
            note.lines.append(t("notes.win.offer", who=chair.name))
        if chair.offered_until is not None and chair.offered_until > now:
            note.lines.append(t("notes.away.offered", when=moment(chair.offered_until, now)))
            if look.user is not None and look.seat is None:
                note.links.append(Link(t("notes.away.take"), url("bench_seat", look, chair.number)))
        found.append(note)
    return found


def _vacations(look: Look, now: datetime) -> list[Note]:
    who = names_of(look.seats)
    rows = sorted(look.vacations.items())
    return [Note("vacation", t("notes.vacation", who=who(n), when=moment(end, now)), seat=n) for n, end in rows]


def _talk(look: Look) -> list[Note]:
    count = talk.unread_at(look.seat) if look.seat is not None else 0
    if not count:
        return []
    link = Link(t("notes.talk.read"), url("talk", look))
    return [Note("talk", t("notes.talk", n=count), links=[link], count=count)]


TEXT_IDS = tuple(f"notes.away.{how}" for how in ("expired", "handed", "resigned", "banned", "deleted"))
