"""The picture of what has changed, for mails: the whole mountain with numbers on it, and close-ups of the newest deeds.

One SVG that needs nothing beside itself: sheets, patterns and styles are inside. Colours are the custom properties of
the page; whoever turns it into dots puts in their values. It is drawn from the reader's View alone, so it shows
nothing that the reader's page would not show.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from games.rules.drawing import CELL, DARK, GOLD, PALE, Square, n, outline, patterns
from games.rules.hall.art import sheet
from games.rules.hall.art.board import ICONS
from games.rules.hall.art.ground import MARGIN
from games.rules.hall.edition import HallEdition, Side
from games.rules.hall.layout.board import cell, things_of
from games.rules.hall.layout.desk import Data, Desk, Say
from games.rules.hall.layout.log import log_line, place_of
from games.rules.kernel import Next

Events = Sequence[tuple[str, Data]]
Deeds = Sequence[tuple[int, Events]]
"""What happened, a turn each: its number in the mail, what this reader may read of it."""

WIDE, LEFT, GAP = 544, 322, 4
"""Width of the picture, of the mountain in it, between its parts; in pixels of the mail."""
RADIUS, SMALL = 11, 9
"""Of the numbered discs, in a close-up and on the whole mountain; pixels."""
CLOSE_UPS = 2
NEAR = 4
"""Squares within which what one turn changed counts as one change."""
ROOM = 1.6
"""Squares of ground left round a change in a close-up."""
LEAST = 5.5
"""Squares that a close-up is high at least."""
EVERY_OTHER_PINE = re.compile(r'(<use href="#pine"[^>]*/>)<use href="#pine"[^>]*/>')
"""Half a forest is a forest, too, and makes a smaller file."""
STYLE = (
    ".hollow{fill:#17110d;fill-opacity:.26;stroke:#fff;stroke-opacity:.7;stroke-dasharray:2.5 2.5;stroke-width:1.3}"
    ".site{fill:#fff6df;fill-opacity:.16;stroke:#fff6df;stroke-width:1.8;stroke-dasharray:4 2.5;stroke-linejoin:round}"
    ".start path{fill:none;stroke:#fff6df;stroke-width:1.8;stroke-dasharray:4 3;opacity:.8}"
    "text{font-weight:800;text-anchor:middle}.start text{font-size:13px;fill:#fff6df}"
    ".gate-letter,.any{font-size:15px}.number{fill:#17110d}"
)


class Change(NamedTuple):
    """What one turn changed at one place: the number it is told under, things (squares each), sentences about it."""

    number: int
    things: tuple[tuple[Square, ...], ...]
    sentences: tuple[str, ...]

    @property
    def cells(self) -> list[Square]:
        return [square for thing in self.things for square in thing]

    def near(self, cells: Iterable[Square]) -> bool:
        return any(abs(a - x) <= NEAR and abs(b - y) <= NEAR for x, y in cells for a, b in self.cells)


class Box(NamedTuple):
    """A part of the picture in pixels, and the part of the board it shows (units of the board)."""

    x: float
    y: float
    width: float
    height: float
    view: tuple[float, float, float, float]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the board in pixels of the picture."""
        scale = self.width / self.view[2]
        return self.x + (x - self.view[0]) * scale, self.y + (y - self.view[1]) * scale


def change_picture(
    edition: HallEdition, view: Data, deeds: Deeds, say: Say, who: Callable[[int], str], viewer: int | None
) -> tuple[str, str] | None:
    """(SVG text, what it shows in words) of what these deeds changed on the mountain; None when they changed
    nothing there."""
    changes = _changes(deeds, say, who, viewer)
    if not changes:
        return None
    side = edition.sides[view["side"]]
    whole = _whole(side)
    boxes = [whole, *_close_ups(side, changes, whole.height)]
    parts = _mountain(_still(edition, view, say, who), changes) + "".join(_part(box) for box in boxes)
    parts += "".join(_numbers(box, changes) for box in boxes)
    size = f'width="{WIDE}" height="{n(whole.height)}" viewBox="0 0 {WIDE} {n(whole.height)}"'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style>'
        f'<rect width="{WIDE}" height="{n(whole.height)}" fill="var(--frame)"/>{parts}</svg>'
    )
    return svg, _words(changes, say)


def _words(changes: Sequence[Change], say: Say) -> str:
    marks = [say("hall.change.mark", number=c.number, what=" ".join(filter(None, c.sentences))) for c in changes]
    return " ".join([say("hall.change.title"), *marks])


def _changes(deeds: Deeds, say: Say, who: Callable[[int], str], viewer: int | None) -> list[Change]:
    """The events that name squares, in the order in which they happened; those of a turn that lie together joined."""
    found: list[Change] = []
    for number, events in deeds:
        for code, data in events:
            if not place_of(code, data):
                continue
            cells = tuple(cell(square) for square in data.get("squares") or [place_of(code, data)])
            sentence = log_line(code, data, say, who, viewer) or ""
            if found and found[-1].number == number and found[-1].near(cells):
                last = found.pop()
                found.append(Change(number, (*last.things, cells), (*last.sentences, sentence)))
            else:
                found.append(Change(number, (cells,), (sentence,)))
    return found


def _whole(side: Side) -> Box:
    width, height = side.width * CELL + 2 * MARGIN, side.height * CELL + 2 * MARGIN
    return Box(0, 0, LEFT, round(LEFT * height / width), (-MARGIN, -MARGIN, width, height))


def _close_ups(side: Side, changes: Sequence[Change], height: float) -> list[Box]:
    """The newest changes, each close up; one that lies within another's close-up needs none of its own."""
    chosen: list[Change] = []
    for change in reversed(changes):
        if not any(other.near(change.cells) for other in chosen):
            chosen.append(change)
    chosen = chosen[:CLOSE_UPS][::-1]
    high = (height - GAP * (len(chosen) - 1)) / len(chosen)
    return [
        _close_up(side, change.cells, (LEFT + GAP, i * (high + GAP), WIDE - LEFT - GAP, high))
        for i, change in enumerate(chosen)
    ]


def _close_up(side: Side, cells: Sequence[Square], place: tuple[float, float, float, float]) -> Box:
    """The part of the mountain round some squares, in the proportions of its place, within the board."""
    _, _, width, height = place
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    high = max(max(ys) - min(ys) + 1 + 2 * ROOM, (max(xs) - min(xs) + 1 + 2 * ROOM) * height / width, LEAST)
    wide = high * width / height
    left = _within((min(xs) + max(xs) + 1 - wide) / 2, side.width - wide)
    top = _within((min(ys) + max(ys) + 1 - high) / 2, side.height - high)
    return Box(*place, (left * CELL, top * CELL, wide * CELL, high * CELL))


def _within(value: float, most: float) -> float:
    return min(max(value, 0.0), most) if most > 0 else most / 2


def _mountain(desk: Desk, changes: Sequence[Change]) -> str:
    """Definitions: symbols, ground, patterns, and the mountain as it stands with the changed squares in gold."""
    side, things = desk.side, "".join(things_of(desk)).replace(f"{ICONS}#", "#")
    width, height = side.width * CELL + 2 * MARGIN, side.height * CELL + 2 * MARGIN
    ground = f'<use href="#ground" x="{-MARGIN}" y="{-MARGIN}" width="{width}" height="{height}"/>'
    rims = [outline(thing, -1.5, 10) for change in changes for thing in change.things]
    gold = "".join(
        f'<path d="{rim}" fill="none" stroke="{colour}" stroke-width="{wide}"/>'
        for rim in rims
        for colour, wide in ((DARK, 8), (GOLD, 4.5))
    )
    return f'<defs>{_inside(desk.edition, side.key)}{patterns()}<g id="mountain">{ground}{things}{gold}</g></defs>'


def _sheet(edition: HallEdition, name: str) -> str:
    """What stands within the outer tags of a sheet."""
    text = sheet(edition, name)
    return text[text.index(">") + 1 : text.rindex("</svg>")]


def _inside(edition: HallEdition, side: str) -> str:
    """Symbols and ground. No symbol reaches beyond its frame; told so, nobody cuts it out, which takes its time."""
    text = _sheet(edition, "icons") + _sheet(edition, side).replace("<defs>", "").replace("</defs>", "")
    return EVERY_OTHER_PINE.sub(r"\1", text).replace("<symbol ", '<symbol overflow="visible" ')


def _still(edition: HallEdition, view: Data, say: Say, who: Callable[[int], str]) -> Desk:
    """A desk with nothing to press, for the drawing of what stands."""
    return Desk(
        edition, view, None, say=say, who=who, joined=", ".join, href=lambda *_, **__: "", sheet=str,
        legal=lambda words: Next((), False), preview=lambda line: None,
    )  # fmt: skip


def _part(box: Box) -> str:
    left, top, wide, high = (n(value) for value in box.view)
    place = f'x="{n(box.x)}" y="{n(box.y)}" width="{n(box.width)}" height="{n(box.height)}"'
    return f'<svg {place} viewBox="{left} {top} {wide} {high}"><use href="#mountain"/></svg>'


def _numbers(box: Box, changes: Sequence[Change]) -> str:
    """The numbered discs of a part, at the upper right of what changed, as far as they lie in it."""
    art, r = "", SMALL if box.x == 0 else RADIUS
    for number, (x, y) in map(_corner, changes):
        px, py = box.at((x + 1) * CELL, y * CELL)
        if box.x - r < px < box.x + box.width + r and box.y - r < py < box.y + box.height + r:
            px = min(max(px, box.x + r + 2), box.x + box.width - r - 2)
            py = min(max(py, box.y + r + 2), box.y + box.height - r - 2)
            art += (
                f'<circle cx="{n(px)}" cy="{n(py)}" r="{r}" fill="{PALE}" stroke="{DARK}" stroke-width="2"/>'
                f'<text x="{n(px)}" y="{n(py + r * 0.45)}" font-size="{n(r * 1.27)}" class="number">{number}</text>'
            )
    return art


def _corner(change: Change) -> tuple[int, Square]:
    """The number of a change and its upper right square."""
    top = min(y for _, y in change.cells)
    return change.number, (max(x for x, y in change.cells if y == top), top)


__all__ = ["change_picture"]
