"""Every word of Hall's grammar as something to read, and every next word as a link: no action is out of reach.

The words are those of the notation (``docs/notation.md``). A panel made for one kind of action may say it better;
where none does, these are the buttons. ``options`` also tells what the board, the horde, the trollsmoot and the
spellbook may press.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from games.rules.hall.edition import KINDS, HallEdition
from games.rules.hall.layout.desk import Data, Desk, option, troll_at
from games.rules.hall.turnings import hall_turnings, shape_turnings
from games.rules.kernel import Word

SQUARE = re.compile(r"[A-Z]{1,2}\d{1,2}")
SPOT = re.compile(r"([A-Z]{1,2}\d{1,2})([a-h])")
PLACE = re.compile(r"[1-4]\.[1-4]")
PLAIN = ("pay", "and", "none")
VERBS = (
    "gate", "draft", "trade", "cast", "activate", "use", "close", "recruit", "pedestal", "place", "dig", "extra", "set",
    "establish", "skip", "hall", "move", "end",
)  # fmt: skip


def areas(edition: HallEdition) -> dict[str, str]:
    """Component key -> the area of its name; keys of an edition are unique over its areas."""
    found = dict.fromkeys(KINDS, "kind") | dict.fromkeys(("fire", "ice", "moon", "mud"), "clan")
    found |= dict.fromkeys(edition.spells, "spell") | {shop.key: "workshop" for shop in edition.workshops}
    found |= {shape.key: "tile" for shape in edition.shapes} | {hall.key: "hall" for hall in edition.halls}
    found |= {troll.key: "troll" for troll in edition.trolls}
    return found | {starter.key: "troll" for starter in edition.starters}


def label(desk: Desk, before: Sequence[str], word: str) -> str:
    """What a word says to a person, given the words before it."""
    say = desk.say
    if not before and word in VERBS:
        return say(f"hall.verb.{word}")
    if word in PLAIN:
        return say(f"hall.word.{word}")
    if before and before[0] == "gate":
        return _start(desk, word)
    area = areas(desk.edition).get(word)
    if area:
        return say(f"hall.{area}.{word}")
    if "+" in word:
        return desk.joined([say(f"hall.kind.{kind}") for kind in word.split("+")])
    if "@" in word:
        return unit(desk, word)
    if PLACE.fullmatch(word):
        return place(desk, word)
    if SPOT.fullmatch(word) and len(before) > 1:
        return ", ".join(spot_squares(desk, before[0], before[1], word)) or word
    if before and before[0] == "draft":
        return say("hall.draft.slot", slot=word)
    return word


def _start(desk: Desk, word: str) -> str:
    start = next((s for s in desk.view["board"]["starts"] if s["id"] == word), None)
    if start is None:
        return word
    return desk.say("hall.gate.start", square=start["square"], seats=", ".join(str(mark) for mark in start["marks"]))


def unit(desk: Desk, word: str) -> str:
    """One resource and where it is taken from."""
    kind, _, source = word.partition("@")
    name = desk.say(f"hall.kind.{kind}")
    if source == "s":
        return desk.say("hall.unit.storage", kind=name)
    troll = troll_at(desk.me, source) if desk.me else None
    return desk.say("hall.unit.troll", kind=name, troll=desk.say(f"hall.troll.{troll['card']}") if troll else source)


def place(desk: Desk, word: str) -> str:
    """A place of the own trollsmoot: the troll that stands there, or the two it would rest on."""
    troll = troll_at(desk.me, word) if desk.me else None
    if troll:
        return desk.say(f"hall.troll.{troll['card']}")
    return desk.say("hall.place.above", trolls=desk.names("troll", beneath(desk, word)))


def beneath(desk: Desk, word: str) -> list[str]:
    """The cards of the two trolls under a place, left to right."""
    row, column = (int(part) for part in word.split("."))
    under = (f"{row - 1}.{column}", f"{row - 1}.{column + 1}")
    return [troll["card"] for spot in under if desk.me and (troll := troll_at(desk.me, spot))]


def spot_squares(desk: Desk, verb: str, key: str, spot: str) -> list[str]:
    """The squares a shape or hall covers at a spot, the naming square among them; [] for what is no spot."""
    found = SPOT.fullmatch(spot)
    turnings = turnings_of(desk, verb, key)
    if not found or not turnings:
        return []
    from games.rules.hall.layout.board import cell, name

    offsets = next((t.offsets for t in turnings if t.letter == found[2]), ())
    x, y = cell(found[1])
    return [name((x + column, y + row)) for row, column in offsets]


def turnings_of(desk: Desk, verb: str, key: str) -> list[Any]:
    if verb == "hall":
        return next((hall_turnings(hall) for hall in desk.edition.halls if hall.key == key), [])
    return next((shape_turnings(shape) for shape in desk.edition.shapes if shape.key == key), [])


def options(desk: Desk, before: Sequence[str], words: Sequence[Word] | None = None) -> list[Data]:
    """Each next word as a link that adds it to the half-made choice."""
    found = desk.legal(before).words if words is None else words
    return [
        option(label(desk, before, word.text), desk.href([[*before, word.text]]), word=word.text, sub=_sub(desk, word))
        for word in found
    ]


def _sub(desk: Desk, word: Word) -> str:
    """A second line where the rules tell more about a word."""
    if word.kind == "clan" and "left" in word.data:
        return desk.say("hall.bag.left", n=word.data["left"])
    if word.kind == "square" and "uses" in word.data:
        shop = desk.say(f"hall.workshop.{word.data['workshop']}")
        return desk.say("hall.shop.uses", shop=shop, n=word.data["uses"])
    return ""


def chips(desk: Desk, words: Sequence[str]) -> list[Data]:
    """The words picked so far, each a link back to the choice before it."""
    return [
        {"label": label(desk, words[:i], word), "href": desk.href([list(words[:i])] if i else [])}
        for i, word in enumerate(words)
    ]
