"""Small free-form mountains for tests: drawn maps become an edition side and a Board (see tests/cases/README.md).

Squares of the drawings are (row, column) from 0; named ``r1c1`` from 1 in the worked cases.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from games.rules.hall.edition import GreatHall, HallEdition, Shape, Side, Square, Start
from games.rules.hall.edition.reading import edition_from_files
from games.rules.hall.state import Board, Piece

DATA = Path(__file__).parents[2] / "games/rules/hall/data/house"
Cell = tuple[int, int]
GROUND = {"o": "rock", "S": "rock", ".": "rock", "W": "site", "H": "heart", "#": "outside"}


def house() -> HallEdition:
    """The house edition, read from its folder."""
    return edition_from_files({path.name: path.read_text(encoding="utf-8") for path in DATA.glob("*.toml")})


def lines(drawing: str) -> list[str]:
    return [line.strip() for line in drawing.strip().splitlines()]


def drawn(drawing: str) -> dict[str, list[tuple[int, int]]]:
    """Sign -> its cells, row by row."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row, line in enumerate(lines(drawing)):
        for column, sign in enumerate(line):
            found[sign].append((row, column))
    return found


def cells_of(drawing: str) -> tuple[tuple[tuple[int, int], ...], tuple[int, int] | None]:
    """The cells of a drawn shape (``x``, and ``A`` for the anchor or altar) and the marked cell."""
    signs = drawn(drawing)
    marked = signs.get("A", [])
    return tuple(sorted(signs["x"] + marked)), marked[0] if marked else None


class Ground:
    """The drawn mountain of one case: where squares are, and the side it makes."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given = given
        self.rows = lines(given["map"])
        self.height, self.width = len(self.rows), len(self.rows[0])

    def square(self, name: str) -> int:
        """ "r1c3" -> its number."""
        found = re.fullmatch(r"r(\d+)c(\d+)", name)
        assert found, name
        return (int(found[1]) - 1) * self.width + int(found[2]) - 1

    def squares(self, names: Iterable[str]) -> list[int]:
        return sorted(self.square(name) for name in names)

    def name(self, square: int) -> str:
        return f"r{square // self.width + 1}c{square % self.width + 1}"

    def names(self, squares: Iterable[int]) -> list[str]:
        return [self.name(square) for square in sorted(squares)]

    def number(self, cell: tuple[int, int]) -> int:
        return cell[0] * self.width + cell[1]

    def word(self, square: int) -> str:
        """The name a player types for a square (these boards are less than 27 columns wide)."""
        return f"{chr(ord('A') + square % self.width)}{square // self.width + 1}"

    def from_word(self, word: str) -> int:
        return (int(word[1:]) - 1) * self.width + ord(word[0]) - ord("A")

    def tier(self, row: int, column: int) -> int:
        tiers = self.given.get("tiers", 1)
        return int(lines(tiers)[row][column]) if isinstance(tiers, str) else int(tiers)

    def side(self, seats: Iterable[int] = (2, 3, 4, 5)) -> Side:
        """The drawing as a side named "case"."""
        buried = {self.square(name): goods for name, goods in self.given.get("buried", {}).items()}
        squares = []
        for row, line in enumerate(self.rows):
            for column, sign in enumerate(line):
                ground = GROUND[sign]
                tier = 0 if ground in ("heart", "outside") else self.tier(row, column)
                goods = dict(buried.get(self.number((row, column)), {}))
                squares.append(Square(ground, tier, sign == "o", goods))
        starts = [self.number(cell) for cell in drawn(self.given["map"]).get("S", [])]
        points = tuple(Start(f"s{n}", square, (2, 3, 4, 5)) for n, square in enumerate(starts))
        return Side("case", tuple(seats), self.width, self.height, tuple(squares), (), points)

    def groups(self, sign: str) -> list[list[int]]:
        """The connected groups of a sign in the tiles drawing, by first square."""
        left = sorted(self.number(cell) for cell in drawn(self.given["tiles"]).get(sign, []))
        return flood_groups(left, self.width)

    def signs(self) -> list[str]:
        return [sign for sign in drawn(self.given.get("tiles", "")) if sign != "."]

    def board(self) -> Board:
        """The pieces, statues, pedestals, workshops and buried resources of the drawing."""
        pedestals = {self.square(name): clan for name, clan in self.given.get("pedestals", {}).items()}
        pieces: list[Piece] = []
        for sign in self.signs():
            pieces += self.pieces(sign, pedestals)
        covered = {square for piece in pieces for square in piece.squares}
        return Board(
            pieces=pieces,
            statues={self.square(name): clan for name, clan in self.given.get("statues", {}).items()},
            pedestals=pedestals,
            workshops={self.square(name): kind.lower() for name, kind in self.given.get("workshops", {}).items()},
            goods={n: dict(s.goods) for n, s in enumerate(self.side().squares) if s.goods and n not in covered},
        )

    def pieces(self, sign: str, pedestals: dict[int, str]) -> list[Piece]:
        groups = self.groups(sign)
        if sign.isdigit():
            return [Piece("gate", sign, int(sign), groups[0])]
        if sign.isupper():
            altar = self.square(self.given["halls"][sign]["altar"])
            return [Piece("hall", f"hall_{sign.lower()}", 1, groups[0], altar=altar)]
        kind = "tile" if len(groups) == 1 else "left"
        anchors = [next((square for square in group if square in pedestals), None) for group in groups]
        return [Piece(kind, f"tile_{sign}", 1, group, anchor=a) for group, a in zip(groups, anchors, strict=True)]

    def shapes(self) -> list[Shape]:
        """A shape for every drawn tile, so that its name means something."""
        cells = drawn(self.given.get("tiles", ""))
        return [Shape(f"tile_{sign}", tuple(cells[sign]), None, 1) for sign in self.signs() if sign.islower()]

    def halls(self) -> list[GreatHall]:
        """A great hall for every drawn one."""
        found = []
        for sign in self.signs():
            if sign.isupper():
                data = self.given["halls"][sign]
                row, column = divmod(self.square(data["altar"]), self.width)
                cells = tuple(drawn(self.given["tiles"])[sign])
                found.append(GreatHall(f"hall_{sign.lower()}", cells, (row, column), data["low"], data["high"]))
        return found


def beside(square: int, width: int, size: int) -> list[int]:
    """The squares that share a side with this one, the slow and plain way."""
    row, column = divmod(square, width)
    cells = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [r * width + c for r, c in cells if 0 <= r < size // width and 0 <= c < width]


def flood_groups(squares: Iterable[int], width: int) -> list[list[int]]:
    """Connected groups of squares by plain flooding, ordered by their first square."""
    left, found = set(squares), []
    while left:
        todo, group = [min(left)], set()
        while todo:
            square = todo.pop()
            if square in left and square not in group:
                group.add(square)
                todo += beside(square, width, 10**6 * width)
        left -= group
        found.append(sorted(group))
    return found


def naive_turnings(cells: Iterable[Cell], marked: Cell | None, mirror: bool) -> list[list[complex]]:
    """All different turnings in the documented order as offsets from the naming cell (real: right, imaginary: down)."""
    points = [complex(column, row) for row, column in cells]
    found: list[list[complex]] = []
    for flip in (False, True) if mirror else (False,):
        for quarter in range(4):
            turn = lambda p, flip=flip, quarter=quarter: (complex(-p.real, p.imag) if flip else p) * 1j**quarter  # noqa: E731
            turned = [complex(round(p.real), round(p.imag)) for p in map(turn, points)]
            if marked is None:
                base = min(turned, key=lambda p: (p.imag, p.real))
            else:
                base = turn(complex(marked[1], marked[0]))
            shape = sorted((p - base for p in turned), key=lambda p: (round(p.imag), round(p.real)))
            shape = [complex(round(p.real), round(p.imag)) for p in shape]
            if shape not in found:
                found.append(shape)
    return found


def placings(
    ground: Ground, cells: Iterable[Cell], marked: Cell | None, mirror: bool = True
) -> dict[str, tuple[tuple[int, ...], int]]:
    """Every placing that stays in the frame: word -> (squares, naming square), found without bit masks."""
    found = {}
    for letter, turning in zip("abcdefgh", naive_turnings(cells, marked, mirror), strict=False):
        for square in range(ground.width * ground.height):
            row, column = divmod(square, ground.width)
            spots = [(row + int(p.imag), column + int(p.real)) for p in turning]
            if all(0 <= r < ground.height and 0 <= c < ground.width for r, c in spots):
                numbers = tuple(sorted(r * ground.width + c for r, c in spots))
                found[ground.word(square) + letter] = (numbers, square)
    return found
