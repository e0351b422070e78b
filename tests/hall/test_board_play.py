"""What must hold of the mountain at every moment of a game: whole games by random players who love to dig."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules import kernel
from games.rules.bot import random_action
from games.rules.dice import RealDice, seeded
from games.rules.hall import build
from games.rules.hall.board import bits, mask_of
from games.rules.hall.network import Nets
from games.rules.hall.rules import HallRules
from games.rules.hall.state import State
from tests.hall.boards import flood_groups, house

RULES = build(house())
EAGER = {"dig": 40, "extra": 40, "hall": 40, "set": 60, "move": 20, "establish": 40, "place": 20, "use": 10}
SHY = {"recruit": 1, "end": 1, "trade": 4}


def taste(word: str) -> int:
    """Dig, build and cart whenever possible."""
    return EAGER.get(word, SHY.get(word, 3))


def check_board(rules: HallRules, state: State) -> None:
    """The whole mountain, told from the pieces alone."""
    mountain, board = rules.book.mountain(state.side), state.board
    squares = [square for piece in board.pieces for square in piece.squares]
    assert len(squares) == len(set(squares)), "pieces overlap"
    assert not mask_of(squares) & ~mountain.ground, "a piece lies on no diggable ground"
    assert all(piece.squares == sorted(piece.squares) for piece in board.pieces)
    assert all(len(flood_groups(piece.squares, mountain.width)) == 1 for piece in board.pieces), "a torn piece"
    assert not set(squares) & set(board.goods), "resources lie under a piece"
    assert set(board.workshops) <= set(mountain.sites)
    check_anchors(state)
    nets = Nets(mountain, board, state.units)
    assert nets.isolated == 0, "no action of the house edition isolates anything"
    for n, unit in enumerate(state.units):
        edge = mountain.adjacent(nets.of_unit(n))
        assert not any(edge & nets.of_unit(other) for other in range(len(state.units)) if other != n), "rivals touch"
        assert all(nets.owner(square) == n for square in bits(nets.of_unit(n)))
        assert all(nets.of(seat) >> _gate(state, seat) & 1 for seat in unit.seats)


def check_anchors(state: State) -> None:
    """Pedestals stand on anchors of tunnels; altars belong to halls."""
    board = state.board
    anchors = {piece.anchor for piece in board.pieces if piece.kind in ("tile", "left")}
    assert set(board.pedestals) <= anchors
    for piece in board.pieces:
        assert piece.anchor is None or piece.anchor in piece.squares
        assert (piece.altar in piece.squares) == (piece.kind == "hall")
    pairs = [tuple(pair) for pair in state.used_pairs]
    assert len(pairs) == len(set(pairs)), "a clan and tier used twice"


def _gate(state: State, seat: int) -> int:
    return next(p.squares[0] for p in state.board.pieces if p.kind == "gate" and p.seat == seat)


def check_scores(rules: HallRules, state: State) -> None:
    """What is shown of statues and halls adds up to what the units would score."""
    view = rules.view(state, None)
    shown = sum(statue["worth"] for statue in view["board"]["statues"].values())
    low = sum(rules.book.halls[p["name"]].low for p in view["board"]["pieces"] if p["kind"] == "hall")
    assert sum(unit["now"]["statues"] + unit["now"]["halls"] for unit in view["units"]) == shown + low
    assert all(statue["worth"] == 0 for statue in view["board"]["statues"].values() if statue["buried"])


def check_refusals(rules: HallRules, state: State, dice: RealDice) -> None:
    """Every placing of the first payable shape is either offered or refused with a reason."""
    seat = state.turn.seat
    if state.phase != "play" or "dig" not in [word.text for word in rules.legal(state, seat, ()).words]:
        return
    shape = rules.legal(state, seat, ("dig",)).words[0].text
    mineral = rules.legal(state, seat, ("dig", shape)).words[0].text
    offered = {word.text for word in rules.legal(state, seat, ("dig", shape, mineral)).words}
    mountain = rules.book.mountain(state.side)
    square = dice.below("square", mountain.size)
    for letter in "abcdefgh":
        word = mountain.name(square) + letter
        if word not in offered:
            code = rules.explain(state, seat, ("dig", shape, mineral, word)).code
            assert code not in ("unfinished", "not_understood"), (word, code)


HOARD = {"stone": 25, "iron": 15, "heartstone": 10, "hammer": 6, "cart": 12}


def whole_game(seats: int, team: bool, seed: str, hoard: dict[str, int]) -> Counter[str]:
    """Play and check one game; the units begin with a hoard. Which events came up."""
    dice, thinking = seeded(seed), seeded(f"player {seed}")
    state, _ = RULES.setup({"team": True} if team else {}, seats, dice)
    for unit in state.units:
        unit.storage |= hoard
    clans, seen = Counter(state.board.statues.values()), Counter[str]()
    while asked := RULES.pending(state):
        text = random_action(RULES, state, asked[0].seat, thinking, taste)
        step = kernel.advance(RULES, state, asked[0].seat, text, dice)
        state = step.state
        seen.update(event.code for event in step.events)
        if state.phase == "play":
            check_board(RULES, state)
            check_scores(RULES, state)
            check_refusals(RULES, state, thinking)
    assert Counter(state.board.statues.values()) == clans
    return seen


@pytest.mark.parametrize(("seats", "team"), [(2, False), (3, False), (4, False), (4, True), (5, False)])
def test_the_mountain_stays_whole(seats: int, team: bool) -> None:
    seen = whole_game(seats, team, f"poor {seats} {team}", {})
    for game in range(2):
        seen += whole_game(seats, team, f"rich {seats} {team} {game}", HOARD)
    assert min(seen[code] for code in ("dig", "hall", "move", "establish", "unearthed", "gained")) > 0, seen


def towards(state: State, seat: int) -> str:
    """The dig in stone that comes nearest to the partner's gate; what the autopilot does if there is none."""
    mountain, partner = RULES.book.mountain(state.side), {1: 4, 4: 1, 2: 3, 3: 2}[seat]
    goal = divmod(_gate(state, partner), mountain.width)
    digs = []
    for shape in ("grotto", "stair", "shaft", "crawl"):
        try:
            words = RULES.legal(state, seat, ("dig", shape, "stone")).words
        except kernel.Illegal:
            continue
        for word in words:
            cells = [divmod(mountain.square(name), mountain.width) for name in word.data["squares"]]
            far = min(abs(row - goal[0]) + abs(column - goal[1]) for row, column in cells)
            digs.append((far, f"dig {shape} stone {word.text}"))
    return min(digs)[1] if digs else RULES.fallback(state, seat)


def test_team_mates_join_their_networks() -> None:
    """Two teams with plenty of stone dig towards each other until their networks are joined (rulings H131, H132)."""
    dice = seeded("team")
    state, _ = RULES.setup({"team": True, "start": "1"}, 4, dice)
    while state.phase != "play":
        seat = RULES.pending(state)[0].seat
        state = kernel.advance(RULES, state, seat, RULES.fallback(state, seat), dice).state
    for unit in state.units:
        unit.storage |= {"stone": 90, "hammer": 9}
    joined: set[int] = set()
    while len(joined) < 2 and (asked := RULES.pending(state)):
        state = kernel.advance(RULES, state, asked[0].seat, towards(state, asked[0].seat), dice).state
        check_board(RULES, state)
        nets = Nets(RULES.book.mountain(state.side), state.board, state.units)
        for n, unit in enumerate(state.units):
            one, two = (nets.of(seat) for seat in unit.seats)
            assert (one == two) == bool(one & two)
            assert nets.of_unit(n) == one | two
            joined |= {n} if one == two else set()
    assert joined == {0, 1}
