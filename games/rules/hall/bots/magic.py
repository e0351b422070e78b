"""The steward's spells, workshops and trades: each is weighed by what it makes of the hoard or of the next tunnel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.rules.hall import purse, recruit, smoot, spell_horde, spell_stone, spells, statues, trade, workshops
from games.rules.hall.bots import building, recruiting
from games.rules.hall.bots.digging import Digger
from games.rules.hall.bots.worth import Outlook
from games.rules.hall.casting import Cast
from games.rules.hall.edition import KINDS, MINERALS
from games.rules.hall.purse import Held
from games.rules.hall.scene import Scene

DIGGING = ("earth_ritual", "motley_vein", "soft_rock")
WORTH_A_CAST = 0.35
WORTH_A_USE = 0.2
WORTH_A_TRADE = 0.5


class Idea(NamedTuple):
    """An action with what it is worth."""

    worth: float
    text: str


Thinker = Callable[[Scene, Outlook, Cast], Iterator[Idea]]


def best_spell(scene: Scene, outlook: Outlook) -> str | None:
    """The spell to cast now, None if none is worth its rune."""
    ideas = [idea for card in spells.castable_spells(scene) for idea in ideas_for(scene, outlook, card.spell)]
    best = max(ideas, default=Idea(0.0, ""))
    return f"cast {best.text}" if best.worth > WORTH_A_CAST else None


def ideas_for(scene: Scene, outlook: Outlook, spell: str) -> Iterator[Idea]:
    """Ways to cast one spell, the rune's worth taken off."""
    cast = spells.casts(scene, spell)[0]
    rune = outlook.exchange([cast.rune], ())
    for idea in IDEAS.get(spell, nothing)(scene, outlook, cast):
        yield Idea(idea.worth + rune, " ".join([spell, idea.text]).strip())


def nothing(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    return iter(())


def marked(scene: Scene, spell: str) -> Scene:
    """The position as it would be with this spell's marker."""
    fresh = scene.fresh()
    state = scene.state
    turn = type(state.turn)(seat=scene.seat, markers=[*state.turn.markers, spell])
    fresh.state = type(state)(**{name: getattr(state, name) for name in state.__struct_fields__} | {"turn": turn})
    return fresh


def better_dig(scene: Scene, outlook: Outlook, cast: Cast, spell: str) -> Iterator[Idea]:
    """A spell that makes digging cheaper or wider, against the best that can be done without it."""
    with_it = Digger(marked(scene, spell), outlook).best(closely=False)
    if with_it is None:
        return
    without = Digger(scene, outlook).best(closely=False)
    offer = recruiting.best(scene, outlook)
    other = max(without.worth if without else -9.0, offer.worth if offer else -9.0)
    yield Idea(with_it.worth - max(other, 0.0), "")


def night_shift(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    """An extra crawl is worth it for what lies beside the network."""
    digger = Digger(scene, outlook)
    small = digger.best(shapes=[s for s in scene.book.shapes if len(scene.book.shapes[s].cells) == 2], closely=False)
    if small is not None and purse.count(scene.spendable).most_common(1)[0][1] > 3:
        yield Idea(small.worth - 0.3, "")


def smelt(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    have = purse.count(cast.items)
    for kind, into in (("stone", "iron"), ("iron", "heartstone")):
        for number in range(1, min(3, have[kind]) + 1):
            paid = purse.settle(cast.items, [kind] * number) or []
            yield Idea(outlook.exchange(paid, [into] * number), f"{kind} {number}")


def haggle(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    for paid, kind, worth in exchanges(outlook, cast.items, 2):
        yield Idea(worth, " ".join([*(f"{held.kind}@{held.source}" for held in paid), kind]))


def exchanges(outlook: Outlook, items: list[Held], number: int) -> Iterator[tuple[list[Held], str, float]]:
    """For each kind gained, the least missed ``number`` of items to give for it."""
    for kind in KINDS:
        left, paid = [held for held in items if held.kind != kind], list[Held]()
        while len(paid) < number and left:
            held = max(left, key=lambda h: outlook.exchange([*paid, h], [kind]))
            paid.append(held)
            left.remove(held)
        if len(paid) == number:
            yield paid, kind, outlook.exchange(paid, [kind])


def harvest(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    kinds = ("stone", "iron", "coin", "cart", "hammer")
    for n, one in enumerate(kinds):
        for two in kinds[n + 1 :]:
            yield Idea(outlook.exchange((), [one, two]), f"{one} {two}")


def drum(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    for row, trolls in enumerate(scene.player.rows):
        for place, troll in enumerate(trolls):
            fresh = smoot.missing(scene.book, scene.player, (row, place)) if troll else []
            if fresh:
                yield Idea(0.8 * outlook.goods(fresh), smoot.name((row, place)))


def wheels(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    """Worth it when clan carts lie idle while statues of other clans have somewhere to go."""
    lines = building.rails(scene, scene.state.board)
    idle = [held for held in scene.owned if held.clan]
    ways = [j for j in lines.plan(0.5) if j.steps and lines.board.statues[j.start] not in {h.clan for h in idle}]
    gains = sorted((building.gain(scene, lines, j) / len(j.steps) for j in ways), reverse=True)
    yield Idea(0.8 * sum(gains[: len(idle)]), "")


def ghost(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    """The first one or two steps of a journey without carts."""
    lines, name = building.rails(scene, scene.state.board), scene.mountain.name
    for journey in lines.plan(0.5):
        if journey.steps and journey.steps[0] in statues.reach(scene, journey.start):
            steps = journey.steps[:2]
            part = building.gain(scene, lines, journey) * len(steps) / len(journey.steps)
            text = " ".join(name(square) for square in (journey.start, *steps))
            if spell_stone.ghost_following(cast, text.split()).complete:
                yield Idea(min(part, 1.2 * len(steps)) if not outlook.last else part, text)


def siren(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    before = building.value(scene, outlook, scene.state.board)
    for word in spell_stone.siren_from(cast, ()):
        for to in spell_stone.siren_to(cast, (word.text,)):
            board = building.copied(scene.state.board)
            board.statues[scene.mountain.square(to.text)] = board.statues.pop(scene.mountain.square(word.text))
            yield Idea(0.8 * (building.value(scene, outlook, board) - before), f"{word.text} {to.text}")


def pebbles(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    """Worth it when minerals buy a troll that coins cannot."""
    now, then = recruiting.best(scene, outlook), recruiting.best(marked(scene, "shiny_pebbles"), outlook)
    if then is not None:
        yield Idea(then.worth - max(now.worth if now else 0.0, 0.0), "")


def toll(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    for word in spell_horde.toll_words(cast, ()):
        kinds = [kind for kind, number in word.data["bribes"].items() for _ in range(number)]
        yield Idea(outlook.exchange((), kinds), word.text)


def guard(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    """A coin, and a weak card of the bottom row out of the way."""
    weak = [
        (recruiting.loose(scene.book.symbols[word.text]), word.text)
        for word in spell_horde.guard_words(cast, ())
        if word.data["row"] == 1
    ]
    if weak:
        yield Idea(outlook.single("coin") + 0.25, min(weak)[1])


def changeling(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    """Empty an old troll into storage and put a richer one in its place."""
    for word in spell_horde.own_words(cast, ()):
        place = smoot.parse(word.text) or (0, 0)
        old = scene.book.symbols[word.data["card"]]
        for other in spell_horde.other_words(cast, (word.text,)):
            new = scene.book.symbols[other.text]
            better = outlook.production(new, place) - outlook.production(old, place)
            yield Idea(better, f"{word.text} {other.text}")


def foundation(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    before = building.value(scene, outlook, scene.state.board)
    for clan in spell_stone.foundation_clans(cast, ()):
        for square in spell_stone.foundation_squares(cast, (clan.text,)):
            board = building.copied(scene.state.board)
            board.pedestals[scene.mountain.square(square.text)] = clan.text
            gained = 0.8 * (building.value(scene, outlook, board) - before)
            yield Idea(square.data["token"] + gained - 0.8, f"{clan.text} {square.text}")


def door(scene: Scene, outlook: Outlook, cast: Cast) -> Iterator[Idea]:
    """Worth it for a workshop that pays off out of reach."""
    far = [s for s in scene.state.board.workshops if not workshops.touched(scene, s)]
    if not scene.state.turn.activated:
        yield Idea(max((shop_worth(scene, outlook, square, 1) for square in far), default=0.0) - 0.1, "")


IDEAS: dict[str, Thinker] = {
    "night_shift": night_shift,
    "deep_smelt": smelt,
    "haggle": haggle,
    "harvest_moon": harvest,
    "wake_drum": drum,
    "free_wheels": wheels,
    "ghost_push": ghost,
    "siren_stone": siren,
    "shiny_pebbles": pebbles,
    "toll": toll,
    "changing_guard": guard,
    "changeling": changeling,
    "late_foundation": foundation,
    "open_door": door,
    "earth_ritual": lambda scene, outlook, cast: better_dig(scene, outlook, cast, "earth_ritual"),
    "motley_vein": lambda scene, outlook, cast: better_dig(scene, outlook, cast, "motley_vein"),
    "soft_rock": lambda scene, outlook, cast: better_dig(scene, outlook, cast, "soft_rock"),
}


# ------------------------------------------------------------------ workshops and trades


def runs(scene: Scene, outlook: Outlook, key: str) -> Iterator[Idea]:
    """Every way to run a workshop once."""
    for use in scene.book.workshops[key].uses:
        if use.move:
            for held in purse.on_trolls(scene.book, scene.player):
                clan = 0.5 if held.clan else 0.0
                yield Idea(outlook.freed([held]) + clan * outlook.future, f"{held.kind}@{held.source}")
        elif "any" in use.give:
            for paid, kind, worth in exchanges(outlook, scene.spendable, len(use.give)):
                if kind == use.gain[0]:
                    yield Idea(worth, " ".join([*(f"{h.kind}@{h.source}" for h in paid), kind]))
        else:
            units = purse.settle(scene.spendable, use.give)
            if units is not None:
                yield Idea(outlook.exchange(units, use.gain), " ".join([*use.give, *use.gain]))


def shop_worth(scene: Scene, outlook: Outlook, square: int, uses: int) -> float:
    """What activating a workshop could be worth, judged by its first run."""
    best = max(runs(scene, outlook, scene.state.board.workshops[square]), default=Idea(0.0, ""))
    return best.worth * (1 + 0.4 * (uses - 1)) if best.worth > WORTH_A_USE else 0.0


def best_workshop(scene: Scene, outlook: Outlook) -> str | None:
    ideas = [
        Idea(shop_worth(scene, outlook, square, workshops.uses_of(scene, square)), scene.mountain.name(square))
        for square in workshops.open_squares(scene)
    ]
    best = max(ideas, default=Idea(0.0, ""))
    return f"activate {best.text}" if best.worth > WORTH_A_USE else None


def next_use(scene: Scene, outlook: Outlook) -> str:
    """The next run of the open workshop, or leaving it."""
    activation = scene.state.turn.activation
    assert activation is not None
    best = max(runs(scene, outlook, scene.state.board.workshops[activation.square]), default=Idea(0.0, ""))
    return f"use {best.text}" if best.worth > WORTH_A_USE else "close"


def best_trade(scene: Scene, outlook: Outlook) -> str | None:
    """Four for one, only when the hoard is better for it (a mineral that pays for a larger tunnel, a first cart)."""
    if not trade.available(scene) or (not recruit.open_now(scene) and not outlook.last):
        return None
    ideas = [
        Idea(worth, " ".join([*(f"{h.kind}@{h.source}" for h in paid), kind]))
        for paid, kind, worth in exchanges(outlook, scene.spendable, trade.PRICE)
        if kind in (*MINERALS, "cart")
    ]
    best = max(ideas, default=Idea(0.0, ""))
    return f"trade {best.text}" if best.worth > WORTH_A_TRADE else None
