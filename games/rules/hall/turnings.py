"""The ways a piece can be turned (rulings H80, H100) and the letters that name them.

Letters are given in this order: ``a`` as drawn in the data, ``b`` ``c`` ``d`` turned a quarter, a half and three
quarters clockwise, then the mirror image (left and right swapped) and its three turns. A turning that looks like an
earlier one, anchor or altar included, gets no letter and the next one moves up. So a shape has at most ``a`` to ``h``
and a hall, which is never mirrored, ``a`` to ``d``.
"""

from __future__ import annotations

import msgspec

from games.rules.hall.edition import GreatHall, Shape

HALLS_MAY_BE_MIRRORED = False
"""Ruling H100: a hall has one printed face."""

Cell = tuple[int, int]
Cells = tuple[Cell, ...]


class Turning(msgspec.Struct, frozen=True):
    """One turning: its letter, and every cell as (rows down, columns right) from the cell that names the placing."""

    letter: str
    offsets: Cells


def shape_turnings(shape: Shape) -> list[Turning]:
    """All turnings of a tunnel tile, mirror images included. It is named by its anchor, or by its first cell."""
    return turnings(shape.cells, shape.anchor, mirror=True)


def hall_turnings(hall: GreatHall) -> list[Turning]:
    """All turnings of a great hall, named by its altar."""
    return turnings(hall.cells, hall.altar, mirror=HALLS_MAY_BE_MIRRORED)


def turnings(cells: Cells, anchor: Cell | None, mirror: bool) -> list[Turning]:
    """The different turnings in their fixed order. ``cells`` and ``anchor`` as (row, column)."""
    found: list[Cells] = []
    for flipped in (False, True) if mirror else (False,):
        for quarters in range(4):
            turned = sorted(_turn(cell, flipped, quarters) for cell in cells)
            base = turned[0] if anchor is None else _turn(anchor, flipped, quarters)
            offsets = tuple((row - base[0], column - base[1]) for row, column in turned)
            if offsets not in found:
                found.append(offsets)
    return [Turning("abcdefgh"[n], offsets) for n, offsets in enumerate(found)]


def _turn(cell: Cell, flipped: bool, quarters: int) -> Cell:
    row, column = cell
    if flipped:
        column = -column
    for _ in range(quarters):
        row, column = column, -row
    return row, column
