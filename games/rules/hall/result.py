"""Final scoring and places (rulings H119 to H126, H132, H135, H136)."""

from __future__ import annotations

from games.rules.hall import purse, scoring, smoot
from games.rules.hall.book import Book
from games.rules.hall.network import Nets
from games.rules.hall.state import Bundle, State
from games.rules.kernel import Event, Result, Standing


def resources(book: Book, state: State, unit: int) -> Bundle:
    """All resources of a unit pooled, carts alike (H120, H135)."""
    total = dict(state.units[unit].storage)
    for seat in state.units[unit].seats:
        for held in purse.on_trolls(book, state.players[seat - 1]):
            purse.add(total, held.kind)
    return total


def parts(book: Book, state: State) -> list[dict[str, int]]:
    """For each unit its honour by source if the game ended now (H119). The total is the sum."""
    mountain = book.mountain(state.side)
    nets = Nets(mountain, state.board, state.units)
    found = scoring.score_board(mountain, state.board, nets, len(state.units))
    all_parts = []
    for index, unit in enumerate(state.units):
        crowns = sum(state.players[seat - 1].crown for seat in unit.seats)
        sets = scoring.best_sets(resources(book, state, index))
        dug = {"dig": unit.honour, "coronation": crowns, "tokens": sum(unit.tokens), "sets": sets}
        all_parts.append(dug | found[index])
    return all_parts


def levels(book: Book, state: State, unit: int) -> int:
    """The sum of recruited levels of a unit, for ties (H125, H136)."""
    return sum(smoot.levels(book, state.players[seat - 1]) for seat in state.units[unit].seats)


def result(book: Book, state: State) -> Result | None:
    """The standings of a finished game, by place, then by seat."""
    if state.phase != "over":
        return None
    scores = parts(book, state)
    totals = [sum(part.values()) for part in scores]
    tie = [levels(book, state, index) for index in range(len(state.units))]
    places = scoring.ranks(totals, tie)
    standings = [
        Standing(tuple(unit.seats), places[n], totals[n], scores[n], {"levels": tie[n]})
        for n, unit in enumerate(state.units)
    ]
    return Result(tuple(sorted(standings, key=lambda s: (s.place, s.seats))), "coronation")


def standing_now(book: Book, state: State) -> list[Standing]:
    """What each unit has so far; all zero while the mountain is still being founded. Places are left to the caller."""
    begun = state.phase in ("play", "over")
    scores = parts(book, state) if begun else [{} for _ in state.units]
    return [
        Standing(tuple(unit.seats), 1, sum(score.values()), score, {"levels": levels(book, state, n) if begun else 0})
        for n, (unit, score) in enumerate(zip(state.units, scores, strict=True))
    ]


def events(book: Book, state: State) -> list[Event]:
    """The scoring, one event for each unit, and the end."""
    final = result(book, state)
    if final is None:
        return []
    scored = [
        Event("score", {"seats": list(s.seats), "place": s.place, "total": s.total, "parts": s.parts})
        for s in final.standings
    ]
    winners = [seat for s in final.standings if s.place == 1 for seat in s.seats]
    return [*scored, Event("over", {"winners": winners, "reason": final.reason})]
