"""Worked cases about the mountain: digging, pedestals, great halls, statues, networks, honour of the board."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.hall.boards import Ground, cells_of, flood_groups, placings
from tests.hall.building import Maker, Scenario
from tests.hall.caselist import cases

Case = dict[str, Any]

SAME_CODES = {
    "not_touching_own", "touches_opponent", "workshop_site", "heart", "off_map", "overlap", "not_enough_minerals",
    "not_enough_hammers", "no_tile_left", "not_own", "bare_ground", "second_this_turn", "not_in_own_network",
}  # fmt: skip
"""Codes of the cases that the rules use too."""


def seats_of(given: dict[str, Any]) -> int:
    """The highest gate on the board, at least two; four with teams."""
    board = given["board"]
    gates = [int(sign) for sign in board.get("tiles", "") if sign.isdigit()]
    return 4 if "teams" in board else max([2, given.get("seat", 1), *gates])


def begun(given: dict[str, Any]) -> Maker:
    """A seat's turn on the board of a case, with what the seat has."""
    maker = Maker(seats_of(given), "teams" in given["board"], given.get("seat", 1)).board(given["board"])
    maker.storage(given.get("have", {}))
    if "chart" in given:
        maker.chart(given["chart"])
    return maker


def spot_words(
    ground: Ground, cells: tuple[tuple[int, int], ...], marked: tuple[int, int] | None, mirror: bool = True
) -> dict[tuple[tuple[int, ...], int], str]:
    """(squares, naming square) -> word, for every placing inside the frame."""
    return {found: word for word, found in placings(ground, cells, marked, mirror).items()}


# ------------------------------------------------------------------ digging


def digging(case: Case) -> tuple[Scenario, str]:
    """The scenario of a dig and the words of the action; "" if no turning of the shape lies like that."""
    given, action = case["given"], case["action"]
    maker = begun(given)
    ground = maker.ground
    assert ground is not None
    squares = ground.squares(action["squares"])
    anchor = ground.square(action["anchor"]) if "anchor" in action else None
    if "shape" in given:
        cells, marked = cells_of(given["shape"])
    else:
        cells = tuple(divmod(square, ground.width) for square in squares)
        marked = None if anchor is None else divmod(anchor, ground.width)
    if marked is None:
        anchor = squares[0]
    if anchor is None:  # the case does not say where the anchor lies: any turning that covers the squares
        ways = spot_words(ground, cells, marked)
        anchor = next(named for covered, named in ways if list(covered) == squares)
    maker.shape("case", cells, marked, given.get("tiles_left", 5))
    for clan in given.get("pedestals_owned", []):
        maker.unit.pedestals[clan] = maker.unit.pedestals.get(clan, 0) + 1
    maker.state.used_pairs = [[clan, tier] for clan, tier, *_ in given.get("pairs_used", [])]
    maker.state.tokens |= {clan: list(values) for clan, values in given.get("tokens", {}).items()}
    maker.state.workshops = ["stonemill"]
    word = spot_words(ground, cells, marked).get((tuple(squares), anchor), "")
    return maker.done(), f"dig case {action['mineral']} {word}" if word else ""


@pytest.mark.parametrize("case", cases("dig"))
def test_dig(case: Case) -> None:
    scenario, line = digging(case)
    expect, before = case["expect"], scenario.state
    if not expect["legal"]:
        if not line:
            assert expect["why"] == "wrong_shape"
            return
        code = scenario.why(line)
        assert code == expect["why"] if expect["why"] in SAME_CODES else code
        assert scenario.state is before
        return
    owned, honour = scenario.owned(), scenario.unit()["honour"]
    nobody = scenario.net(None)
    events = {event.code: event.data for event in scenario.act(line)}
    _compare_dig(scenario, expect, events, owned, honour)
    _compare_network(scenario, expect, nobody)
    _compare_pedestal(scenario, case)


def _compare_dig(scenario: Scenario, expect: Case, events: dict[str, Any], owned: Counter[str], honour: int) -> None:
    ground = scenario.ground
    assert ground is not None
    if "spent" in expect:
        assert Counter(kind for kind, _source in events["dig"]["paid"]) == Counter(expect["spent"])
        gained = Counter(events.get("gained", {}).get("goods", {}))
        assert owned - Counter(expect["spent"]) + gained == scenario.owned()
    if "honour" in expect:
        assert scenario.unit()["honour"] - honour == expect["honour"] == events["dig"]["honour"]
    if "gained" in expect:
        assert events.get("gained", {}).get("goods", {}) == expect["gained"]
    if "unearthed" in expect:
        squares = [ground.from_word(word) for word in events.get("unearthed", {}).get("squares", [])]
        assert ground.names(squares) == expect["unearthed"]
        shown = scenario.view()["board"]["statues"]
        assert not any(shown[ground.word(square)]["buried"] for square in squares)
    if "sites" in expect:
        assert ground.names(ground.from_word(word) for word in scenario.words("establish")) == expect["sites"]


def _compare_network(scenario: Scenario, expect: Case, nobody: list[int]) -> None:
    ground = scenario.ground
    assert ground is not None
    unit = scenario.view()["players"][scenario.seat - 1]["unit"]
    if "joined" in expect:
        assert ground.names(set(nobody) & set(scenario.net(unit))) == expect["joined"]
    if "joins_gates" in expect:
        gates = {int(p["name"]): ground.from_word(p["squares"][0]) for p in scenario.pieces() if p["kind"] == "gate"}
        groups = flood_groups(scenario.net(unit), ground.width)
        own = next(group for group in groups if gates[scenario.seat] in group)
        assert sorted(seat for seat, square in gates.items() if square in own) == expect["joins_gates"]


def _compare_pedestal(scenario: Scenario, case: Case) -> None:
    ground, expect, action = scenario.ground, case["expect"], case["action"]
    assert ground is not None
    if "may_set" in expect:
        assert sorted(scenario.words("set")) == sorted(expect["may_set"])
    if "tier" in expect:
        anchor = scenario.pieces()[-1]["anchor"]
        assert anchor == ground.word(ground.square(action["anchor"]))
        assert scenario.edition.sides["case"].squares[ground.from_word(anchor)].tier == expect["tier"]
    if "token" in expect:
        (event,) = scenario.act(f"set {action['pedestal']}")
        anchor = ground.word(ground.square(action["anchor"]))
        assert event.data["token"] == expect["token"]
        assert scenario.unit()["tokens"] == [expect["token"]]
        assert scenario.view()["board"]["pedestals"] == {anchor: action["pedestal"]}
        assert scenario.words("set") == []


@pytest.mark.parametrize("case", cases("dig_count"))
def test_dig_count(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    scenario = begun(given).storage({"stone": 9}).drawn_shape("case", given["shape"]).done()
    ground = scenario.ground
    assert ground is not None
    words = scenario.next("dig case stone").words
    areas = {tuple(sorted(ground.from_word(name) for name in word.data["squares"])) for word in words}
    assert len(areas) == expect["placements"]
    if "squares_used" in expect:
        assert ground.names({square for area in areas for square in area}) == expect["squares_used"]


@pytest.mark.parametrize("case", cases("shape"))
def test_shape(case: Case) -> None:
    """The shape is dug on open ground: its turnings are the letters on offer, and what it can look like is counted."""
    given, expect = case["given"], case["expect"]
    field = {"map": "\n".join(["." * 13] * 13), "tiles": "\n".join(["." * 13] * 6 + ["." * 6 + "1" + "." * 6])}
    maker = Maker().board(field).storage({"stone": 9}).drawn_shape("case", given["shape"])
    words = maker.done().next("dig case stone").words
    assert len({word.text[-1] for word in words}) == expect["orientations"]
    ground = Ground(field)
    looks = set()
    for word in words:
        cells = [divmod(ground.from_word(name), 13) for name in word.data["squares"]]
        looks.add(_look(cells, divmod(ground.from_word(word.data["anchor"]), 13)))
    for name, drawing in given["candidates"].items():
        cells, marked = cells_of(drawing)
        assert marked is not None
        assert (_look(list(cells), marked) in looks) == expect["fits"][name], name


def _look(cells: list[tuple[int, int]], marked: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Cells relative to the marked one."""
    return tuple(sorted((row - marked[0], column - marked[1]) for row, column in cells))


# ------------------------------------------------------------------ great halls


@pytest.mark.parametrize("case", cases("hall"))
def test_hall(case: Case) -> None:
    given, action, expect = case["given"], case["action"], case["expect"]
    maker = begun(given).hall("case", given["shape"], *given.get("value", (4, 9)))
    ground = maker.ground
    assert ground is not None
    maker.state.turn.step = "hall"
    if given.get("already_this_turn"):
        maker.hall("first", "Ax", 1, 2)
    squares = ground.squares(action["squares"])
    cells, altar = cells_of(given["shape"])
    word = spot_words(ground, cells, altar, mirror=False).get((tuple(squares), ground.square(action["altar"])), "")
    scenario = maker.done()
    if given.get("already_this_turn"):
        scenario.act(f"hall first {scenario.words('hall first')[0]}")
    if not expect["legal"]:
        if not word:
            assert expect["why"] == "wrong_shape"
            return
        code = scenario.why(f"hall case {word}")
        wanted = {"gate": "over_gate", "hall": "over_hall"}.get(expect["why"], expect["why"])
        assert code == wanted
        return
    removed_before, honour = set(scenario.view()["board"]["pedestals"]), scenario.unit()["now"]["halls"]
    scenario.act(f"hall case {word}")
    board = scenario.view()["board"]
    if "leftovers" in expect:
        left = [[ground.from_word(n) for n in piece["squares"]] for piece in board["pieces"] if piece["kind"] == "left"]
        assert sorted(ground.names(squares) for squares in left) == sorted(expect["leftovers"])
    kept = ground.names(ground.from_word(name) for name in board["pedestals"])
    assert kept == expect.get("pedestals_kept", kept)
    removed = ground.names(ground.from_word(name) for name in removed_before - set(board["pedestals"]))
    assert removed == expect.get("pedestals_removed", [])
    hall = board["pieces"][-1]
    statue = board["statues"].get(hall["altar"], {"clan": "none"})["clan"]
    assert statue == expect["altar_statue"]
    if "hall_value" in expect:
        assert scenario.unit()["now"]["halls"] - honour == expect["hall_value"]


@pytest.mark.parametrize("case", cases("hall_count"))
def test_hall_count(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    maker = begun(given).hall("case", given["shape"])
    maker.state.turn.step = "hall"
    words = maker.done().next("hall case").words
    assert len({(tuple(word.data["squares"]), word.data["altar"]) for word in words}) == expect["placements"]
    assert len({tuple(word.data["squares"]) for word in words}) == expect["areas"]


# ------------------------------------------------------------------ statues


def carting(case: Case) -> Scenario:
    """The statue step with the carts of the case, or with plenty."""
    given = case["given"]
    maker = begun(given)
    maker.state.turn.step = "statues"
    carts = given.get("carts", {"cart": 9})
    maker.storage({"cart": carts.get("cart", 0)})
    return maker.held({kind: n for kind, n in carts.items() if kind != "cart"}).done()


def journey(scenario: Scenario, start: str, to: str) -> list[str]:
    """The fewest moves that take the statue there, found by trying; [] if it cannot get there."""
    edge, seen = [(scenario.state, start, [])], {start}
    while edge:
        following = []
        for state, here, path in edge:
            trial = Scenario(scenario.edition, state, scenario.seat, scenario.ground)
            for word in trial.words(f"move {here}"):
                line = [*path, f"move {here} {word}"]
                if word == to:
                    return line
                if word not in seen:
                    seen.add(word)
                    moved = Scenario(scenario.edition, state, scenario.seat, scenario.ground)
                    moved.act(line[-1])
                    following.append((moved.state, word, line))
        edge = following
    return []


@pytest.mark.parametrize("case", cases("move"))
def test_move(case: Case) -> None:
    scenario, action, expect = carting(case), case["action"], case["expect"]
    ground = scenario.ground
    assert ground is not None
    start, to = ground.word(ground.square(action["from"])), ground.word(ground.square(action["to"]))
    if "reach_1" in expect:
        assert ground.names(ground.from_word(word) for word in scenario.words(f"move {start}")) == expect["reach_1"]
    if expect.get("legal") is False:
        assert not journey(scenario, start, to)
        assert scenario.why(f"move {start} {to}") == expect.get("why", "no_cart")
        return
    path = journey(scenario, start, to)
    assert len(path) == (0 if expect["carts_needed"] == "never" else expect["carts_needed"])
    if len(path) != 1:  # a move of one cart there is refused, with how many it takes
        refused = scenario.rules.explain(scenario.state, scenario.seat, ["move", start, to])
        assert (refused.code, refused.data.get("carts", 0)) == ("too_far" if path else "no_way", len(path))
    before = scenario.owned()
    for line in path:
        scenario.act(line)
    if "spent" in expect:
        assert before - scenario.owned() == Counter(expect["spent"])
    if path:
        assert scenario.view()["board"]["statues"][to]["buried"] is False


# ------------------------------------------------------------------ networks and honour


@pytest.mark.parametrize("case", cases("network"))
def test_network(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    scenario = begun(given).done()
    ground = scenario.ground
    assert ground is not None
    for owner, squares in expect["networks"].items():
        unit = None if owner == "nobody" else scenario.view()["players"][int(owner) - 1]["unit"]
        assert scenario.net(unit) == ground.squares(squares)
    assert len(scenario.pieces()) == expect["tunnels"]


@pytest.mark.parametrize("case", cases("score"))
def test_score(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    scenario = begun(given).done()
    shown = scenario.view()["units"]
    honour = {f"team{n}" if "teams" in given["board"] else n: u["now"] for n, u in enumerate(shown, 1)}
    assert {key: honour[key]["halls"] + honour[key]["statues"] for key in expect["honour"]} == expect["honour"]
