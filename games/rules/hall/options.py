"""The options of a table (rulings H1, H2, H9, H127; chapter P for the hidden totals)."""

from __future__ import annotations

from games.rules.hall.beginning import workshops_in_play
from games.rules.hall.book import Book
from games.rules.kernel import Data, Illegal, Option

SIDES = ("autumn", "winter")
WORKSHOPS = ("drawn", "different", "chosen")


def tiles(book: Book) -> tuple[str, ...]:
    """The workshop tiles by name: the second tile of a kind is ``stonemill.2``."""
    keys = [workshop.key for workshop in book.edition.workshops]
    return tuple(key if copy == 1 else f"{key}.{copy}" for copy in range(1, book.edition.copies + 1) for key in keys)


def listed(book: Book, seats: int) -> tuple[Option, ...]:
    """What a table with this many seats may set."""
    number = workshops_in_play(seats)
    starts = ("random", *(str(seat) for seat in range(1, seats + 1)))
    options = (
        Option("side", "choice", "autumn", SIDES, seats=(2,)),
        Option("start", "choice", "random", starts),
        Option("team", "flag", False, seats=(4,)),
        Option("workshops", "choice", "drawn", WORKSHOPS),
        Option("workshop_list", "many", [], tiles(book), minimum=number, maximum=number),
        Option("hidden_totals", "flag", False),
    )
    return tuple(option for option in options if not option.seats or seats in option.seats)


def check(book: Book, given: Data, seats: int) -> Data:
    """The full options. Raises Illegal: bad_seats, unknown_option, bad_option, bad_workshop_list, bad_team_start."""
    if not 2 <= seats <= 5:
        raise Illegal("bad_seats", seats=seats)
    known = {option.name: option for option in listed(book, seats)}
    for name in given:
        if name not in known and (name, given[name]) != ("team", False):  # full options may be checked again
            raise Illegal("unknown_option", option=str(name))
    full = {name: given.get(name, option.default) for name, option in known.items()}
    for name, option in known.items():
        if not acceptable(option, full[name]):
            raise Illegal("bad_option", option=name)
    full.setdefault("team", False)
    check_workshops(full, seats)
    if full["team"] and full["start"] in ("2", "4"):
        raise Illegal("bad_team_start")
    return full


def acceptable(option: Option, value: object) -> bool:
    """Whether a value has the option's type and is one of its choices."""
    if option.kind == "flag":
        return isinstance(value, bool)
    if option.kind == "many":
        if not isinstance(value, list) or not all(isinstance(item, str) and item in option.choices for item in value):
            return False
        return len(set(value)) == len(value)
    return isinstance(value, str) and value in option.choices


def check_workshops(full: Data, seats: int) -> None:
    """A list is needed exactly when the workshops are chosen (H9)."""
    if full["workshops"] != "chosen":
        full["workshop_list"] = []
    elif len(full["workshop_list"]) != workshops_in_play(seats):
        raise Illegal("bad_workshop_list", need=workshops_in_play(seats))
