"""Every limited component counted where it is: the numbers never change during a game (rulings H13, H90, H102)."""

from __future__ import annotations

from games.rules.hall import decks
from games.rules.hall.book import Book
from games.rules.hall.state import State


def census(book: Book, state: State) -> dict[str, int]:
    """Kind of component -> how many there are in the whole game."""
    open_cards = [card for row in state.horde for card in row if card is not None]
    recruited = [t for p in state.players for row in p.rows[1:] for t in row if t is not None]
    held = sum(sum(unit.pedestals.values()) for unit in state.units)
    on_cards = sum(bool(card.pedestal) for card in open_cards)
    kinds = [piece.kind for piece in state.board.pieces]
    return {
        "trolls": sum(map(decks.size, state.decks)) + len(open_cards) + len(recruited) + bool(state.turn.taken),
        "starters": starters(state),
        "spells": decks.size(state.spell_deck) + len(state.spells),
        "pedestals": sum(state.bag.values()) + held + on_cards + len(state.used_pairs),
        "tokens": sum(map(sum, state.tokens.values())) + sum(sum(unit.tokens) for unit in state.units),
        "statues": len(state.board.statues),
        "tile_squares": tile_squares(book, state),
        "halls": len(state.halls) + kinds.count("hall"),
        "workshops": len(state.workshops) + len(state.board.workshops),
        "crowns": sum(state.crowns) + sum(player.crown for player in state.players),
        "gates": kinds.count("gate") + sum(not player.gate for player in state.players),
    }


def starters(state: State) -> int:
    """Six for each seat until the draft ends, four afterwards."""
    if state.phase in ("gates", "draft"):
        return 4 * state.seats
    return sum(troll is not None for player in state.players for troll in player.rows[0])


def tile_squares(book: Book, state: State) -> int:
    """Squares of all tunnel tiles, in the supply and dug; halls lie on dug ones."""
    supply = sum(len(book.shapes[shape].cells) * number for shape, number in state.tiles.items())
    return supply + sum(len(piece.squares) for piece in state.board.pieces if piece.kind != "gate")
