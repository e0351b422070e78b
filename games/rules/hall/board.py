"""The mountain as bit masks: squares, names, neighbours, and where each piece could ever lie (rulebook: Components).

A mask is a Python int with one bit per square (bit ``row * width + column``). Everything here follows from the edition
and the side alone, so it is made once and shared by all games on that side. Which of the places are open in a position
is asked in ``placing``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.rules.hall.edition import GreatHall, HallEdition, Shape
from games.rules.hall.turnings import Turning, hall_turnings, shape_turnings


def bits(mask: int) -> Iterator[int]:
    """The squares of a mask, rising."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(squares: Iterable[int]) -> int:
    """The mask of some squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def column_letters(column: int) -> str:
    """0 -> "A", 25 -> "Z", 26 -> "AA"."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


class Spot:
    """One way to lay a shape or a hall: its word, the mask, the square that names it, how much rubble it covers.

    ``anchor`` is the anchor's square, or None for a shape without one; ``altar`` the altar's square of a hall.
    """

    __slots__ = ("altar", "anchor", "mask", "rubble_count", "word")

    def __init__(self, word: str, mask: int, anchor: int | None, altar: int | None, rubble_count: int) -> None:
        self.word = word
        self.mask = mask
        self.anchor = anchor
        self.altar = altar
        self.rubble_count = rubble_count

    @property
    def squares(self) -> list[int]:
        """The covered squares, rising."""
        return list(bits(self.mask))


class Layer:
    """One turning of a shape all over the mountain, as masks of the squares that can *name* a placing.

    ``fits``: naming squares from which every cell lies on diggable ground. ``payable[h]``: those of them that cover at
    most ``h`` squares of rubble. ``shifts``: cell number minus naming square, for each cell.
    """

    __slots__ = ("_kind", "_mountain", "_spots", "fits", "letter", "offsets", "payable", "shifts")

    def __init__(self, mountain: Mountain, turning: Turning, kind: str) -> None:
        self.letter = turning.letter
        self.offsets = turning.offsets
        self.shifts = tuple(row * mountain.width + column for row, column in turning.offsets)
        self.fits = mountain.full
        for row, column in turning.offsets:
            self.fits &= mountain.seen_from(mountain.ground, row, column)
        self.payable = self._by_rubble(mountain)
        self._spots: dict[int, Spot] = {}
        self._mountain = mountain
        self._kind = kind

    def _by_rubble(self, mountain: Mountain) -> tuple[int, ...]:
        exactly = [self.fits] + [0] * len(self.offsets)
        for row, column in self.offsets:
            rubble = mountain.seen_from(mountain.rubble_mask, row, column)
            for n in range(len(exactly) - 1, 0, -1):
                exactly[n] = exactly[n] & ~rubble | exactly[n - 1] & rubble
            exactly[0] &= ~rubble
        at_most, total = [], 0
        for mask in exactly:
            total |= mask
            at_most.append(total)
        return tuple(at_most)

    def open(self, free: int, touching: int | None, hammers: int | None) -> int:
        """Naming squares whose every cell is in ``free`` and, if asked, one in ``touching``; rubble within hammers."""
        named = self.fits if hammers is None else self.payable[min(hammers, len(self.payable) - 1)]
        touched = 0
        for shift in self.shifts:
            if shift >= 0:
                named &= free >> shift
            else:
                named &= free << -shift
            if not named:
                return 0
            if touching is not None:
                touched |= touching >> shift if shift >= 0 else touching << -shift
        return named if touching is None else named & touched

    def spot(self, square: int) -> Spot:
        """The placing named by this square; it must be one of ``fits``."""
        found = self._spots.get(square)
        if found is None:
            mask = mask_of(square + shift for shift in self.shifts)
            word = self._mountain.name(square) + self.letter
            anchor = square if self._kind == "anchored" else None
            altar = square if self._kind == "hall" else None
            found = Spot(word, mask, anchor, altar, (mask & self._mountain.rubble_mask).bit_count())
            self._spots[square] = found
        return found


class Mountain:
    """One side of the board of one edition, with everything that follows from it. Make it once and keep it."""

    def __init__(self, edition: HallEdition, side_key: str) -> None:
        self.edition = edition
        self.side = side = edition.sides[side_key]
        self.width, self.height = side.width, side.height
        self.size = self.width * self.height
        self.full = (1 << self.size) - 1
        self._first_column = mask_of(range(0, self.size, self.width))
        self._last_column = self._first_column << (self.width - 1)
        self._names = [f"{column_letters(n % self.width)}{n // self.width + 1}" for n in range(self.size)]
        self._numbers = {name: n for n, name in enumerate(self._names)}
        self._read_ground()
        self.starts = side.starts
        self.spots = side.spots
        self.near = [self.adjacent(1 << n) for n in range(self.size)]
        self.neighbours = [tuple(bits(mask)) for mask in self.near]
        self.shapes: dict[str, Shape] = {shape.key: shape for shape in edition.shapes}
        self.halls: dict[str, GreatHall] = {hall.key: hall for hall in edition.halls}
        self.shape_layers = {key: self._layers(shape) for key, shape in self.shapes.items()}
        self.hall_layers = {
            key: [Layer(self, turning, "hall") for turning in hall_turnings(hall)] for key, hall in self.halls.items()
        }

    def _read_ground(self) -> None:
        squares = self.side.squares
        self.ground = mask_of(n for n, s in enumerate(squares) if s.ground == "rock")
        self.site_mask = mask_of(n for n, s in enumerate(squares) if s.ground == "site")
        self.heart = mask_of(n for n, s in enumerate(squares) if s.ground == "heart")
        self.rubble_mask = mask_of(n for n, s in enumerate(squares) if s.rubble)
        self.sites = tuple(bits(self.site_mask))

    def _layers(self, shape: Shape) -> list[Layer]:
        kind = "plain" if shape.anchor is None else "anchored"
        return [Layer(self, turning, kind) for turning in shape_turnings(shape)]

    def name(self, square: int) -> str:
        """The name a person reads: 0 -> "A1"."""
        return self._names[square]

    def square(self, name: str) -> int:
        """The number of a named square. Raises ValueError for anything that is not a square of this side."""
        try:
            return self._numbers[name]
        except KeyError:
            raise ValueError(f"no square {name!r}") from None

    def tier(self, square: int) -> int:
        """1 (outer) to 5 (inner); 0 outside the mountain and on its heart."""
        return self.side.squares[square].tier

    def tier_value(self, square: int) -> int:
        """What a statue standing here is worth, before any pedestal (ruling H122)."""
        return self.edition.tier_values[self.tier(square) - 1]

    def rubble(self, mask: int) -> int:
        """How many squares of a mask are rubble."""
        return (mask & self.rubble_mask).bit_count()

    def adjacent(self, mask: int) -> int:
        """The squares that share a side with a square of the mask and are not in it."""
        spread = (mask & ~self._last_column) << 1 | (mask & ~self._first_column) >> 1
        spread |= mask << self.width | mask >> self.width
        return spread & self.full & ~mask

    def flood(self, seed: int, within: int) -> int:
        """Everything of ``within`` that is joined by shared sides to ``seed`` (which need not be in it)."""
        reached, edge = seed & within, seed & within
        while edge:
            edge = self.adjacent(edge) & within & ~reached
            reached |= edge
        return reached

    def groups(self, mask: int) -> list[int]:
        """The connected groups of a mask, ordered by their first square."""
        found = []
        while mask:
            group = self.flood(mask & -mask, mask)
            found.append(group)
            mask &= ~group
        return found

    def seen_from(self, mask: int, row: int, column: int) -> int:
        """The squares from which going ``row`` down and ``column`` right ends in the mask, inside the frame."""
        shift = row * self.width + column
        moved = mask >> shift if shift >= 0 else mask << -shift
        return moved & self.full & self._columns(-column if column < 0 else 0, self.width - max(column, 0))

    def _columns(self, start: int, stop: int) -> int:
        row = ((1 << max(stop - start, 0)) - 1) << start
        return mask_of(range(0, self.size, self.width)) * row if row else 0

    def knows(self, name: str) -> bool:
        """Whether a square of this side has this name."""
        return name in self._numbers

    def squares_named(self, names: Sequence[str]) -> list[int]:
        """Several names at once. Raises ValueError."""
        return [self.square(name) for name in names]
