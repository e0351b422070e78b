"""Spells on the mountain: Ghost Push, Siren Stone, Late Foundation."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.dice import Dice
from games.rules.hall import founding, statues
from games.rules.hall.board import bits, mask_of
from games.rules.hall.casting import Cast, Choice, Effect, steps
from games.rules.hall.edition import CLANS
from games.rules.hall.network import destinations
from games.rules.hall.purse import Held
from games.rules.hall.spell_goods import bad
from games.rules.hall.state import Board
from games.rules.kernel import Event, Next, Word


def square_of(cast: Cast, word: str) -> int:
    return cast.scene.mountain.square(word)


def ghost_from(cast: Cast, choice: Choice) -> list[Word]:
    """Statues of the own network that have somewhere to go."""
    scene = cast.scene
    return [statues.statue_word(scene, s) for s in scene.nets.statues(scene.seat) if statues.reach(scene, s)]


def ghost_to(cast: Cast, choice: Choice) -> list[Word]:
    """Where the first or second move may end: the statue stands where the words before have brought it."""
    scene, start = cast.scene, square_of(cast, choice[0])
    if len(choice) == 1:
        return [statues.square_word(scene, to) for to in statues.reach(scene, start)]
    here = square_of(cast, choice[1])
    moved = dict(scene.state.board.statues)
    moved[here] = moved.pop(start)
    board = Board(pieces=scene.state.board.pieces, statues=moved)
    reach = destinations(scene.mountain, board, scene.nets, scene.seat, here)
    return [statues.square_word(scene, to) for to in reach]


def ghost_following(cast: Cast, choice: Choice) -> Next:
    return steps(cast, choice, ghost_from, ghost_to, ghost_to, least=2)


def ghost(cast: Cast, choice: Choice, units: Sequence[Held], dice: Dice) -> list[Event]:
    """One statue moves once or twice without carts."""
    scene, squares = cast.scene, [square_of(cast, word) for word in choice]
    clan, events = scene.state.board.statues[squares[0]], []
    for n in range(len(squares) - 1):
        statues.push(scene, squares[n], squares[n + 1])
        events.append(Event("pushed", {"seat": scene.seat, "clan": clan, "from": choice[n], "to": choice[n + 1]}))
    return events


def ghost_why(cast: Cast, choice: Choice) -> str:
    return bad(ghost_following(cast, choice)) if ghost_from(cast, ()) else "no_statue_can_move"


def landings(cast: Cast, spot: int) -> list[int]:
    """Free squares of the own network beside a buried statue."""
    scene = cast.scene
    own = scene.nets.of(scene.seat) & ~mask_of(scene.state.board.statues)
    return list(bits(scene.mountain.near[spot] & own))


def siren_from(cast: Cast, choice: Choice) -> list[Word]:
    scene = cast.scene
    buried = sorted(set(scene.state.board.statues) - set(scene.nets.unearthed))
    return [statues.statue_word(scene, spot) for spot in buried if landings(cast, spot)]


def siren_to(cast: Cast, choice: Choice) -> list[Word]:
    return [statues.square_word(cast.scene, to) for to in landings(cast, square_of(cast, choice[0]))]


def siren_following(cast: Cast, choice: Choice) -> Next:
    return steps(cast, choice, siren_from, siren_to)


def siren(cast: Cast, choice: Choice, units: Sequence[Held], dice: Dice) -> list[Event]:
    """A buried statue beside the network comes onto it."""
    scene = cast.scene
    spot, to = square_of(cast, choice[0]), square_of(cast, choice[1])
    clan = scene.state.board.statues[spot]
    statues.push(scene, spot, to)
    return [Event("lured", {"seat": scene.seat, "clan": clan, "from": choice[0], "to": choice[1]})]


def siren_why(cast: Cast, choice: Choice) -> str:
    return bad(siren_following(cast, choice)) if siren_from(cast, ()) else "no_statue_beside"


def anchors(cast: Cast, clan: str) -> list[int]:
    """Empty, uncovered anchors of the own network where a pedestal of this clan may still be set."""
    scene = cast.scene
    own, board = scene.nets.of(scene.seat), scene.state.board
    found = [p.anchor for p in board.pieces if p.anchor is not None and p.anchor not in board.pedestals]
    return sorted(s for s in found if own >> s & 1 and clan in founding.settable(scene, s))


def foundation_clans(cast: Cast, choice: Choice) -> list[Word]:
    return [Word(clan, "clan", {"clan": clan}) for clan in CLANS if anchors(cast, clan)]


def foundation_squares(cast: Cast, choice: Choice) -> list[Word]:
    scene = cast.scene
    found = []
    for square in anchors(cast, choice[0]):
        tier, name = scene.mountain.tier(square), scene.mountain.name(square)
        data = {"square": name, "tier": tier, "token": scene.state.tokens[choice[0]][tier - 1]}
        found.append(Word(name, "square", data))
    return found


def foundation_following(cast: Cast, choice: Choice) -> Next:
    return steps(cast, choice, foundation_clans, foundation_squares)


def foundation(cast: Cast, choice: Choice, units: Sequence[Held], dice: Dice) -> list[Event]:
    """A pedestal on an old anchor, with its point token."""
    return [founding.set_pedestal(cast.scene, choice[0], square_of(cast, choice[1]))]


def foundation_why(cast: Cast, choice: Choice) -> str:
    if not cast.scene.unit.pedestals:
        return "no_pedestal_held"
    return bad(foundation_following(cast, choice)) if foundation_clans(cast, ()) else "no_anchor_open"


EFFECTS = {
    "ghost_push": Effect(ghost_following, ghost, ghost_why),
    "siren_stone": Effect(siren_following, siren, siren_why),
    "late_foundation": Effect(foundation_following, foundation, foundation_why),
}
