"""The mountain as a picture and as text: from a View (never a State) to one SVG and to a table of squares.

Layers from below: the cached ground, rubble, goods, sites, start points, buried statues, gates, tunnels, halls,
workshops, pedestals, statues, what is planned, what may be pressed, numbers of the news. Naming scheme of a square:
square, tier, owner and kind, pedestal, statue, rubble, buried goods, workshop, what a press does; empty parts are
left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from games.rules.drawing import CELL, DARK, Square
from games.rules.hall.art import board as art
from games.rules.hall.art.ground import MARGIN
from games.rules.hall.board import column_letters
from games.rules.hall.edition import HallEdition, Side
from games.rules.hall.layout.desk import Desk, symbol_words

Data = dict[str, Any]


class Pick(NamedTuple):
    """A square that may be pressed: its name, the address it leads to, what the press does, whether it is chosen."""

    square: str
    href: str
    label: str
    chosen: bool = False


class Plan(NamedTuple):
    """Something half-chosen, drawn in dashes: squares, the anchor or altar, or a move from the first to the second."""

    squares: tuple[str, ...]
    anchor: str | None = None
    move: bool = False


class Crop(NamedTuple):
    """A part of the mountain in squares: column and row of its corner, columns, rows."""

    x: int
    y: int
    width: int
    height: int


@lru_cache(maxsize=2048)
def cell(name: str) -> Square:
    """ "I13" -> (8, 12)."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column - 1, int(name[len(letters) :]) - 1


def name(square: Square) -> str:
    return f"{column_letters(square[0])}{square[1] + 1}"


def number(side: Side, square: str) -> int:
    x, y = cell(square)
    return y * side.width + x


def covered(view: Data) -> dict[str, Data]:
    """Square -> the piece that lies on it."""
    return {square: piece for piece in view["board"]["pieces"] for square in piece["squares"]}


def owner(view: Data, piece: Data) -> int | None:
    """The seat whose colour a piece has: who dug it, unless it is cut off from every gate."""
    return None if piece.get("owner") is None else piece["seat"]


def picture(
    desk: Desk, plans: Sequence[Plan], picks: Sequence[Pick], news: Sequence[tuple[str, int]], crop: Crop | None
) -> str:
    """The whole board as SVG text. ``news``: square and number; ``crop``: the part to show, None for all of it."""
    side = desk.side
    things = "".join(things_of(desk)).replace(f"{art.ICONS}#", desk.sheet("icons") + "#")
    body = ground_of(desk, side) + things + _tiers_written(desk, side) + "".join(map(_plan, plans))
    body += f'<g class="picks">{"".join(_pick(pick) for pick in picks)}</g>'
    body += "".join(art.news(cell(square), count) for square, count in news)
    return _framed(desk, side, body, crop, bool(picks))


def _framed(desk: Desk, side: Side, body: str, crop: Crop | None, live: bool) -> str:
    width, height = side.width * CELL, side.height * CELL
    if crop is None:
        box = f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}"
        inside = body + _axis(Crop(0, 0, side.width, side.height), far=True)
    else:
        left, top, wide, high = (value * CELL for value in crop)
        box = f"{left - MARGIN} {top - MARGIN} {wide + MARGIN} {high + MARGIN}"
        part = f'x="{left}" y="{top}" width="{wide}" height="{high}"'
        inside = (
            f'<rect x="{left - MARGIN}" y="{top - MARGIN}" width="{wide + MARGIN}" height="{high + MARGIN}" '
            'class="frame"/>'
            f'<svg {part} viewBox="{left} {top} {wide} {high}">{body}</svg>{_axis(crop, far=False)}'
        )
    title = desk.say("hall.board.title", side=desk.say(f"hall.side.{side.key}"))
    about = desk.say("hall.board.about", columns=side.width, rows=side.height, last=column_letters(side.width - 1))
    role = "group" if live else "img"
    return (
        f'<svg class="board" id="mountain" viewBox="{box}" role="{role}" aria-labelledby="mountain-t mountain-d">'
        f'<title id="mountain-t">{escape(title)}</title><desc id="mountain-d">{escape(about)}</desc>{inside}</svg>'
    )


def ground_of(desk: Desk, side: Side) -> str:
    """The bare mountain, by reference to its sheet."""
    width, height = side.width * CELL + 2 * MARGIN, side.height * CELL + 2 * MARGIN
    sheet = desk.sheet(side.key)
    return f'<use href="{sheet}#ground" x="{-MARGIN}" y="{-MARGIN}" width="{width}" height="{height}"/>'


@lru_cache(maxsize=512)
def _axis(crop: Crop, far: bool) -> str:
    """Column letters and row numbers along the edges."""
    x0, y0, width, height = crop
    ends_y = (y0 * CELL - 13, (y0 + height) * CELL + 27) if far else (y0 * CELL - 11,)
    ends_x = (x0 * CELL - 20, (x0 + width) * CELL + 20) if far else (x0 * CELL - 17,)
    across = [(x * CELL + 20, y, column_letters(x)) for x in range(x0, x0 + width) for y in ends_y]
    down = [(x, y * CELL + 25, str(y + 1)) for y in range(y0, y0 + height) for x in ends_x]
    marks = "".join(f'<text x="{x}" y="{y}">{text}</text>' for x, y, text in across + down)
    return f'<g class="axis{" far" if far else ""}" aria-hidden="true">{marks}</g>'


def things_of(desk: Desk) -> Iterable[str]:
    """Everything that stands or lies on the mountain, from below."""
    view = desk.view
    board, taken = view["board"], covered(view)
    statues = board["statues"]
    for square, goods in board["goods"].items():
        if square not in taken:
            yield art.goods(cell(square), [kind for kind, count in goods.items() for _ in range(count)][:2])
    yield from (art.site(cell(square)) for square in board["empty_sites"])
    for start in board["starts"]:
        if start["square"] not in taken:
            yield art.start(cell(start["square"]), "·".join(str(mark) for mark in start["marks"]))
    yield from (art.statue(cell(square), s["clan"], buried=True) for square, s in statues.items() if s["buried"])
    for piece in board["pieces"]:
        yield _piece(view, piece)
    for square, shop in board["workshops"].items():
        yield art.workshop(cell(square), *_wares(desk.edition, shop["key"]))
    yield from (art.pedestal(cell(square), clan) for square, clan in board["pedestals"].items())
    for square, s in statues.items():
        if not s["buried"]:
            yield art.statue(cell(square), s["clan"], doubled=board["pedestals"].get(square) == s["clan"])


def _rubble(side: Side) -> list[str]:
    return [name((i % side.width, i // side.width)) for i, square in enumerate(side.squares) if square.rubble]


def _piece(view: Data, piece: Data) -> str:
    seat = piece["seat"] if piece["kind"] == "gate" else owner(view, piece)
    return _drawn(piece["kind"], tuple(piece["squares"]), seat, piece["altar"] or piece["anchor"] or "")


@lru_cache(maxsize=4096)
def _drawn(kind: str, squares: tuple[str, ...], seat: int | None, mark: str) -> str:
    """A gate, hall or tunnel; ``mark`` is its altar or anchor. Pieces stay where they are, so they are drawn once."""
    cells, marked = [cell(square) for square in squares], cell(mark) if mark else None
    if kind == "gate":
        return art.gate(cells[0], seat or 0)
    return art.hall(cells, marked, seat) if kind == "hall" else art.tunnel(cells, seat, marked)


def _wares(edition: HallEdition, key: str) -> tuple[str, str]:
    """What a workshop's house shows: the first thing it takes and the first it gives; "" for anything."""
    use = next(shop for shop in edition.workshops if shop.key == key).uses[0]
    give = use.give[0] if use.give and use.give[0] != "any" else ""
    return give, use.gain[0] if use.gain else "cart"


def _tiers_written(desk: Desk, side: Side) -> str:
    """With names on: square name and tier number, faintly, on every free square."""
    if not desk.query.get("names"):
        return ""
    taken, art_text = covered(desk.view), ""
    for i, square in enumerate(side.squares):
        x, y = i % side.width, i // side.width
        if square.tier and name((x, y)) not in taken:
            art_text += f'<text x="{x * CELL + 20}" y="{y * CELL + 13}">{name((x, y))}</text>'
            art_text += f'<text x="{x * CELL + 33}" y="{y * CELL + 36}" class="tier-no">{square.tier}</text>'
    return f'<g class="names" aria-hidden="true">{art_text}</g>'


def _plan(plan: Plan) -> str:
    cells = [cell(square) for square in plan.squares]
    if plan.move:
        return art.arrow(cells[0], cells[-1])
    return art.ghost(cells, cell(plan.anchor) if plan.anchor else None)


def _pick(pick: Pick) -> str:
    label, href = escape(pick.label), escape(pick.href)
    x, y = cell(pick.square)
    area = f'<rect x="{x * CELL}" y="{y * CELL}" width="{CELL}" height="{CELL}" fill="transparent"/>'
    return (
        f'<a href="{href}" aria-label="{label}" data-square="{pick.square}">{area}{art.spot((x, y), pick.chosen)}</a>'
    )


def minimap(desk: Desk, crop: Crop) -> str:
    """The whole mountain in coarse squares with the shown part framed; the way back from a close-up."""
    side = desk.side
    rows = ""
    for i, square in enumerate(side.squares):
        if square.tier:
            rows += f'<path d="M{i % side.width} {i // side.width}h1v1h-1z" fill="var(--tier-{square.tier})"/>'
    path = f"M{crop.x} {crop.y}h{crop.width}v{crop.height}h{-crop.width}z"
    frame = f'<path d="{path}" fill="none" stroke="#fff" stroke-width="1.6"/>'
    dark = frame.replace("#fff", DARK).replace('"1.6"', '"2.6"')
    return f'<svg class="minimap" viewBox="0 0 {side.width} {side.height}" aria-hidden="true">{rows}{dark}{frame}</svg>'


def crop_round(side: Side, squares: Iterable[str], margin: int, least: tuple[int, int] = (13, 10)) -> Crop | None:
    """The part of the mountain round some squares; None when there are none."""
    cells = [cell(square) for square in squares]
    if not cells:
        return None
    x0, x1 = _span([x for x, _ in cells], margin, least[0], side.width)
    y0, y1 = _span([y for _, y in cells], margin, least[1], side.height)
    return Crop(x0, y0, x1 - x0, y1 - y0)


def _span(values: list[int], margin: int, least: int, limit: int) -> tuple[int, int]:
    low, high = max(0, min(values) - margin), min(limit, max(values) + 1 + margin)
    while high - low < min(least, limit):
        low, high = max(0, low - 1), min(limit, high + 1)
    return low, high


def text_rows(desk: Desk, picks: Sequence[Pick]) -> list[Data]:
    """The board as a table: a row per row, a cell per square with its whole name; "" outside the mountain."""
    side, presses = desk.side, {pick.square: pick for pick in picks}
    taken, rubble = covered(desk.view), set(_rubble(side))
    rows = []
    for y in range(side.height):
        cells = []
        for x in range(side.width):
            square = name((x, y))
            words = facts(desk, square, taken.get(square), square in rubble)
            pick = presses.get(square)
            cells.append({"square": square, "text": ", ".join(words), "bare": len(words) <= 1, "pick": pick})
        rows.append({"number": y + 1, "cells": cells})
    return rows


def facts(desk: Desk, square: str, piece: Data | None, rubble: bool) -> list[str]:
    """Everything said of a square after its name, in the fixed order; empty outside the mountain."""
    view, side, say = desk.view, desk.side, desk.say
    found, board = side.squares[number(side, square)], view["board"]
    if found.ground == "outside":
        return []
    if found.ground == "heart":
        return [say("hall.square.heart")]
    parts = [say("hall.square.tier", tier=found.tier, colour=say(f"hall.colour.{found.tier}"))] if found.tier else []
    if piece:
        parts.append(piece_words(desk, piece))
    if square in board["pedestals"]:
        parts.append(say("hall.square.pedestal", clan=say(f"hall.clan.{board['pedestals'][square]}")))
    if square in board["statues"]:
        parts.append(_statue_words(desk, board["statues"][square]))
    if rubble and not piece:
        parts.append(say("hall.square.rubble"))
    if square in board["goods"] and not piece:
        parts.append(say("hall.square.goods", goods=symbol_words(say, _listed(board["goods"][square]))))
    if square in board["workshops"]:
        parts.append(_workshop_words(desk, board["workshops"][square]))
    if square in board["empty_sites"]:
        parts.append(say("hall.square.site"))
    return parts + [
        say("hall.square.start", seats=", ".join(str(m) for m in s["marks"]))
        for s in board["starts"]
        if s["square"] == square and not piece
    ]


def _listed(goods: dict[str, int]) -> list[str]:
    return [kind for kind, count in goods.items() for _ in range(count)]


def piece_words(desk: Desk, piece: Data) -> str:
    seat = owner(desk.view, piece)
    ids = {"gate": "hall.square.gate", "hall": "hall.square.hall"}
    who = desk.who(seat) if seat else desk.say("hall.square.nobody")
    hall = desk.say(f"hall.hall.{piece['name']}") if piece["kind"] == "hall" else ""
    if piece["kind"] == "hall":
        return desk.say("hall.square.hall", who=who, hall=hall)
    return desk.say(ids.get(piece["kind"], "hall.square.tunnel"), who=who)


def _statue_words(desk: Desk, statue: Data) -> str:
    clan = desk.say(f"hall.clan.{statue['clan']}")
    if statue["buried"]:
        return desk.say("hall.square.statue_buried", clan=clan)
    return desk.say("hall.square.statue", clan=clan, worth=statue.get("worth", 0))


def _workshop_words(desk: Desk, shop: Data) -> str:
    text = desk.say("hall.square.workshop", shop=desk.say(f"hall.workshop.{shop['key']}"), n=shop["entrances"])
    return text if not shop["mine"] else f"{text}, {desk.say('hall.square.workshop_mine')}"
