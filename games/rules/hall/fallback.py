"""What the autopilot does for an absent seat (rulings H138 to H140): legal, harmless, and it ends the turn."""

from __future__ import annotations

from games.rules.hall import dig, draft, recruit, smoot, turn
from games.rules.hall.beginning import autopilot_gate
from games.rules.hall.scene import FULL, Scene

RECRUITS_UP_TO = 8
"""With this many trolls the autopilot still recruits; with more it digs if it can."""


def fallback(scene: Scene) -> str:
    """The action of the autopilot, from any state in which the seat is asked."""
    phase = scene.state.phase
    if phase == "gates":
        return gate(scene)
    if phase == "draft":
        return placing(scene)
    now = scene.state.turn
    if now.activation is not None:
        return "close"
    if now.choose_pedestal:
        return "pedestal none"
    if now.taken:
        return f"place {smoot.name(smoot.open_places(scene.player)[0])}"
    return "end" if turn.end_available(scene) else step_two(scene)


def gate(scene: Scene) -> str:
    """The open start point farthest from the nearest gate (H140)."""
    gates = [piece.squares[0] for piece in scene.state.board.pieces if piece.kind == "gate"]
    return f"gate {autopilot_gate(scene.mountain, draft.starts_open(scene), gates).id}"


def placing(scene: Scene) -> str:
    """The card drawn earlier, in the leftmost empty slot (H140)."""
    own = scene.state.drafts[scene.seat - 1]
    return f"draft {own.drawn[0]} {own.slots.index('') + 1}"


def step_two(scene: Scene) -> str:
    """Recruit with up to eight trolls; then dig if possible, else recruit, with ten skip (H138)."""
    if scene.trolls <= RECRUITS_UP_TO or (scene.trolls < FULL and not dig.any_dig(scene)):
        return cheapest_recruit(scene)
    return least_dig(scene) if dig.any_dig(scene) else "skip"


def cheapest_recruit(scene: Scene) -> str:
    """The bottom-row card with the fewest bribes, leftmost on ties."""
    open_cards = [card for card in scene.state.horde[0] if card is not None]
    if not open_cards:
        return f"recruit {recruit.following(scene, ()).words[0].text}"
    return f"recruit {min(open_cards, key=lambda card: sum(card.bribes.values())).card}"


def least_dig(scene: Scene) -> str:
    """Smallest tile, cheapest mineral, fewest hammers, then the engine's order (H138)."""
    possible = list(dig.possible(scene, dig.all_shapes(scene)))
    smallest = min(dig.size(scene, shape) for shape in possible)
    shapes = [shape for shape in possible if dig.size(scene, shape) == smallest]
    mineral = next(dig.minerals(scene, shapes[0]))
    options = [(shape, spot) for shape in shapes for spot in dig.spots(scene, shape)]
    shape, spot = min(options, key=lambda option: dig.hammers_for(scene, option[1]))
    return f"dig {shape} {mineral} {spot.word}"
