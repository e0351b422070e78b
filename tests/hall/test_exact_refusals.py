"""A refusal names the rule that is broken: a word too many, a mineral too few, a door that is not one's own."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.dice import seeded
from games.rules.hall import build
from games.rules.hall.state import Deck, Open
from games.rules.kernel import Illegal
from tests.hall.building import HOUSE, Maker, Scenario
from tests.hall.caselist import meadow

FIELD = {"map": "......\n......\n......", "tiles": "1a....\n......\n.....2", "statues": {"r1c2": "ice"}}


def field(**storage: int) -> Maker:
    return Maker().board(FIELD).storage(storage).shape("two", [(0, 0), (0, 1)], (0, 0))


def reason(game: Scenario, action: str) -> Illegal:
    with pytest.raises(Illegal) as refused:
        game.act(action)
    return refused.value


def stepped(maker: Maker, step: str) -> Scenario:
    game = maker.done()
    game.state.turn.step = step
    return game


def test_a_word_too_many_is_the_word_named() -> None:
    """Not "something is missing", nor a rule that is kept."""
    game = field(stone=2).done()
    card = game.words("recruit")[0]
    for action in (f"recruit {card} now", f"dig two stone {game.words('dig two stone')[0]} now"):
        assert (reason(game, action).code, reason(game, action).data) == ("not_understood", {"word": "now"})
    moving = stepped(field(cart=1), "statues")
    assert reason(moving, f"move B1 {moving.words('move B1')[0]} now").code == "not_understood"
    full = Maker().board(FIELD).trolls(10).done()
    assert reason(full, "skip now").code == "not_understood"


def test_a_word_too_many_after_a_recruit() -> None:
    game = meadow().storage({"coin": 5}).done()
    game.act(f"recruit {game.view()['horde'][2][0]['card']}")
    clan = game.words("pedestal")[0]
    assert reason(game, f"pedestal {clan} {clan}").code == "not_understood"
    game.act("pedestal none")
    assert reason(game, "place 2.1 2.2").code == "not_understood"
    assert reason(game, "place 3.1 2.2").code == "no_support"


def test_a_word_too_many_at_the_gates() -> None:
    state, _ = build(HOUSE).setup({"start": "1"}, 2, seeded("gates"))
    game = Scenario(HOUSE, state)
    start, other = game.words("gate")[:2]
    assert reason(game, f"gate {start} {other}").code == "not_understood"


def test_a_shape_that_no_mineral_pays() -> None:
    """The size is what is missing, not another word."""
    refused = reason(field(stone=1, iron=1, cart=1).done(), "dig two")
    assert (refused.code, refused.data) == ("not_enough_minerals", {"need": 2})


def test_a_mix_of_one_mineral_is_no_mix() -> None:
    """A single mineral is named once, also under Motley Vein."""
    maker = field(stone=2, rune=1)
    maker.state.spells = [Open("motley_vein")]
    game = maker.done()
    game.act("cast motley_vein")
    assert reason(game, "dig two stone+stone C1a").code == "not_understood"


def test_a_traded_kind_has_no_source() -> None:
    game = field(stone=4).done()
    assert reason(game, "trade stone stone stone stone iron@s").code == "not_understood"


def test_a_move_names_the_square_that_does_not_exist() -> None:
    game = stepped(field(cart=1), "statues")
    assert reason(game, "move B1 Z9").data == {"word": "Z9"}
    assert reason(game, "move Q8 B1").data == {"word": "Q8"}


def test_a_statue_without_a_free_square_cannot_be_moved() -> None:
    board = {"map": "...\n...", "tiles": "1..\n..2", "statues": {"r1c1": "ice"}}
    game = stepped(Maker().board(board).storage({"cart": 1}), "statues")
    assert reason(game, "move A1").code == "nothing_to_move"


def smelter(**storage: int) -> Scenario:
    maker = meadow().storage({"rune": 1} | storage)
    maker.state.spells, maker.state.spell_deck = [Open("deep_smelt")], Deck(sorted(HOUSE.spells[1:]))
    return maker.done()


@pytest.mark.parametrize(
    ("paid", "code"),
    [
        ("rune@4.1 iron iron", "bad_rune"),
        ("rune iron@1.1 iron", "not_owned"),
        ("rune iron iron iron", "not_exact"),
        ("rune stone stone", "not_exact"),
        ("rune iron iron", ""),
    ],
)
def test_the_minerals_of_deep_smelt(paid: str, code: str) -> None:
    """A wrong mineral is no wrong rune."""
    assert smelter(iron=3, stone=2).why(f"cast deep_smelt iron 2 pay {paid}") == code


def test_the_second_workshop_of_open_door_must_be_touched() -> None:
    """The seat has a second one left, but not that one."""
    shops = {"r2c3": "Stonemill", "r2c5": "Wheeljack", "r4c6": "Pickforge"}
    tiles = "1aaaa..\n.......\n.......\n2......"
    maker = Maker().board({"map": ".......\n..W.W..\n.......\n.....W.", "tiles": tiles, "workshops": shops})
    maker.state.spells = [Open("open_door")]
    game = maker.storage({"rune": 1}).done()
    game.act("cast open_door")
    game.act("activate C2")
    game.act("close")
    assert reason(game, "activate F4").code == "workshop_not_touched"
    assert reason(game, "activate C2").code == "already_activated"
    assert game.words("activate") == ["E2"]


@pytest.mark.parametrize("value", [[["stonemill"]], [{}], [1, 2], "stonemill", {"stonemill": 1}])
def test_a_list_of_anything_but_tiles(value: Any) -> None:
    """H9: whatever is sent, the answer is a refusal."""
    with pytest.raises(Illegal) as refused:
        build(HOUSE).check_options({"workshops": "chosen", "workshop_list": value}, 2)
    assert refused.value.code == "bad_option"
