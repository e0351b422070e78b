"""The house bot: quick and sensible, it uses every part of the game, one step of the turn after the other."""

from __future__ import annotations

from typing import Any

from games.rules.dice import Dice
from games.rules.hall import dig, founding
from games.rules.hall.bots import building, magic, recruiting
from games.rules.hall.bots.digging import Digger
from games.rules.hall.bots.worth import EARLY, Outlook
from games.rules.hall.fallback import fallback
from games.rules.hall.rules import HallRules
from games.rules.hall.scene import Scene
from games.rules.hall.state import State
from games.rules.kernel import RuleSet

INNER = ("2", "3", "1", "4")
"""Starting slots, those that are activated more often first (H17)."""


def steward(rules: RuleSet[Any], world: State, seat: int, dice: Dice) -> str:
    """The action of the steward in an imagined world of its seat."""
    assert isinstance(rules, HallRules)
    scene = Scene(rules.book, world, seat)
    if world.phase == "gates":
        return gate(scene)
    if world.phase == "draft":
        return starter(scene)
    outlook, now = Outlook(scene), world.turn
    if now.activation is not None:
        return magic.next_use(scene, outlook)
    if now.choose_pedestal:
        return f"pedestal {recruiting.bag_choice(scene)}"
    if now.taken:
        return f"place {recruiting.best_place(scene, outlook, now.taken)}"
    if now.step in ("magic", "main"):
        return first_steps(scene, outlook)
    return last_steps(scene, outlook)


def gate(scene: Scene) -> str:
    """Far from the others, as the autopilot; the first seat takes what leaves most room round it."""
    return fallback(scene)


def starter(scene: Scene) -> str:
    """The card that repeats more goes to a busy slot, the other is kept."""
    own = scene.state.drafts[scene.seat - 1]

    def liked(card: str) -> float:
        symbols = scene.book.starters[card].symbols
        return sum(EARLY.get(symbol.partition(":")[0], 0.4) for symbol in symbols)

    card = max(own.drawn, key=lambda card: (liked(card), card))
    free = [slot for slot in INNER if not own.slots[int(slot) - 1]]
    busy = liked(card) > 0.6
    return f"draft {card} {free[0] if busy else free[-1]}"


def first_steps(scene: Scene, outlook: Outlook) -> str:
    """Magic while it pays, then the better of recruiting and digging."""
    if scene.state.turn.step == "magic":
        if not scene.state.turn.spell:
            spell = magic.best_spell(scene, outlook)
            if spell:
                return spell
        shop = magic.best_workshop(scene, outlook)
        if shop:
            return shop
    bargain = magic.best_trade(scene, outlook)
    if bargain:
        return bargain
    return step_two(scene, outlook)


def step_two(scene: Scene, outlook: Outlook) -> str:
    """The better of the best tunnel and the best troll."""
    tunnel = Digger(scene, outlook).best() if dig.dig_available(scene) else None
    offer = recruiting.best(scene, outlook)
    if tunnel is None:
        return offer.text if offer else "skip"
    return offer.text if offer is not None and offer.worth > tunnel.worth else tunnel.text


def last_steps(scene: Scene, outlook: Outlook) -> str:
    """Pedestal, workshops, the extra tunnel, a great hall, statues, the end."""
    if founding.set_available(scene):
        return building.pedestal(scene, outlook)
    if founding.establish_available(scene):
        return building.establish(scene)
    if dig.extra_available(scene):
        tunnel = Digger(scene, outlook).best("extra", dig.small_shapes(scene))
        if tunnel is not None and tunnel.worth > 0:
            return tunnel.text
    if scene.within("extra", "hall"):
        hall = building.hall(scene, outlook)
        if hall:
            return hall
    move = building.move(scene, outlook)
    if move:
        return move
    bargain = magic.best_trade(scene, outlook) if outlook.last else None
    return bargain or "end"
