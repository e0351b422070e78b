"""What a seat owns, and how units named in an action are taken from it (rulings H27 to H34).

A *unit word* is a kind (``stone``: taken by the default order) or a kind with its source (``stone@s`` from storage,
``stone@2.1`` from that troll). Units with a source are set aside first, the others follow by the default order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules.hall.book import Book, clan_of, kind_of
from games.rules.hall.edition import KINDS
from games.rules.hall.state import Bundle, Player, Unit
from games.rules.kernel import Word

STORAGE = "s"
Slots = Sequence[tuple[str, ...]]
"""What is to be paid: for each unit the kinds that will do."""
ANY = tuple(KINDS)


class Held(NamedTuple):
    """One owned resource. ``source``: "s" or row.place; ``clan`` of a clan cart; row, place and symbol on a troll."""

    kind: str
    source: str
    clan: str = ""
    row: int = -1
    place: int = -1
    symbol: int = -1


def owned(book: Book, player: Player, unit: Unit) -> list[Held]:
    """Everything the seat may spend, in the order of default payment: trolls bottom row up, then storage (H28)."""
    return on_trolls(book, player) + in_storage(unit)


def on_trolls(book: Book, player: Player) -> list[Held]:
    """What the seat's own trolls hold, bottom row up, left to right."""
    found = []
    for row, trolls in enumerate(player.rows):
        for place, troll in enumerate(trolls):
            if troll is None:
                continue
            source = f"{row + 1}.{place + 1}"
            for i, symbol in enumerate(book.symbols[troll.card]):
                if troll.filled[i]:
                    found.append(Held(kind_of(symbol), source, clan_of(symbol), row, place, i))
    return found


def in_storage(unit: Unit) -> list[Held]:
    """What lies in storage; carts there are wild (H31)."""
    return [Held(kind, STORAGE) for kind in KINDS for _ in range(unit.storage.get(kind, 0))]


def spendable(items: Iterable[Held]) -> list[Held]:
    """Without clan carts, which pay for nothing but statue moves (H30)."""
    return [held for held in items if not held.clan]


def count(items: Iterable[Held]) -> Counter[str]:
    """How many of each kind."""
    return Counter(held.kind for held in items)


def take(player: Player, unit: Unit, items: Iterable[Held]) -> None:
    """Remove these from trolls and storage."""
    for held in items:
        if held.source == STORAGE:
            add(unit.storage, held.kind, -1)
            continue
        troll = player.rows[held.row][held.place]
        assert troll is not None
        troll.filled[held.symbol] = False


def add(bundle: Bundle, kind: str, number: int = 1) -> None:
    """Change a bundle in place; kinds with 0 are left out."""
    bundle[kind] = bundle.get(kind, 0) + number
    if not bundle[kind]:
        del bundle[kind]


def add_all(bundle: Bundle, more: Bundle) -> None:
    """Add a whole bundle in place."""
    for kind, number in more.items():
        add(bundle, kind, number)


def pairs(items: Iterable[Held]) -> list[list[str]]:
    """Units as events carry them: [kind, source], a clan cart as "cart:fire"."""
    return [[f"{held.kind}:{held.clan}" if held.clan else held.kind, held.source] for held in items]


def settle(items: Sequence[Held], words: Sequence[str]) -> list[Held] | None:
    """The units that ``words`` name, in that order; None when they are not all there."""
    left = list(items)
    found: dict[int, Held] = {}
    for explicit in (True, False):
        for i, word in enumerate(words):
            kind, at, source = word.partition("@")
            if bool(at) != explicit:
                continue
            held = next((h for h in left if h.kind == kind and (not at or h.source == source)), None)
            if held is None:
                return None
            left.remove(held)
            found[i] = held
    return [found[i] for i in range(len(words))]


def defaults(items: Sequence[Held], slots: Slots) -> list[Held] | None:
    """Default payment: every slot by its first kind (H28). None when that does not pay."""
    return settle(items, [kinds[0] for kinds in slots])


def payable(items: Sequence[Held], slots: Slots) -> bool:
    """Whether the slots can be filled. Slots accept either the same kinds or have no kind in common."""
    have = count(items)
    return all(sum(have[k] for k in kinds) >= n for kinds, n in Counter(slots).items())


def open_slots(slots: Slots, words: Sequence[str]) -> list[tuple[str, ...]]:
    """The slots that are left when each word fills the first one that accepts its kind."""
    left = list(slots)
    for word in words:
        kind = word.partition("@")[0]
        slot = next((s for s in left if kind in s), None)
        if slot is not None:
            left.remove(slot)
    return left


def unit_words(items: Sequence[Held], slots: Slots, words: Sequence[str]) -> list[Word]:
    """The unit words that may follow ``words``: each kind still wanted, plain and by source."""
    wanted = {kind for slot in open_slots(slots, words) for kind in slot}
    have, by_source = count(items), Counter((h.kind, h.source) for h in items)
    used = Counter(word.partition("@")[0] for word in words)
    used_at = Counter(tuple(word.split("@")) for word in words if "@" in word)
    found = []
    for kind in KINDS:
        if kind not in wanted or used[kind] >= have[kind]:
            continue
        found.append(Word(kind, "unit", {"kind": kind, "source": ""}))
        for (k, source), number in by_source.items():
            if k == kind and used_at[(k, source)] < number:
                found.append(Word(f"{kind}@{source}", "unit", {"kind": kind, "source": source}))
    return found
