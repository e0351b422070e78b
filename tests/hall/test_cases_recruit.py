"""Worked cases about recruiting, cascades and trades, through the public contract (rulings H35 to H38, H57 to H76)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.rules.dice import Draw
from games.rules.hall.edition import CLANS
from games.rules.hall.state import HordeCard
from games.rules.kernel import Event
from tests.hall.building import ROWS, Given, Maker, Scenario
from tests.hall.caselist import cases, meadow

Case = dict[str, Any]


class BagOrder:
    """Dice that take pedestals out of the bag in the order of a case; every deck of a case has a known order."""

    def __init__(self, order: list[str]) -> None:
        self.order = list(order)
        self.drawn: list[Draw] = []

    def below(self, label: str, bound: int) -> int:
        assert label == "bag", label
        value = 0
        if len(self.order) == bound:
            counts = Counter(self.order)
            clan = self.order.pop(0)
            value = sum(counts[other] for other in CLANS[: CLANS.index(clan)])
        self.drawn.append(Draw(label, len(self.drawn), bound, value))
        return value


def data_of(events: list[Event], code: str) -> list[dict[str, Any]]:
    return [event.data for event in events if event.code == code]


def one(events: list[Event], code: str) -> dict[str, Any]:
    (data,) = data_of(events, code)
    return data


def plain(symbols: list[str]) -> list[str]:
    """Symbols as the cases write them, sorted."""
    return sorted("cart" if symbol == "cart:wild" else symbol for symbol in symbols)


def counted(goods: dict[str, int]) -> Counter[str]:
    return Counter({kind: number for kind, number in goods.items() if number})


def horde_now(game: Scenario, row: str) -> list[str]:
    """A row of the horde as the cases write it."""
    shown = []
    for card in game.view()["horde"][ROWS.index(row)]:
        text, coins = card["card"].upper(), card["bribes"].get("coin", 0)
        if coins or card["pedestal"]:
            text += f":{coins}"
        shown.append(text + (f":{card['pedestal']}" if card["pedestal"] else ""))
    return shown


def recruiter(given: Given) -> Scenario:
    coins = given["coins"]
    maker = meadow().storage({"coin": coins["storage"]}).held({"coin": coins["held"]} if coins["held"] else {"coin": 0})
    if not coins["held"]:
        maker.troll("stone", (1, 1))
    return maker.trolls(given.get("trolls", 4)).horde(given).done()


@pytest.mark.parametrize("case", cases("recruit"))
def test_recruit(case: Case) -> None:
    given, action, expect = case["given"], case["action"], case["expect"]
    game, dice = recruiter(given), BagOrder(given.get("bag", []))
    card = game.state.horde[ROWS.index(action["row"])][action["place"] - 1]
    assert card is not None
    if not expect["legal"]:
        assert game.why(f"recruit {card.card}") == expect["why"]
        return
    price = next(word.data["price"] for word in game.next("recruit").words if word.text == card.card)
    events = game.act(f"recruit {card.card}", dice)
    check_taken(game, case, events, price)
    pedestal = choose_pedestal(game, case, dice) or one(events, "recruit")["pedestal"] or "none"
    assert pedestal == expect.get("pedestal", pedestal)
    after = game.act(f"place {game.words('place')[0]}", dice)
    check_horde(game, expect, [data["card"].upper() for data in data_of(after, "retire")])


def check_taken(game: Scenario, case: Case, events: list[Event], price: int) -> None:
    """What was paid and collected, before the troll is placed."""
    expect, recruited = case["expect"], one(events, "recruit")
    assert price == expect.get("price", price) == len(recruited["paid"])
    assert recruited["collected"] == expect.get("collected", recruited["collected"])
    if "coins_after" in expect:
        coins = {"storage": game.unit()["storage"].get("coin", 0), "held": game.filled().count("coin")}
        assert coins == expect["coins_after"]


def choose_pedestal(game: Scenario, case: Case, dice: BagOrder) -> str:
    """Answer for a level-3 recruit; the clan, "" when nothing is asked."""
    expect, asked = case["expect"], "pedestal" in game.words()
    if "pedestal_choices" in expect:
        choices = game.words("pedestal") if asked else ["none"]
        assert sorted(choices) == sorted([*expect["pedestal_choices"], "none"])
    if not asked:
        return ""
    clan = case["action"].get("pedestal", "none")
    game.act(f"pedestal {clan}", dice)
    return str(clan)


def check_horde(game: Scenario, expect: Case, retired: list[str]) -> None:
    """Horde, decks and bag once the recruit is over."""
    assert retired == expect.get("retired", retired)
    for row, cards in expect.get("horde", {}).items():
        assert horde_now(game, row) == [card.removesuffix(":0") for card in cards]
    for level, cards in expect.get("decks", {}).items():
        assert [card.upper() for card in game.state.decks[level - 1].bottom] == cards
    if "bag" in expect:
        assert counted(game.view()["bag"]) == Counter(expect["bag"])


@pytest.mark.parametrize("case", cases("cascade"))
def test_cascade(case: Case) -> None:
    given, action, expect = case["given"], case["action"], case["expect"]
    maker = meadow().smoot(given["smoot"]).card("newcomer", action["troll"], 2)
    maker.state.horde[1][0] = HordeCard("newcomer")
    paid = [f"{kind}@{place}" for place, kinds in action.get("paid_from", {}).items() for kind in kinds]
    if not paid:
        maker.storage({"coin": 2})
        paid = ["coin@s", "coin@s"]
    game = maker.done()
    game.act(" ".join(["recruit newcomer pay", *paid]))
    place = "{}.{}".format(*action["at"])
    if "places" in expect:
        assert game.words("place") == ["{}.{}".format(*at) for at in expect["places"]]
    if not expect["legal"]:
        assert game.why(f"place {place}") == "no_support"
        return
    placed = one(game.act(f"place {place}"), "place")
    assert {at: plain(kinds) for at, kinds in placed["gained"].items() if kinds} == {
        at: sorted(kinds) for at, kinds in expect["gains"].items()
    }
    total = Counter(kind.partition(":")[0] for kinds in placed["gained"].values() for kind in kinds)
    assert total == Counter(expect["total"])
    assert game.view()["players"][0]["trolls"] == expect["trolls"]


def unit_words(trade: Case) -> list[str]:
    """The units of a case with their sources: clan carts lie on troll 1.2, everything else held on 1.1."""
    stored = [f"{kind}@s" for kind, n in trade.get("storage", {}).items() for _ in range(n)]
    held = [
        f"cart@{'1.2' if kind.startswith('cart:') else ''}" if kind.startswith("cart:") else f"{kind}@1.1"
        for kind, n in trade.get("held", {}).items()
        for _ in range(n)
    ]
    return stored + held


def owner(given: Given) -> Maker:
    """A seat with these resources in storage and on trolls."""
    held = given.get("held", {})
    clan = {kind: n for kind, n in held.items() if kind.startswith("cart:")}
    maker = meadow().storage(given.get("storage", {}))
    maker.held({kind: n for kind, n in held.items() if kind not in clan})
    return maker.held(clan, place=(1, 2)) if clan else maker


def check_owned(game: Scenario, expect: Case) -> None:
    if "storage" in expect:
        assert counted(game.unit()["storage"]) == Counter(expect["storage"])
    if "held" in expect:
        assert Counter(plain(game.filled())) == Counter(expect["held"])


@pytest.mark.parametrize("case", cases("trade"))
def test_trade(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    maker = owner(given)
    if given.get("when") == "between_take_and_place":
        maker.state.turn.step, maker.state.turn.taken = "main", maker.state.decks[0].pool.pop()
    if given.get("when") == "off_turn":
        maker.state.turn.seat = 2
    game = maker.done()
    for trade in case["action"]["trades"]:
        text = " ".join(["trade", *unit_words(trade), trade["gain"]])
        if not expect["legal"]:
            assert game.why(text) == {"no_window": "not_asked"}.get(expect["why"], expect["why"])
            return
        game.act(text)
    check_owned(game, expect)
