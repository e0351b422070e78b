"""The steward's eye for statues: where each could go, how many carts that takes, what the network could be worth."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.hall import scoring
from games.rules.hall.board import Mountain, bits, mask_of
from games.rules.hall.network import Nets
from games.rules.hall.state import Board


class Journey(NamedTuple):
    """A statue's way: from, to, the squares after each cart, what it is worth at the end (before its carts)."""

    start: int
    to: int
    steps: tuple[int, ...]
    worth: float


class Rails:
    """The own network of one position as tunnels beside tunnels."""

    def __init__(self, mountain: Mountain, board: Board, nets: Nets, seat: int) -> None:
        self.mountain, self.board, self.nets = mountain, board, nets
        own = nets.of(seat)
        self.pieces = [n for n, mask in enumerate(nets.masks) if mask & own]
        self.statues = [square for square in sorted(board.statues) if own >> square & 1]
        self.taken = mask_of(board.statues)
        self._beside: dict[int, list[int]] = {}

    def beside(self, piece: int) -> list[int]:
        if piece not in self._beside:
            self._beside[piece] = self.nets.beside(piece)
        return self._beside[piece]

    def square_worth(self, piece: int, square: int, clan: str) -> float:
        """What a statue of this clan scores on this square, if it is the tunnel's best."""
        data = self.board.pieces[piece]
        if data.kind == "hall":
            hall = self.mountain.halls[data.name]
            return hall.high - hall.low if square == data.altar else 0
        value = self.mountain.tier_value(square)
        return 2 * value if self.board.pedestals.get(square) == clan else value

    def best_square(self, piece: int, clan: str, start: int) -> tuple[float, int] | None:
        """The best free square of a tunnel for a statue of this clan (its own square counts as free)."""
        free = self.nets.masks[piece] & ~self.taken | (self.nets.masks[piece] & 1 << start)
        options = [(self.square_worth(piece, square, clan), -square) for square in bits(free)]
        if not options:
            return None
        worth, square = max(options)
        return worth, -square

    def journeys(self, start: int) -> list[Journey]:
        """For each tunnel that the statue can reach the best place in it (its own tunnel: staying or one cart)."""
        clan, here = self.board.statues[start], self.nets.piece_at[start]
        found = [Journey(start, start, (), self.square_worth(here, start, clan))]
        ways: dict[int, tuple[int, ...]] = {here: ()}
        edge = [here]
        while edge:
            reached = []
            for piece in edge:
                if piece != here:
                    stop = self.stopover(piece)
                    if stop is None:
                        continue
                    way = (*ways[piece], stop)
                else:
                    way = ()
                for near in self.beside(piece):
                    if near not in ways:
                        ways[near] = way
                        reached.append(near)
            edge = reached
        for piece, way in ways.items():
            best = self.best_square(piece, clan, start)
            if best is not None and best[1] != start:
                found.append(Journey(start, best[1], (*way, best[1]), best[0]))
        return found

    def stopover(self, piece: int) -> int | None:
        """A free square of a tunnel, the most valuable one."""
        free = list(bits(self.nets.masks[piece] & ~self.taken))
        return max(free, key=lambda square: (self.mountain.tier(square), -square)) if free else None

    def plan(self, cart: float, most: int = 99) -> list[Journey]:
        """Which statue should go where: the best sum of places less ``cart`` for every cart, greedily, one for each
        tunnel; at most ``most`` carts in all."""
        ways = [journey for start in self.statues for journey in self.journeys(start)]
        ways.sort(key=lambda j: (-(j.worth - cart * len(j.steps)), len(j.steps), j.start, j.to))
        used: set[int] = set()
        full: set[int] = set()
        chosen = []
        for journey in ways:
            piece = self.nets.piece_at[journey.to]
            if journey.start in used or piece in full or len(journey.steps) > most:
                continue
            used.add(journey.start)
            full.add(piece)
            most -= len(journey.steps)
            chosen.append(journey)
        return chosen

    def potential(self, cart: float) -> float:
        """What statues and halls could be worth, carts paid."""
        halls = sum(
            self.mountain.halls[self.board.pieces[n].name].low
            for n in self.pieces
            if self.board.pieces[n].kind == "hall"
        )
        return halls + sum(j.worth - cart * len(j.steps) for j in self.plan(cart))

    def now(self) -> float:
        """What they are worth as they stand."""
        worth = scoring.worths(self.mountain, self.board, self.nets)
        halls = sum(
            self.mountain.halls[self.board.pieces[n].name].low
            for n in self.pieces
            if self.board.pieces[n].kind == "hall"
        )
        return halls + sum(worth[square] for square in self.statues)
