"""Laying out the table, gates and draft (rulings H1 to H20, H127 to H129; rulebook: General Setup, Player Setup)."""

from __future__ import annotations

from games.rules.dice import Dice, pick, shuffled
from games.rules.hall import decks, scoring, smoot
from games.rules.hall.beginning import TEAMS, statue_ring, workshops_in_play
from games.rules.hall.book import Book
from games.rules.hall.edition import CLANS, Side
from games.rules.hall.state import Board, Bundle, Deck, Open, Player, State, Turn, Unit
from games.rules.kernel import Data, Event

OPEN_SPELLS = 3


def setup(book: Book, options: Data, seats: int, dice: Dice) -> tuple[State, list[Event]]:
    """A table laid out, the gates still to be chosen. ``options`` are full and valid (``options.check``)."""
    state = blank(book, options, seats, dice)
    deal(book, state, dice)
    data = {"seats": seats, "first": state.first, "side": state.side, "workshops": list(state.workshops)}
    return state, [Event("begin", data)]


def blank(book: Book, options: Data, seats: int, dice: Dice) -> State:
    """Everything but the open cards."""
    edition, team = book.edition, bool(options["team"])
    side, first = edition.sides[side_key(options, seats)], start_seat(options, seats, dice)
    units, unit_of = make_units(seats, team, first)
    return State(
        seats=seats,
        team=team,
        side=side.key,
        options=dict(options),
        phase="gates",
        players=[Player(unit=unit_of[seat], rows=smoot.empty_rows()) for seat in range(1, seats + 1)],
        units=units,
        board=board(side, dice),
        horde=[],
        decks=[Deck(sorted(t.key for t in edition.trolls if t.level == level)) for level in (1, 2, 3)],
        bag=dict.fromkeys(CLANS, edition.pedestals),
        spells=[],
        spell_deck=Deck(sorted(edition.spells)),
        tokens=tokens(book, dice),
        used_pairs=[],
        tiles={shape.key: shape.count for shape in edition.shapes},
        halls=[hall.key for hall in edition.halls],
        workshops=workshop_tiles(book, options, seats, dice),
        crowns=scoring.crowns(edition, seats),
        turn=Turn(seat=first),
        first=first,
    )


def side_key(options: Data, seats: int) -> str:
    """H1: two seats choose, three play autumn, more play winter."""
    return str(options["side"]) if seats == 2 else "autumn" if seats == 3 else "winter"


def start_seat(options: Data, seats: int, dice: Dice) -> int:
    """H2: random unless chosen. Team mates are fixed by their seats, so a team's start seat is 1 or 3 (H127)."""
    if options["start"] != "random":
        return int(options["start"])
    return pick(dice, "setup.start", (1, 3) if options["team"] else range(1, seats + 1))


def make_units(seats: int, team: bool, first: int) -> tuple[list[Unit], dict[int, int]]:
    """What scores together, and the unit of each seat (H127, H129)."""
    order = in_order(seats, first)
    groups = (
        [[order[place - 1] for place in pair] for pair in TEAMS] if team else [[seat] for seat in range(1, seats + 1)]
    )
    units = [Unit(seats=sorted(group)) for group in groups]
    return units, {seat: index for index, group in enumerate(groups) for seat in group}


def in_order(seats: int, first: int) -> list[int]:
    """The seats in the order of a round."""
    return [(first - 1 + n) % seats + 1 for n in range(seats)]


def position(state: State, seat: int) -> int:
    """The seat's place in the round, the start seat 1: what the rulings call "seat 1"."""
    return (seat - state.first) % state.seats + 1


def board(side: Side, dice: Dice) -> Board:
    """Statues on their spots (H7) and buried resources."""
    clans = shuffled(dice, "setup.clans", CLANS)
    first = dice.below("setup.statue", len(side.spots))
    goods: dict[int, Bundle] = {n: dict(square.goods) for n, square in enumerate(side.squares) if square.goods}
    return Board(statues=statue_ring(side.spots, first, clans), goods=goods)


def tokens(book: Book, dice: Dice) -> dict[str, list[int]]:
    """The pedestal point tokens, one for each clan and tier (H8)."""
    mixed = shuffled(dice, "setup.tokens", book.edition.tokens)
    tiers = len(mixed) // len(CLANS)
    return {clan: mixed[n * tiers : (n + 1) * tiers] for n, clan in enumerate(CLANS)}


def workshop_tiles(book: Book, options: Data, seats: int, dice: Dice) -> list[str]:
    """The workshop tiles of this game, sorted (H9)."""
    keys = [workshop.key for workshop in book.edition.workshops]
    if options["workshops"] == "chosen":
        return sorted(tile.partition(".")[0] for tile in options["workshop_list"])
    tiles = keys if options["workshops"] == "different" else keys * book.edition.copies
    return sorted(shuffled(dice, "setup.workshops", sorted(tiles))[: workshops_in_play(seats)])


def deal(book: Book, state: State, dice: Dice) -> None:
    """The horde with its pedestals and the open spells (H10, H11)."""
    state.horde = [[None] * width for width in decks.ROWS]
    for row, width in enumerate(decks.ROWS):
        for place in range(width):
            decks.refill(book, state, row, place, dice)
    state.spells = [Open(decks.draw(state.spell_deck, dice, "spells")) for _ in range(OPEN_SPELLS)]
