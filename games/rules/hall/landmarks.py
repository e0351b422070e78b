"""Rare moves by name, so that a long run of random games can show that it reached them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.rules.kernel import Data, Event

PLAIN = ("retire", "crumbled", "bag_pedestal", "skip", "crown", "unearthed", "set", "establish", "woken", "lured")


def landmarks(book: Any, events: Sequence[Event], text: str) -> Iterator[str]:
    """The names of what was remarkable in one step."""
    if " pay " in f"{text} ":
        yield f"pay:{text.split(' ')[0]}"
    for event in events:
        if event.code == "cast":
            yield f"spell:{event.data['spell']}"
        elif event.code == "use":
            yield f"workshop:{event.data['workshop']}"
        elif event.code == "hall":
            yield f"hall:{event.data['hall']}"
            if event.data["removed"]:
                yield "hall_removes_pedestal"
        else:
            yield from special(book, event.code, event.data)


def special(book: Any, code: str, data: Data) -> Iterator[str]:
    """Remarkable ways in which common things happen."""
    if code == "refill" and book.level(data["card"]) != data["row"]:
        yield "deck_out"
    if code == "refill" and book.level(data["card"]) == 2 and not data["pedestal"]:
        yield "bag_empty"
    if code == "recruit" and any(kind != "coin" for kind, _ in data["paid"]):
        yield "bribe_of_mineral"
    if code == "recruit" and data["row"] == 3:
        yield "recruit_top"
    if code == "dig" and "+" in data["mineral"]:
        yield "dig_mixed"
    if code == "dig" and data["hammers"]:
        yield "dig_rubble"
    if code == "move" and any(":" in kind for kind, _ in data["paid"]):
        yield "clan_cart"
    if code == "bonus" and len(data["cards"]) > 1:
        yield "double_bonus"


def rare(book: Any) -> list[str]:
    """Everything a long run must have reached."""
    edition = book.edition
    names = [f"spell:{key}" for key in edition.spells]
    names += [f"workshop:{workshop.key}" for workshop in edition.workshops]
    names += [f"hall:{hall.key}" for hall in edition.halls]
    names += [f"pay:{verb}" for verb in ("recruit", "dig", "extra", "move", "cast")]
    names += [f"verb:{verb}" for verb in ("extra", "skip", "pedestal", "set", "establish", "close")]
    names += ["hall_removes_pedestal", "bribe_of_mineral", "recruit_top", "dig_mixed", "dig_rubble"]
    return [*names, "clan_cart", *(f"event:{code}" for code in PLAIN)]
