"""Dedicating a great hall (rulings H98 to H106)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.dice import Dice
from games.rules.hall import placing
from games.rules.hall.board import Spot
from games.rules.hall.scene import DONE, NOTHING, Scene, Verb, too_early_or_late
from games.rules.kernel import Event, Illegal, Next, Word


def fits(scene: Scene, hall: str) -> bool:
    return placing.any_hall_spot(scene.mountain, scene.state.board, scene.nets, scene.seat, hall)


def spots(scene: Scene, hall: str) -> list[Spot]:
    return placing.hall_spots(scene.mountain, scene.state.board, scene.nets, scene.seat, hall)


def available(scene: Scene) -> bool:
    return scene.within("extra", "hall") and any(fits(scene, hall) for hall in scene.state.halls)


def following(scene: Scene, words: Sequence[str]) -> Next:
    if not words:
        return Next(tuple(hall_word(scene, hall) for hall in scene.state.halls if fits(scene, hall)))
    if words[0] not in scene.state.halls or not fits(scene, words[0]):
        return NOTHING
    if len(words) == 1:
        return Next(tuple(spot_word(scene, spot) for spot in spots(scene, words[0])))
    return DONE if len(words) == 2 and any(s.word == words[1] for s in spots(scene, words[0])) else NOTHING


def hall_word(scene: Scene, hall: str) -> Word:
    data = scene.book.halls[hall]
    return Word(hall, "hall", {"low": data.low, "high": data.high, "size": len(data.cells)})


def spot_word(scene: Scene, spot: Spot) -> Word:
    """A spot with what it covers: the altar, the pedestals that would leave the game, a statue on the altar."""
    name, board = scene.mountain.name, scene.state.board
    assert spot.altar is not None
    data = {
        "squares": [name(s) for s in spot.squares],
        "altar": name(spot.altar),
        "statue": board.statues.get(spot.altar, ""),
        "removed": [name(s) for s in spot.squares if s in board.pedestals],
    }
    return Word(spot.word, "spot", data)


def perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    state, name = scene.state, scene.mountain.name
    spot = next(s for s in spots(scene, words[0]) if s.word == words[1])
    state.halls.remove(words[0])
    removed = placing.place_hall(scene.mountain, state.board, scene.seat, words[0], spot)
    state.turn.step, state.turn.dug, state.turn.dug_anchor = "statues", None, False
    state.turn.dedicated = True
    data = {"seat": scene.seat, "hall": words[0], "squares": [name(s) for s in spot.squares], "spot": words[1]}
    gone = [[name(square), clan] for square, clan in removed.items()]
    return [Event("hall", data | {"altar": name(spot.altar or 0), "removed": gone})]


def refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    if scene.state.turn.step == "statues":
        return Illegal("second_this_turn" if scene.state.turn.dedicated else "step_over")
    closed = too_early_or_late(scene, "extra", "hall")
    if closed:
        return closed
    if not words:
        return Illegal("unfinished") if available(scene) else Illegal("no_hall_fits")
    if words[0] not in scene.book.halls:
        return Illegal("no_such_hall", word=words[0])
    if words[0] not in scene.state.halls:
        return Illegal("hall_gone", hall=words[0])
    if len(words) == 1:
        return Illegal("unfinished") if fits(scene, words[0]) else Illegal("no_hall_fits")
    code = placing.why_not_hall(scene.mountain, scene.state.board, scene.nets, scene.seat, words[0], words[1])
    return Illegal(code or "not_understood", word=words[-1])


VERBS = (Verb("hall", available, following, perform, refusal),)
