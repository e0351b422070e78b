"""What may follow a dig: a pedestal on its anchor, workshops on the sites beside it (rulings H88 to H96).

Both stay open until another action but a trade closes them.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.dice import Dice
from games.rules.hall import decks
from games.rules.hall.board import bits
from games.rules.hall.edition import CLANS
from games.rules.hall.scene import DONE, NOTHING, Scene, Verb, pick_one
from games.rules.hall.state import Piece
from games.rules.kernel import Event, Illegal, Next, Word


def dug(scene: Scene) -> Piece | None:
    """The tunnel whose pedestal and workshops are still open."""
    number = scene.state.turn.dug
    return None if number is None else scene.state.board.pieces[number]


def settable(scene: Scene, square: int) -> list[str]:
    """The clans of which the seat may set a pedestal on this square (H89, H90)."""
    tier, used = scene.mountain.tier(square), scene.state.used_pairs
    return [clan for clan in CLANS if scene.unit.pedestals.get(clan) and [clan, tier] not in used]


def set_pedestal(scene: Scene, clan: str, square: int) -> Event:
    """The pedestal and its point token (H90, H91)."""
    state, unit, tier = scene.state, scene.unit, scene.mountain.tier(square)
    decks.take_pedestal(unit.pedestals, clan)
    state.board.pedestals[square] = clan
    state.used_pairs.append([clan, tier])
    token, state.tokens[clan][tier - 1] = state.tokens[clan][tier - 1], 0
    unit.tokens.append(token)
    data = {"seat": scene.seat, "clan": clan, "square": scene.mountain.name(square), "tier": tier, "token": token}
    return Event("set", data)


def choices(scene: Scene) -> list[str]:
    piece = dug(scene)
    if piece is None or piece.anchor is None or not scene.state.turn.dug_anchor:
        return []
    return settable(scene, piece.anchor)


def set_available(scene: Scene) -> bool:
    return bool(choices(scene))


def set_words(scene: Scene) -> tuple[Word, ...]:
    piece = dug(scene)
    if piece is None or piece.anchor is None:
        return ()
    tier, tokens = scene.mountain.tier(piece.anchor), scene.state.tokens
    data = {"square": scene.mountain.name(piece.anchor), "tier": tier}
    return tuple(Word(c, "clan", data | {"clan": c, "token": tokens[c][tier - 1]}) for c in choices(scene))


def set_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    piece = dug(scene)
    assert piece is not None
    assert piece.anchor is not None
    scene.state.turn.dug_anchor = False
    return [set_pedestal(scene, words[0], piece.anchor)]


def set_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    piece = dug(scene)
    if piece is None:
        return Illegal("no_fresh_tunnel")
    if piece.anchor is None:
        return Illegal("no_anchor")
    if not scene.state.turn.dug_anchor:
        return Illegal("anchor_taken")
    if words and words[0] not in CLANS:
        return Illegal("no_such_clan", word=words[0])
    if words and not scene.unit.pedestals.get(words[0]):
        return Illegal("no_pedestal", clan=words[0])
    if words and [words[0], scene.mountain.tier(piece.anchor)] in scene.state.used_pairs:
        return Illegal("pair_used", clan=words[0], tier=scene.mountain.tier(piece.anchor))
    return Illegal("unfinished") if not words else Illegal("not_understood", word=words[-1])


def sites(scene: Scene) -> list[int]:
    """The empty sites beside the tunnel just dug, while workshops last (H94, H95)."""
    piece, board = dug(scene), scene.state.board
    if piece is None or not scene.state.workshops:
        return []
    near = 0
    for square in piece.squares:
        near |= scene.mountain.near[square]
    return [s for s in bits(near & scene.mountain.site_mask) if s not in board.workshops]


def establish_available(scene: Scene) -> bool:
    return bool(sites(scene))


def establish_following(scene: Scene, words: Sequence[str]) -> Next:
    if not words:
        names = [scene.mountain.name(s) for s in sites(scene)]
        return Next(tuple(Word(name, "square", {"square": name}) for name in names))
    if words[0] not in [scene.mountain.name(s) for s in sites(scene)]:
        return NOTHING
    if len(words) == 1:
        left = scene.state.workshops
        return Next(tuple(Word(k, "workshop", {"workshop": k, "left": left.count(k)}) for k in sorted(set(left))))
    return DONE if len(words) == 2 and words[1] in scene.state.workshops else NOTHING


def establish_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    scene.state.board.workshops[scene.mountain.square(words[0])] = words[1]
    scene.state.workshops.remove(words[1])
    return [Event("establish", {"seat": scene.seat, "square": words[0], "workshop": words[1]})]


def establish_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    if dug(scene) is None:
        return Illegal("no_fresh_tunnel")
    if not scene.state.workshops:
        return Illegal("no_workshop_left")
    if words and words[0] not in [scene.mountain.name(s) for s in sites(scene)]:
        return Illegal("no_site_there", word=words[0])
    if len(words) > 1 and words[1] not in scene.state.workshops:
        return Illegal("workshop_gone", word=words[1])
    if not sites(scene):
        return Illegal("no_site_beside")
    return Illegal("unfinished") if len(words) < 2 else Illegal("not_understood", word=words[-1])


VERBS = (
    Verb("set", set_available, pick_one(set_words), set_perform, set_refusal),
    Verb("establish", establish_available, establish_following, establish_perform, establish_refusal),
)
