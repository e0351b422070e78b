"""Spells about resources and cheaper rules: the groups "dig", "trade", "gain", "workshops" and the lasting ones."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.dice import Dice
from games.rules.hall import purse, smoot
from games.rules.hall.casting import LASTING, Cast, Choice, Effect, steps
from games.rules.hall.edition import KINDS
from games.rules.hall.purse import ANY, STORAGE, Held, Slots
from games.rules.hall.scene import DONE, NOTHING
from games.rules.kernel import Event, Next, Word

SMELTED = {"stone": "iron", "iron": "heartstone"}
MOST_SMELTED = 3
HARVEST = ("stone", "iron", "coin", "cart", "hammer")
HAGGLE_PRICE = 2
HAGGLE_TRADES = 2


def gained(cast: Cast, kinds: Sequence[str]) -> list[Event]:
    """Resources out of the supply into storage."""
    goods: dict[str, int] = {}
    for kind in kinds:
        purse.add(goods, kind)
    purse.add_all(cast.scene.unit.storage, goods)
    return [Event("gained", {"seat": cast.scene.seat, "goods": goods})]


def smelt_minerals(cast: Cast, choice: Choice) -> list[Word]:
    have = purse.count(cast.items)
    return [Word(kind, "mineral", {"kind": kind, "left": have[kind]}) for kind in SMELTED if have[kind]]


def smelt_numbers(cast: Cast, choice: Choice) -> list[Word]:
    have = purse.count(cast.items)[choice[0]]
    return [Word(str(n), "number", {"number": n}) for n in range(1, min(have, MOST_SMELTED) + 1)]


def smelt_following(cast: Cast, choice: Choice) -> Next:
    return steps(cast, choice, smelt_minerals, smelt_numbers)


def smelt_slots(cast: Cast, choice: Choice) -> Slots:
    return [(choice[0],)] * int(choice[1])


def smelt(cast: Cast, choice: Choice, units: Sequence[Held], dice: Dice) -> list[Event]:
    """Each stone becomes an iron, or each iron a heartstone."""
    purse.take(cast.scene.player, cast.scene.unit, units)
    event = Event("smelted", {"seat": cast.scene.seat, "paid": purse.pairs(units)})
    return [event, *gained(cast, [SMELTED[choice[0]]] * len(units))]


def smelt_why(cast: Cast, choice: Choice) -> str:
    if not smelt_minerals(cast, ()):
        return "nothing_to_smelt"
    return bad(smelt_following(cast, choice))


def bad(step: Next) -> str:
    """The code of choices that lead nowhere, "" for those that do."""
    return "" if step.complete or step.words else "bad_choice"


def two_for_one(items: list[Held], choice: Choice) -> Next:
    """The words of one trade at two for one, as far as ``choice`` has come (at most three words)."""
    slots = (ANY,) * HAGGLE_PRICE
    given = choice[:HAGGLE_PRICE]
    left = purse.open_slots(slots, given)
    if len(items) < HAGGLE_PRICE or len(left) != len(slots) - len(given) or purse.settle(items, given) is None:
        return NOTHING
    if len(choice) < HAGGLE_PRICE:
        return Next(tuple(purse.unit_words(items, slots, choice)))
    if len(choice) == HAGGLE_PRICE:
        return Next(tuple(Word(kind, "gain", {"kind": kind}) for kind in KINDS))
    return DONE if choice[HAGGLE_PRICE] in KINDS else NOTHING


def haggles(choice: Choice) -> list[list[str]]:
    """The words of each trade: ``stone stone coin and coin rune cart`` are two."""
    trades: list[list[str]] = [[]]
    for word in choice:
        if word == "and":
            trades.append([])
        else:
            trades[-1].append(word)
    return trades


def after_trade(items: list[Held], trade: Choice) -> list[Held]:
    """What is owned after a whole trade; the gain comes to storage."""
    left = list(items)
    for held in purse.settle(items, trade[:HAGGLE_PRICE]) or []:
        left.remove(held)
    return [*left, Held(trade[HAGGLE_PRICE], STORAGE)]


def haggle_following(cast: Cast, choice: Choice) -> Next:
    items, trades = cast.items, haggles(choice)
    if len(trades) > HAGGLE_TRADES:
        return NOTHING
    for trade in trades[:-1]:
        if len(trade) != HAGGLE_PRICE + 1 or not two_for_one(items, trade).complete:
            return NOTHING
        items = after_trade(items, trade)
    step = two_for_one(items, trades[-1]) if len(trades[-1]) <= HAGGLE_PRICE + 1 else NOTHING
    if not step.complete or len(trades) == HAGGLE_TRADES:
        return step
    more = len(after_trade(items, trades[-1])) >= HAGGLE_PRICE
    return Next((Word("and", "and"),) if more else (), True)


def haggle(cast: Cast, choice: Choice, units: Sequence[Held], dice: Dice) -> list[Event]:
    """One trade after the other; the second may spend what the first gained."""
    events, scene = [], cast.scene
    items = cast.items
    for trade in haggles(choice):
        paid = purse.settle(items, trade[:HAGGLE_PRICE]) or []
        items = after_trade(items, trade)
        purse.take(scene.player, scene.unit, paid)
        purse.add(scene.unit.storage, trade[HAGGLE_PRICE])
        data = {"seat": scene.seat, "paid": purse.pairs(paid), "gain": trade[HAGGLE_PRICE]}
        events.append(Event("haggled", data))
    return events


def haggle_why(cast: Cast, choice: Choice) -> str:
    return "not_two" if len(cast.items) < HAGGLE_PRICE else bad(haggle_following(cast, choice))


def harvest_words(cast: Cast, choice: Choice) -> list[Word]:
    return [Word(kind, "gain", {"kind": kind}) for kind in HARVEST if kind not in choice]


def harvest_following(cast: Cast, choice: Choice) -> Next:
    return steps(cast, choice, harvest_words, harvest_words)


def harvest(cast: Cast, choice: Choice, units: Sequence[Held], dice: Dice) -> list[Event]:
    return gained(cast, choice)


def harvest_why(cast: Cast, choice: Choice) -> str:
    return bad(harvest_following(cast, choice))


def sleepers(cast: Cast, choice: Choice) -> list[Word]:
    """Own trolls with an empty symbol, one emptied by this very rune included."""
    scene, found = cast.scene, []
    for row, trolls in enumerate(scene.player.rows):
        for i, troll in enumerate(trolls):
            if troll is None:
                continue
            fresh = woken(cast, (row, i))
            if fresh:
                name = smoot.name((row, i))
                found.append(Word(name, "troll", {"place": name, "card": troll.card, "gained": fresh}))
    return found


def woken(cast: Cast, place: smoot.Place) -> list[str]:
    """The symbols an activation of this troll fills once the rune is paid."""
    fresh = smoot.missing(cast.scene.book, cast.scene.player, place)
    return [*fresh, "rune"] if (cast.rune.row, cast.rune.place) == place else fresh


def drum_following(cast: Cast, choice: Choice) -> Next:
    return steps(cast, choice, sleepers)


def drum(cast: Cast, choice: Choice, units: Sequence[Held], dice: Dice) -> list[Event]:
    """One troll fills all its empty symbols; nothing beneath it is activated. The rune has left it already."""
    scene, place = cast.scene, smoot.parse(choice[0]) or (0, 0)
    troll = smoot.at(scene.player, place)
    assert troll is not None
    fresh = smoot.missing(scene.book, scene.player, place)
    smoot.activate(scene.player, place)
    return [Event("woken", {"seat": scene.seat, "place": choice[0], "card": troll.card, "gained": {choice[0]: fresh}})]


def drum_why(cast: Cast, choice: Choice) -> str:
    if not sleepers(cast, ()):
        return "all_full"
    return bad(drum_following(cast, choice))


EFFECTS = {
    "earth_ritual": LASTING,
    "motley_vein": LASTING,
    "soft_rock": LASTING,
    "night_shift": LASTING,
    "free_wheels": LASTING,
    "shiny_pebbles": LASTING,
    "open_door": LASTING,
    "deep_smelt": Effect(smelt_following, smelt, smelt_why, by_rune=True, slots=smelt_slots),
    "haggle": Effect(haggle_following, haggle, haggle_why, by_rune=True),
    "harvest_moon": Effect(harvest_following, harvest, harvest_why),
    "wake_drum": Effect(drum_following, drum, drum_why, by_rune=True),
}
