"""Small things about starting rows and the horde that a whole case does not ask for."""

from __future__ import annotations

from games.rules import kernel
from games.rules.dice import seeded
from games.rules.hall import build
from games.rules.hall.state import Deck, Open
from tests.hall.building import HOUSE
from tests.hall.caselist import meadow


def test_upper_rows_start_empty() -> None:
    """H18, H20: the draft pays the lower rows alone, symbols fill by activation; what was not placed is gone unseen."""
    rules, dice = build(HOUSE), seeded("rows")
    state, _ = rules.setup({"start": "1"}, 2, dice)
    while state.phase != "play":
        seat = rules.pending(state)[0].seat
        state = kernel.advance(rules, state, seat, rules.fallback(state, seat), dice).state
    trolls = [troll for player in rules.view(state, 1)["players"] for row in player["rows"] for troll in row if troll]
    assert len(trolls) == 8
    assert not any(full for troll in trolls for full in troll["filled"])
    assert state.drafts == []
    assert [rules.view(state, seat)["draft"] for seat in (1, 2, None)] == [None] * 3
    once = {starter.key: starter.once for starter in HOUSE.starters}
    own = [kind for troll in rules.view(state, 1)["players"][0]["rows"][0] for kind in once[troll["card"]]]
    assert rules.view(state, 1)["units"][0]["storage"] == {kind: own.count(kind) for kind in own}


def test_the_pedestal_on_a_troll_comes_with_it() -> None:
    """H62: always, and only once; the newcomer has its own."""
    game = meadow().storage({"coin": 2}).done()
    card = game.view()["horde"][1][2]
    assert card["pedestal"]
    game.act(f"recruit {card['card']}")
    assert game.unit()["pedestals"] == {card["pedestal"]: 1}
    assert sum(game.state.bag.values()) + sum(bool(c["pedestal"]) for c in game.view()["horde"][1]) == 17


def test_a_space_without_a_card_costs_nothing() -> None:
    """H59: when all decks are empty, what lies beneath grows cheaper."""
    maker = meadow().storage({"coin": 1})
    maker.state.decks = [Deck([]), Deck([]), Deck([])]
    maker.state.horde[0][1] = None
    game = maker.done()
    card = game.view()["horde"][1][1]
    assert card["price"] == 1
    event = game.act(f"recruit {card['card']}")[0]
    assert event.data["paid"] == [["coin", "s"]]
    assert game.view()["horde"][0][2]["bribes"] == {"coin": 1}
    assert game.view()["horde"][1][1] is None


def test_named_units_are_set_aside_before_the_others() -> None:
    """H151: the unnamed coin, though written first, is not the named one."""
    game = meadow().held({"coin": 1}).storage({"coin": 1}).done()
    card = game.view()["horde"][1][0]["card"]
    event = game.act(f"recruit {card} pay coin coin@1.1")[0]
    assert event.data["paid"] == [["coin", "s"], ["coin", "1.1"]]


def test_a_retired_troll_goes_under_the_deck_of_its_level() -> None:
    """H65, H67: the row it lay in does not matter, and its place is filled by the row."""
    maker = meadow()
    horde = maker.state.horde
    horde[0][2], horde[1][0] = horde[1][0], horde[0][2]
    rich = horde[0][2]
    assert rich is not None
    rich.bribes = {"coin": 4}
    game = maker.done()
    game.act(f"recruit {game.view()['horde'][0][0]['card']}")
    game.act("place 2.1")
    assert game.state.decks[1].bottom == [rich.card]
    assert game.state.decks[0].bottom == []
    assert game.view()["horde"][0][2]["level"] == 1


def test_a_spell_just_opened_waits_for_the_next_turn() -> None:
    """H41: it is not open to a cast, and it is once the turn has ended."""
    maker = meadow().storage({"rune": 1})
    maker.state.spells = [Open("soft_rock", 0, fresh=True)]
    game = maker.done()
    assert "cast" not in game.words()
    assert game.why("cast soft_rock") == "spell_not_open"
    game.state.turn.step = "statues"
    game.act("end")
    assert game.view()["spells"][0]["fresh"] is False
