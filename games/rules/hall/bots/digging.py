"""The steward's choice of a tunnel: shape, mineral and spot, weighed by honour, what it unearths and where it leads."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from games.rules.hall import dig, founding, placing, purse
from games.rules.hall.board import Mountain, Spot, bits
from games.rules.hall.bots import hallroom
from games.rules.hall.bots.rails import Rails
from games.rules.hall.bots.worth import Outlook
from games.rules.hall.network import Nets
from games.rules.hall.scene import Scene
from games.rules.hall.state import Board, Piece

CART = 0.9
"""What a cart is worth when statues are planned ahead."""
CLOSE_LOOK = 14
"""So many of the best spots are looked at closely."""
HALL = 0.5
"""What coming nearer to a great hall is worth of its honour."""
DEEPER = 0.55
"""A step nearer to the heart."""


class Tunnel(NamedTuple):
    """A possible dig with what it is worth."""

    worth: float
    text: str


@lru_cache(maxsize=16)
def depths(mountain: Mountain) -> tuple[int, ...]:
    """For each square the steps over diggable ground to the innermost tier (99: none)."""
    deepest = max(mountain.tier(square) for square in bits(mountain.ground))
    edge = sum(1 << square for square in bits(mountain.ground) if mountain.tier(square) == deepest)
    found, steps, seen = [99] * mountain.size, 0, edge
    while edge:
        for square in bits(edge):
            found[square] = steps
        edge = mountain.adjacent(edge) & mountain.ground & ~seen
        seen |= edge
        steps += 1
    return tuple(found)


class Digger:
    """All digs of one position, weighed."""

    def __init__(self, scene: Scene, outlook: Outlook) -> None:
        self.scene, self.outlook = scene, outlook
        self.mountain, self.board, self.nets = scene.mountain, scene.state.board, scene.nets
        self.depth = depths(scene.mountain)
        own = self.nets.of(scene.seat)
        self.reach = min((self.depth[square] for square in bits(own)), default=99)
        self.own_tunnels = own
        self.buried = sum(1 << s for s in self.board.statues if not self.nets.everybody >> s & 1)

    @cached_property
    def potential(self) -> float:
        return Rails(self.mountain, self.board, self.nets, self.scene.seat).potential(CART)

    @cached_property
    def coverable(self) -> int:
        """Where a great hall may lie now."""
        return placing.cuttable(self.board, self.nets, self.scene.seat)

    def hope(self, dug: int) -> float:
        """What great halls promise once these squares are dug."""
        free = self.nets.free(self.scene.seat) & ~dug
        return hallroom.room(self.mountain, self.scene.state.halls, self.coverable | dug, free, self.outlook.turns)

    @cached_property
    def hope_before(self) -> float:
        return self.hope(0)

    def options(self, shapes: list[str] | None = None) -> list[tuple[float, str, str, Spot]]:
        """Every shape with its best mineral and every spot, by a first look, best first."""
        found = []
        for shape in dig.possible(self.scene, shapes or dig.all_shapes(self.scene)):
            worth, mineral = max((self.paying(shape, mineral), mineral) for mineral in dig.minerals(self.scene, shape))
            found += [(worth + self.glance(spot), shape, mineral, spot) for spot in dig.spots(self.scene, shape)]
        found.sort(key=lambda option: (-option[0], option[1], option[3].word))
        return found

    def paying(self, shape: str, mineral: str) -> float:
        """Honour less what the minerals would be worth."""
        kinds = mineral.split("+") if "+" in mineral else [mineral] * dig.cost(self.scene, shape)
        paid = purse.settle(self.scene.spendable, kinds) or []
        return dig.honour(self.scene, shape, mineral) + self.outlook.exchange(paid, ())

    def glance(self, spot: Spot) -> float:
        """What can be seen without trying: statues, goods, depth, sites, hammers, room for halls."""
        outlook, worth = self.outlook, 0.0
        unearthed = spot.mask & self.buried
        if unearthed:
            worth += sum(1.2 * self.mountain.tier(s) + 1.6 * outlook.future for s in bits(unearthed))
        nearest = self.reach
        for square in spot.squares:
            goods = self.board.goods.get(square)
            if goods:
                worth += sum(outlook.single(kind) * number for kind, number in goods.items())
            nearest = min(nearest, self.depth[square])
        worth += DEEPER * (self.reach - nearest) * outlook.future
        worth -= outlook.single("hammer") * dig.hammers_for(self.scene, spot)
        edge = self.mountain.adjacent(spot.mask)
        if self.scene.state.workshops and edge & self.mountain.site_mask:
            worth += (
                0.9 * outlook.future * sum(s not in self.board.workshops for s in bits(edge & self.mountain.site_mask))
            )
        worth += 0.15 * outlook.future * (edge & self.own_tunnels).bit_count()
        worth += 0.25 * outlook.future * (self.mountain.adjacent(edge) & self.buried & ~spot.mask).bit_count()
        return worth + self.pedestal(spot)

    def pedestal(self, spot: Spot) -> float:
        """The best pedestal that could be set on its anchor: the token and a part of what it could double."""
        if spot.anchor is None or not self.scene.unit.pedestals:
            return 0.0
        tier, tokens = self.mountain.tier(spot.anchor), self.scene.state.tokens
        clans = founding.settable(self.scene, spot.anchor)
        return max((tokens[clan][tier - 1] + 0.8 * tier for clan in clans), default=0.0)

    def look(self, shape: str, spot: Spot) -> float:
        """How much the dig changes what statues could be worth, and whether it leaves room to go on."""
        pieces = [*self.board.pieces, Piece("tile", shape, self.scene.seat, spot.squares, anchor=spot.anchor)]
        board = Board(pieces, self.board.statues, self.board.pedestals, self.board.workshops)
        nets = Nets(self.mountain, board, self.scene.state.units)
        rails = Rails(self.mountain, board, nets, self.scene.seat)
        gain = 0.75 * (rails.potential(CART) - self.potential) + HALL * (self.hope(spot.mask) - self.hope_before)
        room = nets.frontier(self.scene.seat).bit_count()
        return gain - (2.0 * self.outlook.future if room < 4 else 0.0)

    def best(self, verb: str = "dig", shapes: list[str] | None = None, closely: bool = True) -> Tunnel | None:
        """The best dig, None when there is none. Without ``closely`` only the first look counts."""
        options = self.options(shapes)
        if not options:
            return None
        if not closely:
            worth, shape, mineral, spot = options[0]
            return Tunnel(worth, f"{verb} {shape} {mineral} {spot.word}")
        looked = [
            Tunnel(worth + self.look(shape, spot), f"{verb} {shape} {mineral} {spot.word}")
            for worth, shape, mineral, spot in self.varied(options)
        ]
        return max(looked)

    @staticmethod
    def varied(options: list[tuple[float, str, str, Spot]]) -> list[tuple[float, str, str, Spot]]:
        """The best options, not more than a few of one shape."""
        taken: dict[str, int] = {}
        found = []
        for option in options:
            if taken.get(option[1], 0) < CLOSE_LOOK // 3:
                taken[option[1]] = taken.get(option[1], 0) + 1
                found.append(option)
            if len(found) == CLOSE_LOOK:
                break
        return found
