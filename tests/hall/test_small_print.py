"""Refusals say exactly what is wrong, and the smallest forms of an action are actions too."""

from __future__ import annotations

import pytest

from games.rules.dice import seeded
from games.rules.hall import build
from games.rules.hall.state import Open
from tests.hall.building import HOUSE, Maker, Scenario

FIELD = {
    "map": ".....W\n.....W\n......",
    "tiers": "112233\n112233\n112233",
    "tiles": "1.....\n......\n.....2",
}


def dug(pedestals: dict[str, int], used: list[list[object]], shape: str = "Axxx") -> Scenario:
    """Seat 1 has just dug four squares in the top row, beside a workshop site."""
    maker = Maker().board(FIELD).storage({"stone": 9}).drawn_shape("case", shape)
    maker.unit.pedestals |= pedestals
    maker.state.used_pairs = used
    maker.state.workshops = ["pickforge", "stonemill"]
    scenario = maker.done()
    word = next(w.text for w in scenario.next("dig case stone").words if w.data["squares"] == ["B1", "C1", "D1", "E1"])
    scenario.act(f"dig case stone {word}")
    return scenario


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("set", "unfinished"),
        ("set gold", "no_such_clan"),
        ("set moon", "no_pedestal"),
        ("set ice", "pair_used"),
        ("set fire ice", "not_understood"),
        ("establish", "unfinished"),
        ("establish F1", "unfinished"),
        ("establish F9", "no_site_there"),
        ("establish F2 stonemill", "no_site_there"),
        ("establish F1 wheeljack", "workshop_gone"),
        ("establish F1 stonemill now", "not_understood"),
        ("set fire", ""),
        ("establish F1 stonemill", ""),
    ],
)
def test_after_a_dig(words: str, code: str) -> None:
    anchored_left = dug({"fire": 1, "ice": 1}, [["ice", 1], ["ice", 3]])
    assert anchored_left.why(words) == code


def test_a_second_pedestal_finds_the_anchor_taken() -> None:
    scenario = dug({"fire": 1, "ice": 1}, [])
    scenario.act("set ice")
    assert scenario.why("set fire") == "anchor_taken"


def test_without_an_anchor_there_is_no_pedestal() -> None:
    assert dug({"fire": 1}, [], shape="xxxx").why("set fire") == "no_anchor"


@pytest.mark.parametrize(
    ("have", "words", "code"),
    [
        ({"stone": 4}, "dig", "unfinished"),
        ({"stone": 3}, "dig", "no_dig_possible"),
        ({"stone": 4}, "dig tent", "no_such_shape"),
        ({"stone": 4}, "dig case", "unfinished"),
        ({"stone": 4}, "dig case gold", "no_mineral"),
        ({"stone": 4}, "dig case iron", "not_enough_minerals"),
        ({"stone": 4}, "dig case stone+iron", "one_mineral"),
        ({"stone": 4}, "dig case stone", "unfinished"),
        ({"stone": 4}, "dig case stone A1z", "wrong_shape"),
        ({"stone": 4}, "skip", "must_recruit_or_dig"),
    ],
)
def test_before_a_dig(have: dict[str, int], words: str, code: str) -> None:
    scenario = Maker().board(FIELD).storage(have).drawn_shape("case", "Axxx").done()
    assert scenario.why(words) == code


def test_a_full_trollsmoot_must_dig_if_it_can() -> None:
    maker = Maker().board(FIELD).trolls(10).storage({"stone": 4}).drawn_shape("case", "Axxx")
    assert maker.done().why("skip") == "must_dig"


@pytest.mark.parametrize(
    ("words", "code"),
    [("draft", "unfinished"), ("draft dragon 1", "card_not_in_hand"), ("draft {card}", "unfinished")]
    + [(f"draft {{card}} {slot}", "no_such_slot") for slot in ("0", "5", "x", "-1", "01")]
    + [("draft {card} 1 2", "not_understood"), ("draft {card} 4", "")],
)
def test_drafting(words: str, code: str) -> None:
    rules = build(HOUSE)
    state, _ = rules.setup({"start": "1"}, 2, seeded("draft"))
    scenario = Scenario(HOUSE, state)
    scenario.act(f"gate {scenario.words('gate')[0]}")
    scenario.act(f"gate {scenario.rules.legal(scenario.state, 2, ['gate']).words[0].text}", seat=2)
    card = scenario.view()["draft"]["drawn"][0]
    assert scenario.why(words.format(card=card)) == code


def test_changing_the_guard_of_one_troll() -> None:
    """One card is enough, three are the most."""
    maker = Maker().board(FIELD).storage({"rune": 1})
    maker.state.spells[0] = Open("changing_guard")
    scenario = maker.done()
    cards = [card["card"] for row in scenario.view()["horde"] for card in row]
    one = f"cast changing_guard {cards[0]}"
    assert scenario.next(one).complete
    assert scenario.why(f"cast changing_guard {' '.join(cards[:4])}") != ""
    scenario.act(one)
    after = [card["card"] for row in scenario.view()["horde"] for card in row]
    assert after[1:] == cards[1:]
    assert after[0] != cards[0]
    assert scenario.unit()["storage"] == {"coin": 1}
