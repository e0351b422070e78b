"""What a seat may know, built up from nothing (chapter P of the rulings).

Rows and places of horde and trollsmoots are given as lists in their order; where a number names one, it counts from 1.
Squares are names such as ``I13``.
"""

from __future__ import annotations

from games.rules.hall import decks, draft, founding, recruit, result, scoring
from games.rules.hall.book import Book
from games.rules.hall.scene import Scene, trolls_of
from games.rules.hall.setup import position
from games.rules.hall.state import HordeCard, Piece, State, TrollInPlay, Unit
from games.rules.hall.turn import turns_left
from games.rules.kernel import Data, Decision


def view(book: Book, state: State, seat: int | None, asked: tuple[Decision, ...]) -> Data:
    """The view of one seat, or of nobody."""
    scene = Scene(book, state, seat or state.turn.seat)
    return {
        "game": "hall",
        "seat": seat,
        "seats": state.seats,
        "first": state.first,
        "team": state.team,
        "side": state.side,
        "options": dict(state.options),
        "phase": state.phase,
        "round": state.round,
        "last_round": state.last_round or None,
        "turns": state.turns,
        "turn_seat": state.turn.seat if state.phase == "play" else None,
        "turns_left": turns_left(state),
        "turn": turn_view(scene) if state.phase == "play" else None,
        "board": board_view(scene, seat),
        **supplies(book, state),
        "players": [player_view(book, state, n + 1) for n in range(state.seats)],
        "units": unit_views(book, state, seat),
        "draft": draft_view(state, seat),
        "asked": [decision.seat for decision in asked],
        "my_question": next((decision.code for decision in asked if decision.seat == seat), None),
    }


def turn_view(scene: Scene) -> Data:
    """The turn under way; all of it is public."""
    turn, name = scene.state.turn, scene.mountain.name
    running = turn.activation
    return {
        "step": turn.step,
        "spell": turn.spell,
        "activated": [name(s) for s in turn.activated],
        "activation": {"square": name(running.square), "left": running.left} if running else None,
        "markers": list(turn.markers),
        "taken": turn.taken,
        "choose_pedestal": turn.choose_pedestal,
        "dug": turn.dug,
        "sites": [name(s) for s in founding.sites(scene)],
        "dedicated": turn.dedicated,
    }


def board_view(scene: Scene, seat: int | None) -> Data:
    """Everything on the mountain; the ground itself stands in the edition."""
    board, mountain, nets, name = scene.state.board, scene.mountain, scene.nets, scene.mountain.name
    worth = scoring.worths(mountain, board, nets)
    own = nets.of(seat) if seat else 0
    buried = set(board.statues) - set(nets.unearthed)
    taken = {player.gate for player in scene.state.players}
    return {
        "width": mountain.width,
        "height": mountain.height,
        "pieces": [piece_view(scene, piece) for piece in board.pieces],
        "statues": {
            name(s): {"clan": clan, "buried": s in buried, "worth": worth[s]}
            for s, clan in sorted(board.statues.items())
        },
        "pedestals": {name(s): clan for s, clan in sorted(board.pedestals.items())},
        "workshops": {
            name(s): {"key": key, "entrances": nets.entrances(s), "mine": bool(mountain.near[s] & own)}
            for s, key in sorted(board.workshops.items())
        },
        "empty_sites": [name(s) for s in mountain.sites if s not in board.workshops],
        "goods": {name(s): dict(goods) for s, goods in sorted(board.goods.items())},
        "starts": [
            {"id": s.id, "square": name(s.square), "marks": list(s.marks), "free": s.id not in taken}
            for s in mountain.starts
        ],
    }


def piece_view(scene: Scene, piece: Piece) -> Data:
    """A piece with its owner: the index of a unit, None for an isolated one (H84)."""
    name = scene.mountain.name
    return {
        "kind": piece.kind,
        "name": piece.name,
        "seat": piece.seat,
        "owner": scene.nets.owner(piece.squares[0]),
        "squares": [name(s) for s in piece.squares],
        "anchor": None if piece.anchor is None else name(piece.anchor),
        "altar": None if piece.altar is None else name(piece.altar),
    }


def supplies(book: Book, state: State) -> Data:
    """Horde, decks by number, bag by count, spells, what is left of everything."""
    return {
        "horde": [
            [horde_view(book, state, row, place, card) for place, card in enumerate(cards)]
            for row, cards in enumerate(state.horde)
        ],
        "decks": [decks.size(deck) for deck in state.decks],
        "bag": dict(state.bag),
        "spells": [{"spell": s.spell, "runes": s.runes, "fresh": s.fresh} for s in state.spells],
        "spell_deck": decks.size(state.spell_deck),
        "tokens": {clan: list(values) for clan, values in state.tokens.items()},
        "used_pairs": [list(pair) for pair in state.used_pairs],
        "tiles": dict(state.tiles),
        "halls": list(state.halls),
        "workshops": list(state.workshops),
        "crowns": list(state.crowns),
    }


def horde_view(book: Book, state: State, row: int, place: int, card: HordeCard | None) -> Data | None:
    """An open card of the horde."""
    if card is None:
        return None
    troll = book.trolls[card.card]
    return {
        "card": card.card,
        "level": troll.level,
        "clan": troll.clan,
        "symbols": list(troll.symbols),
        "bribes": dict(card.bribes),
        "pedestal": card.pedestal,
        "price": len(recruit.bribed(state, row, place)),
        "beneath": [[r + 1, p + 1] for r, p in recruit.beneath(row, place)],
    }


def player_view(book: Book, state: State, seat: int) -> Data:
    """A seat's mat. Of a draft only the number of filled slots is public (H16)."""
    player = state.players[seat - 1]
    drafted = draft.filled(state.drafts[seat - 1]) if state.drafts else None
    return {
        "seat": seat,
        "position": position(state, seat),
        "unit": player.unit,
        "rows": [[troll_view(book, troll) for troll in row] for row in player.rows],
        "trolls": trolls_of(player),
        "gate": player.gate,
        "crown": player.crown,
        "drafted": drafted if drafted is not None else trolls_of(player) and draft.SLOTS,
    }


def troll_view(book: Book, troll: TrollInPlay | None) -> Data | None:
    if troll is None:
        return None
    symbols = list(book.symbols[troll.card])
    return {"card": troll.card, "level": book.level(troll.card), "symbols": symbols, "filled": list(troll.filled)}


def unit_views(book: Book, state: State, seat: int | None) -> list[Data]:
    """Storage and honour. Token values of others are left out if the table hides them, until the final scoring."""
    scores = result.parts(book, state)
    hide = bool(state.options.get("hidden_totals")) and state.phase != "over"
    return [unit_view(unit, scores[n], hide and seat not in unit.seats) for n, unit in enumerate(state.units)]


def unit_view(unit: Unit, parts: dict[str, int], hide: bool) -> Data:
    shown = {name: number for name, number in parts.items() if not (hide and name == "tokens")}
    return {
        "seats": list(unit.seats),
        "honour": unit.honour,
        "storage": dict(unit.storage),
        "pedestals": dict(unit.pedestals),
        "tokens": None if hide else sorted(unit.tokens),
        "token_count": len(unit.tokens),
        "sources": dict(unit.sources),
        "now": shown | {"total": sum(shown.values())},
    }


def draft_view(state: State, seat: int | None) -> Data | None:
    """The seat's own draft: hand, slots, how many cards it has not seen."""
    if seat is None or not state.drafts:
        return None
    own = state.drafts[seat - 1]
    return {"drawn": list(own.drawn), "slots": list(own.slots), "pool": len(own.pool)}
