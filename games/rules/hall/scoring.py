"""The end of the game and what everything is worth (rulings H114 to H126, H132, H135, H136)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.hall.board import Mountain
from games.rules.hall.edition import KINDS, HallEdition
from games.rules.hall.network import Nets
from games.rules.hall.state import Board, Piece

SET_SIZE = 3
TRADE = 4


def hall_value(mountain: Mountain, board: Board, hall: Piece) -> int:
    """What a dedicated great hall earns if the game ended now (ruling H121)."""
    data = mountain.halls[hall.name]
    return data.high if hall.altar in board.statues else data.low


def statue_value(mountain: Mountain, board: Board, square: int) -> int:
    """What the statue on a square outside halls is worth by itself, doubled on its own pedestal (ruling H122)."""
    value = mountain.tier_value(square)
    return 2 * value if board.pedestals.get(square) == board.statues[square] else value


def worths(mountain: Mountain, board: Board, nets: Nets) -> dict[int, int]:
    """For each statue what it would add if the game ended now, by square (rulings H122 to H124).

    Only the best statue of a tunnel counts (the first of equals). On an altar: the hall's high value less its low one.
    """
    found = dict.fromkeys(sorted(board.statues), 0)
    for piece, mask in zip(board.pieces, nets.masks, strict=True):
        if not mask & nets.everybody:
            continue
        if piece.kind == "hall":
            if piece.altar in found:
                hall = mountain.halls[piece.name]
                found[piece.altar] = hall.high - hall.low
            continue
        values = {square: statue_value(mountain, board, square) for square in found if mask >> square & 1}
        if values:
            best = max(values, key=lambda square: (values[square], -square))
            found[best] = values[best]
    return found


def score_board(mountain: Mountain, board: Board, nets: Nets, units: int) -> list[dict[str, int]]:
    """For each unit the honour of great halls and statues, ``{"halls": n, "statues": n}`` (rulings H121 to H124)."""
    found = [{"halls": 0, "statues": 0} for _ in range(units)]
    added = worths(mountain, board, nets)
    for piece in board.pieces:
        owner = nets.owner(piece.squares[0])
        if owner is None:
            continue
        if piece.kind == "hall":
            found[owner]["halls"] += hall_value(mountain, board, piece)
        else:
            found[owner]["statues"] += sum(added.get(square, 0) for square in piece.squares)
    return found


def best_sets(counts: Mapping[str, int]) -> int:
    """The most sets of three that 4 : 1 trades can make of these resources (ruling H120).

    S sets are possible when they can be assigned to kinds so that the resources beyond them are at least four times
    the missing ones. Trades never add more than two sets to the plain ones, so only those are tried.
    """
    amounts = [counts.get(kind, 0) for kind in KINDS]
    plain = plain_sets(counts)
    return next(sets for sets in (plain + 2, plain + 1, plain) if _can_make(amounts, sets))


def plain_sets(counts: Mapping[str, int]) -> int:
    """Sets of three without any trade."""
    return sum(counts.get(kind, 0) // SET_SIZE for kind in KINDS)


def _can_make(amounts: Sequence[int], sets: int) -> bool:
    """Whether ``sets`` sets can be assigned. What is spare follows from what is missing, so it is enough to keep the
    missing resources few: each set goes where it misses least (whole sets first, then the fullest remainders)."""
    missing = sorted(missed for amount in amounts for missed in _missing_by_set(amount, sets))[:sets]
    need = sum(missing)
    spare = sum(amounts) - (SET_SIZE * sets - need)
    return spare >= TRADE * need


def _missing_by_set(amount: int, sets: int) -> list[int]:
    """What the first, second ... set of this kind would miss (never falling)."""
    return [min(SET_SIZE, max(0, SET_SIZE * (n + 1) - amount)) for n in range(sets)]


def ranks(totals: Sequence[int], levels: Sequence[int]) -> list[int]:
    """The place of each unit from 1: higher total first, then the lower sum of recruited levels; equals share a place
    and the next is left out (rulings H125, H136)."""
    keys = [(-total, level) for total, level in zip(totals, levels, strict=True)]
    return [1 + sum(other < key for other in keys) for key in keys]


def crowns(edition: HallEdition, seats: int) -> list[int]:
    """The coronation tokens of a game, first taken first; two seats play with the last one alone (ruling H12)."""
    return list(edition.crowns[-1:] if seats == 2 else edition.crowns)


def last_round(trigger_round: int) -> int:
    """The last round of the game: the trigger's round is finished, then two more are played (ruling H116)."""
    return trigger_round + 2


def turns_left(seats: int, trigger_round: int, round_now: int, seat_now: int) -> dict[int, int]:
    """How many turns each seat still has after the turn of ``seat_now`` in ``round_now`` (ruling H116)."""
    rounds = last_round(trigger_round) - round_now
    return {seat: rounds + (seat > seat_now) for seat in range(1, seats + 1)}
