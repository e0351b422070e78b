"""What sticks out from under a great hall is a tunnel like any other (rulings H99, H101, H102)."""

from __future__ import annotations

from games.rules.hall.state import Open, Piece
from tests.hall.building import Maker, Scenario


def cut() -> Maker:
    """A hall of two squares lies on the middle of a tunnel of five; both ends stick out, one with its anchor."""
    maker = Maker().board({"map": "........", "tiles": "1aaaaa.2"})
    maker.state.board.pieces[1] = Piece("tile", "case", 1, [1, 2, 3, 4, 5], anchor=5)
    maker.hall("pair", "Ax").hall("nook", "Ax").hall("cell", "A")
    maker.state.turn.step = "hall"
    return maker


def laid(maker: Maker) -> Scenario:
    game = maker.done()
    word = next(w.text for w in game.next("hall pair").words if w.data["squares"] == ["C1", "D1"])
    game.act(f"hall pair {word}")
    return game


def test_a_leftover_can_be_covered_and_cut_again() -> None:
    """H99, H101: by the next hall, like the tile it came from."""
    game = laid(cut())
    assert [(p["kind"], p["squares"], p["anchor"]) for p in game.pieces()[1:-2]] == [
        ("left", ["B1"], None),
        ("left", ["E1", "F1"], "F1"),
    ]
    game.state.turn.step = "hall"
    assert [w.data["squares"] for w in game.next("hall cell").words] == [["B1"], ["E1"], ["F1"]]
    game.act(f"hall cell {game.words('hall cell')[1]}")
    assert [p["squares"] for p in game.pieces() if p["kind"] == "left"] == [["B1"], ["F1"]]


def test_the_anchor_of_a_leftover_takes_a_late_pedestal() -> None:
    """H102: useless but for a spell; the covered part is gone for good."""
    maker = cut()
    maker.unit.pedestals = {"fire": 1}
    maker.state.spells = [Open("late_foundation")]
    game = laid(maker.storage({"rune": 1}))
    assert game.why("set fire") == "no_fresh_tunnel"
    game.state.turn.step = "magic"
    assert game.words("cast late_foundation fire") == ["F1"]
    covered = cut()
    covered.unit.pedestals = {"fire": 1}
    covered.state.spells = [Open("late_foundation")]
    other = covered.storage({"rune": 1}).done()
    over = next(w.text for w in other.next("hall pair").words if w.data["squares"] == ["E1", "F1"])
    other.act(f"hall pair {over}")
    other.state.turn.step = "magic"
    assert other.why("cast late_foundation fire F1") == "no_anchor_open"
