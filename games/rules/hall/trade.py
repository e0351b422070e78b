"""Trading four for one with the supply, at any point of the own turn (rulings H35 to H38)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.dice import Dice
from games.rules.hall import payment, purse
from games.rules.hall.edition import KINDS
from games.rules.hall.scene import DONE, NOTHING, Scene, Verb
from games.rules.kernel import Event, Illegal, Next, Word

PRICE = 4
SLOTS = (purse.ANY,) * PRICE


def available(scene: Scene) -> bool:
    return len(scene.spendable) >= PRICE


def kinds(purpose: str) -> tuple[Word, ...]:
    """The seven kinds as words."""
    return tuple(Word(kind, purpose, {"kind": kind}) for kind in KINDS)


def following(scene: Scene, words: Sequence[str]) -> Next:
    if not payment.accepted(scene.spendable, SLOTS, words[:PRICE]):
        return NOTHING
    if len(words) < PRICE:
        return Next(tuple(purse.unit_words(scene.spendable, SLOTS, words)))
    if len(words) == PRICE:
        return Next(kinds("gain"))
    return DONE if len(words) == PRICE + 1 and words[PRICE] in KINDS else NOTHING


def perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    paid = purse.settle(scene.spendable, words[:PRICE]) or []
    purse.take(scene.player, scene.unit, paid)
    purse.add(scene.unit.storage, words[PRICE])
    return [Event("trade", {"seat": scene.seat, "paid": purse.pairs(paid), "gain": words[PRICE]})]


def refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    units = list(words[:PRICE])
    wrong = [word for word in units if word.partition("@")[0] not in KINDS]
    wrong += [word for n, word in enumerate(words[PRICE:]) if n or word not in KINDS]
    if wrong:
        return Illegal("not_understood", word=wrong[0])
    if purse.settle(scene.owned, units) is not None and purse.settle(scene.spendable, units) is None:
        return Illegal("clan_cart")
    if len(scene.spendable) < PRICE or len(words) < PRICE:
        return Illegal("not_four")
    if purse.settle(scene.spendable, units) is None:
        return Illegal("not_owned")
    return Illegal("unfinished") if len(words) == PRICE else Illegal("not_four")


VERBS = (Verb("trade", available, following, perform, refusal),)
