"""Rulings that no worked case tells, through the public contract. The number stands in each docstring."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.rules import kernel
from games.rules.dice import seeded
from games.rules.hall import build, result
from games.rules.hall.edition import CLANS
from games.rules.hall.state import Open, Piece
from games.rules.kernel import Illegal
from games.rules.selfplay import play_game
from tests.hall.building import HOUSE, Maker, Scenario
from tests.hall.caselist import meadow

RULES = build(HOUSE)
GROUND = {
    "map": "........\n..W.W...\n........\n........",
    "tiles": "1aa.....\n........\n........\n.......2",
}


def table(seats: int, seed: str = "table", **options: Any) -> Any:
    state, _ = RULES.setup(options, seats, seeded(seed))
    return state


def absent(rules: Any, world: Any, seat: int, dice: Any) -> str:
    """The autopilot as a bot."""
    return str(rules.fallback(world, seat))


def digger(**storage: int) -> Maker:
    maker = Maker().board(GROUND).storage(storage)
    return maker.shape("two", [(0, 0), (0, 1)], (0, 0)).shape("three", [(0, 0), (0, 1), (0, 2)], (0, 1))


def skip_to_end(game: Scenario) -> None:
    """The seat's turn by the autopilot."""
    seat = game.state.turn.seat
    while game.state.phase == "play" and game.state.turn.seat == seat:
        game.seat = seat
        game.act(game.rules.fallback(game.state, seat))


# ------------------------------------------------------------------ setting up


@pytest.mark.parametrize(
    ("seats", "options", "side"),
    [
        (2, {}, "autumn"),
        (2, {"side": "winter"}, "winter"),
        (3, {}, "autumn"),
        (4, {}, "winter"),
        (4, {"team": True}, "winter"),
        (5, {}, "winter"),
    ],
)
def test_side(seats: int, options: dict[str, Any], side: str) -> None:
    """H1."""
    assert table(seats, **options).side == side


def test_only_two_seats_choose_a_side() -> None:
    """H1."""
    assert "side" in {option.name for option in RULES.options(2)}
    with pytest.raises(Illegal) as refused:
        RULES.check_options({"side": "winter"}, 3)
    assert refused.value.code == "unknown_option"


def test_start_seat() -> None:
    """H2: chosen or random; all follow it round the table."""
    state = table(3, start="2")
    assert state.first == 2
    assert [decision.seat for decision in RULES.pending(state)] == [2]
    assert {table(3, str(n)).first for n in range(30)} == {1, 2, 3}


def test_start_seat_of_teams() -> None:
    """H127: mates are fixed by their seats, so a team's start seat is the first or the third."""
    assert {table(4, str(n), team=True).first for n in range(30)} == {1, 3}
    assert [unit.seats for unit in table(4, team=True, start="3").units] == [[2, 3], [1, 4]]
    with pytest.raises(Illegal) as refused:
        RULES.check_options({"team": True, "start": "2"}, 4)
    assert refused.value.code == "bad_team_start"


def test_point_tokens() -> None:
    """H8: fifteen tokens, one for each clan and tier, in random places."""
    tokens = table(2).tokens
    assert sorted(value for row in tokens.values() for value in row) == sorted(HOUSE.tokens)
    assert {len(row) for row in tokens.values()} == {5}
    assert tokens != table(2, "another").tokens


def test_horde_and_bag() -> None:
    """H10: five, four, three; four pedestals on the middle row, the rest in the bag."""
    state = table(4)
    assert [len(row) for row in state.horde] == [5, 4, 3]
    on_cards = Counter(card.pedestal for card in state.horde[1])
    assert sum(on_cards.values()) == 4
    assert all(on_cards[clan] + state.bag.get(clan, 0) == 6 for clan in CLANS)
    assert not any(card.pedestal for row in (state.horde[0], state.horde[2]) for card in row)


def test_spellbook() -> None:
    """H11."""
    state = table(2)
    assert (len(state.spells), len(state.spell_deck.pool)) == (3, 14)


def test_order_of_the_beginning() -> None:
    """H14: gates one after the other, the draft of all at once, then the first turn."""
    dice, codes = seeded("order"), []
    state, _ = RULES.setup({"start": "2"}, 3, dice)
    while state.turns == 0:
        decision = RULES.pending(state)[0]
        codes.append((decision.code, decision.seat))
        state = kernel.advance(RULES, state, decision.seat, RULES.fallback(state, decision.seat), dice).state
    assert codes[:3] == [("gate", 2), ("gate", 3), ("gate", 1)]
    assert {code for code, _ in codes[3:]} == {"draft"}
    assert (state.turn.seat, state.round) == (2, 1)


@pytest.mark.parametrize(("way", "most"), [("drawn", 2), ("different", 1)])
def test_ways_to_choose_workshops(way: str, most: int) -> None:
    """H9."""
    counts = [max(Counter(table(5, str(n), workshops=way).workshops).values()) for n in range(8)]
    assert max(counts) == most


def test_workshops_named_by_the_creator() -> None:
    """H9: exactly as many as the number of seats wants, each tile at most once."""
    tiles = ["stonemill", "stonemill.2", "wheeljack", "toolforge", "coinpress"]
    assert Counter(table(2, workshops="chosen", workshop_list=tiles).workshops)["stonemill"] == 2
    for wrong in (tiles[:4], [*tiles, "cartwright"]):
        with pytest.raises(Illegal) as refused:
            RULES.check_options({"workshops": "chosen", "workshop_list": wrong}, 2)
        assert refused.value.code == "bad_workshop_list"
    with pytest.raises(Illegal):
        RULES.check_options({"workshops": "chosen", "workshop_list": [*tiles[:4], "sawmill"]}, 2)
    with pytest.raises(Illegal):
        RULES.check_options({"workshops": "chosen", "workshop_list": [tiles[0]] * 5}, 2)


@pytest.mark.parametrize("given", [{"team": "yes"}, {"start": 1}, {"workshops": None}, {"workshop_list": "all"}])
def test_options_of_a_wrong_type(given: dict[str, Any]) -> None:
    with pytest.raises(Illegal) as refused:
        RULES.check_options(given, 4)
    assert refused.value.code == "bad_option"


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_seats(seats: int) -> None:
    with pytest.raises(Illegal) as refused:
        RULES.check_options({}, seats)
    assert refused.value.code == "bad_seats"


# ------------------------------------------------------------------ the turn


def test_nobody_is_asked_outside_the_own_turn() -> None:
    """H26: one seat is asked in every position of a whole game, the draft apart."""
    dice = seeded("asked")
    state, _ = RULES.setup({}, 3, dice)
    while RULES.pending(state):
        if state.phase != "draft":
            assert len(RULES.pending(state)) == 1
        seat = RULES.pending(state)[0].seat
        state = kernel.advance(RULES, state, seat, RULES.fallback(state, seat), dice).state


def test_spent_resources_go_to_the_supply_but_bribes_and_runes_do_not() -> None:
    """H27, H29, H34: any mix of trolls and storage; coins lie on the horde, runes on the spell."""
    game = meadow().held({"coin": 1}).storage({"coin": 1, "rune": 1}).done()
    game.state.spells = [Open("soft_rock", 0)]
    game.act("cast soft_rock")
    assert game.view()["spells"][0]["runes"] == 1
    card = game.view()["horde"][1][0]["card"]
    event = game.act(f"recruit {card}")[0]
    assert event.data["paid"] == [["coin", "1.1"], ["coin", "s"]]
    assert [c["bribes"] for c in game.view()["horde"][0][:3]] == [{"coin": 1}, {"coin": 1}, {}]
    assert game.unit()["storage"] == {}


def test_an_empty_cast_is_allowed() -> None:
    """H42: Soft Rock without a mineral, only to lay the third rune."""
    maker = meadow().storage({"rune": 1})
    maker.state.spells[0].spell, maker.state.spells[0].runes = "soft_rock", 2
    game = maker.done()
    assert [event.code for event in game.act("cast soft_rock")] == ["cast", "crumbled"]


def test_resources_never_run_out() -> None:
    """H13."""
    game = meadow().storage({"stone": 160}).done()
    for _ in range(39):
        game.act("trade stone stone stone stone iron")
    assert game.unit()["storage"] == {"stone": 4, "iron": 39}


def test_the_sequence_of_a_dig() -> None:
    """H88, H94, H95: pedestal and workshops in any order, trades between; another action closes them."""
    maker = digger(stone=12)
    maker.unit.pedestals = {"fire": 2}
    maker.state.workshops = ["stonemill", "wheeljack"]
    game = maker.done()
    spot = next(w.text for w in game.next("dig three stone").words if set(w.data["squares"]) == {"D1", "E1", "F1"})
    game.act(f"dig three stone {spot}")
    assert {"set", "establish", "trade", "end"} <= set(game.words())
    game.act("trade stone stone stone stone coin")
    game.act("establish E2 stonemill")
    assert game.words("establish") == []
    assert game.words("set") == ["fire"]
    game.act("set fire")
    assert game.why("set fire") == "anchor_taken"
    game.act("end")
    skip_to_end(game)
    assert game.state.turn.dug is None
    assert game.why("establish C2 wheeljack", seat=1) == "no_fresh_tunnel"


def test_a_later_action_closes_pedestal_and_workshops() -> None:
    """H88, H89: now or never."""
    maker = digger(stone=3, cart=1)
    maker.unit.pedestals = {"fire": 1}
    maker.state.workshops = ["stonemill"]
    maker.state.board.statues = {1: "ice"}
    game = maker.done()
    spot = next(w.text for w in game.next("dig three stone").words if "E1" in w.data["squares"])
    game.act(f"dig three stone {spot}")
    game.act(f"move B1 {game.words('move B1')[0]}")
    assert game.why("set fire") == "no_fresh_tunnel"
    assert game.why("establish E2 stonemill") == "no_fresh_tunnel"


def test_hall_and_statues_after_a_skip() -> None:
    """H23, H24."""
    maker = Maker().board({"map": "...", "tiles": "1aa", "statues": {"r1c2": "fire"}}).trolls(10).storage({"cart": 1})
    game = maker.hall("nook", "Ax").done()
    assert game.why("end") == "step_two_first"
    assert game.words() == ["skip"]
    game.act("skip")
    assert set(game.words()) == {"hall", "move", "end"}


def test_must_recruit_or_dig_below_ten_trolls() -> None:
    """H23: no skip, no end."""
    game = meadow().done()
    assert game.why("skip") == "must_recruit_or_dig"
    assert game.why("end") == "step_two_first"


def test_halls_stay_where_they_are_and_take_statues_of_any_clan() -> None:
    """H105, H106: a hall cannot be covered or dedicated again."""
    maker = Maker().board({"map": "......", "tiles": "1aaa..", "statues": {"r1c2": "moon"}}).hall("nook", "Ax")
    maker.state.turn.step = "hall"
    game = maker.done()
    game.act("hall nook B1a")
    hall = next(piece for piece in game.view()["board"]["pieces"] if piece["kind"] == "hall")
    assert (hall["altar"], game.view()["halls"]) == ("B1", [])
    assert game.view()["board"]["statues"]["B1"]["worth"] == 5
    game.act("end")
    skip_to_end(game)
    game.seat = 1
    game.state.turn.step = "hall"
    assert game.why("hall nook B1a") == "hall_gone"


def test_the_last_rounds_are_normal_and_then_it_is_over() -> None:
    """H116, H117: the trigger in round 3 of two seats leaves rounds 4 and 5."""
    maker = meadow().trolls(9, 1)
    game, turns = maker.done(), []
    game.act(f"recruit {game.words('recruit')[0]}")
    codes = [event.code for event in game.act("place 4.1")]
    assert codes[:3] == ["place", "crown", "last_turns"]
    assert game.view()["turns_left"] == {"1": 2, "2": 3}
    while game.state.phase == "play":
        turns.append((game.state.round, game.state.turn.seat))
        skip_to_end(game)
    assert turns == [(3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (5, 2)]
    assert game.rules.pending(game.state) == ()
    assert game.rules.result(game.state) is not None


# ------------------------------------------------------------------ the end, teams, what is known


def test_result_adds_all_parts() -> None:
    """H119, and every unit's total is the sum of its parts."""
    played = play_game(RULES, 4, {"team": True}, [absent] * 4, "sum")
    for standing in played.standings:
        assert standing.total == sum(standing.parts.values())
        assert set(standing.parts) == {"dig", "coronation", "tokens", "sets", "halls", "statues"}
        assert len(standing.seats) == 2
    assert played.reason == "coronation"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_autopilot_alone_comes_to_an_end(seats: int) -> None:
    """H118, H138, H141: a game of absent seats ends, and everybody has a place."""
    played = play_game(RULES, seats, {}, [absent] * seats, "absent")
    assert sorted(seat for s in played.standings for seat in s.seats) == list(range(1, seats + 1))


def test_pedestals_and_tokens_belong_to_the_team() -> None:
    """H134: a partner sets the team's pedestal; its token counts for the team."""
    maker = Maker(seats=4, team=True, seat=4).board(GROUND | {"tiles": "4aa.....\n........\n1.......\n......23"})
    maker.storage({"stone": 2}).shape("two", [(0, 0), (0, 1)], (0, 0))
    maker.state.units[0].pedestals = {"ice": 1}
    game = maker.done()
    game.act(f"dig two stone {game.words('dig two stone')[0]}")
    game.act("set ice")
    assert game.unit(1)["pedestals"] == {}
    assert game.unit(1)["tokens"] == game.unit(4)["tokens"] != []
    parts = result.parts(game.rules.book, game.state)
    assert parts[0]["tokens"] == sum(game.unit(1)["tokens"])


def test_hidden_totals() -> None:
    """Chapter P: the option hides other seats' token values until the end; their number stays public."""
    maker = meadow()
    maker.state.options = {"hidden_totals": True}
    maker.state.units[0].tokens = [4, 3]
    game = maker.done()
    own, other = game.view(1)["units"][0], game.view(2)["units"][0]
    assert (own["tokens"], own["now"]["tokens"]) == ([3, 4], 7)
    assert (other["tokens"], other["token_count"]) == (None, 2)
    assert "tokens" not in other["now"]
    assert own["now"]["total"] - other["now"]["total"] == 7
    game.state.phase = "over"
    assert game.view(2)["units"][0]["tokens"] == [3, 4]


def test_barriers_of_undo() -> None:
    """Chapter P: a refill, a crumbling spell and the end of the turn are barriers; digs, halls and moves are none."""
    maker = digger(stone=6, cart=1, rune=1)
    maker.state.spells[0].spell = "harvest_moon"
    maker.state.board.statues = {1: "ice"}
    state, rules, dice = maker.done().state, maker.done().rules, seeded("barrier")
    for text, barrier in (
        ("trade stone stone stone stone iron", False),
        ("cast harvest_moon stone iron", False),
        ("dig two stone D1a", False),
        ("move B1 C1", False),
        ("end", True),
    ):
        step = kernel.advance(rules, state, 1, text, dice)
        assert (step.barrier, step.closes_all) == (barrier, barrier), text
        state = step.state
    step = kernel.advance(rules, state, 2, f"recruit {state.horde[0][0].card}", dice)
    assert (step.barrier, step.closes_all) == (True, False)


def test_a_level_3_recruit_may_decline_the_pedestal() -> None:
    """H63: asked before the troll is placed, "none" is an answer, horde pedestals are not in the bag."""
    game = meadow().storage({"coin": 5}).done()
    game.state.bag = {"moon": 2}
    game.act(f"recruit {game.view()['horde'][2][0]['card']}")
    assert game.rules.pending(game.state)[0].code == "place"
    assert game.words("pedestal") == ["moon", "none"]
    assert game.why("place 2.1") == "choose_pedestal_first"
    assert game.why("pedestal fire") == "not_in_bag"
    game.act("pedestal none")
    assert game.unit()["pedestals"] == {}
    assert game.words("place") == ["2.1", "2.2", "2.3"]


def test_units_can_be_named_by_source() -> None:
    """H28: the default is held first; the words after ``pay`` choose otherwise, whatever their order."""
    maker = digger(iron=2).held({"iron": 2})
    game = maker.done()
    event = game.act("dig two iron D1a pay iron@s iron@1.1")[0]
    assert event.data["paid"] == [["iron", "s"], ["iron", "1.1"]]
    again = digger(iron=2).held({"iron": 2}).done()
    assert (
        again.why("dig two iron D1a pay iron") == "not_exact" or again.why("dig two iron D1a pay iron") == "unfinished"
    )
    assert again.why("dig two iron D1a pay iron iron iron") == "not_exact"
    assert again.why("dig two iron D1a pay iron@2.1 iron") == "not_owned"
    assert again.act("dig two iron D1a")[0].data["paid"] == [["iron", "1.1"]] * 2


def test_isolated_pieces_belong_to_nobody() -> None:
    """H84 in the view: no owner, buried statues, nothing scored."""
    maker = Maker().board({"map": "........", "tiles": "1a.bb..2", "statues": {"r1c4": "fire"}})
    game = maker.done()
    piece = game.view()["board"]["pieces"][2]
    assert (piece["owner"], piece["squares"]) == (None, ["D1", "E1"])
    assert game.view()["board"]["statues"]["D1"] == {"clan": "fire", "buried": True, "worth": 0}
    assert isinstance(game.state.board.pieces[2], Piece)
