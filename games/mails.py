"""Mails about tables: a notice becomes a subject, a text and an HTML part in the reader's language and zone.

Only what the reader's own page shows goes in: events this seat may read, and public facts. No link grants anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils import timezone, translation

from games import clockwords
from games.letters import Deed, Letter, Mail, Score, absolute, mark_of, marks_of, neutral, seal
from games.models import Game, Notice, Seat
from games.play import reading
from games.sentences import facts_of, names_of, sentences
from hotmk_site.texts import has_text, join_list, t

DEEDS_MOST = 8
"""Turns told in a mail; what happened before them is summed up."""


def render_mail(notice: Notice, now: datetime | None = None) -> Mail:
    """The mail of a notice, for its person: subject (one line), text, HTML. ``now``: the moment of sending."""
    language = notice.user.language or "en"
    with translation.override(language):
        return seal(LETTERS[Notice.Kind(notice.kind)](notice, now or timezone.now()))


def _letter(notice: Notice, **parts: Any) -> Letter:
    """A letter with what all have in common."""
    game = notice.game
    common: dict[str, Any] = {
        "kicker": _kicker(game),
        "lead": [],
        "url": absolute("table", game.public_id),
        "why": t("mail.seat.why"),
        "settings": t("mail.settings"),
        "settings_url": absolute("settings"),
        "language": translation.get_language() or "en",
    }
    return Letter(**{**common, **parts})


def _kicker(game: Game) -> str:
    """The small line above the headline: game, table, round."""
    name, title, number = t(f"{game.slug}.name"), neutral(game.title), game.progress.get("round")
    if not number:
        return t("mail.game_line", game=name, title=title)
    return t("mail.game_line_round", game=name, title=title, round=number)


def _names(game: Game) -> tuple[list[Seat], Callable[[int], str]]:
    """The seats, and seat -> name made harmless for a mail."""
    seats = list(game.seats.select_related("user").order_by("number"))
    for seat in seats:
        seat.game = game
    name = names_of(seats)
    return seats, lambda number: neutral(name(number))


def your_turn(notice: Notice, now: datetime) -> Letter:
    """It is your turn: what is asked, until when, what happened since your last turn."""
    game, zone = notice.game, notice.user.zone
    seats, who = _names(game)
    mine = next((seat for seat in seats if seat.user_id == notice.user_id), None)
    due = mine.due_at if mine else None
    title, asked = neutral(game.title), _asked(game, mine)
    when = clockwords.clock(due, zone, now) if due else ""
    span, city = clockwords.span(due - now) if due else "", clockwords.city(zone)
    own = mine.number if mine else None
    deeds, more = _since(notice, who, own)
    first = mine is None or not mine.acts
    return _letter(
        notice,
        subject=t("mail.turn.subject", title=title, when=when) if due else t("mail.turn.subject_free", title=title),
        headline=t("mail.turn.headline", who=neutral(notice.user.name)),
        lead=[asked] if asked else [],
        until=t("mail.turn.until", when=when, city=city, span=span) if due else "",
        button=t("mail.turn.button"),
        deeds_title=t("mail.turn.first" if first else "mail.turn.since"),
        deeds=deeds,
        more=t("mail.more", n=more) if more else "",
        facts=facts_of(game.slug, reading.look(notice.user, game).view, who, own),
        why=t("mail.turn.why"),
        preview=asked,
    )


def _asked(game: Game, mine: Seat | None) -> str:
    """What the question is, in words; "" when the rule set has no words for it."""
    ident = f"{game.slug}.asked.{mine.question}" if mine else ""
    return t(ident) if ident and has_text(ident) else ""


def _since(notice: Notice, who: Callable[[int], str], own: int | None) -> tuple[list[Deed], int]:
    """(what happened since the reader's last action, a turn a deed; how many earlier ones are left out)."""
    deeds: list[Deed] = []
    together: tuple[int, int | None] | None = None
    for entry in reading.since_my_last_action(notice.user, notice.game):
        words = [] if entry.undone else sentences(notice.game.slug, entry, who, own, brief=True)
        if not words:
            continue
        if deeds and together == (entry.turn, entry.seat):
            deeds[-1] = replace(deeds[-1], more=(*deeds[-1].more, *words))
        else:
            deeds.append(Deed(words[0], mark_of(entry.seat), tuple(words[1:])))
        together = (entry.turn, entry.seat)
    return deeds[-DEEDS_MOST:], max(0, len(deeds) - DEEDS_MOST)


def game_started(notice: Notice, now: datetime) -> Letter:
    """The game has begun, and it is somebody else's turn."""
    seats, who = _names(notice.game)
    others = [who(seat.number) for seat in seats if seat.user_id != notice.user_id]
    title = neutral(notice.game.title)
    return _letter(
        notice,
        subject=t("mail.started.subject", title=title),
        headline=t("mail.started.headline", title=title),
        lead=[
            t("mail.started.lead"),
            t("mail.started.with", names=join_list(others)),
            t("mail.started.pace", pace=clockwords.pace(notice.game.turn_hours)),
        ],
        button=t("mail.started.button"),
    )


def game_ended(notice: Notice, now: datetime) -> Letter:
    """The game is over: places and scores."""
    seats, who = _names(notice.game)
    standings = (notice.game.result or {}).get("standings", [])
    scores = [
        Score(s["place"], join_list([who(n) for n in s["seats"]]), s["total"], marks_of(s["seats"])) for s in standings
    ]
    mine = {seat.number for seat in seats if seat.user_id == notice.user_id}
    won = any(s["place"] == 1 and mine & set(s["seats"]) for s in standings)
    winners = [who(n) for s in standings if s["place"] == 1 for n in s["seats"]]
    return _letter(
        notice,
        subject=_ended_subject(neutral(notice.game.title), won, winners),
        headline=t("mail.ended.headline", title=neutral(notice.game.title)),
        lead=[t(f"{notice.game.slug}.reason.{(notice.game.result or {}).get('reason', '')}")],
        button=t("mail.ended.button"),
        scores_title=t("mail.ended.scores"),
        scores=sorted(scores, key=lambda score: score.place),
        facts=[t("mail.ended.dice")],
    )


def _ended_subject(title: str, won: bool, winners: list[str]) -> str:
    if won and len(winners) == 1:
        return t("mail.ended.subject_won", title=title)
    ident = "mail.ended.subject" if len(winners) == 1 else "mail.ended.subject_shared"
    return t(ident, title=title, who=join_list(winners))


def table_closed(notice: Notice, now: datetime) -> Letter:
    """The table was closed before it began."""
    game = notice.game
    title = neutral(game.title)
    who = neutral(game.opened_by.shown_name) if game.opened_by else t("rows.somebody")
    return _letter(
        notice,
        subject=t("mail.closed.subject", title=title),
        headline=t("mail.closed.subject", title=title),
        lead=[t(f"closed.why.{game.closed_reason or 'unfilled'}", who=who)],
        button=t("mail.closed.button"),
    )


def invitation(notice: Notice, now: datetime) -> Letter:
    """Somebody asks the reader to take a seat."""
    game = notice.game
    who = neutral(game.opened_by.shown_name) if game.opened_by else t("rows.somebody")
    title = neutral(game.title)
    seats, pace = t("lobby.seats", n=game.seats_count), clockwords.pace(game.turn_hours)
    return _letter(
        notice,
        subject=t("mail.invited.subject", who=who, title=title),
        headline=t("mail.invited.headline", who=who),
        lead=[t("mail.invited.lead", title=title, seats=seats, pace=pace)],
        button=t("mail.invited.button"),
        why=t("mail.invited.why", who=who),
    )


LETTERS: dict[str, Callable[[Notice, datetime], Letter]] = {
    Notice.Kind.YOUR_TURN: your_turn,
    Notice.Kind.GAME_STARTED: game_started,
    Notice.Kind.GAME_ENDED: game_ended,
    Notice.Kind.TABLE_CLOSED: table_closed,
    Notice.Kind.INVITATION: invitation,
}
