"""Worked cases about laying out the table: figures by seats, the statue ring, gates."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from games.rules import kernel
from games.rules.dice import seeded
from games.rules.hall import build
from games.rules.hall.edition import CLANS, HallEdition, Side, Square, Start
from tests.hall.building import HOUSE, Fixed, Scenario
from tests.hall.caselist import cases

Case = dict[str, Any]


@pytest.mark.parametrize("case", cases("numbers"))
def test_numbers(case: Case) -> None:
    rules, expect = build(HOUSE), case["expect"]
    for seats in (2, 3, 4, 5):
        state, _ = rules.setup({}, seats, seeded(f"numbers {seats}"))
        view = rules.view(state, 1)
        assert len(view["workshops"]) == expect["workshops_used"][seats]
        assert view["crowns"] == expect["tokens"][seats]


def flat(width: int, height: int, spots: list[int], starts: list[Start]) -> HallEdition:
    """The house edition on one plain mountain, whichever side is played."""
    squares = tuple(Square("rock", 1) for _ in range(width * height))
    seats = (2, 3, 4, 5)
    plain = {key: Side(key, seats, width, height, squares, tuple(spots), tuple(starts)) for key in HOUSE.sides}
    return replace(HOUSE, sides=plain)


@pytest.mark.parametrize("case", cases("statue_ring"))
def test_statue_ring(case: Case) -> None:
    """Seeds are tried until chance falls as the case says; the ring then has to be the expected one."""
    given, count = case["given"], case["given"]["spots"]
    edition = flat(count, 2, list(range(count)), [Start(f"s{n}", count + n, (2, 3)) for n in range(3)])
    rules = build(edition)
    first = given["first_spot"] - 1
    order = given["clans_in_order"]
    for seed in range(500):
        state, _ = rules.setup({}, 3, seeded(f"ring {seed}"))
        statues = rules.view(state, None)["board"]["statues"]
        ring = [statues[f"{chr(ord('A') + n)}1"]["clan"] for n in range(count)]
        assert all(ring[n] != ring[n - 1] for n in range(count))
        if [ring[(first + n) % count] for n in range(3)] == order:
            assert ring == case["expect"]["spots"]
            return
    raise AssertionError("chance never fell as the case says")


def test_every_ring_can_begin_anywhere_with_any_clan() -> None:
    """First spot and order of clans are chance: with fixed dice all of them come up."""
    edition = flat(6, 2, list(range(6)), [Start(f"s{n}", 6 + n, (2, 3)) for n in range(3)])
    seen = set()
    for clans in permutations(range(3)):
        left, draws = list(range(3)), []
        for clan in clans:
            draws.append(left.index(clan))
            left.remove(clan)
        for spot in range(6):
            state, _ = build(edition).setup({"start": "1"}, 3, Fixed(*draws, spot))
            seen.add((tuple(CLANS[n] for n in clans), spot, tuple(state.board.statues[n] for n in range(6))))
    assert len({ring for _, _, ring in seen}) == 6
    assert len(seen) == 36


def gates(given: dict[str, Any]) -> Scenario:
    """The moment at which the next seat chooses its gate."""
    starts = []
    for n, text in enumerate(given["ring"]):
        name, marks = text.split(":")
        starts.append(Start(name, 3 * n, tuple(int(mark) for mark in marks.split(","))))
    edition = flat(3 * len(starts), 1, [1, 4, 7], starts)
    options = {"start": "1", "team": True} if given.get("team") else {"start": "1"}
    state, _ = build(edition).setup(options, given["seats"], seeded("gates"))
    scenario = Scenario(edition, state)
    for seat, name in sorted(given.get("taken", {}).items()):
        scenario.act(f"gate {name}", seat=seat)
    scenario.seat = len(given.get("taken", {})) + 1
    return scenario


@pytest.mark.parametrize("case", cases("gates"))
def test_gates(case: Case) -> None:
    scenario, given = gates(case["given"]), case["given"]
    (asked,) = scenario.rules.pending(scenario.state)
    assert asked.seat == scenario.seat
    assert scenario.words("gate") == case["expect"]["choices"]
    for text in given["ring"]:
        name = text.split(":")[0]
        assert (scenario.why(f"gate {name}") == "") == (name in case["expect"]["choices"])


def test_every_team_choice_can_be_finished() -> None:
    """On both ways round the winter side: whatever is allowed leaves team mates neighbours in the end (ruling H128)."""
    rules = build(HOUSE)
    start, _ = rules.setup({"start": "1", "team": True}, 4, seeded("teams"))
    ends = 0
    edge = [start]
    for seat in (1, 2, 3, 4):
        edge = [
            kernel.advance(rules, state, seat, f"gate {word.text}", seeded("teams")).state
            for state in edge
            for word in rules.legal(state, seat, ["gate"]).words
        ]
    ring = [point.id for point in HOUSE.sides["winter"].starts]
    for state in edge:
        order = [n + 1 for point in ring for n, player in enumerate(state.players) if player.gate == point]
        pairs = [{order[n], order[(n + 1) % 4]} for n in range(4)]
        assert {1, 4} in pairs
        assert {2, 3} in pairs
        ends += 1
    assert ends > 50


@pytest.mark.parametrize("case", cases("autopilot_gate"))
def test_autopilot_gate(case: Case) -> None:
    given = case["given"]
    cells = {name: tuple(int(n) - 1 for n in text[1:].split("c")) for name, text in given["points"].items()}
    starts = [Start(name, row * 10 + column, tuple(given["for"][name])) for name, (row, column) in cells.items()]
    edition = flat(10, 10, [91, 93, 95], starts)
    state, _ = build(edition).setup({"start": "1"}, given["seats"], seeded("gate"))
    scenario = Scenario(edition, state)
    for seat, name in enumerate(given["gates"], 1):
        scenario.act(f"gate {name}", seat=seat)
    line = scenario.rules.fallback(scenario.state, len(given["gates"]) + 1)
    assert line == f"gate {case['expect']['point']}"


def test_the_first_absent_seat_gets_the_lowest_name() -> None:
    starts = [Start(name, square, (2, 3)) for name, square in (("z", 0), ("b", 5), ("c", 9))]
    state, _ = build(flat(10, 1, [1, 2, 3], starts)).setup({"start": "1"}, 3, seeded("gate"))
    assert build(flat(10, 1, [1, 2, 3], starts)).fallback(state, 1) == "gate b"
