"""Worked cases about spells and workshops, through the public contract (rulings H39 to H56)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.rules.hall.network import Nets
from games.rules.hall.state import Deck, Open
from tests.hall.building import Given, Maker, Scenario
from tests.hall.caselist import cases, meadow
from tests.hall.test_cases_recruit import Case, check_owned, one, owner, unit_words

STAND_INS = {"P": "earth_ritual", "Q": "soft_rock", "R": "motley_vein", "S": "night_shift", "T": "open_door"}
RING = (("r1c2", "r1c3"), ("r1c4", "r2c4"), ("r3c4", "r3c3"), ("r3c2", "r2c2"))


@pytest.mark.parametrize("case", cases("spell"))
def test_spell(case: Case) -> None:
    """The spells of the cases are only letters; spells without choices stand in for them."""
    given, expect = case["given"], case["expect"]
    maker = meadow().storage({"rune": given["runes"]})
    maker.edition = replace(maker.edition, spells=tuple(STAND_INS.values()))
    maker.state.spells = [Open(STAND_INS[text[0]], int(text[2])) for text in given["open"]]
    maker.state.spell_deck = Deck([], [STAND_INS[key] for key in given["deck"]])
    if given.get("cast_this_turn"):
        maker.state.turn.spell = STAND_INS["R"]
    game = maker.done()
    text = f"cast {STAND_INS[case['action']['cast']]}"
    if not expect["legal"]:
        assert game.why(text) == expect["why"]
        return
    events = game.act(text)
    assert [f"{key_of(s.spell)}:{s.runes}" for s in game.state.spells] == expect["open"]
    assert [key_of(spell) for spell in game.state.spell_deck.bottom] == expect["deck"]
    assert 3 * sum(event.code == "crumbled" for event in events) == expect["runes_to_supply"]
    assert game.unit()["storage"].get("rune", 0) == expect["runes"]


def key_of(spell: str) -> str:
    return next(key for key, name in STAND_INS.items() if name == spell)


def ring(uses: int) -> Given:
    """A workshop with so many open sides and a network of seat 1 round it."""
    squares = {name for pair in RING[:uses] for name in pair}
    rows = [["a" if f"r{r}c{c}" in squares else "." for c in range(1, 6)] for r in range(1, 5)]
    rows[0][0] = "1"
    return {"map": ".....\n..W..\n.....\n.....", "tiles": "\n".join("".join(row) for row in rows)}


def with_shop(given: Given) -> Maker:
    """The case's own board, or a ring round a workshop of its kind."""
    goods = {"storage": given.get("storage", {}), "held": given.get("held", {})}
    maker = owner(goods)
    board = given.get("board") or ring(given["max_uses"]) | {"workshops": {"r2c3": given["kind"]}}
    seat = given.get("seat", 1)
    maker.seat = maker.state.turn.seat = seat
    return maker.board(board)


def activate(game: Scenario, case: Case) -> None:
    """Check who may go in and how often, then go in if anything is to be done there."""
    assert game.ground is not None
    expect, name = case["expect"], case["action"].get("workshop", "r2c3")
    word = game.ground.word(game.ground.square(name))
    shop = game.view()["board"]["workshops"].get(word)
    if "entrances" in expect:
        entrances = shop["entrances"] if shop else empty_site(game, word)
        assert entrances == expect["entrances"]
    offered = {w.text: w.data["uses"] for w in game.next("activate").words}
    assert (word in offered) == expect.get("may_activate", True)
    limit = expect.get("max_uses", case["given"].get("max_uses"))
    assert offered.get(word, 0) == limit
    if word in offered:
        game.act(f"activate {word}")
    else:
        assert game.why(f"activate {word}") in ("workshop_not_touched", "no_workshop_there")


def empty_site(game: Scenario, word: str) -> int:
    """Open sides of a site without a workshop, which the view need not count."""
    assert word in game.view()["board"]["empty_sites"]
    square = game.ground.from_word(word) if game.ground else 0
    return Nets(game.rules.book.mountain("case"), game.state.board, game.state.units).entrances(square)


def use_words(use: Case) -> str:
    """One run, or a trade in between, as an action."""
    if "trade" in use:
        return " ".join(["trade", *unit_words(use["trade"]), use["trade"]["gain"]])
    if "move" in use:
        return "use cart@1.2" if use["move"].startswith("cart:") else f"use {use['move']}@1.1"
    gain = [kind for kind, n in use["gain"].items() for _ in range(n)]
    return " ".join(["use", *unit_words(use), *gain])


@pytest.mark.parametrize("case", cases("workshop"))
def test_workshop(case: Case) -> None:
    game, expect = with_shop(case["given"]).done(), case["expect"]
    activate(game, case)
    uses: list[Any] = case["action"].get("uses", [])
    for number, use in enumerate(uses):
        if not expect["legal"]:
            assert game.why(use_words(use)) == expect["why"]
            return
        events = game.act(use_words(use))
        if "trade" not in use:
            runs = sum("trade" not in earlier for earlier in uses[: number + 1])
            assert one(events, "use")["left"] == expect.get("max_uses", case["given"].get("max_uses")) - runs
    check_owned(game, expect)
