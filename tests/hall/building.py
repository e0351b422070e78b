"""From the ``given`` of a worked case to an edition and a State, for every kind of question (tests/cases/README.md).

Nothing here is known to the rules: small mountains, free-form tiles and made-up trolls are the data of an edition of
their own, and the position is a State like any other. ``Scenario`` then goes through the public contract.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from games.rules import kernel
from games.rules.dice import Dice, Draw, seeded
from games.rules.hall import build
from games.rules.hall.edition import CLANS, KINDS, MINERALS, GreatHall, HallEdition, Shape, Starter, Troll
from games.rules.hall.state import Board, Deck, HordeCard, Open, Player, State, TrollInPlay, Turn, Unit
from games.rules.kernel import Data, Event, Illegal
from tests.hall.boards import Cell, Ground, cells_of, house

HOUSE = house()
ROWS = ("bottom", "middle", "top")
WIDTHS = (4, 3, 2, 1)
RING_MAP = """
.....
.....
..W..
.....
....."""
RINGS = {
    1: "..{gate}..\n..a..\n.....\n.....\n.....",
    2: "..{gate}..\n..aa.\n...a.\n.....\n.....",
    3: "..{gate}..\n..aa.\n...a.\n..aa.\n.....",
    4: "..{gate}..\n..aa.\n.a.a.\n.aaa.\n.....",
}
"""A tunnel round the site that touches one to four of its sides."""
Given = dict[str, Any]


class Fixed:
    """Dice that give the values they were told, then always 0."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)
        self.drawn: list[Draw] = []

    def below(self, label: str, bound: int) -> int:
        value = self.values.pop(0) if self.values else 0
        assert value < bound
        self.drawn.append(Draw(label, len(self.drawn), bound, value))
        return value


class Scenario:
    """A position and its rule set. Every question goes through the public contract; actions change ``state``."""

    def __init__(self, edition: HallEdition, state: State, seat: int = 1, ground: Ground | None = None) -> None:
        self.edition, self.seat, self.ground = edition, seat, ground
        self.rules = build(edition)
        self.state = kernel.load(self.rules, kernel.dump(self.rules, state))

    def act(self, action: str, dice: Dice | None = None, seat: int | None = None) -> list[Event]:
        """Carry out one action. Raises Illegal."""
        step = kernel.advance(self.rules, self.state, seat or self.seat, action, dice or seeded("case"))
        self.state = step.state
        return step.events

    def why(self, action: str, seat: int | None = None) -> str:
        """The code with which an action is refused, "" if it is legal; the state stays as it is."""
        try:
            kernel.advance(self.rules, self.state, seat or self.seat, action, seeded("case"))
        except Illegal as illegal:
            return illegal.code
        return ""

    def words(self, start: str = "") -> list[str]:
        """The words that may follow, [] if nothing may."""
        return [word.text for word in self.next(start).words]

    def next(self, start: str = "") -> kernel.Next:
        try:
            return self.rules.legal(self.state, self.seat, start.split())
        except Illegal:
            return kernel.Next(())

    def view(self, seat: int | None = None) -> Data:
        return self.rules.view(self.state, seat or self.seat)

    def unit(self, seat: int | None = None) -> Data:
        """The view of the unit a seat belongs to."""
        shown = self.view(seat)
        return shown["units"][shown["players"][(seat or self.seat) - 1]["unit"]]

    def pieces(self) -> list[Data]:
        return list(self.view()["board"]["pieces"])

    def net(self, unit: int | None) -> list[int]:
        """All squares of a unit's networks, or of nobody."""
        assert self.ground is not None
        squares = [name for piece in self.pieces() if piece["owner"] == unit for name in piece["squares"]]
        return sorted(self.ground.from_word(name) for name in squares)

    def owned(self, seat: int | None = None) -> Counter[str]:
        """Everything the seat owns: storage and filled symbols (``held cart`` is a wild cart on a troll)."""
        found = Counter(self.unit(seat)["storage"])
        found.update("held cart" if symbol == "cart:wild" else symbol for symbol in self.filled(seat))
        return found

    def filled(self, seat: int | None = None) -> list[str]:
        rows = self.view(seat)["players"][(seat or self.seat) - 1]["rows"]
        trolls = [troll for row in rows for troll in row if troll]
        pairs = [pair for troll in trolls for pair in zip(troll["symbols"], troll["filled"], strict=True)]
        return [symbol for symbol, full in pairs if full]


class Maker:
    """Puts an edition and a State together, piece by piece. Begins with the house edition in the middle of a game."""

    def __init__(self, seats: int = 2, team: bool = False, seat: int = 1) -> None:
        self.seats, self.team, self.seat = seats, team, seat
        self.edition = HOUSE
        self.ground: Ground | None = None
        groups = [[1, 4], [2, 3]] if team else [[n] for n in range(1, seats + 1)]
        units = [Unit(seats=group) for group in groups]
        unit_of = {s: n for n, group in enumerate(groups) for s in group}
        rows = [self._starting_row() for _ in range(seats)]
        self.state = State(
            seats=seats, team=team, side="case", options={"team": team, "hidden_totals": False}, phase="play",
            players=[Player(unit=unit_of[n + 1], rows=rows[n], gate=f"gate{n + 1}") for n in range(seats)],
            units=units, board=Board(), horde=self._horde(), decks=[Deck([]), Deck([]), Deck([])],
            bag={clan: 6 - (clan == "fire") - 1 for clan in CLANS}, spells=[Open(key) for key in HOUSE.spells[:3]],
            spell_deck=Deck(sorted(HOUSE.spells[3:])),
            tokens={clan: list(HOUSE.tokens[n * 5 : n * 5 + 5]) for n, clan in enumerate(CLANS)}, used_pairs=[],
            tiles={}, halls=[], workshops=[], crowns=[3] if seats == 2 else [5, 3], turn=Turn(seat=seat),
            round=3, turns=9,
        )  # fmt: skip
        self._fill_decks()

    @staticmethod
    def _starting_row() -> list[list[TrollInPlay | None]]:
        bottom = [TrollInPlay(s.key, [False] * len(s.symbols)) for s in HOUSE.starters[:4]]
        return [[*bottom], [None] * 3, [None] * 2, [None]]

    @staticmethod
    def _horde() -> list[list[HordeCard | None]]:
        by_level = {level: [t.key for t in HOUSE.trolls if t.level == level] for level in (1, 2, 3)}
        rows = [[HordeCard(key) for key in by_level[n + 1][: 5 - n]] for n in range(3)]
        for card, clan in zip(rows[1], ("fire", "ice", "moon", "fire"), strict=True):
            card.pedestal = clan
        return [list(row) for row in rows]

    def _fill_decks(self) -> None:
        shown = {card.card for row in self.state.horde for card in row if card}
        for level, deck in enumerate(self.state.decks, 1):
            deck.pool = sorted(t.key for t in HOUSE.trolls if t.level == level and t.key not in shown)

    # -------------------------------------------------------------- the mountain

    def board(self, given: Given) -> Maker:
        """A drawn mountain with all that lies on it."""
        self.ground = ground = Ground(given)
        self.edition = replace(
            self.edition,
            sides={"case": ground.side()},
            shapes=(*self.edition.shapes, *ground.shapes()),
            halls=(*self.edition.halls, *ground.halls()),
        )
        self.state.board = ground.board()
        return self

    def shape(self, key: str, cells: Sequence[Cell], anchor: Cell | None, count: int = 5) -> Maker:
        """A shape in the supply."""
        made = Shape(key, tuple(sorted(cells)), anchor, count)
        self.edition = replace(self.edition, shapes=(*self.edition.shapes, made))
        self.state.tiles[key] = count
        return self

    def drawn_shape(self, key: str, drawing: str, count: int = 5) -> Maker:
        cells, anchor = cells_of(drawing)
        return self.shape(key, cells, anchor, count)

    def hall(self, key: str, drawing: str, low: int = 4, high: int = 9) -> Maker:
        """A great hall in the supply."""
        cells, altar = cells_of(drawing)
        assert altar is not None
        self.edition = replace(self.edition, halls=(*self.edition.halls, GreatHall(key, cells, altar, low, high)))
        self.state.halls.append(key)
        return self

    def chart(self, given: dict[str, dict[int, int]]) -> Maker:
        """Honour by mineral and size; sizes and minerals that are not given score 0."""
        chart = {size: {m: given.get(m, {}).get(size, 0) for m in MINERALS} for size in range(1, 10)}
        self.edition = replace(self.edition, chart=chart)
        return self

    # -------------------------------------------------------------- what a seat owns

    @property
    def player(self) -> Player:
        return self.state.players[self.seat - 1]

    @property
    def unit(self) -> Unit:
        return self.state.units[self.player.unit]

    def storage(self, goods: dict[str, int]) -> Maker:
        for kind, n in goods.items():
            assert kind in KINDS, kind
            if n:
                self.unit.storage[kind] = self.unit.storage.get(kind, 0) + n
        return self

    def held(self, goods: dict[str, int], seat: int | None = None, place: tuple[int, int] = (1, 1)) -> Maker:
        """Resources lying on a made-up troll of the seat's (``cart`` on a spiral, ``cart:fire`` on a clan symbol)."""
        symbols = [_symbol(kind) + "*" for kind, n in goods.items() for _ in range(n)]
        return self.troll(" ".join(symbols) or "stone", place, seat)

    def troll(self, symbols: str, place: tuple[int, int], seat: int | None = None, level: int = 1) -> Maker:
        """A made-up troll ``"stone* cart:ice"`` on (row, place), counted from 1."""
        key = f"troll{seat or self.seat}_{place[0]}_{place[1]}"
        self.card(key, symbols, level if place[0] > 1 else 0)
        filled = [symbol.endswith("*") for symbol in symbols.split()]
        self.state.players[(seat or self.seat) - 1].rows[place[0] - 1][place[1] - 1] = TrollInPlay(key, filled)
        return self

    def card(self, key: str, symbols: str, level: int) -> Maker:
        """A made-up card in the edition; level 0 is a starter. An edition's carts are ``cart:wild`` or of a clan."""
        plain = tuple(_symbol(symbol.rstrip("*")) for symbol in symbols.split())
        if level == 0:
            kept = [starter for starter in self.edition.starters if starter.key != key]
            self.edition = replace(self.edition, starters=(*kept, Starter(key, plain, ())))
        else:
            others = [troll for troll in self.edition.trolls if troll.key != key]
            self.edition = replace(self.edition, trolls=(*others, Troll(key, "mud", level, plain)))
        return self

    def smoot(self, rows: dict[str, list[str]], seat: int | None = None) -> Maker:
        """A whole trollsmoot: ``{"row1": ["stone* coin", "-"], "row2": ...}``."""
        for row in range(1, 5):
            for place, symbols in enumerate(rows.get(f"row{row}", ["-"] * WIDTHS[row - 1]), 1):
                if symbols == "-":
                    self.state.players[(seat or self.seat) - 1].rows[row - 1][place - 1] = None
                else:
                    self.troll(symbols, (row, place), seat)
        return self

    def trolls(self, number: int, seat: int | None = None, levels: Sequence[int] = ()) -> Maker:
        """Fill the trollsmoot up to a number of trolls with empty cards that nobody else has."""
        places = [(row, place) for row in (2, 3, 4) for place in range(1, WIDTHS[row - 1] + 1)][: number - 4]
        for n, place in enumerate(places):
            self.troll("stone", place, seat, levels[n] if levels else 1)
        return self

    # -------------------------------------------------------------- the horde

    def horde(self, given: Given) -> Maker:
        """``horde``, ``decks``, ``bag`` and ``other_bribes`` of a case; card ``A3`` has the key ``a3``."""
        rows = [[self._horde_card(text) for text in given["horde"][row]] for row in ROWS]
        self.state.horde = [list(row) for row in rows]
        for card, bribes in given.get("other_bribes", {}).items():
            found = next(c for row in rows for c in row if c.card == card.lower())
            for kind, n in bribes.items():
                found.bribes[kind] = found.bribes.get(kind, 0) + n
        for level, deck in enumerate(self.state.decks, 1):
            names = given.get("decks", {}).get(level, [])
            deck.pool, deck.bottom = [], [self._horde_card(name).card for name in names]
        self.state.bag = {clan: list(given.get("bag", [])).count(clan) for clan in CLANS}
        return self

    def _horde_card(self, text: str) -> HordeCard:
        name, bribes, pedestal = (*text.split(":"), "", "")[:3]
        self.card(name.lower(), "stone", "ABC".index(name[0]) + 1)
        return HordeCard(name.lower(), {"coin": int(bribes)} if bribes not in ("", "0") else {}, pedestal)

    # -------------------------------------------------------------- the rest

    def workshop(self, kind: str, uses: int) -> Maker:
        """A workshop in the middle of a mountain of its own, with one to four open sides; its site is ``C3``."""
        tiles = RINGS[uses].format(gate=self.seat)
        return self.board({"map": RING_MAP, "tiles": tiles, "workshops": {"r3c3": kind}})

    def done(self) -> Scenario:
        """The finished scenario."""
        return Scenario(self.edition, self.state, self.seat, self.ground)


def _symbol(kind: str) -> str:
    return "cart:wild" if kind in ("cart", "held cart") else kind
