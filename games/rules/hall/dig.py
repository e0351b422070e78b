"""Digging a tunnel, and the extra tunnel of Night Shift (rulings H77 to H88; spells of the group "dig")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from games.rules.dice import Dice
from games.rules.hall import payment, placing, purse
from games.rules.hall.board import Spot
from games.rules.hall.edition import MINERALS
from games.rules.hall.purse import Held, Slots
from games.rules.hall.scene import FULL, NOTHING, Scene, Verb, bare, too_early_or_late
from games.rules.kernel import Event, Illegal, Next, Word

EXTRA_SIZE = 2


def size(scene: Scene, shape: str) -> int:
    """The squares of a tunnel shape."""
    return len(scene.book.shapes[shape].cells)


def cost(scene: Scene, shape: str) -> int:
    """How many minerals the tunnel takes (H78; Earth Ritual one fewer)."""
    return size(scene, shape) - scene.marked("earth_ritual")


def minerals(scene: Scene, shape: str) -> Iterator[str]:
    """The mineral words that can be paid: one kind, with Motley Vein also mixes such as ``stone+iron+iron``."""
    have, need = scene.have, cost(scene, shape)
    yield from (kind for kind in MINERALS if have[kind] >= need)
    if scene.marked("motley_vein"):
        for mix in combinations_with_replacement(MINERALS, need):
            if len(set(mix)) > 1 and all(have[kind] >= mix.count(kind) for kind in mix):
                yield "+".join(mix)


def least(mineral: str) -> str:
    """The mineral a tunnel scores by: the least valuable of a mix."""
    return min(mineral.split("+"), key=MINERALS.index)


def honour(scene: Scene, shape: str, mineral: str) -> int:
    """By size and mineral; what it cost does not matter (H79)."""
    return scene.book.edition.chart[size(scene, shape)][least(mineral)]


def hammers(scene: Scene) -> int | None:
    """How many hammers the seat could pay with; None when rubble is free (H85; Soft Rock)."""
    return None if scene.marked("soft_rock") else scene.have["hammer"]


def placeable(scene: Scene, shape: str) -> bool:
    """Whether a tile of this shape is left and has a legal spot (H77, H80 to H85)."""
    if not scene.state.tiles.get(shape):
        return False
    return placing.any_spot(scene.mountain, scene.state.board, scene.nets, scene.seat, shape, hammers(scene))


def possible(scene: Scene, shapes: Sequence[str]) -> Iterator[str]:
    """The shapes that can be paid and placed now."""
    return (s for s in shapes if next(minerals(scene, s), None) is not None and placeable(scene, s))


def all_shapes(scene: Scene) -> list[str]:
    return list(scene.book.shapes)


def small_shapes(scene: Scene) -> list[str]:
    """The shapes Night Shift allows."""
    return [s for s in scene.book.shapes if size(scene, s) == EXTRA_SIZE]


def any_dig(scene: Scene) -> bool:
    """Whether some dig is payable and placeable with what the seat holds now (H23)."""
    return next(possible(scene, all_shapes(scene)), None) is not None


def dig_open(scene: Scene) -> bool:
    return scene.within("magic", "main")


def dig_available(scene: Scene) -> bool:
    return dig_open(scene) and any_dig(scene)


def extra_available(scene: Scene) -> bool:
    return scene.within("extra") and next(possible(scene, small_shapes(scene)), None) is not None


def dig_following(scene: Scene, words: Sequence[str]) -> Next:
    return following(scene, words, all_shapes(scene))


def extra_following(scene: Scene, words: Sequence[str]) -> Next:
    return following(scene, words, small_shapes(scene))


def following(scene: Scene, words: Sequence[str], shapes: Sequence[str]) -> Next:
    """Shape, mineral, spot, then perhaps the units."""
    if not words:
        return Next(tuple(shape_word(scene, shape) for shape in possible(scene, shapes)))
    if words[0] not in shapes or not placeable(scene, words[0]):
        return NOTHING
    if len(words) == 1:
        return Next(tuple(mineral_word(scene, words[0], mineral) for mineral in minerals(scene, words[0])))
    if words[1] not in minerals(scene, words[0]):
        return NOTHING
    if len(words) == 2:
        return Next(tuple(spot_word(scene, spot) for spot in spots(scene, words[0])))
    rest, paid = payment.cut(words[3:])
    spot = next((s for s in spots(scene, words[0]) if s.word == words[2]), None)
    if rest or spot is None:
        return NOTHING
    return payment.following(scene.spendable, bill(scene, words[1], words[0], spot), paid)


def spots(scene: Scene, shape: str) -> list[Spot]:
    return placing.spots(scene.mountain, scene.state.board, scene.nets, scene.seat, shape, hammers(scene))


def bill(scene: Scene, mineral: str, shape: str, spot: Spot) -> Slots:
    """Everything the dig costs, minerals first."""
    kinds = mineral.split("+") if "+" in mineral else [mineral] * cost(scene, shape)
    return [(kind,) for kind in [*kinds, *["hammer"] * hammers_for(scene, spot)]]


def hammers_for(scene: Scene, spot: Spot) -> int:
    """One for each rubble square, none under Soft Rock."""
    return 0 if scene.marked("soft_rock") else spot.rubble_count


def shape_word(scene: Scene, shape: str) -> Word:
    return Word(shape, "shape", {"size": size(scene, shape), "left": scene.state.tiles[shape]})


def mineral_word(scene: Scene, shape: str, mineral: str) -> Word:
    return Word(mineral, "mineral", {"cost": cost(scene, shape), "honour": honour(scene, shape, mineral)})


def spot_word(scene: Scene, spot: Spot) -> Word:
    """A spot with all it covers."""
    name, board = scene.mountain.name, scene.state.board
    squares = spot.squares
    data = {
        "squares": [name(s) for s in squares],
        "anchor": None if spot.anchor is None else name(spot.anchor),
        "hammers": hammers_for(scene, spot),
        "statues": [name(s) for s in squares if s in board.statues],
        "goods": [board.goods[s] for s in squares if s in board.goods],
    }
    return Word(spot.word, "spot", data)


def dig_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    events = lay(scene, words)
    scene.finish_main()
    return events


def extra_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    events = lay(scene, words)
    scene.state.turn.step = "hall"
    return events


def lay(scene: Scene, words: Sequence[str]) -> list[Event]:
    """Pay, score, place, gain, unearth (H88)."""
    state, unit, turn = scene.state, scene.unit, scene.state.turn
    shape, mineral = words[0], words[1]
    spot = next(s for s in spots(scene, shape) if s.word == words[2])
    paid = payment.chosen(scene.spendable, bill(scene, mineral, shape, spot), payment.cut(words[3:])[1])
    points, before = honour(scene, shape, mineral), set(scene.nets.unearthed)
    purse.take(scene.player, unit, paid)
    unit.honour += points
    unit.sources["dig"] = unit.sources.get("dig", 0) + points
    state.tiles[shape] -= 1
    goods = placing.place_tile(scene.mountain, state.board, scene.seat, shape, spot)
    purse.add_all(unit.storage, goods)
    turn.dug, turn.dug_anchor = len(state.board.pieces) - 1, spot.anchor is not None
    fresh = [s for s in scene.fresh().nets.unearthed if s not in before]
    return [dig_event(scene, words, spot, paid, points), *found_events(scene, goods, fresh)]


def dig_event(scene: Scene, words: Sequence[str], spot: Spot, paid: Sequence[Held], points: int) -> Event:
    squares = [scene.mountain.name(s) for s in spot.squares]
    data = {"seat": scene.seat, "shape": words[0], "mineral": words[1], "squares": squares, "spot": words[2]}
    data |= {"paid": purse.pairs(paid), "honour": points, "total": scene.unit.honour}
    return Event("dig", data | {"hammers": hammers_for(scene, spot)})


def found_events(scene: Scene, goods: dict[str, int], fresh: Sequence[int]) -> list[Event]:
    """What the tunnel brought to light."""
    events = [Event("gained", {"seat": scene.seat, "goods": goods})] if goods else []
    if fresh:
        clans = [scene.state.board.statues[s] for s in fresh]
        squares = [scene.mountain.name(s) for s in fresh]
        events.append(Event("unearthed", {"seat": scene.seat, "squares": squares, "clans": clans}))
    return events


def dig_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    return too_early_or_late(scene, "magic", "main") or refusal(scene, words, all_shapes(scene))


def extra_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    if not scene.marked("night_shift"):
        return Illegal("no_night_shift")
    return too_early_or_late(scene, "extra") or refusal(scene, words, small_shapes(scene))


def refusal(scene: Scene, words: Sequence[str], shapes: Sequence[str]) -> Illegal:
    if not words:
        return Illegal("unfinished") if next(possible(scene, shapes), None) else Illegal("no_dig_possible")
    if words[0] not in shapes:
        return Illegal("no_such_shape", word=words[0])
    if not scene.state.tiles.get(words[0]):
        return Illegal("no_tile_left", shape=words[0])
    if len(words) > 1 and words[1] not in minerals(scene, words[0]):
        return mineral_refusal(scene, words)
    if len(words) > 2:
        code = why_not(scene, words)
        if code:
            return Illegal(code)
        spot = placing.find_spot(scene.mountain, words[0], words[2])
        if spot is not None and len(words) > 3:
            cost_now = bill(scene, words[1], words[0], spot)
            return payment.refusal(scene.spendable, cost_now, words[3:], scene.owned)
    if not placeable(scene, words[0]):
        return Illegal("no_spot", shape=words[0])
    if next(minerals(scene, words[0]), None) is None:
        return Illegal("not_enough_minerals", need=cost(scene, words[0]))
    return Illegal("unfinished")


def mineral_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    kinds = words[1].split("+")
    if any(kind not in MINERALS for kind in kinds):
        return Illegal("no_mineral", word=words[1])
    if len(kinds) > 1 and not scene.marked("motley_vein"):
        return Illegal("one_mineral")
    if len(kinds) > 1 and (kinds != sorted(kinds, key=MINERALS.index) or len(kinds) != cost(scene, words[0])):
        return Illegal("not_exact")
    if len(kinds) > 1 == len(set(kinds)):
        return Illegal("not_understood", word=words[1])
    return Illegal("not_enough_minerals", need=cost(scene, words[0]))


def why_not(scene: Scene, words: Sequence[str]) -> str:
    return placing.why_not_dig(
        scene.mountain, scene.state.board, scene.nets, scene.seat, words[0], words[2], hammers(scene)
    )


def skip_available(scene: Scene) -> bool:
    """A complete trollsmoot and no dig that is payable and placeable as things are (H23)."""
    return dig_open(scene) and scene.trolls >= FULL and not any_dig(scene)


def skip_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    scene.finish_main()
    return [Event("skip", {"seat": scene.seat})]


def skip_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    closed = too_early_or_late(scene, "magic", "main")
    if closed:
        return closed
    if scene.trolls < FULL:
        return Illegal("must_recruit_or_dig")
    return Illegal("must_dig") if any_dig(scene) else Illegal("not_understood", word=words[-1])


VERBS = (
    Verb("dig", dig_available, dig_following, dig_perform, dig_refusal),
    Verb("skip", skip_available, bare, skip_perform, skip_refusal),
    Verb("extra", extra_available, extra_following, extra_perform, extra_refusal),
)
