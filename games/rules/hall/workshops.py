"""Activating and using workshops (rulings H47 to H56; spell Open Door)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.dice import Dice
from games.rules.hall import purse
from games.rules.hall.edition import Use
from games.rules.hall.purse import Held, Slots
from games.rules.hall.scene import Scene, Verb, bare, pick_one, too_early_or_late
from games.rules.hall.state import Activation
from games.rules.kernel import Event, Illegal, Next, Word


def touched(scene: Scene, square: int) -> bool:
    """Whether the seat's network shares a side with this square (H47)."""
    return bool(scene.mountain.near[square] & scene.nets.of(scene.seat))


def open_squares(scene: Scene) -> list[int]:
    """The built workshops the seat may activate now, by square."""
    done, built = scene.state.turn.activated, sorted(scene.state.board.workshops)
    if not done:
        return [s for s in built if scene.marked("open_door") or touched(scene, s)]
    return [s for s in built if s not in done and touched(scene, s)] if second_left(scene) else []


def second_left(scene: Scene) -> bool:
    """Whether Open Door still allows a second workshop: the first and only one so far is touched."""
    done = scene.state.turn.activated
    return scene.marked("open_door") and len(done) == 1 and touched(scene, done[0])


def uses_of(scene: Scene, square: int) -> int:
    """How often a workshop may be used (H48, H49); with Open Door at least once."""
    number = scene.nets.entrances(square)
    return max(number, 1) if scene.marked("open_door") else number


def available(scene: Scene) -> bool:
    return scene.within("magic") and bool(open_squares(scene))


def square_words(scene: Scene) -> tuple[Word, ...]:
    found = []
    for square in open_squares(scene):
        data = {"square": scene.mountain.name(square), "workshop": scene.state.board.workshops[square]}
        found.append(Word(data["square"], "square", data | {"uses": uses_of(scene, square)}))
    return tuple(found)


def perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    turn, square = scene.state.turn, scene.mountain.square(words[0])
    uses = uses_of(scene, square)
    turn.activated.append(square)
    turn.activation = Activation(square, uses)
    key = scene.state.board.workshops[square]
    return [Event("activate", {"seat": scene.seat, "square": words[0], "workshop": key, "uses": uses})]


def refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    closed = too_early_or_late(scene, "magic")
    if closed:
        return closed
    if not words:
        return Illegal("unfinished") if available(scene) else Illegal("no_workshop_in_reach")
    try:
        square = scene.mountain.square(words[0])
    except ValueError:
        return Illegal("no_such_square", word=words[0])
    if square not in scene.state.board.workshops:
        return Illegal("no_workshop_there", square=words[0])
    if square in open_squares(scene):
        return extra_word(words)
    if scene.state.turn.activated and (square in scene.state.turn.activated or not second_left(scene)):
        return Illegal("already_activated")
    return Illegal("workshop_not_touched", square=words[0])


def extra_word(words: Sequence[str]) -> Illegal:
    return Illegal("not_understood", word=words[-1])


def running(scene: Scene) -> tuple[Use, ...]:
    """The ways to run the workshop that is open now."""
    activation = scene.state.turn.activation
    if activation is None:
        return ()
    return scene.book.workshops[scene.state.board.workshops[activation.square]].uses


def slots(use: Use) -> Slots:
    """What one run costs."""
    return [purse.ANY if kind == "any" else (kind,) for kind in use.give]


def payers(scene: Scene, use: Use) -> list[Held]:
    """What may pay for it: for the Quartermaster what own trolls hold, clan carts too (H54)."""
    return purse.on_trolls(scene.book, scene.player) if use.move else scene.spendable


def price(use: Use) -> Slots:
    """The slots of any use; moving takes one unit of any kind."""
    return (purse.ANY,) if use.move else slots(use)


def fits(scene: Scene, use: Use, given: Sequence[str]) -> bool:
    """Whether these unit words can be (the beginning of) what this use costs, and all of it can be paid."""
    left, cost = purse.open_slots(price(use), given), price(use)
    items = payers(scene, use)
    return len(left) == len(cost) - len(given) and purse.payable(items, cost) and purse.settle(items, given) is not None


def use_following(scene: Scene, words: Sequence[str]) -> Next:
    found: dict[str, Word] = {}
    complete = False
    for use in running(scene):
        cost = len(price(use))
        given, gained = words[:cost], words[cost:]
        if not fits(scene, use, given) or tuple(gained) != use.gain[: len(gained)]:
            continue
        if len(given) < cost:
            for word in purse.unit_words(payers(scene, use), price(use), given):
                found.setdefault(word.text, word)
        elif len(gained) < len(use.gain):
            kind = use.gain[len(gained)]
            found.setdefault(kind, Word(kind, "gain", {"kind": kind}))
        else:
            complete = True
    return Next(tuple(found.values()), complete)


def use_available(scene: Scene) -> bool:
    return any(fits(scene, use, ()) for use in running(scene))


def use_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    """Pay and gain once; after the last use the workshop is left (H50, H55)."""
    state, activation = scene.state, scene.state.turn.activation
    assert activation is not None
    use = next(u for u in running(scene) if carries(scene, u, words))
    cost = len(price(use))
    paid = purse.settle(payers(scene, use), words[:cost]) or []
    gained = [held.kind for held in paid] if use.move else list(use.gain)
    purse.take(scene.player, scene.unit, paid)
    for kind in gained:
        purse.add(scene.unit.storage, kind)
    activation.left -= 1
    if not activation.left:
        state.turn.activation = None
    data = {"workshop": state.board.workshops[activation.square], "paid": purse.pairs(paid), "gained": gained}
    return [Event("use", {"seat": scene.seat, "left": activation.left} | data)]


def carries(scene: Scene, use: Use, words: Sequence[str]) -> bool:
    """Whether these words are exactly this use."""
    cost = len(price(use))
    return fits(scene, use, words[:cost]) and len(words) >= cost and tuple(words[cost:]) == use.gain


def resembles(use: Use, words: Sequence[str]) -> bool:
    """Whether the kinds of these words, owned or not, are (the beginning of) this use."""
    cost = len(price(use))
    given, gained = words[:cost], tuple(words[cost:])
    return len(purse.open_slots(price(use), given)) == cost - len(given) and gained == use.gain[: len(gained)]


def use_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    if scene.state.turn.activation is None:
        return Illegal("no_workshop_open")
    alike = [use for use in running(scene) if resembles(use, words)]
    if not alike:
        return Illegal("no_such_exchange")
    for use in alike:
        given = words[: len(price(use))]
        if fits(scene, use, given):
            return Illegal("unfinished")
        if given and purse.settle(scene.owned, given) is not None and purse.settle(payers(scene, use), given) is None:
            return Illegal("not_held" if use.move else "clan_cart")
    return Illegal("not_owned")


def close_available(scene: Scene) -> bool:
    return scene.state.turn.activation is not None


def close_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    scene.state.turn.activation = None
    return [Event("close", {"seat": scene.seat})]


def close_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    return Illegal("no_workshop_open") if not close_available(scene) else extra_word(words)


VERBS = (
    Verb("activate", available, pick_one(square_words), perform, refusal),
    Verb("use", use_available, use_following, use_perform, use_refusal),
    Verb("close", close_available, bare, close_perform, close_refusal),
)
