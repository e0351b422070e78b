"""Geometry against plain, slow counterparts on random mountains: placings, networks, halls, journeys, sets."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.rules.hall import placing, scoring
from games.rules.hall.board import Mountain, bits, mask_of
from games.rules.hall.edition import KINDS
from games.rules.hall.network import Nets, destinations, fewest_carts
from games.rules.hall.state import Board, Piece, Unit
from tests.hall.boards import Ground, beside, flood_groups, house, naive_turnings, placings

HOUSE = house()
SOLO = [Unit([1]), Unit([2]), Unit([3])]
TEAMS = [Unit([1, 4]), Unit([2, 3])]
COLUMNS = st.integers(2, 8)


@st.composite
def positions(draw: st.DrawFn, units: list[Unit]) -> tuple[Ground, Mountain, Board]:
    """A random drawing: ground of all sorts, gates of the units' seats, pieces of free form, statues anywhere."""
    width, height = draw(COLUMNS), draw(COLUMNS)
    size = width * height
    ground = draw(st.lists(st.sampled_from(".....oWH#"), min_size=size, max_size=size))
    tiles = draw(st.lists(st.sampled_from("....aabbccddQR"), min_size=size, max_size=size))
    tiles = [tile if sign in ".o" else "." for tile, sign in zip(tiles, ground, strict=True)]
    rock = [n for n, sign in enumerate(ground) if sign in ".o"]
    seats = sorted(seat for unit in units for seat in unit.seats)
    for seat, square in zip(seats, draw(st.permutations(rock)), strict=False):
        tiles[square] = str(seat)
    drawing = Ground({"map": _text(ground, width), "tiles": _text(tiles, width)})
    side = drawing.side()
    mountain = Mountain(replace(HOUSE, sides={"case": side}), "case")
    pieces = [piece for sign in drawing.signs() for piece in _pieces(drawing, sign)]
    squares = draw(st.lists(st.sampled_from(rock), unique=True, max_size=6)) if rock else []
    return drawing, mountain, Board(pieces=pieces, statues=dict.fromkeys(squares, "fire"))


def _text(signs: list[str], width: int) -> str:
    return "\n".join("".join(signs[n : n + width]) for n in range(0, len(signs), width))


def _pieces(drawing: Ground, sign: str) -> list[Piece]:
    if sign.isdigit():
        return [Piece("gate", sign, int(sign), group) for group in drawing.groups(sign)]
    if sign.isupper():
        return [Piece("hall", "the_trove", 1, group, altar=group[0]) for group in drawing.groups(sign)]
    return [Piece("left", "crawl", 1, group) for group in drawing.groups(sign)]


def plain_net(drawing: Ground, board: Board, seat: int) -> set[int]:
    """The group of covered squares that holds the seat's gate."""
    gate = next((piece.squares[0] for piece in board.pieces if piece.kind == "gate" and piece.seat == seat), None)
    groups = flood_groups([square for piece in board.pieces for square in piece.squares], drawing.width)
    return next((set(group) for group in groups if gate in group), set())


@given(positions(SOLO))
def test_networks_equal_plain_flooding(position: tuple[Ground, Mountain, Board]) -> None:
    drawing, mountain, board = position
    nets = Nets(mountain, board, SOLO)
    plain = {seat: plain_net(drawing, board, seat) for seat in (1, 2, 3)}
    assert {seat: set(bits(nets.of(seat))) for seat in plain} == plain
    covered = {square for piece in board.pieces for square in piece.squares}
    assert set(bits(nets.isolated)) == covered - set().union(*plain.values())
    assert nets.unearthed == sorted(square for square in board.statues if any(square in net for net in plain.values()))
    for site in mountain.sites:
        near = beside(site, drawing.width, mountain.size)
        assert nets.entrances(site) == sum(any(square in net for net in plain.values()) for square in near)
        assert nets.touches(1, site) == any(square in plain[1] for square in near)


@given(positions(TEAMS), st.sampled_from(sorted(HOUSE.shapes, key=lambda shape: shape.key)), st.integers(0, 3))
def test_spots_equal_plain_listing(position: tuple[Ground, Mountain, Board], shape, hammers: int) -> None:  # type: ignore[no-untyped-def]
    drawing, mountain, board = position
    nets = Nets(mountain, board, TEAMS)
    own, rivals = plain_net(drawing, board, 1), plain_net(drawing, board, 2) | plain_net(drawing, board, 3)
    covered = {square for piece in board.pieces for square in piece.squares}
    legal = {}
    for word, (squares, named) in placings(drawing, shape.cells, shape.anchor).items():
        near = {other for square in squares for other in beside(square, drawing.width, mountain.size)} - set(squares)
        signs = ["".join(drawing.rows)[square] for square in squares]
        ok = all(sign in ".o" for sign in signs) and signs.count("o") <= hammers
        ok = ok and not covered & set(squares) and bool(near & own) and not near & rivals
        why = placing.why_not_dig(mountain, board, nets, 1, shape.key, word, hammers)
        assert (why == "") == ok, (word, why)
        if ok:
            legal[word] = (squares, named)
    found = placing.spots(mountain, board, nets, 1, shape.key, hammers)
    assert {spot.word: tuple(spot.squares) for spot in found} == {word: squares for word, (squares, _) in legal.items()}
    assert [spot.word for spot in found] == [
        word for word, _ in sorted(legal.items(), key=lambda item: (item[1][1], item[0][-1]))
    ]
    assert all(spot.anchor == (legal[spot.word][1] if shape.anchor else None) for spot in found)
    assert placing.any_spot(mountain, board, nets, 1, shape.key, hammers) == bool(legal)


@given(positions(SOLO), st.sampled_from(["shamans_chamber", "the_rift", "stoneshapers"]))
def test_hall_spots_equal_plain_listing(position: tuple[Ground, Mountain, Board], key: str) -> None:
    drawing, mountain, board = position
    nets = Nets(mountain, board, SOLO)
    own = plain_net(drawing, board, 1)
    soft = {square for piece in board.pieces if piece.kind in ("tile", "left") for square in piece.squares}
    hall = mountain.halls[key]
    listed = placings(drawing, hall.cells, hall.altar, mirror=False)
    legal = {word: squares for word, (squares, _) in listed.items() if set(squares) <= own & soft}
    found = placing.hall_spots(mountain, board, nets, 1, key)
    assert {spot.word: tuple(spot.squares) for spot in found} == legal
    assert placing.any_hall_spot(mountain, board, nets, 1, key) == bool(legal)
    for word in listed:
        assert (placing.why_not_hall(mountain, board, nets, 1, key, word) == "") == (word in legal)


@given(st.sampled_from(["shamans_chamber", "the_crucible", "the_rift", "the_trove"]), st.data())
def test_a_hall_conserves_squares(key: str, data: st.DataObject) -> None:
    """Cutting loses no square, every leftover is in one piece, statues and other pieces stay as they are."""
    drawing = Ground({"map": "\n".join(["......."] * 7), "tiles": "......."})
    mountain = Mountain(replace(HOUSE, sides={"case": drawing.side()}), "case")
    signs = data.draw(st.lists(st.sampled_from("abc"), min_size=48, max_size=48))
    drawing.given["tiles"] = _text(["1", *signs], 7)
    pedestals = dict.fromkeys(data.draw(st.sets(st.integers(1, 48), max_size=5)), "ice")
    pieces = [piece for sign in drawing.signs() for piece in _pieces(drawing, sign)]
    for piece in pieces:
        piece.anchor = next((square for square in piece.squares if square in pedestals), None)
    board = Board(pieces=pieces, statues={9: "fire", 24: "ice"}, pedestals=dict(pedestals))
    before = {square: next(p.seat for p in pieces if square in p.squares) for square in range(49)}
    spot = data.draw(st.sampled_from(placing.hall_spots(mountain, board, Nets(mountain, board, SOLO), 1, key)))
    untouched = [piece for piece in pieces if not mask_of(piece.squares) & spot.mask]
    removed = placing.place_hall(mountain, board, 1, key, spot)
    after = [square for piece in board.pieces for square in piece.squares]
    assert sorted(after) == sorted(before)
    assert all(piece in board.pieces for piece in untouched)
    assert all(len(flood_groups(piece.squares, 7)) == 1 for piece in board.pieces)
    assert board.statues == {9: "fire", 24: "ice"}
    assert removed == {square: "ice" for square in pedestals if spot.mask >> square & 1}
    assert board.pedestals == {square: "ice" for square in pedestals if not spot.mask >> square & 1}
    assert board.pieces[-1].altar == spot.altar
    assert spot.altar in spot.squares
    anchors = {piece.anchor for piece in pieces if piece.anchor is not None}
    kept = {piece.anchor for piece in board.pieces if piece.anchor is not None}
    assert kept == {anchor for anchor in anchors if not spot.mask >> anchor & 1}


@settings(max_examples=60)
@given(positions(SOLO))
def test_journeys_equal_plain_search(position: tuple[Ground, Mountain, Board]) -> None:
    """Carts counted by moving the statue square by square of the rule: same tunnel or one that shares a side."""
    drawing, mountain, board = position
    nets = Nets(mountain, board, SOLO)
    own = plain_net(drawing, board, 1)
    piece_of = {square: n for n, piece in enumerate(board.pieces) for square in piece.squares}
    for start in sorted(set(board.statues) & own):
        others = set(board.statues) - {start}
        costs, edge, carts = {}, {start}, 0
        while edge:
            carts += 1
            reached = set()
            for square in edge:
                tunnel = piece_of[square]
                near = {
                    piece_of[other]
                    for own_square in board.pieces[tunnel].squares
                    for other in beside(own_square, drawing.width, mountain.size)
                    if other in piece_of
                }
                reached |= {s for n in near | {tunnel} for s in board.pieces[n].squares if s in own and s not in others}
            edge = {square for square in reached if square not in costs and square != start}
            costs.update(dict.fromkeys(edge, carts))
            if carts == 1:
                assert destinations(mountain, board, nets, 1, start) == sorted(edge)
        for square in range(mountain.size):
            assert fewest_carts(mountain, board, nets, 1, start, square) == costs.get(square)


def brute_sets(amounts: list[int]) -> int:
    """The best number of sets over every sequence of trades, three trades deep (more never help, ruling H120)."""
    best = sum(amount // 3 for amount in amounts)
    seen, edge = set(), {tuple(amounts)}
    for _ in range(3):
        following = set()
        for hoard in edge:
            for paid in _four(hoard):
                for kind in range(len(hoard)):
                    left = list(paid)
                    left[kind] += 1
                    following.add(tuple(left))
        edge = following - seen
        seen |= edge
        best = max([best, *(sum(amount // 3 for amount in hoard) for hoard in edge)])
    return best


def _four(hoard: tuple[int, ...]) -> list[tuple[int, ...]]:
    choices = product(*(range(min(4, amount) + 1) for amount in hoard))
    return [tuple(a - c for a, c in zip(hoard, cut, strict=True)) for cut in choices if sum(cut) == 4]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=4, max_size=4).filter(lambda amounts: sum(amounts) <= 13))
def test_best_sets_equals_all_trades(amounts: list[int]) -> None:
    assert scoring.best_sets(dict(zip(KINDS, amounts, strict=False))) == brute_sets(amounts)


@given(st.lists(st.integers(0, 40), min_size=7, max_size=7))
def test_more_resources_never_lose_sets(amounts: list[int]) -> None:
    counts = dict(zip(KINDS, amounts, strict=True))
    best = scoring.best_sets(counts)
    assert scoring.plain_sets(counts) <= best <= scoring.plain_sets(counts) + 2
    assert all(best <= scoring.best_sets({**counts, kind: counts[kind] + 1}) for kind in KINDS)


@given(st.sampled_from([*HOUSE.shapes, *HOUSE.halls]))
def test_turnings_keep_the_documented_order(part) -> None:  # type: ignore[no-untyped-def]
    hall = hasattr(part, "altar")
    mountain = Mountain(HOUSE, "winter")
    layers = (mountain.hall_layers if hall else mountain.shape_layers)[part.key]
    marked = part.altar if hall else part.anchor
    plain = [[(int(p.imag), int(p.real)) for p in turning] for turning in naive_turnings(part.cells, marked, not hall)]
    assert [list(layer.offsets) for layer in layers] == plain
    assert "".join(layer.letter for layer in layers) == "abcdefgh"[: len(plain)]


def test_every_square_of_rubble_takes_its_own_hammer() -> None:
    """Size 2 wholly on rubble: one hammer is too few, two are enough, more change nothing (ruling H85)."""
    drawing = Ground({"map": ".oo\n...", "tiles": "1..\n..."})
    mountain = Mountain(replace(HOUSE, sides={"case": drawing.side()}), "case")
    board = Board(pieces=[piece for sign in drawing.signs() for piece in _pieces(drawing, sign)])
    nets = Nets(mountain, board, SOLO)
    on_rubble = [
        any(spot.squares == [1, 2] for spot in placing.spots(mountain, board, nets, 1, "crawl", hammers))
        for hammers in (0, 1, 2, 3, 9, None)
    ]
    assert on_rubble == [False, False, True, True, True, True]


def test_a_word_finds_its_placing_and_no_other() -> None:
    mountain = Mountain(HOUSE, "autumn")
    for key, layers in mountain.shape_layers.items():
        words = {layer.spot(square).word: layer.spot(square) for layer in layers for square in bits(layer.fits)}
        assert len(words) == sum(layer.fits.bit_count() for layer in layers)
        assert all(placing.find_spot(mountain, key, word) is spot for word, spot in words.items())
        for word in ("", "a", "D4", "D4z", "D4aa", "d4a", "D04a", "A1a", "ZZ9a", "D4 a"):
            assert placing.find_spot(mountain, key, word) is None
