"""The layout of Hall by itself: payments that have to be named, effects before the press, squares in words, same
faces.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from games import editions
from games.rules import kernel
from games.rules.dice import seeded
from games.rules.hall import build, layout
from games.rules.hall.art.faces import portrait
from games.rules.hall.layout.board import cell, crop_round, name
from games.rules.hall.layout.turn import panel
from games.rules.hall.state import State
from games.rules.kernel import Illegal, Next

RULES = build(editions.read("hall"))


def say(ident: str, /, **values: Any) -> str:
    return ident + "".join(f" {name}={value}" for name, value in values.items() if name != "n")


@pytest.fixture
def state() -> State:
    """The first turn of a game of two."""
    dice = seeded("layout")
    found, _ = RULES.setup({}, 2, dice)
    while found.phase != "play":
        seat = RULES.pending(found)[0].seat
        found = kernel.advance(RULES, found, seat, RULES.fallback(found, seat), dice).state
    return found


def desk_of(state: State, line: str = "", seat: int | None = None) -> layout.Desk:
    """The Desk of the seat whose turn it is, or of another reader (0: a watcher)."""
    reader = state.turn.seat if seat is None else seat or None

    def legal(words: Sequence[str]) -> Next:
        return RULES.legal(state, state.turn.seat, words)

    def preview(text: str) -> Any:
        try:
            step = kernel.advance(RULES, state, state.turn.seat, text, seeded("preview"))
        except Illegal:
            return None
        events = [(event.code, event.data) for event in step.events]
        return SimpleNamespace(view=RULES.view(step.state, reader), events=events, reveals=bool(step.draws))

    def href(new: Any, **changes: str) -> str:
        return (
            "?w=" + "; ".join(" ".join(words) for words in new or []) + "".join(f"&{k}={v}" for k, v in changes.items())
        )

    words = [action.split(" ") for action in kernel.split_line(line)]
    return layout.Desk(
        RULES.edition, RULES.view(state, reader), reader, say=say, who=lambda s: f"seat {s}", joined=", ".join,
        href=href, sheet=lambda sheet: f"/{sheet}.svg", legal=legal, preview=preview, line=words,
    )  # fmt: skip


def opened(desk: layout.Desk) -> Any:
    return next(step["open"] for step in panel(desk)["steps"] if step["state"] == "now")


def test_bribes_that_coins_do_not_cover_are_named_one_by_one(state: State) -> None:
    """Shiny Pebbles: stone may lie among the bribes, but is never taken by itself (rulings H28, H59)."""
    unit = state.units[state.players[state.turn.seat - 1].unit]
    unit.storage = {"coin": 1, "stone": 1}
    state.turn.markers.append("shiny_pebbles")
    card = state.horde[1][0]
    assert card is not None
    first = opened(desk_of(state, f"recruit {card.card}"))
    assert {option["word"] for option in first["pay"]["options"]} >= {"coin", "stone"}
    assert panel(desk_of(state, f"recruit {card.card}"))["confirm"]["line"] == ""
    named = f"recruit {card.card} pay coin stone"
    then = opened(desk_of(state, named))
    assert then["places"]
    done = panel(desk_of(state, f"{named}; place 2.1"))
    assert done["confirm"]["line"] == f"{named}; place 2.1"
    assert "stone" not in str(opened(desk_of(state, f"{named}; place 2.1")).get("waste"))


def test_a_trade_shows_what_goes_and_what_comes(state: State) -> None:
    state.units[state.players[state.turn.seat - 1].unit].storage = {"stone": 4}
    bill = opened(desk_of(state, "trade stone stone stone stone rune"))["bill"]
    assert [len(row["icons"]) for row in bill["rows"]] == [4, 1]
    assert bill["rows"][1]["icons"][0]["icon"] == "r-rune"
    assert opened(desk_of(state, "trade stone stone"))["bill"] is None


def test_a_spell_shows_its_effect_and_that_something_will_be_revealed(state: State) -> None:
    state.units[state.players[state.turn.seat - 1].unit].storage = {"rune": 1, "stone": 2}
    state.spells[0].spell, state.spells[0].runes = "deep_smelt", 2
    bill = opened(desk_of(state, "cast deep_smelt stone 2"))["bill"]
    kinds = [[token["icon"] for token in row["icons"]] for row in bill["rows"]]
    assert kinds[0] == ["r-rune", "r-stone", "r-stone"]
    assert kinds[1] == ["r-iron", "r-iron"]
    assert bill["rows"][2]["label"] == "hall.bill.reveals"


def test_a_watcher_has_no_panel_and_nothing_to_press(state: State) -> None:
    page = layout.page(desk_of(state, seat=0))
    assert page["panel"] is None
    assert page["smoot"] is None
    assert "<a " not in page["board"]["svg"]
    assert 'role="img"' in page["board"]["svg"]
    assert len(page["rivals"]) == 2


def test_squares_have_names_there_and_back() -> None:
    for square in ((0, 0), (8, 12), (25, 3), (26, 0), (28, 20)):
        assert cell(name(square)) == square
    assert name((8, 12)) == "I13"
    assert name((26, 0)) == "AA1"


def test_a_close_up_holds_every_square_and_stays_on_the_board() -> None:
    side = RULES.edition.sides["winter"]
    crop = crop_round(side, ["A1", "C3"], 1)
    assert crop is not None
    assert crop.x == crop.y == 0
    assert crop.width >= 13
    last = crop_round(side, [name((side.width - 1, side.height - 1))], 2)
    assert last is not None
    assert last.x + last.width == side.width
    assert crop_round(side, [], 1) is None


def test_a_troll_keeps_its_face_and_no_two_are_alike() -> None:
    faces = {troll.key: portrait(troll.key, troll.clan, troll.level) for troll in RULES.edition.trolls}
    assert len(set(faces.values())) == len(faces)
    again = RULES.edition.trolls[0]
    assert faces[again.key] == portrait(again.key, again.clan, again.level)


def test_the_board_says_every_square_in_words(state: State) -> None:
    desk = desk_of(state)
    desk.query["text"] = "1"
    rows = layout.page(desk)["board"]["text"]
    cells = {found["square"]: found["text"] for row in rows for found in row["cells"]}
    side = RULES.edition.sides[state.side]
    for i, square in enumerate(side.squares):
        text = cells[name((i % side.width, i // side.width))]
        assert bool(text) == (square.ground != "outside")
        if square.tier:
            assert f"tier={square.tier}" in text
        if square.rubble:
            assert "hall.square.rubble" in text
