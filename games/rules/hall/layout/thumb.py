"""A small picture of a position, cut out round the reader's own tunnels, for lists of tables. Never read out."""

from __future__ import annotations

from games.rules.drawing import CELL
from games.rules.hall.art import board as art_board
from games.rules.hall.layout.board import cell, ground_of, things_of
from games.rules.hall.layout.desk import Desk

WIDE, HIGH = 12.5, 8.75
"""Squares shown, in the proportions of the pictures of games."""


def thumb(desk: Desk) -> str:
    """SVG text of class ``thumb``. It refers to the sheets of the edition and to the patterns of the page."""
    side = desk.side
    x, y = _middle(desk)
    left = min(max(x - WIDE / 2, 0.0), side.width - WIDE) if side.width > WIDE else (side.width - WIDE) / 2
    top = min(max(y - HIGH / 2, 0.0), side.height - HIGH) if side.height > HIGH else (side.height - HIGH) / 2
    box = f"{left * CELL:g} {top * CELL:g} {WIDE * CELL:g} {HIGH * CELL:g}"
    things = "".join(things_of(desk)).replace(f"{art_board.ICONS}#", desk.sheet("icons") + "#")
    body = ground_of(desk, side) + things
    return f'<svg class="thumb board" viewBox="{box}" aria-hidden="true" focusable="false">{body}</svg>'


def _middle(desk: Desk) -> tuple[float, float]:
    """The middle of the reader's own squares; of the mountain for somebody who watches."""
    mine = [
        cell(square)
        for piece in desk.view["board"]["pieces"]
        if piece["seat"] == desk.seat
        for square in piece["squares"]
    ]
    if not mine or desk.seat is None:
        return desk.side.width / 2, desk.side.height / 2
    return sum(x for x, _ in mine) / len(mine) + 0.5, sum(y for _, y in mine) / len(mine) + 0.5
