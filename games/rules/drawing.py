"""Drawing tools every game's pictures share: short numbers, outlines of squares, the players' colours, fixed chance.

Pictures are strings of SVG made from plain data. Nothing here knows a game. A square is ``(x, y)``: column and row
from 0, ``CELL`` units wide. Where a picture wants variety it takes it from ``Rng``, which always says the same for the
same seed: an owner knows the face of a troll again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import NamedTuple, TypeVar

CELL = 40
DARK, PALE, GOLD = "#17110d", "#fff6df", "#e9b82e"

Square = tuple[int, int]
Point = tuple[float, float]
T = TypeVar("T")


class Paint(NamedTuple):
    """A player's colour: fill, deep shade, ink on it, letter, key of the name."""

    fill: str
    deep: str
    ink: str
    letter: str
    key: str


PLAYERS = {
    1: Paint("#5ac8f6", "#2f93bf", "#0c2430", "T", "tarn"),
    2: Paint("#f3eddf", "#c9bc9c", "#241c13", "B", "birch"),
    3: Paint("#3e1966", "#270e43", "#ffffff", "H", "heather"),
    4: Paint("#c4122f", "#8a0b20", "#ffffff", "R", "rowan"),
    5: Paint("#237c75", "#135650", "#ffffff", "S", "spruce"),
}
NOBODY = Paint("#8d8f8c", "#5f625f", "#17110d", "", "nobody")
"""Pieces cut off from every gate."""

_PATTERNS = {
    "birch": ("#000", '<path d="M2 4h5M9 9h4" stroke="{0}" stroke-width="1.8" stroke-linecap="round"/>'),
    "rowan": ("#fff", '<circle cx="3.5" cy="3.5" r="1.7" fill="{0}"/><circle cx="10.5" cy="10.5" r="1.7" fill="{0}"/>'),
    "heather": ("#fff", '<path d="M3.5 1v5M1 3.5h5M10.5 8v5M8 10.5h5" stroke="{0}" stroke-width="1.6"/>'),
    "spruce": ("#fff", '<path d="M-1 8 8-1M-1 15 15-1M6 15l9-9" stroke="{0}" stroke-width="1.7"/>'),
    "tarn": ("#000", '<path d="M0 4q3.5-4 7 0t7 0M0 11q3.5-4 7 0t7 0" stroke="{0}" stroke-width="1.5" fill="none"/>'),
}


class Rng:
    """Fixed chance for pictures: 64-bit splitmix, the same for the same seed on every machine."""

    _MASK = (1 << 64) - 1

    def __init__(self, seed: str) -> None:
        self.state = 0xCBF29CE484222325
        for byte in seed.encode():
            self.state = ((self.state ^ byte) * 0x100000001B3) & self._MASK

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & self._MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & self._MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & self._MASK
        return ((z ^ (z >> 31)) >> 11) / (1 << 53)

    def uniform(self, low: float, high: float) -> float:
        return low + (high - low) * self.random()

    def choice(self, options: Sequence[T]) -> T:
        return options[int(self.random() * len(options))]

    def randint(self, low: int, high: int) -> int:
        return low + int(self.random() * (high - low + 1))


def n(value: float) -> str:
    """A short number for a path."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def patterns() -> str:
    """One pattern per player colour; it alone tells the players apart in greyscale. Goes into the page itself."""
    parts = [
        f'<pattern id="p-{key}" width="14" height="14" patternUnits="userSpaceOnUse">{art.format(ink)}</pattern>'
        for key, (ink, art) in _PATTERNS.items()
    ]
    return "".join(parts)


def centre(cell: Square) -> Point:
    return cell[0] * CELL + CELL / 2, cell[1] * CELL + CELL / 2


def loops(cells: Collection[Square]) -> list[list[Square]]:
    """Clockwise corner loops round a set of squares, the inside on the right hand."""
    follow: dict[Square, list[Square]] = {}
    for x, y in cells:
        corners: tuple[Square, ...] = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            if _beyond(x, y, start, end) not in cells:
                follow.setdefault(start, []).append(end)
    found = []
    while follow:
        found.append(_corners(_walk(follow)))
    return found


def _beyond(x: int, y: int, start: Square, end: Square) -> Square:
    """The square on the far side of an edge walked clockwise round (x, y)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return x + dy, y - dx


def _walk(follow: dict[Square, list[Square]]) -> list[Square]:
    start = min(follow)
    loop: list[Square] = []
    here, came = start, start
    while True:
        ways = follow[here]
        way = ways[0] if len(ways) == 1 else _right_turn(here, came, ways)
        ways.remove(way)
        if not ways:
            del follow[here]
        loop.append(here)
        came, here = here, way
        if here == start:
            return loop


def _right_turn(here: Square, came: Square, ways: list[Square]) -> Square:
    ux, uy = here[0] - came[0], here[1] - came[1]
    return max(ways, key=lambda w: ux * (w[1] - here[1]) - uy * (w[0] - here[0]))


def _corners(loop: list[Square]) -> list[Square]:
    kept = []
    for i, point in enumerate(loop):
        before, after = loop[i - 1], loop[(i + 1) % len(loop)]
        if not (before[0] == point[0] == after[0] or before[1] == point[1] == after[1]):
            kept.append(point)
    return kept


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def outline(cells: Iterable[Square], inset: float = 0.0, radius: float = 8.0) -> str:
    """SVG path of the squares' outline, moved inwards and with rounded corners."""
    return "".join(_loop_path(loop, inset, radius) for loop in loops(set(cells)))


def _loop_path(loop: list[Square], inset: float, radius: float) -> str:
    text = ""
    for i, (x, y) in enumerate(loop):
        px, py = loop[i - 1]
        nx, ny = loop[(i + 1) % len(loop)]
        ux, uy, vx, vy = _sign(x - px), _sign(y - py), _sign(nx - x), _sign(ny - y)
        cx, cy = x * CELL + inset * (-uy - vy), y * CELL + inset * (ux + vx)
        text += f"{'L' if i else 'M'}{n(cx - ux * radius)} {n(cy - uy * radius)}"
        text += f"Q{n(cx)} {n(cy)} {n(cx + vx * radius)} {n(cy + vy * radius)}"
    return text + "Z"


def mark(seat: int, label: str, size: str = "") -> str:
    """A player's mark: dark line, pale line, colour with pattern, letter on a plain disc. ``label`` is read out."""
    p = PLAYERS[seat]
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg class="mark {size}" viewBox="0 0 28 28" {spoken}>'
        f'<rect x="1" y="1" width="26" height="26" rx="7" fill="{DARK}"/>'
        f'<rect x="2.2" y="2.2" width="23.6" height="23.6" rx="6" fill="{PALE}"/>'
        f'<rect x="3.6" y="3.6" width="20.8" height="20.8" rx="4.5" fill="{p.fill}"/>'
        f'<rect x="3.6" y="3.6" width="20.8" height="20.8" rx="4.5" fill="url(#p-{p.key})" opacity=".38"/>'
        f'<circle cx="14" cy="14" r="7.6" fill="{p.fill}"/><text x="14" y="19" fill="{p.ink}">{p.letter}</text></svg>'
    )
