"""What people decide at a running table beside the game: a late seat, a vote, leaving, the time settings, what to be
told of it. Every verb is a POST that ends in the table or the page it came from, with a sentence of what was done.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import clockwords, play, termforms
from games.channels import carries
from games.models import Game
from games.notices import matrix, preferences, presence
from games.play import reading, talk, votes
from games.play.errors import BadInput, Closed, NotYours, Refused
from games.views.answers import find_game, go_on, guarded, refused, sentence_of, signed_in
from games.views.table_notes import vote_note
from hotmk_site.texts import t

Data = dict[str, Any]
AT_TABLES = ("turn", "reminder", "claim", "moved", "ended", "chat", "vote")
"""The events of a running table: what may differ from one table to the next."""
FIXED = ("pause", "pilot", "bench_days", "least")
"""The time settings that no vote changes."""
LATE = {"grant": play.grant, "hand": play.hand}
DUEL = {"win": play.take_win, "play_on": play.play_on}
TEXT_IDS = tuple(f"round.done.{deed}" for deed in ("grant", "hand", "win", "play_on", "pause", "resume", "pace"))


def table_address(game: Game) -> str:
    """The page of the table."""
    return reverse("table", args=[game.public_id])


def time_address(game: Game) -> str:
    """The page of the table's time."""
    return reverse("table_time", args=[game.public_id])


@require_POST
@signed_in
@guarded
def late(request: HttpRequest, public_id: str) -> HttpResponse:
    """What is done about a seat whose time is up: ``deed`` grant, hand (``seat`` says which), win, play_on."""
    game, deed = find_game(request, public_id), request.POST.get("deed", "")
    here(request, game)
    try:
        if deed in LATE:
            LATE[deed](request.user, game, number(request.POST.get("seat", "")))
        elif deed in DUEL:
            DUEL[deed](request.user, game)
        else:
            raise BadInput("bad_input")
    except Refused as error:
        return refused(request, error, game)
    return go_on(request, t(f"round.done.{deed}"), table_address(game))


def number(text: str) -> int:
    """A seat's number as a form sends it. Raises BadInput."""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise BadInput("bad_seat")
    return int(text)


def here(request: HttpRequest, game: Game) -> None:
    """Who does something at the table is there."""
    presence.touch(reading.look(request.user, game).seat)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@guarded
def resign(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask before somebody leaves a running game; then do it."""
    game = find_game(request, public_id)
    look = reading.look(request.user, game)
    if look.seat is None:
        raise NotYours("not_seated")
    if not game.is_running:
        raise Closed("not_started" if game.is_open else "finished")
    if request.method == "POST":
        play.resign(request.user, game)
        return go_on(request, t("round.resigned"), table_address(game))
    duel = len(look.seats) == 2 and not any(chair.bot for chair in look.seats)
    context = {
        "game": game, "duel": duel, "again": look.seat.walked_out > 0, "bench_days": game.time.bench_days,
        "base": table_address(game), "back": time_address(game),
    }  # fmt: skip
    return render(request, "games/resign.html", context)


@require_safe
@guarded
def time_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The time of a running or finished table: clocks, settings, votes, what to be told, leaving."""
    game = find_game(request, public_id)
    if game.is_open:
        raise Closed("not_started")
    return show(request, game)


def show(
    request: HttpRequest, game: Game, status: int = 200, error: str = "", pace: termforms.TimeForm | None = None
) -> HttpResponse:
    """The page, also after a refusal: with its sentence and what was typed."""
    now, look = timezone.now(), reading.look(request.user, game)
    zone = timezone.get_current_timezone()
    seated, active = look.seat is not None, bool(look.seat and not look.seat.autopilot)
    pace = pace or termforms.TimeForm(initial=termforms.fields_of(game.time))
    context: Data = {
        "game": game, "game_name": t(f"{game.slug}.name"), "base": table_address(game), "error": error,
        "clocks": clocks_of(look, now), "settings_row": {"terms": clockwords.terms_parts(game.time, zone)},
        "seated": seated, "unread": talk.unread_at(look.seat) if look.seat else 0,
        "running": game.is_running, "may_vote": active and game.is_running,
        "vote": vote_note(look, now), "paused": votes.paused_until(game, now) is not None,
        "untimed": game.time.untimed, "may_pause": game.time.pause, "days": range(1, 15),
        "chosen_days": request.POST.get("days", "3"),
        "pace": pace, "fixed": [pace[name].as_hidden() for name in FIXED],
    }  # fmt: skip
    context |= notices_of(request, game) if seated else {}
    return render(request, "games/round.html", context, status=status)


def clocks_of(look: reading.Look, now: Any) -> list[Data]:
    """Each seat with its clock in words; "" where none runs."""
    zone = timezone.get_current_timezone()
    rows = []
    for chair in look.seats:
        words = clockwords.clock_words(chair.clock, zone, now)
        rows.append(
            {
                "number": chair.number, "name": chair.name, "asked": chair.asked, "bot": bool(chair.bot),
                "autopilot": chair.autopilot, "line": words["line"] if look.game.is_running else "",
                "vacation": look.vacations.get(chair.number),
            }
        )  # fmt: skip
    return rows


def notices_of(request: HttpRequest, game: Game) -> Data:
    """``channels`` that this person has set up, and ``events``: one by one what is chosen for this table ("": as
    usual), channel by channel, with the usual mode in words."""
    person: Any = request.user
    choices = preferences.read(person)
    own = choices.at_tables.get(game.pk, {})
    channels = [channel for channel in matrix.CHANNELS if preferences.in_use(person, channel)]
    events = []
    for event in AT_TABLES:
        cells = [
            {
                "channel": channel, "name": f"{event}.{channel}", "chosen": own.get(event, {}).get(channel, ""),
                "usual": t("round.as_usual", mode=t(f"prefs.mode.{choices.mode(event, channel)}")),
                "modes": matrix.MODES, "carried": is_carried(event, channel),
                "label": f"{t(f'prefs.event.{event}')}: {t(f'prefs.channel.{channel}')}",
            }
            for channel in channels
        ]  # fmt: skip
        events.append({"event": event, "cells": cells})
    return {"channels": channels, "events": events}


def is_carried(event: str, channel: str) -> bool:
    """Whether a channel takes any notice of this event."""
    return any(carries(channel, kind) for kind, belongs in matrix.EVENT_OF.items() if belongs == event)


@require_POST
@signed_in
@guarded
def table_notices(request: HttpRequest, public_id: str) -> HttpResponse:
    """Keep what this person wants to be told of this table otherwise than usual."""
    game = find_game(request, public_id)
    look = reading.look(request.user, game)
    if look.seat is None:
        raise NotYours("not_seated")
    chosen: dict[str, dict[str, str]] = {}
    for event in AT_TABLES:
        for channel in matrix.CHANNELS:
            if mode := request.POST.get(f"{event}.{channel}", ""):
                chosen.setdefault(event, {})[channel] = mode
    person: Any = request.user
    try:
        preferences.write_table(person, game, chosen)
    except preferences.BadChoice:
        raise BadInput("bad_input") from None
    presence.touch(look.seat)
    return go_on(request, t("round.notices_kept"), time_address(game))


@require_POST
@signed_in
@guarded
def propose(request: HttpRequest, public_id: str) -> HttpResponse:
    """Open a vote: ``kind`` pause (``days``), resume, pace (the fields of TimeForm)."""
    game, kind = find_game(request, public_id), request.POST.get("kind", "")
    here(request, game)
    pace: termforms.TimeForm | None = None
    data: Data = {}
    if kind == "pause":
        days = request.POST.get("days", "")
        data = {"days": int(days) if days.isascii() and days.isdigit() and len(days) < 4 else 0}
    elif kind == "pace":
        pace = termforms.TimeForm(request.POST)
        if not pace.is_valid():
            return show(request, game, 422, pace=pace)
        data = {"terms": pace.terms().dump()}
    try:
        play.propose(request.user, game, kind, data)
    except Refused as error:
        if error.status in (403, 404):
            raise
        return show(request, game, error.status, sentence_of(error), pace)
    return go_on(request, t(f"round.done.{kind}"), table_address(game) + "#vote")


@require_POST
@signed_in
@guarded
def vote(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer the open vote: ``proposal`` its number, ``yes`` 1 or 0."""
    game, text = find_game(request, public_id), request.POST.get("proposal", "")
    here(request, game)
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise BadInput("bad_input")
    yes = request.POST.get("yes") == "1"
    try:
        play.vote(request.user, game, int(text), yes)
    except Refused as error:
        return refused(request, error, game)
    return go_on(request, t("round.voted_yes" if yes else "round.voted_no"), table_address(game))
