"""Who owns what on the mountain, what a workshop's doors open to, and how statues travel (rulings H47 to H49, H82 to
H84, H107 to H113, H131, H132).

Ownership is never stored: it follows from the gates each time it is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.hall.board import Mountain, bits, mask_of
from games.rules.hall.state import Board, Unit


class Nets:
    """The networks of one position. Made from the board, thrown away with it; never changed.

    ``masks[n]`` is the mask of piece ``n``; ``piece_at`` gives the piece on a square; ``isolated`` is the mask of the
    pieces joined to no gate; ``occupied`` of all pieces.
    """

    def __init__(self, mountain: Mountain, board: Board, units: Sequence[Unit]) -> None:
        self.mountain = mountain
        self.board = board
        self.masks = [mask_of(piece.squares) for piece in board.pieces]
        self.piece_at = {square: n for n, piece in enumerate(board.pieces) for square in piece.squares}
        self.occupied = 0
        for mask in self.masks:
            self.occupied |= mask
        self._unit_of = {seat: n for n, unit in enumerate(units) for seat in unit.seats}
        self._nets: dict[int, int] = {}
        self._flood_gates()
        self.everybody = 0
        for net in self._nets.values():
            self.everybody |= net
        self.isolated = self.occupied & ~self.everybody
        self._rivals: dict[int, int] = {}
        self._free: dict[int, int] = {}

    def _flood_gates(self) -> None:
        for piece, mask in zip(self.board.pieces, self.masks, strict=True):
            if piece.kind == "gate":
                known = [net for net in self._nets.values() if net & mask]
                self._nets[piece.seat] = known[0] if known else self.mountain.flood(mask, self.occupied)

    def of(self, seat: int) -> int:
        """The seat's network (0 before its gate is set). Joined team mates have the same one (ruling H132)."""
        return self._nets.get(seat, 0)

    def of_unit(self, unit: int) -> int:
        """All squares in the networks of a unit's seats."""
        mask = 0
        for seat, net in self._nets.items():
            if self._unit_of.get(seat) == unit:
                mask |= net
        return mask

    def opponents(self, seat: int) -> int:
        """The networks of all other units (ruling H83). A partner's unjoined network is not among them (H131)."""
        if seat not in self._rivals:
            own = self._unit_of.get(seat)
            mask = 0
            for other, net in self._nets.items():
                if self._unit_of.get(other) != own:
                    mask |= net
            self._rivals[seat] = mask
        return self._rivals[seat]

    def free(self, seat: int) -> int:
        """Diggable squares without a piece that do not share a side with an opponent's network."""
        if seat not in self._free:
            beside = self.mountain.adjacent(self.opponents(seat))
            self._free[seat] = self.mountain.ground & ~self.occupied & ~beside
        return self._free[seat]

    def frontier(self, seat: int) -> int:
        """The free squares that share a side with the seat's network: a dig must cover one of them."""
        return self.mountain.adjacent(self.of(seat)) & self.free(seat)

    def owner(self, square: int) -> int | None:
        """The index of the unit whose network holds this square, or None."""
        bit = 1 << square
        return next((self._unit_of.get(seat) for seat, net in self._nets.items() if net & bit), None)

    @property
    def unearthed(self) -> list[int]:
        """The squares of all statues that stand in somebody's network, rising (the others are buried, ruling H84)."""
        return sorted(square for square in self.board.statues if self.everybody >> square & 1)

    def statues(self, seat: int) -> list[int]:
        """The squares of the statues in the seat's own network, rising."""
        own = self.of(seat)
        return sorted(square for square in self.board.statues if own >> square & 1)

    def entrances(self, site: int) -> int:
        """Open sides of a workshop: those that any network touches (rulings H48, H49)."""
        return (self.mountain.near[site] & self.everybody).bit_count()

    def touches(self, seat: int, site: int) -> bool:
        """Whether the seat's network shares a side with this site (ruling H47)."""
        return bool(self.mountain.near[site] & self.of(seat))

    def beside(self, piece: int) -> list[int]:
        """The pieces that share a side with this piece, rising."""
        edge = self.mountain.adjacent(self.masks[piece])
        return [n for n, mask in enumerate(self.masks) if mask & edge]


def destinations(mountain: Mountain, board: Board, nets: Nets, seat: int, square: int) -> list[int]:
    """Where one cart can take the statue on ``square`` (rulings H107 to H110), rising; nowhere if it is not its own."""
    return list(bits(_reach(board, nets, seat, square)))


def _reach(board: Board, nets: Nets, seat: int, square: int) -> int:
    own = nets.of(seat)
    if square not in board.statues or not own >> square & 1:
        return 0
    here = nets.piece_at[square]
    reach = nets.masks[here]
    for piece in nets.beside(here):
        reach |= nets.masks[piece]
    return reach & own & ~mask_of(board.statues)


def fewest_carts(mountain: Mountain, board: Board, nets: Nets, seat: int, square: int, to: int) -> int | None:
    """The fewest carts that bring the statue on ``square`` to ``to`` while all other statues stay; None if it cannot.

    Every cart but the last ends on a free square, so a tunnel without one is no stopover (ruling H110).
    """
    own = nets.of(seat)
    if square not in board.statues or not own >> square & 1:
        return None
    taken = mask_of(other for other in board.statues if other != square)
    if not own >> to & 1 or taken >> to & 1 or to == square:
        return None
    goal = nets.piece_at[to]
    edge, seen, carts = [nets.piece_at[square]], {nets.piece_at[square]}, 0
    while edge:
        carts += 1
        reached = {near for piece in edge for near in nets.beside(piece)} | (set(edge) if carts == 1 else set())
        if goal in reached:
            return carts
        edge = [piece for piece in sorted(reached - seen) if nets.masks[piece] & ~taken]
        seen |= reached
    return None
