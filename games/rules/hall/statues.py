"""Moving statues by cart (rulings H107 to H113, H28, H30; spell Free Wheels)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.dice import Dice
from games.rules.hall import payment, purse
from games.rules.hall.network import destinations, fewest_carts
from games.rules.hall.purse import STORAGE, Held
from games.rules.hall.scene import NOTHING, Scene, Verb, too_early_or_late
from games.rules.kernel import Event, Illegal, Next, Word

CART = (("cart",),)


def carts(scene: Scene, clan: str) -> list[Held]:
    """The carts that may carry a statue of this clan: its own, (Free Wheels) other clans', held wild, storage (H28)."""
    usable = [h for h in scene.owned if h.kind == "cart" and (h.clan in ("", clan) or scene.marked("free_wheels"))]
    return sorted(usable, key=lambda h: (h.clan != clan, not h.clan, h.source == STORAGE))


def reach(scene: Scene, square: int) -> list[int]:
    """Where one cart takes the statue on this square."""
    return destinations(scene.mountain, scene.state.board, scene.nets, scene.seat, square)


def movable(scene: Scene) -> list[int]:
    """The squares of the statues the seat can pay to move and that have somewhere to go."""
    board = scene.state.board
    paid = {clan: bool(carts(scene, clan)) for clan in set(board.statues.values())}
    return [s for s in scene.nets.statues(scene.seat) if paid[board.statues[s]] and reach(scene, s)]


def within(scene: Scene) -> bool:
    return scene.within("extra", "hall", "statues")


def available(scene: Scene) -> bool:
    return within(scene) and bool(movable(scene))


def following(scene: Scene, words: Sequence[str]) -> Next:
    if not words:
        return Next(tuple(statue_word(scene, square) for square in movable(scene)))
    square, name = next((s for s in movable(scene) if scene.mountain.name(s) == words[0]), None), scene.mountain.name
    if square is None:
        return NOTHING
    if len(words) == 1:
        return Next(tuple(square_word(scene, to) for to in reach(scene, square)))
    if words[1] not in [name(to) for to in reach(scene, square)]:
        return NOTHING
    rest, paid = payment.cut(words[2:])
    return NOTHING if rest else payment.following(carts(scene, scene.state.board.statues[square]), CART, paid)


def statue_word(scene: Scene, square: int) -> Word:
    name = scene.mountain.name(square)
    return Word(name, "statue", {"square": name, "clan": scene.state.board.statues[square]})


def square_word(scene: Scene, square: int) -> Word:
    name = scene.mountain.name(square)
    return Word(name, "square", {"square": name, "pedestal": scene.state.board.pedestals.get(square, "")})


def perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    state, turn = scene.state, scene.state.turn
    start, to = scene.mountain.square(words[0]), scene.mountain.square(words[1])
    clan = state.board.statues[start]
    paid = payment.chosen(carts(scene, clan), CART, payment.cut(words[2:])[1])
    purse.take(scene.player, scene.unit, paid)
    push(scene, start, to)
    turn.step, turn.dug, turn.dug_anchor = "statues", None, False
    data = {"seat": scene.seat, "clan": clan, "from": words[0], "to": words[1]}
    return [Event("move", data | {"paid": purse.pairs(paid)})]


def push(scene: Scene, start: int, to: int) -> None:
    """The statue stands on another square from now on."""
    statues = scene.state.board.statues
    statues[to] = statues.pop(start)


def refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    closed = too_early_or_late(scene, "extra", "hall", "statues")
    if closed:
        return closed
    if not words:
        return Illegal("unfinished") if movable(scene) else Illegal("nothing_to_move")
    unknown = [word for word in words[:2] if not scene.mountain.knows(word)]
    if unknown:
        return Illegal("no_such_square", word=unknown[0])
    start, *to = scene.mountain.squares_named(words[:2])
    clan = scene.state.board.statues.get(start)
    if clan is None:
        return Illegal("no_statue_there", square=words[0])
    if start not in scene.nets.statues(scene.seat):
        return Illegal("not_in_own_network", square=words[0])
    if not carts(scene, clan):
        return Illegal("no_cart", clan=clan)
    if not to:
        return Illegal("unfinished") if reach(scene, start) else Illegal("nothing_to_move")
    if to[0] not in reach(scene, start):
        return out_of_reach(scene, start, to[0])
    return payment.refusal(carts(scene, clan), CART, words[2:], scene.owned)


def out_of_reach(scene: Scene, start: int, to: int) -> Illegal:
    """Why one cart does not take the statue there (H108 to H110)."""
    square = scene.mountain.name(to)
    if to in scene.state.board.statues:
        return Illegal("occupied", square=square)
    needed = fewest_carts(scene.mountain, scene.state.board, scene.nets, scene.seat, start, to)
    return Illegal("no_way", square=square) if needed is None else Illegal("too_far", square=square, carts=needed)


VERBS = (Verb("move", available, following, perform, refusal),)
