"""Casting a spell (rulings H39 to H46): the rune, the effect, the third rune. The effects stand in ``spell_*``."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.dice import Dice
from games.rules.hall import decks, payment, purse, spell_goods, spell_horde, spell_stone
from games.rules.hall.casting import Cast, Effect
from games.rules.hall.purse import Held
from games.rules.hall.scene import NOTHING, Scene, Verb, too_early_or_late
from games.rules.hall.state import Open
from games.rules.kernel import Event, Illegal, Next, Word

BREAKS_AT = 3
EFFECTS: dict[str, Effect] = {**spell_goods.EFFECTS, **spell_horde.EFFECTS, **spell_stone.EFFECTS}


def runes(scene: Scene) -> list[Held]:
    """One rune of each source, in default order: what may pay for the spell (H39)."""
    found: dict[str, Held] = {}
    for held in scene.spendable:
        if held.kind == "rune":
            found.setdefault(held.source, held)
    return list(found.values())


def casts(scene: Scene, spell: str) -> list[Cast]:
    """The ways to pay for this spell that can make a difference, the default one first."""
    payers = runes(scene)
    return [Cast(scene, rune) for rune in (payers if EFFECTS[spell].by_rune else payers[:1])]


def open_spell(scene: Scene, spell: str) -> Open | None:
    """The open card of this spell, unless it was opened in this turn (H41)."""
    return next((s for s in scene.state.spells if s.spell == spell and not s.fresh), None)


def castable(scene: Scene, spell: str) -> bool:
    """Whether some way of casting it can be completed."""
    return any(can_go_on(cast, spell, ()) for cast in casts(scene, spell))


def can_go_on(cast: Cast, spell: str, words: Sequence[str]) -> bool:
    found = EFFECTS[spell].following(cast, words)
    return found.complete or bool(found.words)


def castable_spells(scene: Scene) -> list[Open]:
    return [s for s in scene.state.spells if not s.fresh and castable(scene, s.spell)]


def available(scene: Scene) -> bool:
    return scene.within("magic") and not scene.state.turn.spell and bool(castable_spells(scene))


def following(scene: Scene, words: Sequence[str]) -> Next:
    if not words:
        return Next(tuple(Word(s.spell, "spell", {"runes": s.runes}) for s in castable_spells(scene)))
    spell = words[0]
    if open_spell(scene, spell) is None:
        return NOTHING
    choice, paid = payment.cut(words[1:])
    if paid is not None:
        return paying(scene, spell, choice, paid)
    found: dict[str, Word] = {}
    complete, whole = False, False
    for n, cast in enumerate(casts(scene, spell)):
        step = EFFECTS[spell].following(cast, choice)
        whole = whole or step.complete
        complete = complete or (step.complete and n == 0)
        for word in step.words:
            found.setdefault(word.text, word)
    return Next((*found.values(), *((payment.PAY,) if whole else ())), complete)


def paying(scene: Scene, spell: str, choice: Sequence[str], paid: Sequence[str]) -> Next:
    """After ``pay``: the rune, then what else the spell spends (only Deep Smelt has more)."""
    if not paid:
        return Next(rune_words(scene, spell, choice))
    cast = cast_with(scene, spell, choice, paid[0])
    if cast is None:
        return NOTHING
    slots = EFFECTS[spell].slots(cast, choice)
    rest = paid[1:]
    if not payment.accepted(cast.items, slots, rest):
        return NOTHING
    if len(rest) == len(slots):
        return Next((), True)
    return Next(tuple(purse.unit_words(cast.items, slots, rest)))


def rune_words(scene: Scene, spell: str, choice: Sequence[str]) -> tuple[Word, ...]:
    found = []
    for n, rune in enumerate(runes(scene)):
        if not EFFECTS[spell].following(Cast(scene, rune), choice).complete:
            continue
        if n == 0:
            found.append(Word("rune", "unit", {"kind": "rune", "source": ""}))
        found.append(Word(f"rune@{rune.source}", "unit", {"kind": "rune", "source": rune.source}))
    return tuple(found)


def cast_with(scene: Scene, spell: str, choice: Sequence[str], unit: str) -> Cast | None:
    """The cast paid with this rune, if these choices are whole then."""
    payers = runes(scene)
    rune = payers[0] if unit == "rune" and payers else next((r for r in payers if f"rune@{r.source}" == unit), None)
    if rune is None:
        return None
    cast = Cast(scene, rune)
    return cast if EFFECTS[spell].following(cast, choice).complete else None


def perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    """Pay, carry out, and let the spell crumble under its third rune (H40, H43)."""
    state, spell = scene.state, words[0]
    choice, paid = payment.cut(words[1:])
    cast = cast_with(scene, spell, choice, paid[0] if paid else "rune")
    card = open_spell(scene, spell)
    assert cast is not None
    assert card is not None
    units = payment.chosen(cast.items, EFFECTS[spell].slots(cast, choice), paid[1:] if paid else None)
    purse.take(scene.player, scene.unit, [cast.rune])
    card.runes += 1
    state.turn.spell = spell
    if EFFECTS[spell].lasting:
        state.turn.markers.append(spell)
    data = {"seat": scene.seat, "spell": spell, "runes": card.runes, "choices": list(choice)}
    events = [Event("cast", data | {"paid": purse.pairs([cast.rune])})]
    events += EFFECTS[spell].perform(cast, choice, units, dice)
    return events + crumble(scene, card, dice)


def crumble(scene: Scene, card: Open, dice: Dice) -> list[Event]:
    """The third rune: the card goes under the deck and a new one opens in its place (H40, H41, H44)."""
    if card.runes < BREAKS_AT:
        return []
    state, old = scene.state, card.spell
    state.spell_deck.bottom.append(old)
    card.spell, card.runes, card.fresh = decks.draw(state.spell_deck, dice, "spells"), 0, True
    return [Event("crumbled", {"spell": old, "next": card.spell})]


def refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    if scene.state.turn.spell:
        return Illegal("already_cast")
    closed = too_early_or_late(scene, "magic")
    if closed:
        return closed
    if not runes(scene):
        return Illegal("no_rune")
    if not words:
        return Illegal("unfinished") if castable_spells(scene) else Illegal("no_spell_castable")
    if words[0] not in EFFECTS or words[0] not in scene.book.edition.spells:
        return Illegal("no_such_spell", word=words[0])
    if open_spell(scene, words[0]) is None:
        return Illegal("spell_not_open", spell=words[0])
    choice, paid = payment.cut(words[1:])
    code = EFFECTS[words[0]].why(casts(scene, words[0])[0], choice)
    if code:
        return Illegal(code)
    return paying_refusal(scene, words[0], choice, paid) if paid else Illegal("unfinished")


def paying_refusal(scene: Scene, spell: str, choice: Sequence[str], paid: Sequence[str]) -> Illegal:
    """Why this rune, or what is named after it, does not pay for right choices."""
    cast = cast_with(scene, spell, choice, paid[0])
    if cast is None:
        return Illegal("bad_rune")
    return payment.refusal(cast.items, EFFECTS[spell].slots(cast, choice), ["pay", *paid[1:]], scene.owned)


VERBS = (Verb("cast", available, following, perform, refusal),)
