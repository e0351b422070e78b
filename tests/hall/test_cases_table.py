"""Worked cases about set-up, draft, the order of a turn, coronation and the autopilot, through the public contract."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from games.rules import kernel
from games.rules.dice import Draw, seeded
from games.rules.hall import build, purse
from games.rules.hall.edition import HallEdition, Starter
from games.rules.hall.rules import HallRules
from games.rules.hall.state import HordeCard, State
from games.rules.kernel import Illegal
from tests.hall.boards import cells_of
from tests.hall.building import HOUSE, Maker, Scenario
from tests.hall.caselist import all_cases, cases, meadow
from tests.hall.caselist import case as one_case
from tests.hall.test_cases_recruit import Case

PYRAMID = ("2.1", "2.2", "2.3", "3.1", "3.2", "4.1")


class DeckOrder:
    """Dice that draw every seat's starters in the same given order."""

    def __init__(self, deck: list[str]) -> None:
        self.left: dict[str, list[str]] = {}
        self.deck, self.drawn = deck, list[Draw]()

    def below(self, label: str, bound: int) -> int:
        value = 0
        if label.startswith("draft."):
            left = self.left.setdefault(label, list(self.deck))
            value = sorted(left).index(left[0])
            left.pop(0)
        self.drawn.append(Draw(label, len(self.drawn), bound, value))
        return value


def drafting(edition: HallEdition, seats: int, dice: Any, **options: Any) -> tuple[HallRules, State]:
    """A table whose gates are set: the draft begins."""
    rules = build(edition)
    state, _ = rules.setup({"start": "1"} | options, seats, dice)
    while rules.pending(state)[0].code == "gate":
        seat = rules.pending(state)[0].seat
        state = kernel.advance(rules, state, seat, rules.fallback(state, seat), dice).state
    return rules, state


@pytest.mark.parametrize("case", cases("numbers"))
def test_numbers(case: Case) -> None:
    rules, expect = build(HOUSE), case["expect"]
    for seats, tiles in expect["workshops_used"].items():
        state, _ = rules.setup({}, seats, seeded("numbers"))
        assert len(state.workshops) == tiles
        assert state.crowns == expect["tokens"][seats]


@pytest.mark.parametrize("team", [False, True])
@pytest.mark.parametrize("case", cases("draft"))
def test_draft(case: Case, team: bool) -> None:
    given, expect = case["given"], case["expect"]
    starters = []
    for key in given["deck"]:
        once = [kind for kind, n in given["cards"][key]["once"].items() for _ in range(n)]
        carts = tuple("cart:wild" if kind == "cart" else kind for kind in once)
        starters.append(Starter(key, ("stone",), carts))
    dice, seats = DeckOrder(given["deck"]), 4 if team else 5
    options = {"team": True} if team else {}
    rules, state = drafting(replace(HOUSE, starters=tuple(starters)), seats, dice, **options)
    events = []
    for seat in range(seats, 0, -1):
        for card, slot in case["action"]["placings"]:
            if not expect["legal"] and card not in rules.view(state, seat)["draft"]["drawn"]:
                with pytest.raises(Illegal) as refused:
                    kernel.advance(rules, state, seat, f"draft {card} {slot}", dice)
                assert refused.value.code == expect["why"]
                return
            step = kernel.advance(rules, state, seat, f"draft {card} {slot}", dice)
            state, events = step.state, step.events
    assert [troll["card"] for troll in rules.view(state, None)["players"][0]["rows"][0]] == expect["row"]
    got = {str(seat): Counter[str]() for seat in range(1, seats + 1)}
    for event in events:
        if event.code == "rows_open":
            for seat_name, goods in event.data["gained"].items():
                got[seat_name].update(goods)
        if event.code == "bonus":
            assert set(event.data["cards"]) <= {expect["hand"], expect["unseen"]}
            got[str(event.data["seat"])].update(event.data["gained"])
    for seat_name, goods in got.items():
        assert goods == Counter(expect["storage"]["team" if team else int(seat_name)])
    stored = Counter(rules.view(state, None)["units"][0]["storage"])
    assert stored == (got["1"] + got["4"] if team else got["1"])


@pytest.mark.parametrize("case", cases("activations"))
def test_activations(case: Case) -> None:
    """The empty symbols of the starting row are filled again before each recruit, so each activation can be counted."""
    times = [0, 0, 0, 0]
    maker = meadow().smoot({"row1": ["stone"] * 4})
    for number in range(6):
        maker.state.horde[0][number % 5] = HordeCard(maker.state.decks[0].pool.pop())
    game = maker.done()
    for number, place in enumerate(PYRAMID):
        card = game.state.horde[0][number % 5]
        assert card is not None
        game.act(f"recruit {card.card}")
        placed = next(e for e in game.act(f"place {place}") if e.code == "place")
        for slot in range(4):
            times[slot] += f"1.{slot + 1}" in placed.data["gained"]
            first = game.state.players[0].rows[0][slot]
            assert first is not None
            first.filled = [False]
        game.state.turn.step = "magic"
    assert times == case["expect"]["times"]


@pytest.mark.parametrize("case", cases("step_two"))
def test_step_two(case: Case) -> None:
    given = case["given"]
    maker = Maker(seat=given["seat"]).board(given["board"]).storage(given["have"]).trolls(given["trolls"])
    for key, drawing in given["shapes_left"].items():
        maker.shape(key, *cells_of(drawing))
    game = maker.done()
    words = game.words()
    assert {verb: verb in words for verb in ("recruit", "dig", "skip")} == case["expect"]["options"]
    for verb, legal in case["expect"]["options"].items():
        assert legal or game.why(verb)


@pytest.mark.parametrize("case", cases("coronation"))
def test_coronation(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    maker = meadow(seats=given["seats"])
    for seat in range(1, given["seats"] + 1):
        maker.trolls(9, seat)
    game, trigger = maker.done(), None
    for seat in given["tenth_trolls_in_order"]:
        game.seat = game.state.turn.seat = seat
        game.state.turn.step = "magic"
        game.act(f"recruit {game.words('recruit')[0]}")
        events = game.act("place 4.1")
        trigger = next((seat for e in events if e.code == "crown" and e.data["trigger"]), trigger)
    tokens = {player["seat"]: player["crown"] for player in game.view()["players"] if player["crown"]}
    assert tokens == expect["tokens"]
    assert (trigger or "none") == expect["trigger"]
    assert game.state.trigger == ([3, trigger] if trigger else [])


@pytest.mark.parametrize("case", cases("fallback"))
def test_fallback(case: Case) -> None:
    """What the autopilot does; the digs of a case are laid out as strips of ground round one gate."""
    given, expect = case["given"], case["expect"]
    game = autopilot(given)
    text = game.rules.fallback(game.state, 1)
    if expect["action"] != "recruit":
        assert text.split()[0] == expect["action"]
        if "dig" in expect:
            shape, mineral, spot = text.split()[1:]
            assert (shape, mineral) == ("two", "stone")
            assert spot == next(w.text for w in game.next("dig two stone").words if not w.data["hammers"])
        game.act(text)
        return
    card = game.state.horde[0][expect["bottom"] - 1]
    assert card is not None
    assert text == f"recruit {card.card}"
    game.act(text)
    assert game.rules.fallback(game.state, 1) == "place {}.{}".format(*expect["place"])


def autopilot(given: Case) -> Scenario:
    board = {"map": "...o#\n..###\n.####", "tiles": "..1..\n.....\n....."}
    maker = Maker().board(board).smoot(rows_for(given["open_places"], given["trolls"]))
    for card, bribes in zip(maker.state.horde[0], given["bottom_bribes"], strict=True):
        assert card is not None
        card.bribes = {"coin": bribes} if bribes else {}
    if given["digs"]:
        maker.shape("three", [(0, 0), (0, 1), (1, 1)], None)
        maker.shape("two", [(0, 0), (0, 1)], None)
        maker.storage({"stone": 3, "iron": 2, "hammer": 1})
    return maker.done()


def rows_for(open_places: list[list[int]], trolls: int) -> dict[str, list[str]]:
    """A trollsmoot of so many trolls in which exactly these places are open."""
    full = {f"row{row}": ["stone"] * (5 - row) for row in range(1, 5)}
    for row, place in open_places:
        full[f"row{row}"][place - 1] = "-"
        for above in range(row + 1, 5):
            for other in range(1, 6 - above):
                if place - (above - row) <= other <= place:
                    full[f"row{above}"][other - 1] = "-"
    while sum(text != "-" for row in full.values() for text in row) > trolls:
        last = max(row for row in full if "stone" in full[row])
        full[last][full[last].index("stone")] = "-"
    return full


def test_every_case_of_its_own_kind_is_told() -> None:
    told = {"draft-secrecy", "turn-order-of-steps", "absent-half-turn", "team-storage"}
    assert {one["id"] for one in all_cases() if one["ask"] == "state"} == told


def test_draft_secrecy() -> None:
    """Case draft-secrecy."""
    expect = one_case("draft-secrecy")["expect"]
    dice = seeded("secrecy")
    rules, state = drafting(HOUSE, 3, dice)
    for seat, placings in one_case("draft-secrecy")["given"]["placed"].items():
        for _ in range(placings):
            state = kernel.advance(rules, state, seat, rules.fallback(state, seat), dice).state
    assert [decision.seat for decision in rules.pending(state)] == expect["pending_seats"]
    seen = rules.view(state, 1)
    assert all(seen["draft"]["slots"])
    assert len(seen["draft"]["drawn"]) == 1
    assert [player["drafted"] for player in seen["players"]] == [4, 2, 4]
    own = {*seen["draft"]["slots"], *seen["draft"]["drawn"]}
    assert all(troll is None for player in seen["players"] for troll in player["rows"][0])
    assert own <= set(rules.book.starters)
    hands = {seat: rules.view(state, seat)["draft"]["drawn"] for seat in (1, 3)}
    step = kernel.advance(rules, state, 2, rules.fallback(state, 2), dice)
    step = kernel.advance(rules, step.state, 2, rules.fallback(step.state, 2), dice)
    after = rules.view(step.state, None)
    assert all(troll for player in after["players"] for troll in player["rows"][0])
    shown = {e.data["seat"]: e.data["cards"] for e in step.events if e.code == "bonus"}
    assert sorted(shown) == expect["after_seat_2_finishes"]["hand_shown_of_seats"]
    assert shown[3] == hands[3]
    assert all(len(cards) == 1 for cards in shown.values())
    assert any(e.opened == "draft" for e in step.events)


def test_order_of_steps() -> None:
    """Case turn-order-of-steps."""
    expect = one_case("turn-order-of-steps")["expect"]
    given = one_case("turn-order-of-steps")["given"]
    board = {
        "map": "........\n........\n...W....",
        "tiles": "1aa.....\n..aaa...\n........",
        "statues": {"r1c2": "fire"},
        "workshops": {"r3c4": "Stonemill"},
    }
    maker = Maker().board(board).storage(given["holds"] | {"iron": 2}).shape("two", [(0, 0), (0, 1)], None)
    maker.hall("nook", "Ax").hall("shelf", "Axx")
    game = maker.done()
    spell = game.state.spells[0]
    spell.spell = "soft_rock"
    game.act("cast soft_rock")
    game.state.units[0].storage["rune"] = 1
    game.act(f"dig two iron {game.words('dig two iron')[0]}")
    game.act(f"hall nook {game.words('hall nook')[0]}")
    game.state.units[0].storage["iron"] = 2
    verbs = {"move_statue": "move", "end_turn": "end", "workshop": "activate"}
    assert sorted(game.words()) == sorted(verbs.get(name, name) for name in expect["allowed"])
    for name in expect["refused"]:
        assert game.why(verbs.get(name, name)) in ("step_over", "already_cast", "second_this_turn")


def test_half_done_turn() -> None:
    """Case absent-half-turn: the autopilot places the troll low and left, and the turn ends."""
    given, expect = one_case("absent-half-turn")["given"], one_case("absent-half-turn")["expect"]
    maker = meadow().smoot(rows_for(given["open_places"], 6))
    maker.state.turn.step, maker.state.turn.taken = "main", maker.state.decks[0].pool.pop()
    game, codes = maker.done(), []
    while game.state.turn.seat == 1:
        text = game.rules.fallback(game.state, 1)
        codes += [(e.code, e.data.get("place")) for e in game.act(text)]
    assert ("place", "{}.{}".format(*expect["placed_at"])) in codes
    assert not {"hall", "move"} & {code for code, _ in codes}
    below = game.state.players[0].rows[0][2:4]
    assert all(troll is not None and all(troll.filled) for troll in below)


def test_team_storage() -> None:
    """Case team-storage: a Quartermaster fills the team's storage, a partner's trolls stay out of reach."""
    given, expect = one_case("team-storage")["given"], one_case("team-storage")["expect"]
    board = {
        "map": ".....\n..W..\n.....\n.....",
        "tiles": "1aa..\n.....\n.....\n4...2",
        "workshops": {"r2c3": "Quartermaster"},
    }
    game = Maker(seats=4, team=True).board(board).held(given["held"][1], 1).done()
    game.act("activate C2")
    game.act("use cart@1.1")
    assert game.unit()["storage"] == expect["team_storage"] == game.unit(4)["storage"]
    spendable = {seat: spendable_by(game, seat) for seat in (1, 4)}
    assert spendable[4] == expect["spendable_by_seat_4"]
    assert spendable[1] == expect["spendable_by_seat_1"]


def spendable_by(game: Scenario, seat: int) -> dict[str, int]:
    player = game.state.players[seat - 1]
    owned = purse.owned(game.rules.book, player, game.state.units[player.unit])
    return dict(purse.count(purse.spendable(owned)))
