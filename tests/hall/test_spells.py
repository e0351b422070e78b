"""Each spell: what it does, when it is refused, and the edge its text names (spell data of the house edition)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.hall.spells import EFFECTS
from games.rules.hall.state import Deck, HordeCard, Open, Piece
from games.rules.kernel import Event
from tests.hall.building import HOUSE, Fixed, Maker, Scenario
from tests.hall.caselist import meadow

FIELD = {"map": "....o...\n..W.o...\n........\n........", "tiles": "1aa.....\n........\n........\n.......2"}


def ready(spell: str, maker: Maker | None = None, runes: int = 1, laid: int = 0) -> Maker:
    """A game in which this spell lies open and seat 1 has runes in storage."""
    maker = maker or meadow()
    maker.state.spells = [Open(spell, laid)]
    maker.state.spell_deck = Deck([], [key for key in HOUSE.spells if key != spell])
    return maker.storage({"rune": runes}) if runes else maker


def field(**given: Any) -> Maker:
    return (
        Maker()
        .board(FIELD | given)
        .shape("two", [(0, 0), (0, 1)], (0, 0))
        .shape("three", [(0, 0), (0, 1), (0, 2)], (0, 1))
    )


def storage(game: Scenario) -> dict[str, int]:
    return dict(game.unit()["storage"])


def codes(events: list[Event]) -> list[str]:
    return [event.code for event in events]


def put(maker: Maker, row: int, place: int, key: str, symbols: str, level: int, **card: Any) -> Maker:
    """A made-up card in the horde."""
    maker.card(key, symbols, level)
    maker.state.horde[row - 1][place - 1] = HordeCard(key, **card)
    return maker


def test_every_spell_of_the_house_edition_has_an_effect() -> None:
    assert sorted(EFFECTS) == sorted(HOUSE.spells)


@pytest.mark.parametrize("spell", [key for key, effect in EFFECTS.items() if effect.lasting])
def test_lasting_spells_leave_a_marker_until_the_turn_ends(spell: str) -> None:
    game = ready(spell).done()
    assert game.why(f"cast {spell} stone") == "bad_choice"
    game.act(f"cast {spell}")
    assert game.view()["turn"]["markers"] == [spell]
    game.act(f"recruit {game.words('recruit')[0]}")
    game.act(f"place {game.words('place')[0]}")
    game.act("end")
    assert game.view()["turn"]["markers"] == []
    assert game.state.turn.seat == 2


@pytest.mark.parametrize("spell", sorted(EFFECTS))
def test_no_spell_without_a_rune(spell: str) -> None:
    game = ready(spell, runes=0).done()
    assert game.why(f"cast {spell}") == "no_rune"


# ------------------------------------------------------------------ paying and crumbling


def test_the_rune_comes_from_trolls_first_or_as_named() -> None:
    game = ready("soft_rock", meadow().held({"rune": 1})).done()
    assert game.words("cast soft_rock pay") == ["rune", "rune@1.1", "rune@s"]
    event = game.act("cast soft_rock")[0]
    assert event.data["paid"] == [["rune", "1.1"]]
    named = ready("soft_rock", meadow().held({"rune": 1})).done()
    assert named.act("cast soft_rock pay rune@s")[0].data["paid"] == [["rune", "s"]]
    assert ready("soft_rock").done().why("cast soft_rock pay rune@4.1") == "bad_rune"


def test_a_marker_outlives_the_spell_that_crumbles() -> None:
    game = ready("earth_ritual", laid=2).done()
    events = game.act("cast earth_ritual")
    assert codes(events) == ["cast", "crumbled"]
    assert game.view()["turn"]["markers"] == ["earth_ritual"]
    assert game.view()["spells"][0]["fresh"]
    assert game.state.spell_deck.bottom[-1] == "earth_ritual"


def test_a_spell_crumbles_after_its_effect() -> None:
    """H40: carried out completely before the next one is opened."""
    game = ready("harvest_moon", laid=2).done()
    events = game.act("cast harvest_moon stone coin")
    assert codes(events) == ["cast", "gained", "crumbled"]
    assert [(s["runes"], s["fresh"]) for s in game.view()["spells"]] == [(0, True)]
    assert game.view()["spells"][0]["spell"] == events[-1].data["next"]


def test_one_spell_a_turn_and_none_after_step_two() -> None:
    game = ready("soft_rock", runes=2).done()
    game.act("cast soft_rock")
    assert game.why("cast soft_rock") == "already_cast"
    late = ready("soft_rock", runes=2).done()
    late.act(f"recruit {late.words('recruit')[0]}")
    assert late.why("cast soft_rock") == "place_first"
    late.act(f"place {late.words('place')[0]}")
    assert late.why("cast soft_rock") == "step_over"


# ------------------------------------------------------------------ the group "dig"


def test_earth_ritual_saves_one_mineral_and_scores_in_full() -> None:
    game = ready("earth_ritual", field().storage({"iron": 2})).done()
    assert "dig" in game.words()
    assert game.words("dig") == ["two"]
    game.act("cast earth_ritual")
    assert game.words("dig") == ["two", "three"]
    (cost,) = [w.data for w in game.next("dig three").words]
    assert cost == {"cost": 2, "honour": HOUSE.chart[3]["iron"]}
    spot = game.words("dig three iron")[0]
    assert game.why(f"dig three iron {spot} pay iron iron iron") == "not_owned"
    event = game.act(f"dig three iron {spot}")[0]
    assert len(event.data["paid"]) == 2
    assert event.data["honour"] == HOUSE.chart[3]["iron"]


def test_motley_vein_mixes_and_scores_by_the_least() -> None:
    game = ready("motley_vein", field().storage({"stone": 1, "iron": 1, "heartstone": 1})).done()
    assert game.why("dig three stone+iron+heartstone C2a") == "one_mineral"
    game.act("cast motley_vein")
    assert game.words("dig three") == ["stone+iron+heartstone"]
    assert game.words("dig two") == ["stone+iron", "stone+heartstone", "iron+heartstone"]
    spot = game.words("dig three stone+iron+heartstone")[0]
    event = game.act(f"dig three stone+iron+heartstone {spot}")[0]
    assert event.data["honour"] == HOUSE.chart[3]["stone"]
    assert storage(game) == {}


def test_motley_vein_allows_one_mineral_and_refuses_a_wrong_order() -> None:
    game = ready("motley_vein", field().storage({"stone": 3, "iron": 1})).done()
    game.act("cast motley_vein")
    assert game.words("dig three") == ["stone", "stone+stone+iron"]
    assert game.why("dig three iron+stone+stone C2a") == "not_exact"
    assert game.why("dig three stone+stone C2a") == "not_exact"


def test_soft_rock_needs_no_hammers() -> None:
    game = ready("soft_rock", field().storage({"stone": 3})).done()
    rubble = {"E1", "E2"}
    over = [w for w in game.next("dig three stone").words if rubble & set(w.data["squares"])]
    assert over == []
    game.act("cast soft_rock")
    over = [w for w in game.next("dig three stone").words if rubble & set(w.data["squares"])]
    assert over
    assert all(w.data["hammers"] == 0 for w in over)
    event = game.act(f"dig three stone {over[0].text}")[0]
    assert event.data["hammers"] == 0
    assert len(event.data["paid"]) == 3


@pytest.mark.parametrize("main", ["dig", "recruit"])
def test_night_shift_allows_one_more_small_tunnel(main: str) -> None:
    maker = field().storage({"stone": 5}).hall("nook", "Ax")
    maker.unit.pedestals = {"fire": 2}
    game = ready("night_shift", maker).done()
    assert game.why("extra two stone D1a") == "no_night_shift"
    game.act("cast night_shift")
    assert game.why("extra two stone D1a") == "step_two_first"
    if main == "dig":
        game.act(f"dig three stone {game.words('dig three stone')[0]}")
        assert "set" in game.words()
    else:
        game.act(f"recruit {game.words('recruit')[0]}")
        game.act(f"place {game.words('place')[0]}")
    assert game.words("extra") == ["two"]
    before = game.unit()["honour"]
    event = game.act(f"extra two stone {game.words('extra two stone')[0]}")[0]
    assert (event.data["shape"], game.unit()["honour"]) == ("two", before)
    assert game.words("set") == ["fire"]
    assert game.why("extra two stone D1a") == "step_over"
    assert {"hall", "end"} <= set(game.words())


def test_night_shift_may_be_left_unused() -> None:
    game = ready("night_shift", field().storage({"stone": 5})).done()
    game.act("cast night_shift")
    game.act(f"recruit {game.words('recruit')[0]}")
    game.act(f"place {game.words('place')[0]}")
    game.act("end")
    assert game.state.turn.seat == 2


# ------------------------------------------------------------------ the group "trade"


def test_deep_smelt() -> None:
    game = ready("deep_smelt", meadow().storage({"stone": 2, "iron": 5}).held({"stone": 2})).done()
    assert game.words("cast deep_smelt") == ["stone", "iron"]
    assert game.words("cast deep_smelt stone") == ["1", "2", "3"]
    events = game.act("cast deep_smelt stone 3")
    assert [e.data["paid"] for e in events if e.code == "smelted"] == [[["stone", "1.1"]] * 2 + [["stone", "s"]]]
    assert storage(game) == {"stone": 1, "iron": 8}


def test_deep_smelt_sources_may_be_named() -> None:
    game = ready("deep_smelt", meadow().storage({"iron": 1}).held({"iron": 2})).done()
    assert not game.next("cast deep_smelt iron 2 pay rune@s").complete
    game.act("cast deep_smelt iron 2 pay rune iron@s iron@1.1")
    assert storage(game) == {"heartstone": 2}
    assert game.filled() == ["iron"]


def test_deep_smelt_needs_a_mineral_and_never_makes_two_steps() -> None:
    assert (
        ready("deep_smelt", meadow().storage({"heartstone": 3})).done().why("cast deep_smelt stone 1")
        == "nothing_to_smelt"
    )
    game = ready("deep_smelt", meadow().storage({"stone": 1})).done()
    assert game.why("cast deep_smelt iron 1") == "bad_choice"
    assert game.why("cast deep_smelt stone 2") == "bad_choice"
    assert game.why("cast deep_smelt stone 0") == "bad_choice"


def test_haggle_twice_with_the_first_gain() -> None:
    game = ready("haggle", meadow().storage({"stone": 2, "coin": 1})).done()
    events = game.act("cast haggle stone stone iron and coin iron heartstone")
    assert codes(events) == ["cast", "haggled", "haggled"]
    assert storage(game) == {"heartstone": 1}


def test_haggle_once_is_enough_and_three_times_too_many() -> None:
    game = ready("haggle", meadow().storage({"stone": 6})).done()
    assert game.why("cast haggle stone stone iron and stone stone iron and stone stone iron") == "bad_choice"
    assert "and" in game.words("cast haggle stone stone iron")
    game.act("cast haggle stone stone cart")
    assert storage(game) == {"stone": 4, "cart": 1}


def test_haggle_cannot_spend_its_own_rune_nor_clan_carts() -> None:
    game = ready("haggle", meadow().storage({"coin": 1}).held({"cart:fire": 1})).done()
    assert game.why("cast haggle coin rune stone") == "not_two"
    two_runes = ready("haggle", meadow().storage({"coin": 1}), runes=2).done()
    two_runes.act("cast haggle coin rune stone")
    assert storage(two_runes) == {"stone": 1}


def test_haggle_with_the_rune_named_last() -> None:
    game = ready("haggle", meadow().storage({"coin": 1}).held({"rune": 1})).done()
    assert game.why("cast haggle coin rune@1.1 stone") != ""
    game.act("cast haggle coin rune@1.1 stone pay rune@s")
    assert storage(game) == {"stone": 1}
    assert game.filled() == []


# ------------------------------------------------------------------ the group "gain"


def test_harvest_moon() -> None:
    game = ready("harvest_moon").done()
    assert game.words("cast harvest_moon") == ["stone", "iron", "coin", "cart", "hammer"]
    assert game.why("cast harvest_moon stone stone") == "bad_choice"
    assert game.why("cast harvest_moon heartstone stone") == "bad_choice"
    game.act("cast harvest_moon hammer cart")
    assert storage(game) == {"hammer": 1, "cart": 1}


def test_wake_drum_fills_one_troll_only() -> None:
    maker = meadow().smoot({"row1": ["stone", "iron* coin", "coin*", "coin*"], "row2": ["rune* stone", "-", "-"]})
    game = ready("wake_drum", maker).done()
    assert game.words("cast wake_drum") == ["1.1", "1.2", "2.1"]
    (woken,) = [e for e in game.act("cast wake_drum 1.2 pay rune@s") if e.code == "woken"]
    assert woken.data["gained"] == {"1.2": ["coin"]}
    rows = game.view()["players"][0]["rows"]
    assert rows[0][1]["filled"] == [True, True]
    assert rows[1][0]["filled"] == [True, False]


def test_wake_drum_counts_the_symbol_its_own_rune_leaves() -> None:
    maker = meadow().smoot({"row1": ["rune*", "coin*", "coin*", "rune*"]})
    game = ready("wake_drum", maker, runes=0).done()
    assert game.words("cast wake_drum") == ["1.1", "1.4"]
    assert not game.next("cast wake_drum 1.4").complete
    assert game.words("cast wake_drum 1.4 pay") == ["rune@1.4"]
    game.act("cast wake_drum 1.4 pay rune@1.4")
    assert sorted(game.filled()) == ["coin", "coin", "rune", "rune"]


def test_wake_drum_needs_an_empty_symbol() -> None:
    maker = meadow().smoot({"row1": ["coin*", "coin*", "coin*", "coin*"]})
    assert ready("wake_drum", maker).done().why("cast wake_drum 1.1") == "all_full"
    some = meadow().smoot({"row1": ["coin*", "coin", "coin*", "coin*"]})
    assert ready("wake_drum", some).done().why("cast wake_drum 1.1") == "bad_choice"


# ------------------------------------------------------------------ the group "statues"

RAILS = {
    "map": "........\n........",
    "tiles": "1aabb.2.\n........",
    "statues": {"r1c2": "ice", "r2c3": "moon", "r1c8": "fire"},
}


def test_free_wheels_lets_any_clan_cart_pull() -> None:
    maker = Maker().board(RAILS).held({"cart:fire": 1, "cart:ice": 1})
    game = ready("free_wheels", maker).done()
    game.act("cast free_wheels")
    game.state.turn.step = "statues"
    assert game.act("move B1 E1")[0].data["paid"] == [["cart:ice", "1.1"]]
    assert game.act("move E1 B1")[0].data["paid"] == [["cart:fire", "1.1"]]
    assert game.filled() == []


def test_without_free_wheels_other_clans_carts_stand() -> None:
    game = Maker().board(RAILS).held({"cart:fire": 1}).done()
    game.state.turn.step = "statues"
    assert game.why("move B1 C1") == "no_cart"


def test_ghost_push_once_or_twice_without_carts() -> None:
    once = ready("ghost_push", Maker().board(RAILS)).done()
    assert once.words("cast ghost_push") == ["B1"]
    assert codes(once.act("cast ghost_push B1 C1")) == ["cast", "pushed"]
    twice = ready("ghost_push", Maker().board(RAILS)).done()
    assert "D1" in twice.words("cast ghost_push B1 C1")
    twice.act("cast ghost_push B1 C1 D1")
    assert twice.view()["board"]["statues"]["D1"]["clan"] == "ice"
    assert "B1" not in twice.view()["board"]["statues"]


def test_ghost_push_needs_a_statue_that_can_move() -> None:
    board = RAILS | {"statues": {"r1c8": "fire"}}
    assert ready("ghost_push", Maker().board(board)).done().why("cast ghost_push B1 C1") == "no_statue_can_move"
    assert ready("ghost_push", Maker().board(RAILS)).done().why("cast ghost_push B1 H1") == "bad_choice"


def test_siren_stone_lures_a_buried_statue_beside_the_network() -> None:
    game = ready("siren_stone", Maker().board(RAILS)).done()
    assert game.words("cast siren_stone") == ["C2"]
    assert game.words("cast siren_stone C2") == ["C1"]
    game.act("cast siren_stone C2 C1")
    assert game.view()["board"]["statues"]["C1"] == {"clan": "moon", "buried": False, "worth": 0}
    assert "C2" not in game.view()["board"]["statues"]


def test_siren_stone_wants_a_free_square() -> None:
    board = RAILS | {"statues": {"r1c3": "ice", "r2c3": "moon"}}
    assert ready("siren_stone", Maker().board(board)).done().why("cast siren_stone C2 C1") == "no_statue_beside"


# ------------------------------------------------------------------ the group "horde"


def test_shiny_pebbles_lays_minerals_as_bribes() -> None:
    maker = put(put(put(meadow(), 1, 1, "low", "coin", 1), 1, 2, "other", "coin", 1), 2, 1, "high", "coin", 2)
    game = ready("shiny_pebbles", maker.storage({"stone": 1, "iron": 1})).done()
    assert game.why("recruit high") == "not_enough_coins"
    game.act("cast shiny_pebbles")
    assert not game.next("recruit high").complete
    event = game.act("recruit high pay iron stone")[0]
    assert event.data["paid"] == [["iron", "s"], ["stone", "s"]]
    bribes = [card["bribes"] for card in game.view()["horde"][0][:2]]
    assert bribes == [{"iron": 1}, {"stone": 1}]


def test_shiny_pebbles_retires_a_troll_with_four_bribes_of_any_kind() -> None:
    maker = put(put(meadow(), 1, 1, "low", "coin", 1, bribes={"coin": 2, "stone": 1}), 2, 1, "high", "coin", 2)
    game = ready("shiny_pebbles", maker.storage({"stone": 1, "coin": 1})).done()
    game.act("cast shiny_pebbles")
    game.act("recruit high pay stone coin")
    events = game.act(f"place {game.words('place')[0]}", Fixed())
    assert [e.data["card"] for e in events if e.code == "retire"] == ["low"]


def test_toll_takes_all_bribes_of_one_troll() -> None:
    game = ready("toll", put(meadow(), 1, 2, "rich", "coin", 1, bribes={"coin": 2, "rune": 1})).done()
    assert game.words("cast toll") == ["rich"]
    game.act("cast toll rich")
    assert storage(game) == {"coin": 2, "rune": 1}
    assert game.view()["horde"][0][1]["card"] == "rich"
    assert game.view()["horde"][0][1]["bribes"] == {}


def test_toll_needs_bribes() -> None:
    game = ready("toll").done()
    card = game.view()["horde"][0][0]["card"]
    assert game.why(f"cast toll {card}") == "no_bribes"


def test_changing_of_the_guard() -> None:
    maker = put(put(meadow(), 1, 1, "one", "coin", 1), 2, 2, "two_", "coin", 2, pedestal="ice")
    maker.card("next1", "coin", 1).card("next2", "coin", 2)
    maker.state.decks[0], maker.state.decks[1] = Deck([], ["next1"]), Deck([], ["next2"])
    game = ready("changing_guard", maker).done()
    events = game.act("cast changing_guard two_ one")
    assert codes(events) == ["cast", "changed", "changed", "gained"]
    horde = game.view()["horde"]
    assert (horde[0][0]["card"], horde[1][1]["card"], horde[1][1]["pedestal"]) == ("next1", "next2", "ice")
    assert [deck.bottom for deck in game.state.decks[:2]] == [["one"], ["two_"]]
    assert storage(game) == {"coin": 1}


def test_changing_of_the_guard_with_a_deck_shorter_than_the_number_drawn() -> None:
    maker = put(put(meadow(), 1, 1, "one", "coin", 1), 1, 2, "other", "coin", 1).card("fresh", "coin", 1)
    maker.state.decks[0] = Deck([], ["fresh"])
    game = ready("changing_guard", maker).done()
    game.act("cast changing_guard one other")
    assert [card["card"] for card in game.view()["horde"][0][:2]] == ["fresh", "one"]
    assert game.state.decks[0].bottom == ["other"]


def test_changing_of_the_guard_refusals() -> None:
    maker = meadow()
    for row in maker.state.horde:
        for card in row:
            assert card is not None
            card.bribes = {"coin": 1}
    assert ready("changing_guard", maker).done().why("cast changing_guard x") == "all_bribed"
    empty = meadow()
    empty.state.decks = [Deck([]), Deck([]), Deck([])]
    assert ready("changing_guard", empty).done().why("cast changing_guard x") == "decks_empty"
    one_left = meadow()
    one_left.state.decks[1] = Deck([])
    game = ready("changing_guard", one_left).done()
    middle = game.view()["horde"][1][0]["card"]
    assert game.why(f"cast changing_guard {middle}") == "bad_choice"


def test_changeling_swaps_trolls_of_one_level() -> None:
    maker = put(meadow(), 2, 3, "new", "coin coin", 2, pedestal="moon").troll("cart:ice* stone* iron", (2, 1), level=2)
    game = ready("changeling", maker).done()
    old = game.view()["players"][0]["rows"][1][0]["card"]
    assert "new" in game.words("cast changeling 2.1")
    game.act("cast changeling 2.1 new")
    assert storage(game) == {"cart": 1, "stone": 1}
    troll = game.view()["players"][0]["rows"][1][0]
    assert (troll["card"], troll["filled"]) == ("new", [False, False])
    card = game.view()["horde"][1][2]
    assert (card["card"], card["pedestal"]) == (old, "moon")


def test_changeling_refusals() -> None:
    assert ready("changeling").done().why("cast changeling 1.1 x") == "no_recruit"
    maker = meadow().troll("coin", (2, 1), level=3)
    for card in maker.state.horde[2]:
        assert card is not None
        card.bribes = {"coin": 1}
    assert ready("changeling", maker).done().why("cast changeling 2.1 x") == "no_equal_level"
    game = ready("changeling", meadow().troll("coin", (2, 1), level=1)).done()
    assert game.why(f"cast changeling 1.1 {game.view()['horde'][0][0]['card']}") == "bad_choice"
    assert game.why(f"cast changeling 2.1 {game.view()['horde'][1][0]['card']}") == "bad_choice"


# ------------------------------------------------------------------ pedestals and workshops


def founded(**pedestals: int) -> Maker:
    maker = field()
    maker.state.board.pieces[1] = Piece("tile", "two", 1, [1, 2], anchor=2)
    maker.unit.pedestals = dict(pedestals)
    return maker


def test_late_foundation_sets_a_pedestal_on_an_old_anchor() -> None:
    maker = founded(fire=1, moon=1)
    maker.state.used_pairs = [["moon", 1]]
    maker.state.board.statues = {2: "fire"}
    game = ready("late_foundation", maker).done()
    assert game.words("cast late_foundation") == ["fire"]
    token = maker.state.tokens["fire"][0]
    (event,) = [e for e in game.act("cast late_foundation fire C1") if e.code == "set"]
    assert event.data == {"seat": 1, "clan": "fire", "square": "C1", "tier": 1, "token": token}
    assert game.unit()["tokens"] == [token]
    assert game.view()["board"]["statues"]["C1"]["worth"] == 4
    assert game.view()["tokens"]["fire"][0] == 0
    assert ["fire", 1] in game.view()["used_pairs"]


def test_late_foundation_refusals() -> None:
    assert ready("late_foundation", founded()).done().why("cast late_foundation fire C1") == "no_pedestal_held"
    used = founded(fire=1)
    used.state.used_pairs = [["fire", 1]]
    assert ready("late_foundation", used).done().why("cast late_foundation fire C1") == "no_anchor_open"
    taken = founded(fire=1)
    taken.state.board.pedestals = {2: "ice"}
    assert ready("late_foundation", taken).done().why("cast late_foundation fire C1") == "no_anchor_open"
    assert ready("late_foundation", founded(fire=1)).done().why("cast late_foundation fire B1") == "bad_choice"


SHOPS = {
    "map": ".......\n..W.W..\n.......\n.....W.",
    "tiles": "1aaaa..\n.......\n.......\n2......",
    "workshops": {"r2c3": "Stonemill", "r2c5": "Wheeljack", "r4c6": "Pickforge"},
}


def test_open_door_reaches_any_workshop_at_least_once() -> None:
    game = ready("open_door", Maker().board(SHOPS)).done()
    assert game.words("activate") == ["C2", "E2"]
    game.act("cast open_door")
    assert {w.text: w.data["uses"] for w in game.next("activate").words} == {"C2": 1, "E2": 1, "F4": 1}
    game.act("activate F4")
    game.act("close")
    assert game.why("activate C2") == "already_activated"


def test_open_door_or_two_that_are_touched() -> None:
    game = ready("open_door", Maker().board(SHOPS)).done()
    game.act("cast open_door")
    game.act("activate C2")
    game.act("close")
    assert game.words("activate") == ["E2"]
    game.act("activate E2")
    game.act("close")
    assert "activate" not in game.words()


def test_open_door_after_a_first_workshop() -> None:
    game = ready("open_door", Maker().board(SHOPS)).done()
    game.act("activate C2")
    assert game.why("cast open_door") == "workshop_open"
    game.act("close")
    assert game.why("activate E2") == "already_activated"
    game.act("cast open_door")
    assert game.words("activate") == ["E2"]
