"""Small pictures of tiles and great halls, for choices and supplies."""

from __future__ import annotations

from functools import lru_cache

from games.rules.drawing import CELL, outline


@lru_cache(maxsize=256)
def shape_picture(cells: tuple[tuple[int, int], ...], mark: tuple[int, int] | None, hall: bool = False) -> str:
    """A small picture of a tile (cells as row, column) or hall."""
    squares = [(column, row) for row, column in cells]
    width, height = max(x for x, _ in squares) + 1, max(y for _, y in squares) + 1
    lines = "".join(
        f"M{x * CELL + 20} {y * CELL + 20}L{a * CELL + 20} {b * CELL + 20}"
        for x, y in squares
        for a, b in ((x + 1, y), (x, y + 1))
        if (a, b) in squares
    )
    ring = ""
    if mark:
        x, y = mark[1] * CELL + 20, mark[0] * CELL + 20
        ring = (
            f'<path d="M{x} {y - 13}l13 13-13 13-13-13z" class="altar"/>'
            if hall
            else f'<circle cx="{x}" cy="{y}" r="9" class="hole"/>'
        )
    track = "" if hall else f'<path d="{lines}" class="track"/>'
    box = f"-3 -3 {width * CELL + 6} {height * CELL + 6}"
    return (
        f'<svg class="shape{" great" if hall else ""}" viewBox="{box}" width="{width * 15 + 2}" '
        f'height="{height * 15 + 2}" aria-hidden="true">'
        f'<path d="{outline(squares, 1.5, 8)}" class="body"/>{track}{ring}</svg>'
    )
