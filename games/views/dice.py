"""The page that checks the dice: every draw of a finished game beside what the secret gives, and the recipe."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import Game
from games.play import reading
from games.play.record import DrawRow
from games.sentences import Who, names_of
from games.views.answers import find_game, guarded
from hotmk_site.texts import has_text, t

A_PAGE = 100
TEXT_IDS = ("dice.label.house_seats",)
RECIPE = """import hashlib, hmac, json

game = json.load(open("{file}"))
secret, salt = bytes.fromhex(game["secret"]), game["salt"]
print(hashlib.sha256(secret).hexdigest() == game["secret_hash"])

def draw(label, number, bound, attempt=0):
    text = f"{{label}}|{{number}}|{{attempt}}".encode()
    value = int.from_bytes(hmac.new(secret + salt.encode(), text, hashlib.sha256).digest()[:8], "big")
    return value % bound if value < 2**64 // bound * bound else draw(label, number, bound, attempt + 1)

print(draw({label!r}, {number}, {bound}))  # {value}"""


@dataclass
class Line:
    """One draw as the page shows it: ``name`` for people ("" when the rule set has none), ``nth`` from 1."""

    row: DrawRow
    name: str
    nth: int


@require_safe
@guarded
def dice(request: HttpRequest, public_id: str) -> HttpResponse:
    """Before the end: the fingerprint of the secret alone. After it: secret, words, every draw, the recipe."""
    game = find_game(request, public_id)
    context: dict[str, Any] = {"game": game, "name": t(f"{game.slug}.name"), "words": game.salt}
    if game.is_finished:
        context.update(_checked(request, game))
    response = render(request, "games/dice.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


def _checked(request: HttpRequest, game: Game) -> dict[str, Any]:
    secret = reading.secret_of(game) or ""
    fingerprint = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    draws = reading.dice_check(game)
    page = Paginator(draws, A_PAGE).get_page(request.GET.get("page", "1"))
    who = names_of(reading.look(request.user, game).seats)
    return {
        "lines": [Line(row, name_of(game.slug, row.label, who), row.number + 1) for row in page],
        "secret": secret, "fingerprint": fingerprint, "same": fingerprint == game.secret_hash, "page": page,
        "count": len(draws), "wrong": sum(1 for row in draws if not row.is_right), "recipe": _recipe(game, draws),
    }  # fmt: skip


def name_of(slug: str, label: str, who: Who) -> str:
    """What a label draws, in words: the text ``<slug>.dice.<words of the label>`` of the rule set, "" without one.

    ``deck.2`` is ``hall.dice.deck`` with ``number`` 2; ``who`` is the seat of that number. Draws of the house itself
    (``house.…``) have texts of the site.
    """
    parts = label.split(".")
    key = "_".join(part for part in parts if not part.isdecimal())
    number = next((int(part) for part in parts if part.isdecimal()), 0)
    ident = f"dice.label.{key}" if parts[0] == "house" else f"{slug}.dice.{key}"
    return t(ident, number=number, who=who(number)) if has_text(ident) else ""


def _recipe(game: Game, draws: list[DrawRow]) -> str:
    """Ten lines of Python that anybody can run on the record, ending with one draw of this very game."""
    if not draws:
        return ""
    row = draws[-1]
    file = f"{game.slug}-{game.public_id}.json"
    return RECIPE.format(file=file, label=row.label, number=row.number, bound=row.bound, value=row.value)
