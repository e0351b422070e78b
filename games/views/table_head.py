"""The head of a table's page and what surrounds the game: title, clock, seats, undo, the next table.

All of it is generic: the rule set's layout gives facts and sentences, this module asks for them in the reader's zone.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone

from games import clockwords
from games.play import countdown, reading
from games.play.reading import Chair, Look
from games.sentences import layout_of, names_of
from games.termforms import address_of
from hotmk_site.texts import join_list, t

Data = dict[str, Any]


def clock(look: Look, now: datetime) -> Data | None:
    """The clock of the reader's question, else the nearest one that runs, else what holds the reader's own:
    ``clockwords.clock_words`` and whether it is ``mine``; None without one."""
    mine = next((chair for chair in look.seats if chair.is_you), None)
    asked = [chair for chair in look.seats if chair.asked]
    nearest = min(asked, key=lambda c: (c.due_at is None, c.due_at or now), default=mine)
    chair = mine if mine in asked else nearest
    if chair is None or not (chair.asked or chair.clock.still):
        return None
    told = clockwords.clock_words(chair.clock, timezone.get_current_timezone(), now)
    if chair.bot and chair.asked:
        told["left"] = t("table.clock.bot")
    return told | {"mine": mine in asked} if told["left"] else None


def title(look: Look, page: Data) -> tuple[str, str]:
    """The page's h1 and the line beside it, by the state of the game."""
    game, you = look.game, look.number
    who = names_of(look.seats)
    if look.result:
        first = [standing for standing in look.result["standings"] if standing["place"] == 1]
        winners, total = [seat for standing in first for seat in standing["seats"]], first[0]["total"]
        if you in winners and len(winners) == 1:
            return t("table.title.you_won", n=total), ""
        return t("table.title.won", who=join_list([who(seat) for seat in winners]), n=len(winners), total=total), ""
    if look.question is not None:
        return t("table.title.mine", what=page["heading"]), ""
    asked = [chair for chair in look.seats if chair.asked]
    if not game.is_running or not asked:
        return game.title, ""
    names = join_list([chair.name for chair in asked])
    if you is None:
        return t("table.title.watching"), t("table.waiting_for", who=names)
    return t("table.waiting_for", who=names), ""


def seats(look: Look, facts: dict[int, Data]) -> list[Data]:
    """The row of seats in turn order."""
    order = sorted(look.seats, key=lambda chair: _position(look, chair.number))
    turns = countdown.turns_left(look.game)
    return [
        {
            "number": chair.number, "name": chair.name, "you": chair.is_you, "asked": chair.asked,
            "autopilot": chair.autopilot, "mark": mark_of(look, chair, turns.get(chair.number)),
            **facts.get(chair.number, {}),
        }
        for chair in order
    ]  # fmt: skip


def mark_of(look: Look, chair: Chair, turns: int | None) -> str:
    """What a short mark says of a seat beside the game: the autopilot, a vacation, how many turns are left; "" else."""
    if chair.autopilot:
        return t("table.autopilot")
    if chair.number in look.vacations:
        return t("table.on_vacation")
    return "" if turns is None else t("table.turns_left", n=turns)


def _position(look: Look, number: int) -> int:
    players = (look.view or {}).get("players") or []
    return next((player.get("position", number) for player in players if player["seat"] == number), number)


def play_again(look: Look) -> str:
    """The page that opens a table like this finished one, with the same seats, bots, people and options; "" for
    watchers and while it runs."""
    game = look.game
    if look.number is None or not game.is_finished:
        return ""
    others = [chair for chair in look.seats if not chair.is_you]
    fields: list[tuple[str, Any]] = [
        ("game", game.slug), ("seats", game.seats_count), ("title", game.title), *address_of(game.time),
        *((f"chair_{n}", chair.bot) for n, chair in enumerate(others, 2)),
    ]  # fmt: skip
    people = [chair.name for chair in others if chair.user is not None]
    if people:
        fields += [("visibility", "invited"), ("invited_names", ", ".join(people))]
    for name, value in sorted(game.options.items()):
        many = value if isinstance(value, (list, tuple)) else [value]
        fields += [(f"option_{name}", "on" if part is True else part) for part in many if part is not False]
    return f"{reverse('create')}?{urlencode(fields)}"


def next_table(look: Look) -> str:
    """Where the reader is waited for next, soonest first; "" while asked here, for watchers, and when nobody waits."""
    if look.number is None or look.question is not None:
        return ""
    waiting = [mine for mine in reading.my_tables(look.user, 0) if mine.asked and mine.game.pk != look.game.pk]
    return reverse("table", args=[waiting[0].game.public_id]) if waiting else ""


def undo_offer(look: Look) -> Data | None:
    """The last deed that can be taken back, or why not; None for a watcher or before any deed."""
    if look.number is None or not look.game.is_running:
        return None
    offer = look.undo
    if offer.possible:
        layout = layout_of(look.game.slug)
        name = layout.deed(offer.texts[0], t)
        return {"label": t("table.undo.named", what=name), "ordinal": offer.entries[0], "reason": ""}
    return {"label": t("table.undo"), "ordinal": None, "reason": t(f"table.undo.{offer.reason}")}


TEXT_IDS = tuple(f"table.undo.{reason}" for reason in ("nothing_to_undo", "undo_barrier", "undo_closed"))
