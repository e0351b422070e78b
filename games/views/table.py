"""The page of a table, one address: GET draws it, POST plays or takes back, a conditional GET asks whether it has
changed.

A half-made choice stands in the address (``?w=``); the only thing that changes a game is the one form that carries the
decision's key. HTMX is answered with the table alone, everybody else with a page or a redirect (303).
"""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import play
from games.models import Game
from games.notices import presence
from games.play import reading
from games.play.errors import BadInput, IllegalMove, Refused
from games.play.reading import Look
from games.sentences import layout_of, names_of, sentence
from games.views import table_deeds as deeds
from games.views import table_head as head
from games.views import table_notes, waiting
from games.views.answers import find_game, go_on, guarded, refused, sentence_of, signed_in
from games.views.table_desk import address, desk_for, read_words
from hotmk_site.texts import t

Data = dict[str, Any]


@require_http_methods(["GET", "HEAD"])
@guarded
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table as this reader may see it: the waiting room, what remains of a closed one, or the game."""
    game = find_game(request, public_id)
    if game.is_open:
        return waiting.room(request, game)
    if not (game.is_running or game.is_finished):
        return waiting.tombstone(request, game)
    return show(request, reading.look(request.user, game), read_words(request.GET.get("w", "")))


def show(
    request: HttpRequest, look: Look, line: list[list[str]], *, status: int = 200, error: Data | None = None,
    said: str = "",
) -> HttpResponse:  # fmt: skip
    """The table with a half-made choice; ``error`` and ``said`` are spoken at once. A fragment for HTMX. Whoever comes
    this way does something here, unlike a page that only asks for news."""
    presence.touch(look.seat)
    fragment = is_fragment(request)
    context = context_of(request, look, line) | {"said": said, "fragment": fragment}
    context["error"] = error or context["trouble"]
    template = "games/table_body.html" if fragment else "games/table.html"
    response = render(request, template, context, status=status)
    response["Vary"] = "HX-Request, Cookie"
    response["Cache-Control"] = "private, no-store"
    response["ETag"] = context["etag"]
    if fragment:
        response["HX-Push-Url"] = context["here"]
    return response


def is_fragment(request: HttpRequest) -> bool:
    """Whether HTMX asks for the table alone (a restored history entry wants the whole page)."""
    return bool(request.headers.get("HX-Request")) and not request.headers.get("HX-History-Restore-Request")


def context_of(request: HttpRequest, look: Look, line: list[list[str]]) -> Data:
    """Everything the templates draw."""
    now, game = timezone.now(), look.game
    desk, choice = desk_for(request, look, line)
    layout = layout_of(game.slug)
    after = deeds.mark_looked(request, look)
    news = deeds.news(look, after, now)
    page = layout.page(desk, result=look.result, news=news["squares"] if news else [])
    title, hint = head.title(look, page)
    clock, notes = head.clock(look, now), table_notes.notes(look, now)
    return {
        "game": game, "look": look, "page": page, "game_name": t(f"{game.slug}.name"), "title": title, "hint": hint,
        "clock": clock, "seats": head.seats(look, layout.seat_facts(desk)), "news": news, "notes": notes,
        "unread": sum(note.count for note in notes), "seated": look.seat is not None,
        "parts": f"{game.slug}/table.html",
        "panel_template": f"{game.slug}/panel.html", "style": f"games/{game.slug}.css", "key": look.key,
        "log": deeds.log_turns(look, after, now), "log_all": reverse("replay", args=[game.public_id]),
        "undo": head.undo_offer(look), "asked": look.question is not None, "chosen": choice.text,
        "etag": etag(look, clock, notes), "trouble": trouble_of(choice.trouble, "table.choice_gone"),
        "here": here(request, game, choice.text), "base": address(game),
        "sheet_icons": desk.sheet("icons"), "sheet_faces": desk.sheet("faces"), "live": game.is_running,
        "round": look.progress.get("round"), "next_table": head.next_table(look), "again": head.play_again(look),
        "on_autopilot": bool(look.seat and look.seat.autopilot and game.is_running),
    }  # fmt: skip


def here(request: HttpRequest, game: Game, chosen: str) -> str:
    """The address this answer belongs to: that of a GET, after a press the table with what is still chosen."""
    query = request.META.get("QUERY_STRING", "")
    if request.method != "GET":
        query = urlencode({"w": chosen}) if chosen else ""
    return address(game) + (f"?{query}" if query else "")


def trouble_of(error: Refused | None, ident: str = "") -> Data | None:
    """A refusal for the page: its sentence (inside the text ``ident``), and where the rule behind it stands."""
    if error is None:
        return None
    why = sentence_of(error)
    return {"text": t(ident, why=why) if ident else why, "rule": rule_behind(error)}


def rule_behind(error: Refused) -> str:
    """The address of the paragraph of the rules that a refused action broke; "" for refusals of the house."""
    if not isinstance(error, IllegalMove) or not error.slug:
        return ""
    anchor = layout_of(error.slug).rule_of(error.code)
    return f"{reverse('rules_of', args=[error.slug])}#{anchor}" if anchor else ""


def etag(look: Look, clock: Data | None, notes: list[table_notes.Note]) -> str:
    """Changes exactly when this reader's page would: what is seen, clock and notes in words, the language."""
    words = f"{look.etag} {clock['left'] if clock else ''} {translation.get_language()} {notes}"
    return f'"{hashlib.blake2b(words.encode(), digest_size=12).hexdigest()}"'


@require_safe
@guarded
def now(request: HttpRequest, public_id: str) -> HttpResponse:
    """Whether the table has changed: 304 while it has not, else the table alone. A waiting page asks soon after
    a change, then ever more seldom, down to every half minute.
    """
    game = find_game(request, public_id)
    if not (game.is_running or game.is_finished):
        return HttpResponse(status=204, headers={"HX-Redirect": address(game)})
    look = reading.look(request.user, game)
    instant = timezone.now()
    tag = etag(look, head.clock(look, instant), table_notes.notes(look, instant))
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag, "Cache-Control": "private, no-store"})
    context = context_of(request, look, []) | {"fragment": True, "here": address(game), "polled": True}
    response = render(request, "games/table_body.html", context)
    response["ETag"], response["Cache-Control"] = tag, "private, no-store"
    return response


@require_POST
@signed_in
@guarded
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play the line of the form. Stale: the fresh table and 409, nothing played. Illegal: 422, the choices kept."""
    game = find_game(request, public_id)
    line = request.POST.get("line", "")
    try:
        outcome = play.act(request.user, game, request.POST.get("key", "")[:64], line)
    except IllegalMove as error:
        return again(request, game, error, line)
    except Refused as error:
        return again(request, game, error, "")
    said = outcome_words(request, outcome)
    return answered(request, game, said, outcome.stopped)


@require_POST
@signed_in
@guarded
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the last own deed back, or those down to the one named by the form."""
    game = find_game(request, public_id)
    upto = request.POST.get("upto", "")
    if upto and not (upto.isascii() and upto.isdigit() and len(upto) < 8):
        raise BadInput("bad_input")
    try:
        play.undo(request.user, game, request.POST.get("key", "")[:64], int(upto) if upto else None)
    except Refused as error:
        return again(request, game, error, "")
    return answered(request, game, t("table.undone"), None)


@require_POST
@signed_in
@guarded
def wheel(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the wheel back from the autopilot."""
    game = play.return_to_seat(request.user, find_game(request, public_id))
    return answered(request, game, t("table.wheel.done"), None)


def again(request: HttpRequest, game: Game, error: Refused, line: str) -> HttpResponse:
    """Nothing was played: the table as it is now, with the sentence and the status of the refusal."""
    if error.status in (400, 403, 404):
        raise error
    if not (game.is_running or game.is_finished):
        return refused(request, error, game)
    look = reading.look(request.user, find_game(request, game.public_id))
    try:
        choice = read_words(line)
    except BadInput:
        choice = []
    return show(request, look, choice, status=error.status, error=trouble_of(error))


def answered(request: HttpRequest, game: Game, said: str, stopped: IllegalMove | None) -> HttpResponse:
    """After a deed: the table alone for HTMX, else the page by redirect; what happened is said once."""
    error = trouble_of(stopped, "table.stopped")
    look = reading.look(request.user, find_game(request, game.public_id))
    deeds.forget_looked(request, look)
    if is_fragment(request):
        return show(request, look, [], said=said, error=error)
    if error:
        messages.warning(request, error["text"])
    return go_on(request, said, address(game) + "#turn")


def outcome_words(request: HttpRequest, outcome: play.Outcome) -> str:
    """What the deed did, in the sentences of the log."""
    game, seat = outcome.game, None
    look = reading.look(request.user, game)
    seat, who = look.number, names_of(look.seats)
    layout, words = layout_of(game.slug), []
    for row in outcome.steps:
        for event in row.events.order_by("index"):
            if event.code in layout.QUIET or (event.seats is not None and seat not in event.seats):
                continue
            words.append(sentence(game.slug, event.code, event.data, who, seat))
    return " ".join(word for word in words if word) or t("table.done")
