"""A table as a list shows it: seats as marks, pace in words, the options that differ from the usual."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from games import clockwords
from games.models import Game, Seat
from games.play.rulesets import rules_for
from games.rules.kernel import Option
from hotmk_site.texts import t


@dataclass
class Chair:
    """One seat: ``label`` is its person, its bot, or that it is free."""

    number: int
    taken: bool
    label: str
    you: bool = False
    bot: bool = False
    salt: str = ""
    removable: bool = False


@dataclass
class Row:
    """One table in a list. ``terms``: every time setting in the reader's zone, sentences under headings; ``unusual``:
    those that are not as usual. ``facts``: (label, value) of the options; ``choices``: the unusual ones."""

    game: Game
    name: str
    url: str
    pace: str
    terms: list[tuple[str, list[str]]]
    unusual: list[str]
    chairs: list[Chair]
    free: int
    opener: str
    facts: list[tuple[str, str]]
    choices: list[str]
    can_join: bool = False
    primary: bool = False


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games with all that a row shows, in a fixed number of queries."""
    return games.select_related("opened_by").prefetch_related("seats__user")


def row_of(game: Game, user: Any) -> Row:
    """A game as a row for this reader (``user`` may be anonymous)."""
    seats = list(game.seats.all())
    for seat in seats:
        seat.game = game  # the label of a bot asks for the game: no query for it
    chairs = [chair_of(seat, user) for seat in seats]
    facts, choices = option_facts(game)
    terms, zone = game.time, timezone.get_current_timezone()
    mine = any(chair.you for chair in chairs)
    free = sum(1 for chair in chairs if not chair.taken)
    return Row(
        game=game,
        name=t(f"{game.slug}.name"),
        url=reverse("table", args=[game.public_id]),
        pace=clockwords.pace(terms),
        terms=clockwords.terms_parts(terms, zone),
        unusual=clockwords.terms_unusual(terms, zone),
        chairs=chairs,
        free=free,
        opener=str(game.opened_by.shown_name) if game.opened_by else t("rows.somebody"),
        facts=facts,
        choices=choices,
        can_join=bool(user.is_authenticated and not mine and free and game.is_open),
    )


def chair_of(seat: Seat, user: Any) -> Chair:
    """A seat as a list shows it."""
    return Chair(
        number=seat.number,
        taken=not seat.is_free,
        label=seat.label(),
        you=user.is_authenticated and seat.user_id == user.pk,
        bot=bool(seat.bot),
        salt=seat.salt_word,
    )


def rows_of(games: Iterable[Game], user: Any) -> list[Row]:
    """Many games as rows."""
    return [row_of(game, user) for game in games]


def option_facts(game: Game) -> tuple[list[tuple[str, str]], list[str]]:
    """(all options as label and value, those that differ from the default as one phrase each)."""
    facts, choices = [], []
    for option in rules_for(game).options(game.seats_count):
        value = game.options.get(option.name, option.default)
        if option.kind == "many" and not value:
            continue
        label, word = t(f"{game.slug}.option.{option.name}"), option_word(game.slug, option, value)
        facts.append((label, word))
        if value != option.default:
            choices.append(t("lobby.option_fact", option=label, choice=word))
    return facts, choices


def option_word(slug: str, option: Option, value: Any) -> str:
    """The value of an option in words."""
    if option.kind == "flag":
        return t("lobby.option_yes") if value else t("lobby.option_no")
    if option.kind == "number":
        return str(value)
    keys = value if isinstance(value, (list, tuple)) else [value]
    return ", ".join(t(f"{slug}.option.{option.name}.{key}") for key in keys) or t("rows.none")
