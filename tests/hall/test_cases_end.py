"""Worked cases about the end of the game: coronation, last turns, sets of resources, final scoring."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from games.rules import kernel
from games.rules.dice import seeded
from games.rules.hall import build, scoring
from games.rules.hall.edition import GreatHall, Side, Square
from games.rules.hall.state import Board, Piece, State, Turn
from games.rules.kernel import Event
from tests.hall.building import Maker, Scenario
from tests.hall.caselist import cases

Case = dict[str, Any]

GATES = {"map": ".........\n.........", "tiles": "1.2.3.4.5\n........."}


def nearly_crowned(seats: int, team: bool = False) -> Maker:
    """A game in which every seat has nine trolls and nothing else."""
    maker = Maker(seats, team).board(GATES)
    maker.state.board.pieces = maker.state.board.pieces[:seats]
    for seat in range(1, seats + 1):
        maker.trolls(9, seat)
    return maker


def tenth(scenario: Scenario, seat: int) -> list[Event]:
    """The seat takes its tenth troll, in a turn of its own."""
    scenario.seat = seat
    card = scenario.words("recruit")[0]
    scenario.act(f"recruit {card}")
    events = scenario.act("place 4.1")
    assert scenario.view()["players"][seat - 1]["trolls"] == 10
    return events


# ------------------------------------------------------------------ coronation


@pytest.mark.parametrize("case", cases("coronation"))
def test_coronation(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    scenario = nearly_crowned(given["seats"], case["chapter"] == "team").done()
    trigger: Any = "none"
    for seat in given["tenth_trolls_in_order"]:
        scenario.state.turn = Turn(seat=seat)
        for event in tenth(scenario, seat):
            if event.code == "crown" and event.data["trigger"]:
                trigger = seat
    crowns = {player["seat"]: player["crown"] for player in scenario.view()["players"] if player["crown"]}
    assert crowns == expect["tokens"]
    assert trigger == expect["trigger"]
    assert (scenario.view()["turns_left"] is None) == (trigger == "none")


def triggered(seats: int, seat: int, round_: int) -> Scenario:
    """The moment after the trigger turn of this seat."""
    maker = nearly_crowned(seats)
    maker.state.crowns, maker.state.turn, maker.state.round = [3], Turn(seat=seat), round_
    scenario = maker.done()
    tenth(scenario, seat)
    return scenario


def rest_of_the_game(scenario: Scenario) -> list[tuple[int, int]]:
    """The autopilot plays on; (round, seat) of every turn that is begun. What is announced always comes true."""
    rules, state, dice, turns = scenario.rules, scenario.state, seeded("rest"), []
    announced = Counter({int(seat): n for seat, n in scenario.view()["turns_left"].items()})
    while rules.pending(state):
        left = announced - Counter(seat for _, seat in turns)
        assert +Counter({int(seat): n for seat, n in rules.progress(state)["turns_left"].items()}) == left
        (asked,) = rules.pending(state)
        step = kernel.advance(rules, state, asked.seat, rules.fallback(state, asked.seat), dice)
        state = step.state
        turns += [(event.data["round"], event.data["seat"]) for event in step.events if event.code == "turn"]
    scenario.state = state
    return turns


@pytest.mark.parametrize("case", cases("end_turns"))
def test_end_turns(case: Case) -> None:
    """What is announced to everybody, and what then happens."""
    seats = case["given"]["seats"]
    for seat, expected in case["expect"]["turns_left_after_trigger"].items():
        scenario = triggered(seats, seat, 7)
        assert list(scenario.view()["turns_left"].values()) == expected
        assert scenario.rules.progress(scenario.state)["turns_left"] == scenario.view()["turns_left"]
        turns = rest_of_the_game(scenario)
        assert [sum(s == other for _, s in turns) for other in range(1, seats + 1)] == expected
        assert scenario.rules.result(scenario.state) is not None


@pytest.mark.parametrize("case", cases("calendar"))
def test_calendar(case: Case) -> None:
    given = case["given"]
    scenario = triggered(given["seats"], given["trigger"]["seat"], given["trigger"]["round"])
    assert [list(turn) for turn in rest_of_the_game(scenario)] == case["expect"]["remaining"]


# ------------------------------------------------------------------ scoring


@pytest.mark.parametrize("case", cases("sets"))
def test_sets(case: Case) -> None:
    """What the seat is told it would get now. Half of each kind lies on a troll, carts on clan symbols."""
    given, expect = case["given"], case["expect"]
    maker = Maker().storage({kind: n - n // 2 for kind, n in given.items()})
    maker.board(GATES).held({"cart:ice" if kind == "cart" else kind: n // 2 for kind, n in given.items()})
    if case["chapter"] == "team":
        maker = Maker(4, team=True).board(GATES).storage({"stone": 3, "rune": 1})
        maker.held({"coin": 2, "stone": 1}, seat=1).held({"coin": 1, "stone": 1, "cart:moon": 1}, seat=4)
    assert maker.done().unit()["now"]["sets"] == expect["sets"]
    assert scoring.plain_sets(given) == expect["sets_without_trades"]


class Ranks:
    """A game on its last turn whose board and mats are worth what a case says, row by row of a plain mountain."""

    def __init__(self, rows: dict[int, dict[str, Any]], team: bool) -> None:
        seats = 4 if team else max(2, len(rows))
        self.maker = Maker(seats, team)
        self.state: State = self.maker.state
        self.width = 2 + max(self._length(row) for row in rows.values())
        self.tiers = [1] * (2 * seats * self.width)
        self.halls: list[GreatHall] = []
        self.state.board = Board()
        for number, row in rows.items():
            unit = self.state.units[number - 1]
            self._mats(unit.seats, row, number)
            self._ground(unit.seats[0], row, 2 * (number - 1) * self.width)

    @staticmethod
    def _length(row: dict[str, Any]) -> int:
        return len(row.get("halls", [])) + len(row.get("statues", []))

    def _mats(self, seats: list[int], row: dict[str, Any], number: int) -> None:
        unit = self.state.units[number - 1]
        unit.honour, unit.tokens = row["track"], list(row.get("tokens", []))
        unit.storage = {kind: n for kind, n in row.get("resources", {}).items() if n}
        self.state.players[seats[0] - 1].crown = row.get("coronation", 0)
        levels = list(row["levels"])
        for seat in seats:
            mine, levels = levels[:6], levels[6:]
            self.maker.trolls(4 + len(mine), seat, mine)
        assert not levels

    def _ground(self, seat: int, row: dict[str, Any], square: int) -> None:
        """A gate, then one-square halls and tunnels side by side."""
        board = self.state.board
        board.pieces.append(Piece("gate", str(seat), seat, [square]))
        for value in row.get("halls", []):
            square += 1
            key = f"hall{square}"
            self.halls.append(GreatHall(key, ((0, 0),), (0, 0), value, value + 5))
            board.pieces.append(Piece("hall", key, seat, [square], altar=square))
        for value in row.get("statues", []):
            square += 1
            doubled = value not in (2, 4, 6, 8, 10)
            self.tiers[square] = value // (4 if doubled else 2)
            board.pieces.append(Piece("left", "crawl", seat, [square]))
            board.statues[square] = "fire"
            if doubled:
                board.pedestals[square] = "fire"

    def finished(self) -> Scenario:
        """The scoring after the last turn of the last round."""
        squares = tuple(Square("rock", tier) for tier in self.tiers)
        side = Side("case", (2, 3, 4, 5), self.width, len(squares) // self.width, squares, (), ())
        edition = replace(self.maker.edition, sides={"case": side}, halls=tuple(self.halls))
        last = self.state.seats
        self.state.last_round = self.state.round
        self.state.trigger = [self.state.round - 2, last]
        self.state.turn = Turn(seat=last, step="statues")
        scenario = Scenario(edition, self.state, last)
        scenario.act("end")
        return scenario


@pytest.mark.parametrize("case", cases("final"))
def test_final(case: Case) -> None:
    rows, expect = case["given"]["seats"], case["expect"]
    scenario = Ranks(rows, case["chapter"] == "team").finished()
    result = scenario.rules.result(scenario.state)
    assert result is not None
    units = {standing.seats[0]: standing for standing in result.standings}
    assert {number: units[number].total for number in rows} == expect["totals"]
    assert {number: units[number].place for number in rows} == expect["ranks"]
    for number, row in rows.items():
        parts = units[number].parts
        assert sum(parts.values()) == units[number].total
        assert parts["dig"] == row["track"]
        assert parts["statues"] == sum(row.get("statues", []))
        assert parts["halls"] == sum(row.get("halls", []))
    assert build(scenario.edition).pending(scenario.state) == ()
