"""Recruiting a troll from the horde and placing it (rulings H57 to H76; spell Shiny Pebbles)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.dice import Dice
from games.rules.hall import decks, payment, purse, smoot
from games.rules.hall.edition import CLANS
from games.rules.hall.purse import Held, Slots
from games.rules.hall.scene import FULL, NOTHING, Scene, Verb, pick_one, too_early_or_late
from games.rules.hall.state import HordeCard, State, TrollInPlay
from games.rules.kernel import Event, Illegal, Next, Word

RETIRES_AT = 4
LAST_ROUNDS = 2
"""Full rounds after the round of the trigger turn (H116)."""


def beneath(row: int, place: int) -> list[tuple[int, int]]:
    """The places of the horde under this one, bottom row first, left to right, counted from 0 (H57)."""
    return [(r, p) for r in range(row) for p in range(place, place + row - r + 1)]


def bribed(state: State, row: int, place: int) -> list[tuple[int, int]]:
    """The places under this one that hold a card, so cost a bribe (H58, H59)."""
    return [(r, p) for r, p in beneath(row, place) if state.horde[r][p] is not None]


def find(state: State, card: str) -> tuple[int, int] | None:
    """Where this card lies in the horde."""
    for row, cards in enumerate(state.horde):
        for place, open_card in enumerate(cards):
            if open_card is not None and open_card.card == card:
                return row, place
    return None


def slots(scene: Scene, price: int) -> Slots:
    """What the bribes may be: coins, with Shiny Pebbles also stone or iron."""
    return [("coin", "stone", "iron") if scene.marked("shiny_pebbles") else ("coin",)] * price


def affordable(scene: Scene) -> list[tuple[int, int]]:
    """The horde's places that can be recruited from now, bottom row first."""
    kinds = slots(scene, 1)[0]
    most, horde = sum(scene.have[kind] for kind in kinds), scene.state.horde
    return [
        (row, place)
        for row, cards in enumerate(horde)
        for place, card in enumerate(cards)
        if card is not None and (not row or len(bribed(scene.state, row, place)) <= most)
    ]


def open_now(scene: Scene) -> bool:
    return scene.within("magic", "main") and scene.trolls < FULL


def available(scene: Scene) -> bool:
    return open_now(scene) and bool(affordable(scene))


def following(scene: Scene, words: Sequence[str]) -> Next:
    if not words:
        return Next(tuple(card_word(scene, row, place) for row, place in affordable(scene)))
    spot = find(scene.state, words[0])
    rest, paid = payment.cut(words[1:])
    if spot is None or rest:
        return NOTHING
    return payment.following(scene.spendable, slots(scene, len(bribed(scene.state, *spot))), paid)


def card_word(scene: Scene, row: int, place: int) -> Word:
    """A card with its price and what lies on it."""
    card = scene.state.horde[row][place]
    assert card is not None
    price = len(bribed(scene.state, row, place))
    data = {"row": row + 1, "place": place + 1, "price": price, "bribes": dict(card.bribes), "pedestal": card.pedestal}
    return Word(card.card, "card", data)


def perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    state, turn = scene.state, scene.state.turn
    row, place = find(state, words[0]) or (0, 0)
    under = bribed(state, row, place)
    paid = payment.chosen(scene.spendable, slots(scene, len(under)), payment.cut(words[1:])[1])
    purse.take(scene.player, scene.unit, paid)
    lay_bribes(state, under, paid)
    card = state.horde[row][place]
    assert card is not None
    refill = decks.refill(scene.book, state, row, place, dice)
    collect(scene, card)
    turn.step, turn.taken = "main", card.card
    turn.choose_pedestal = scene.book.level(card.card) == 3 and bool(state.bag)
    data = {"seat": scene.seat, "card": card.card, "row": row + 1, "place": place + 1, "paid": purse.pairs(paid)}
    return [Event("recruit", data | {"collected": dict(card.bribes), "pedestal": card.pedestal}), *refill]


def lay_bribes(state: State, under: Sequence[tuple[int, int]], paid: Sequence[Held]) -> None:
    """One unit on each card beneath, bottom row first, left to right (H58)."""
    for (row, place), held in zip(under, paid, strict=True):
        card = state.horde[row][place]
        assert card is not None
        purse.add(card.bribes, held.kind)


def collect(scene: Scene, card: HordeCard) -> None:
    """Bribes and pedestal of a taken card go to storage (H61, H62)."""
    purse.add_all(scene.unit.storage, card.bribes)
    if card.pedestal:
        purse.add(scene.unit.pedestals, card.pedestal)


def refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    closed = too_early_or_late(scene, "magic", "main")
    if closed:
        return closed
    if scene.trolls >= FULL:
        return Illegal("pyramid_full")
    spot = find(scene.state, words[0]) if words else None
    if not words:
        return Illegal("unfinished")
    if spot is None:
        return Illegal("not_in_horde")
    cost = slots(scene, len(bribed(scene.state, *spot)))
    if not purse.payable(scene.spendable, cost):
        return Illegal("not_enough_coins", price=len(cost))
    return payment.refusal(scene.spendable, cost, words[1:], scene.owned)


def pedestal_available(scene: Scene) -> bool:
    return scene.state.turn.choose_pedestal


def pedestal_words(scene: Scene) -> tuple[Word, ...]:
    bag = scene.state.bag
    clans = [Word(clan, "clan", {"clan": clan, "left": bag[clan]}) for clan in CLANS if bag.get(clan)]
    return (*clans, Word("none", "none"))


def pedestal_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    """One pedestal of choice out of the bag for a level-3 recruit, or none (H63)."""
    scene.state.turn.choose_pedestal = False
    if words[0] != "none":
        decks.take_pedestal(scene.state.bag, words[0])
        purse.add(scene.unit.pedestals, words[0])
    return [Event("bag_pedestal", {"seat": scene.seat, "clan": words[0]})]


def pedestal_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    if not scene.state.turn.choose_pedestal:
        return Illegal("no_pedestal_to_choose")
    if not words:
        return Illegal("unfinished")
    known = words[0] in [word.text for word in pedestal_words(scene)]
    return Illegal("not_understood", word=words[-1]) if known else Illegal("not_in_bag")


def place_available(scene: Scene) -> bool:
    turn = scene.state.turn
    return bool(turn.taken) and not turn.choose_pedestal


def place_words(scene: Scene) -> tuple[Word, ...]:
    found = []
    for place in smoot.open_places(scene.player):
        gained, wasted = smoot.forecast(scene.book, scene.player, scene.state.turn.taken, place)
        found.append(Word(smoot.name(place), "place", {"gained": gained, "wasted": wasted}))
    return tuple(found)


def place_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    """Place, cascade, coronation, retiring (H60, H72 to H76)."""
    turn, player = scene.state.turn, scene.player
    place = smoot.parse(words[0]) or (0, 0)
    card, turn.taken = turn.taken, ""
    gained, wasted = smoot.forecast(scene.book, player, card, place)
    player.rows[place[0]][place[1]] = TrollInPlay(card, [False] * len(scene.book.symbols[card]))
    for spot in smoot.cascade_places(place):
        smoot.activate(player, spot)
    scene.finish_main()
    data = {"seat": scene.seat, "card": card, "place": words[0], "gained": gained, "wasted": wasted}
    return [Event("place", data), *crown(scene), *retire(scene, dice)]


def place_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    turn = scene.state.turn
    if not turn.taken:
        return Illegal("nothing_to_place")
    if turn.choose_pedestal:
        return Illegal("choose_pedestal_first")
    place = smoot.parse(words[0]) if words else None
    if not words:
        return Illegal("unfinished")
    if place is None or not (0 <= place[0] < 4 and 0 <= place[1] < 4 - place[0]):
        return Illegal("no_such_place")
    if smoot.at(scene.player, place) is not None:
        return Illegal("place_taken")
    supported = place in smoot.open_places(scene.player)
    return Illegal("not_understood", word=words[-1]) if supported else Illegal("no_support")


def crown(scene: Scene) -> list[Event]:
    """The coronation token for a tenth troll; the last token triggers the end (H114 to H116)."""
    state = scene.state
    if scene.trolls < FULL or not state.crowns:
        return []
    value = state.crowns.pop(0)
    scene.player.crown = value
    trigger = not state.crowns
    if trigger:
        state.trigger = [state.round, scene.seat]
        state.last_round = state.round + LAST_ROUNDS
    events = [Event("crown", {"seat": scene.seat, "value": value, "trigger": trigger})]
    return [*events, Event("last_turns", {"round": state.last_round})] if trigger else events


def retire(scene: Scene, dice: Dice) -> list[Event]:
    """Every horde card with four or more bribes leaves, one after the other (H67 to H70)."""
    state, events = scene.state, []
    for row, cards in enumerate(state.horde):
        for place, card in enumerate(cards):
            if card is None or sum(card.bribes.values()) < RETIRES_AT:
                continue
            if card.pedestal:
                purse.add(state.bag, card.pedestal)
            state.decks[scene.book.level(card.card) - 1].bottom.append(card.card)
            events.append(Event("retire", {"card": card.card, "row": row + 1, "place": place + 1}))
            events += decks.refill(scene.book, state, row, place, dice)
    return events


VERBS = (
    Verb("recruit", available, following, perform, refusal),
    Verb("pedestal", pedestal_available, pick_one(pedestal_words), pedestal_perform, pedestal_refusal),
    Verb("place", place_available, pick_one(place_words), place_perform, place_refusal),
)
