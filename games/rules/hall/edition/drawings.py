"""What goes wrong while an edition is read, and reading small drawings."""

from __future__ import annotations

Cell = tuple[int, int]


class BadEdition(Exception):
    """The files do not make an edition. ``faults``: one sentence for each thing that is wrong, with its place."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def read_cells(where: str, rows: list[str], special: str, faults: list[str]) -> tuple[tuple[Cell, ...], list[Cell]]:
    """The cells of a drawing, row by row, and which of them bear the special sign ("O" an anchor, "A" an altar)."""
    cells, marked = [], []
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            if sign not in "#." + special:
                faults.append(f"{where}: unknown sign {sign!r}")
            if sign != ".":
                cells.append((row, column))
            if sign == special:
                marked.append((row, column))
    if len(marked) > 1:
        faults.append(f"{where}: more than one {special!r}")
    return tuple(cells), marked
