"""The steward after its tunnel: pedestals, workshops, great halls and statues."""

from __future__ import annotations

from games.rules.hall import founding, great_halls, placing, statues
from games.rules.hall.bots.digging import CART
from games.rules.hall.bots.rails import Journey, Rails
from games.rules.hall.bots.worth import Outlook
from games.rules.hall.network import Nets
from games.rules.hall.scene import Scene
from games.rules.hall.state import Board, Piece

SHOPS = {
    "quartermaster": 1.0,
    "wheeljack": 1.6,
    "pickforge": 1.2,
    "stonemill": 1.5,
    "metalworks": 1.5,
    "coinpress": 1.4,
    "runesmithy": 1.1,
    "charmcrafter": 0.9,
    "cartwright": 1.4,
    "toolforge": 1.0,
    "stonegrinder": 1.1,
}
"""How the steward likes workshops, the ones that make minerals, coins and carts first."""
SETTLED = 4.5
"""A great hall is laid early only when it gains this much."""


def copied(board: Board) -> Board:
    """A board whose pieces and statues may be changed."""
    pieces = [Piece(p.kind, p.name, p.seat, p.squares, p.anchor, p.altar) for p in board.pieces]
    return Board(pieces, dict(board.statues), dict(board.pedestals), board.workshops)


def rails(scene: Scene, board: Board) -> Rails:
    return Rails(scene.mountain, board, Nets(scene.mountain, board, scene.state.units), scene.seat)


def value(scene: Scene, outlook: Outlook, board: Board) -> float:
    """Statues and halls of a board: as they could be, in the last turn as the carts at hand allow."""
    lines = rails(scene, board)
    if outlook.last:
        return lines.now() + sum(gain(scene, lines, journey) for journey in affordable(scene, lines))
    return lines.potential(CART)


def gain(scene: Scene, lines: Rails, journey: Journey) -> float:
    """What a journey adds to what the statue is worth where it stands."""
    here = lines.square_worth(lines.nets.piece_at[journey.start], journey.start, lines.board.statues[journey.start])
    return journey.worth - here


def affordable(scene: Scene, lines: Rails) -> list[Journey]:
    """The journeys of a plan that the carts at hand can pay for, each statue by its own carts."""
    found, used = [], 0
    for journey in lines.plan(0.3, len([h for h in scene.owned if h.kind == "cart"])):
        clan = lines.board.statues[journey.start]
        if journey.steps and len(journey.steps) + used <= len(statues.carts(scene, clan)):
            used += len(journey.steps)
            found.append(journey)
    return found


def pedestal(scene: Scene, outlook: Outlook) -> str:
    """Which clan's pedestal to set on the tunnel just dug."""
    piece = founding.dug(scene)
    assert piece is not None
    assert piece.anchor is not None
    best = []
    for clan in founding.settable(scene, piece.anchor):
        board = copied(scene.state.board)
        board.pedestals[piece.anchor] = clan
        token = scene.state.tokens[clan][scene.mountain.tier(piece.anchor) - 1]
        best.append((token + 0.8 * value(scene, outlook, board), clan))
    return f"set {max(best)[1]}"


def establish(scene: Scene) -> str:
    """The best liked workshop that is left, on the first site."""
    site = scene.mountain.name(founding.sites(scene)[0])
    near = set(scene.state.board.workshops.values())
    shop = max(scene.state.workshops, key=lambda key: (SHOPS.get(key, 1.0) - 0.5 * (key in near), key))
    return f"establish {site} {shop}"


def hall(scene: Scene, outlook: Outlook) -> str | None:
    """The great hall that gains most, None while waiting for a better one is worth more."""
    before = value(scene, outlook, scene.state.board)
    best: tuple[float, str] = (0.0, "")
    for key in scene.state.halls:
        if not great_halls.fits(scene, key):
            continue
        for spot in great_halls.spots(scene, key):
            board = copied(scene.state.board)
            placing.place_hall(scene.mountain, board, scene.seat, key, spot)
            gained = value(scene, outlook, board) - before
            best = max(best, (gained, f"hall {key} {spot.word}"))
    patience = SETTLED if outlook.turns > 4 else 1.5 if outlook.turns > 2 else 0.4
    return best[1] if best[0] >= patience else None


def move(scene: Scene, outlook: Outlook) -> str | None:
    """The next step of the most rewarding journey that is worth its carts now."""
    lines = rails(scene, scene.state.board)
    if outlook.last:
        journeys = affordable(scene, lines)
    else:
        journeys = [j for j in lines.plan(CART) if j.steps]
    best: tuple[float, str] = (0.0, "")
    for journey in journeys:
        clan = lines.board.statues[journey.start]
        carts = statues.carts(scene, clan)
        if not carts or journey.steps[0] not in statues.reach(scene, journey.start):
            continue
        reward = gain(scene, lines, journey) / len(journey.steps)
        free = carts[0].source != "s"
        floor = 0.4 if outlook.last else 1.2 if free else 1.8
        name = scene.mountain.name
        if reward >= floor:
            best = max(best, (reward, f"move {name(journey.start)} {name(journey.steps[0])}"))
    return best[1] or None
