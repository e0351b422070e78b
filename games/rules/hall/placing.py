"""Laying tunnels and great halls, and setting up statues and gates (rulings H3 to H7, H77 to H106, H128, H140).

A placing is one word: the square of the anchor, of the altar, or of the first square of a shape without an anchor,
and the letter of the turning (see ``turnings``). Lists of placings go by that square (row by row), then by letter.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.hall.board import Layer, Mountain, Spot, bits, mask_of
from games.rules.hall.network import Nets
from games.rules.hall.state import Board, Bundle, Piece

CUTTABLE = ("tile", "left")
"""The kinds of pieces a great hall may cover (ruling H99)."""


def spots(mountain: Mountain, board: Board, nets: Nets, seat: int, shape_key: str, hammers: int | None) -> list[Spot]:
    """Every legal placing of a shape (rulings H80 to H85). ``hammers``: how many are owned; None: rubble is free."""
    free, frontier = nets.free(seat), nets.frontier(seat)
    layers = mountain.shape_layers[shape_key]
    return _collect(layers, [layer.open(free, frontier, hammers) for layer in layers])


def any_spot(mountain: Mountain, board: Board, nets: Nets, seat: int, shape_key: str, hammers: int | None) -> bool:
    """Whether ``spots`` would list anything; much cheaper."""
    free, frontier = nets.free(seat), nets.frontier(seat)
    return any(layer.open(free, frontier, hammers) for layer in mountain.shape_layers[shape_key])


def hall_spots(mountain: Mountain, board: Board, nets: Nets, seat: int, hall_key: str) -> list[Spot]:
    """Every legal placing of a great hall on the seat's own network (rulings H99, H100)."""
    ground = cuttable(board, nets, seat)
    layers = mountain.hall_layers[hall_key]
    return _collect(layers, [layer.open(ground, None, None) for layer in layers])


def any_hall_spot(mountain: Mountain, board: Board, nets: Nets, seat: int, hall_key: str) -> bool:
    """Whether ``hall_spots`` would list anything."""
    ground = cuttable(board, nets, seat)
    return any(layer.open(ground, None, None) for layer in mountain.hall_layers[hall_key])


def _collect(layers: Sequence[Layer], named: Sequence[int]) -> list[Spot]:
    """Placings by naming square, then letter."""
    keys = [square * 8 + n for n, mask in enumerate(named) for square in bits(mask)]
    keys.sort()
    return [layers[key & 7].spot(key >> 3) for key in keys]


def cuttable(board: Board, nets: Nets, seat: int) -> int:
    """The squares of tunnel tiles and leftovers in the seat's network (ruling H99)."""
    mask = 0
    for piece, squares in zip(board.pieces, nets.masks, strict=True):
        if piece.kind in CUTTABLE:
            mask |= squares
    return mask & nets.of(seat)


def find_spot(mountain: Mountain, shape_key: str, word: str) -> Spot | None:
    """The placing a word names, legal or not, as long as it lies on diggable ground; None for any other word."""
    return _find(mountain, mountain.shape_layers[shape_key], word)


def _find(mountain: Mountain, layers: Sequence[Layer], word: str) -> Spot | None:
    layer = next((layer for layer in layers if word.endswith(layer.letter)), None)
    try:
        square = mountain.square(word[:-1])
    except ValueError:
        return None
    return layer.spot(square) if layer is not None and layer.fits >> square & 1 else None


def _cells(mountain: Mountain, layers: Sequence[Layer], word: str) -> list[tuple[int, int]] | None:
    """The (row, column) cells a word names, inside the frame or not; None if it is no placing at all."""
    layer = next((layer for layer in layers if word.endswith(layer.letter)), None)
    try:
        row, column = divmod(mountain.square(word[:-1]), mountain.width)
    except ValueError:
        return None
    return None if layer is None else [(row + down, column + right) for down, right in layer.offsets]


def _mask_inside(mountain: Mountain, cells: list[tuple[int, int]]) -> int | None:
    """The mask of cells, or None if one leaves the mountain."""
    if not all(0 <= row < mountain.height and 0 <= column < mountain.width for row, column in cells):
        return None
    mask = mask_of(row * mountain.width + column for row, column in cells)
    return mask if not mask & ~(mountain.ground | mountain.site_mask | mountain.heart) else None


def why_not_dig(
    mountain: Mountain, board: Board, nets: Nets, seat: int, shape_key: str, word: str, hammers: int | None
) -> str:
    """The first rule a placing breaks, as a code; "" if it is legal.

    Codes: wrong_shape (no such square or turning), off_map, workshop_site, heart, overlap (ruling H81),
    touches_opponent (H83), not_touching_own (H82), not_enough_hammers (H85).
    """
    cells = _cells(mountain, mountain.shape_layers[shape_key], word)
    if cells is None:
        return "wrong_shape"
    mask = _mask_inside(mountain, cells)
    if mask is None:
        return "off_map"
    checks = (
        ("workshop_site", bool(mask & mountain.site_mask)),
        ("heart", bool(mask & mountain.heart)),
        ("overlap", bool(mask & nets.occupied)),
        ("touches_opponent", bool(mountain.adjacent(mask) & nets.opponents(seat))),
        ("not_touching_own", not mountain.adjacent(mask) & nets.of(seat)),
        ("not_enough_hammers", hammers is not None and mountain.rubble(mask) > hammers),
    )
    return next((code for code, broken in checks if broken), "")


def why_not_hall(mountain: Mountain, board: Board, nets: Nets, seat: int, hall_key: str, word: str) -> str:
    """The first rule the placing of a hall breaks, as a code; "" if it is legal (rulings H99, H100).

    Codes: wrong_shape, off_map, over_gate, over_hall, bare_ground, not_own (an isolated or an opponent's square).
    """
    cells = _cells(mountain, mountain.hall_layers[hall_key], word)
    if cells is None:
        return "wrong_shape"
    mask = _mask_inside(mountain, cells)
    if mask is None:
        return "off_map"
    kinds = {board.pieces[nets.piece_at[square]].kind for square in bits(mask & nets.occupied)}
    checks = (
        ("over_gate", "gate" in kinds),
        ("over_hall", "hall" in kinds),
        ("bare_ground", bool(mask & ~nets.occupied)),
        ("not_own", bool(mask & ~nets.of(seat))),
    )
    return next((code for code, broken in checks if broken), "")


def place_gate(board: Board, seat: int, square: int) -> None:
    """Set a seat's gate (ruling H5). Changes the board."""
    board.pieces.append(Piece("gate", str(seat), seat, [square], anchor=None))


def place_tile(mountain: Mountain, board: Board, seat: int, shape_key: str, spot: Spot) -> Bundle:
    """Lay a tunnel tile as the last piece and take what lies buried under it (rulings H86, H87). Changes the board.

    Returns the resources uncovered. Statues stay where they are: they are unearthed by lying in a network now.
    """
    squares = spot.squares
    board.pieces.append(Piece("tile", shape_key, seat, squares, anchor=spot.anchor))
    gained: Bundle = {}
    for square in squares:
        for kind, n in board.goods.pop(square, {}).items():
            gained[kind] = gained.get(kind, 0) + n
    return gained


def place_hall(mountain: Mountain, board: Board, seat: int, hall_key: str, spot: Spot) -> dict[int, str]:
    """Lay a great hall as the last piece; what sticks out from under it becomes leftovers (rulings H101 to H103).

    Changes the board, and with it the numbers of later pieces. Returns the pedestals that left the game, by square.
    """
    pieces: list[Piece] = []
    for piece in board.pieces:
        if mask_of(piece.squares) & spot.mask:
            pieces += leftovers(mountain, piece, spot.mask)
        else:
            pieces.append(piece)
    pieces.append(Piece("hall", hall_key, seat, spot.squares, altar=spot.altar))
    board.pieces = pieces
    covered = [square for square in sorted(board.pedestals) if spot.mask >> square & 1]
    return {square: board.pedestals.pop(square) for square in covered}


def leftovers(mountain: Mountain, piece: Piece, covered: int) -> list[Piece]:
    """The connected groups of a piece outside ``covered``, each a tunnel of its own (ruling H101)."""
    found = []
    for group in mountain.groups(mask_of(piece.squares) & ~covered):
        anchor = piece.anchor if piece.anchor is not None and group >> piece.anchor & 1 else None
        found.append(Piece("left", piece.name, piece.seat, list(bits(group)), anchor=anchor))
    return found
