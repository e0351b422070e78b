"""The State of a game of Hall: plain typed data, every hidden thing in it named here.

Hidden from everybody is only what is not stored at all (a pool has no order). Hidden from the other seats are
``Draft.pool``, ``drawn`` and ``slots`` until the draft ends (rulings H16, H19, H20). Seats count from 1, so
``players[seat - 1]`` is a seat's mat. Squares are row-major integers (see ``edition``).
"""

from __future__ import annotations

import msgspec

Bundle = dict[str, int]
"""Resources by kind (stone, iron, heartstone, coin, cart, hammer, rune); kinds with 0 are left out."""


class Deck(msgspec.Struct):
    """A face-down deck: ``pool`` in unknown order (kept sorted), then ``bottom`` in known order (first is drawn first).

    A draw takes a random card of the pool, or the first of ``bottom`` when the pool is empty.
    """

    pool: list[str]
    bottom: list[str] = []


class Piece(msgspec.Struct):
    """Something that lies on the board and counts as one tunnel (ruling H109).

    ``kind``: "gate", "tile", "left" (a leftover group of a tile cut by a hall) or "hall". ``name``: the seat's number,
    the shape's or the hall's key. ``seat`` is who dug it (for the picture only; ownership follows from the gates).
    ``anchor``/``altar``: square or None (an anchor covered by a hall is gone, ruling H102).
    """

    kind: str
    name: str
    seat: int
    squares: list[int]
    anchor: int | None = None
    altar: int | None = None


class Board(msgspec.Struct):
    """Everything on the mountain. ``goods``: buried resources not yet covered. ``statues``: square -> clan."""

    pieces: list[Piece] = []
    statues: dict[int, str] = {}
    pedestals: dict[int, str] = {}
    workshops: dict[int, str] = {}
    goods: dict[int, Bundle] = {}


class TrollInPlay(msgspec.Struct):
    """A troll in a trollsmoot; ``filled[i]`` says whether symbol i holds its resource."""

    card: str
    filled: list[bool]


class HordeCard(msgspec.Struct):
    """An open card of the horde with its bribes (kind -> number) and pedestal ("" = none)."""

    card: str
    bribes: Bundle = {}
    pedestal: str = ""


class Player(msgspec.Struct):
    """A seat's mat. ``rows[0]`` is the starting row of four; an empty place is None. ``unit`` is an index of units."""

    unit: int
    rows: list[list[TrollInPlay | None]]
    gate: str = ""
    crown: int = 0
    """Honour of the coronation token, 0 for none (ruling H114)."""


class Unit(msgspec.Struct):
    """What scores together: a seat, or a team (rulings H129 to H136). ``tokens``: values of pedestal point tokens."""

    seats: list[int]
    honour: int = 0
    storage: Bundle = {}
    pedestals: dict[str, int] = {}
    tokens: list[int] = []
    sources: dict[str, int] = {}
    """Honour so far by source ("dig")."""


class Draft(msgspec.Struct):
    """A seat's draft: unseen ``pool`` (sorted), ``drawn`` in hand (in drawing order), ``slots`` 1..4 left to right."""

    pool: list[str]
    drawn: list[str]
    slots: list[str] = msgspec.field(default_factory=lambda: ["", "", "", ""])


class Open(msgspec.Struct):
    """An open spell and the runes on it."""

    spell: str
    runes: int = 0
    fresh: bool = False
    """Opened in this very turn: may not be cast before the next (ruling H41)."""


class Activation(msgspec.Struct):
    """A workshop being run: its square and how many uses are left."""

    square: int
    left: int


class Turn(msgspec.Struct):
    """The turn under way. ``step``: "magic", "main", "extra" (Night Shift), "hall", "statues".

    A later step is reached by acting in it; earlier ones are then closed (ruling H21). ``spell``: the one cast this
    turn; ``activated``: workshops run this turn; ``markers``: spells whose effect lasts this turn. ``taken``: a
    recruited troll not yet placed; ``choose_pedestal``: a level-3 recruit still to choose from the bag. ``dug``: index
    of the piece of the last dig while its pedestal and workshops may be set; ``dug_anchor`` False once it is set.
    ``dedicated``: this turn's great hall has been laid.
    """

    seat: int
    step: str = "magic"
    spell: str = ""
    activated: list[int] = []
    activation: Activation | None = None
    markers: list[str] = []
    taken: str = ""
    choose_pedestal: bool = False
    dug: int | None = None
    dug_anchor: bool = False
    dedicated: bool = False


class State(msgspec.Struct):
    """A whole game. ``phase``: "gates", "draft", "play", "over"; ``side``: key of the board side; ``first``: the start
    seat, "seat 1" of the rulings: order goes up from it and round; ``turns``: number of turns begun so far (grows by
    one each turn); ``trigger``: round and seat of the trigger turn; ``last_round``: the round after whose end the game
    is over, 0 while unknown. ``tokens``: clan -> value per tier 1..5, 0 once taken (the pair is used).
    """

    seats: int
    team: bool
    side: str
    options: dict[str, object]
    phase: str
    players: list[Player]
    units: list[Unit]
    board: Board
    horde: list[list[HordeCard | None]]
    """Rows bottom (5), middle (4), top (3)."""
    decks: list[Deck]
    """Troll decks of levels 1, 2, 3."""
    bag: dict[str, int]
    spells: list[Open]
    spell_deck: Deck
    tokens: dict[str, list[int]]
    used_pairs: list[list[object]]
    """Pairs [clan, tier] on which a pedestal was ever set (ruling H90)."""
    tiles: dict[str, int]
    halls: list[str]
    workshops: list[str]
    crowns: list[int]
    """Coronation tokens still to be taken, first taken first."""
    turn: Turn
    first: int = 1
    drafts: list[Draft] = []
    round: int = 1
    turns: int = 0
    trigger: list[int] = []
    last_round: int = 0
