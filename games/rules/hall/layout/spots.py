"""Choosing where a tunnel or a great hall goes: one of many spots, walked through, turned, or pressed on the board.

A spot is one word (``I13e``); its squares come from the rules with the word. Previous and next walk the list in the
rules' order; rotating keeps near the same ground and changes the outline; pressing a square goes through the spots
covering it.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.hall.layout.board import Pick, Plan, cell
from games.rules.hall.layout.desk import Data, Desk
from games.rules.kernel import Word

Cells = frozenset[tuple[int, int]]


class Spots:
    """The legal spots after some words (``before``), and the chosen one if any."""

    def __init__(self, desk: Desk, before: Sequence[str], chosen: str = "") -> None:
        self.desk, self.before = desk, list(before)
        self.words: tuple[Word, ...] = desk.legal(before).words
        self.index = next((i for i, word in enumerate(self.words) if word.text == chosen), None)

    @property
    def current(self) -> Word | None:
        return None if self.index is None else self.words[self.index]

    def squares(self, word: Word) -> list[str]:
        found: list[str] = word.data["squares"]
        return found

    def href(self, word: Word) -> str:
        return self.desk.href([[*self.before, word.text]])

    def at(self, i: int) -> str:
        return self.href(self.words[i % len(self.words)])

    def plans(self) -> list[Plan]:
        if self.current is None:
            return []
        data = self.current.data
        return [Plan(tuple(self.squares(self.current)), data.get("anchor") or data.get("altar"))]

    def picks(self) -> list[Pick]:
        """Every square some spot covers. A press chooses the first spot there, or the next one when there already."""
        covering: dict[str, list[int]] = {}
        for i, word in enumerate(self.words):
            for square in self.squares(word):
                covering.setdefault(square, []).append(i)
        here = set(self.squares(self.current)) if self.current else set()
        return [self._pick(square, found, square in here) for square, found in covering.items()]

    def _pick(self, square: str, found: list[int], chosen: bool) -> Pick:
        after = [i for i in found if self.index is not None and i > self.index] if chosen else []
        named = [
            i for i in found if self.words[i].text.startswith(square) and self.words[i].text[len(square) :].isalpha()
        ]
        word = self.words[(after or named or found)[0]]
        label = self.desk.say("hall.spot.pick", square=square, squares=", ".join(self.squares(word)))
        return Pick(square, self.href(word), label, chosen)

    def nav(self) -> Data | None:
        """Previous, next, rotate, flip and where we are; None when there is nothing to choose."""
        if not self.words:
            return None
        say, i = self.desk.say, self.index
        found: Data = {
            "count": say("hall.spot.count", n=len(self.words), i=(i or 0) + 1)
            if i is not None
            else say("hall.spot.total", n=len(self.words)),
            "previous": self.at(-1 if i is None else i - 1),
            "next": self.at(0 if i is None else i + 1),
            "rotate": "",
            "flip": "",
            "squares": "",
            "tiers": "",
        }
        if self.current is None:
            return found
        squares = self.squares(self.current)
        turned, flipped = self._turned(False), self._turned(True)
        return found | {
            "rotate": self.href(turned) if turned else "",
            "flip": self.href(flipped) if flipped else "",
            "squares": ", ".join(squares),
            "tiers": self._tiers(squares),
        }

    def _tiers(self, squares: Sequence[str]) -> str:
        from games.rules.hall.layout.board import number

        tiers = sorted({self.desk.side.squares[number(self.desk.side, s)].tier for s in squares})
        return self.desk.say("hall.spot.tiers", n=len(tiers), tiers=self.desk.joined([str(tier) for tier in tiers]))

    def _turned(self, mirror: bool) -> Word | None:
        """The nearest spot whose outline is this one turned by a quarter (two, three if need be), or mirrored."""
        assert self.current is not None
        wanted, here = _outline(self.current), _middle(self.squares(self.current))
        for quarters in (0, 1, 2, 3) if mirror else (1, 2, 3):
            outline = _turn(wanted, mirror, quarters)
            if outline == wanted:
                continue
            options = [word for word in self.words if _outline(word) == outline and word != self.current]
            if options:
                return min(options, key=lambda word: _distance(here, _middle(self.squares(word))))
        return None


def _outline(word: Word) -> tuple[Cells, tuple[int, int] | None]:
    """The covered squares and the anchor or altar, moved to the corner."""
    cells = [cell(square) for square in word.data["squares"]]
    anchor = word.data.get("anchor") or word.data.get("altar")
    return _settled(cells, cell(anchor) if anchor else None)


def _settled(cells: Sequence[tuple[int, int]], mark: tuple[int, int] | None) -> tuple[Cells, tuple[int, int] | None]:
    x0, y0 = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - x0, y - y0) for x, y in cells), (mark[0] - x0, mark[1] - y0) if mark else None


def _turn(
    outline: tuple[Cells, tuple[int, int] | None], mirror: bool, quarters: int
) -> tuple[Cells, tuple[int, int] | None]:
    cells, mark = list(outline[0]), outline[1]
    if mirror:
        cells, mark = [(-x, y) for x, y in cells], (-mark[0], mark[1]) if mark else None
    for _ in range(quarters):
        cells, mark = [(-y, x) for x, y in cells], (-mark[1], mark[0]) if mark else None
    return _settled(cells, mark)


def _middle(squares: Sequence[str]) -> tuple[float, float]:
    cells = [cell(square) for square in squares]
    return sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)


def _distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
