"""The steward's choice of a troll and of its place: what the cascade gives, what it would waste, what it costs."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.hall import purse, recruit, result, smoot
from games.rules.hall.book import kind_of
from games.rules.hall.bots.worth import LATE, Outlook
from games.rules.hall.scene import FULL, Scene
from games.rules.hall.state import HordeCard

PEDESTAL = 3.0
"""A pedestal to come: its token, and a statue that it may double."""


class Offer(NamedTuple):
    """A troll that could be recruited, with what that is worth."""

    worth: float
    text: str


def best(scene: Scene, outlook: Outlook) -> Offer | None:
    """The best troll now, None when the trollsmoot is full or nothing can be paid."""
    if not recruit.available(scene):
        return None
    offers = []
    for row, place in recruit.affordable(scene):
        card = scene.state.horde[row][place]
        assert card is not None
        offers.append(weigh(scene, outlook, card, len(recruit.bribed(scene.state, row, place))))
    return max(offers)


def weigh(scene: Scene, outlook: Outlook, card: HordeCard, price: int) -> Offer:
    """One open card: its bribes, its pedestal, its best place, less the coins it takes."""
    slots = recruit.slots(scene, price)
    paid = purse.defaults(scene.spendable, slots)
    text = f"recruit {card.card}"
    if paid is None:
        kinds = cheapest(scene, price)
        paid = purse.settle(scene.spendable, kinds) or []
        text = " ".join([text, "pay", *kinds])
    worth = outlook.exchange(paid, [k for k, n in card.bribes.items() for _ in range(n)])
    worth += pedestals(scene, card) * min(1.0, outlook.turns / 4)
    worth += max(placing(scene, outlook, card.card, place) for place in smoot.open_places(scene.player))
    return Offer(worth + crown(scene, outlook), text)


def cheapest(scene: Scene, price: int) -> list[str]:
    """Shiny Pebbles: stones before iron before coins."""
    have = purse.count(scene.spendable)
    return [kind for kind in ("stone", "iron", "coin") for _ in range(have[kind])][:price]


def pedestals(scene: Scene, card: HordeCard) -> float:
    """The pedestal that comes with it; more than two in store are hard to set."""
    chosen = scene.book.level(card.card) == 3 and bool(scene.state.bag)
    if not card.pedestal and not chosen:
        return 0.0
    held = sum(scene.unit.pedestals.values())
    return PEDESTAL / (1 + held / 2)


def placing(scene: Scene, outlook: Outlook, card: str, place: smoot.Place) -> float:
    """What the cascade gives now and the troll will give later."""
    gained, _ = smoot.forecast(scene.book, scene.player, card, place)
    now = sum(outlook.goods(symbols) for symbols in gained.values())
    return now + outlook.production(scene.book.symbols[card], place)


def best_place(scene: Scene, outlook: Outlook, card: str) -> str:
    """Where a taken troll stands best."""
    places = smoot.open_places(scene.player)
    return smoot.name(max(places, key=lambda place: (placing(scene, outlook, card, place), -place[0], -place[1])))


def crown(scene: Scene, outlook: Outlook) -> float:
    """A tenth troll: the token, and whether the seat wants the end to come."""
    if scene.trolls < FULL - 1:
        return 0.0
    if not scene.state.crowns:
        return 0.0
    worth = float(scene.state.crowns[0])
    if len(scene.state.crowns) == 1:
        totals = [sum(part.values()) for part in result.parts(scene.book, scene.state)]
        own = totals.pop(scene.player.unit)
        worth += 2.0 if own > max(totals) else -2.5
    return worth


def bag_choice(scene: Scene) -> str:
    """The clan of which the seat has the most statues and the fewest pedestals; none only when the bag is empty."""
    clans = [clan for clan in ("fire", "ice", "moon") if scene.state.bag.get(clan)]
    statues = [scene.state.board.statues[s] for s in scene.nets.statues(scene.seat)]

    def wanted(clan: str) -> float:
        tokens = sum(scene.state.tokens[clan]) / 5
        return statues.count(clan) - 1.5 * scene.unit.pedestals.get(clan, 0) + tokens

    return max(clans, key=wanted)


def loose(symbols: tuple[str, ...]) -> float:
    """A card by itself, for spells that exchange cards."""
    return sum(LATE + (0.1 if kind_of(symbol) == "heartstone" else 0.0) for symbol in symbols)
