"""The words ``pay`` unit unit ... at the end of an action (rulings H27, H28, H33)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.hall import purse
from games.rules.hall.purse import Held, Slots
from games.rules.hall.scene import NOTHING
from games.rules.kernel import Illegal, Next, Word

PAY = Word("pay", "pay")


def cut(words: Sequence[str]) -> tuple[list[str], list[str] | None]:
    """Words before ``pay``, and those after it (None without ``pay``)."""
    if "pay" not in words:
        return list(words), None
    at = list(words).index("pay")
    return list(words[:at]), list(words[at + 1 :])


def following(items: Sequence[Held], slots: Slots, paid: Sequence[str] | None) -> Next:
    """What may follow an action that costs ``slots``: nothing, or ``pay`` and its units. ``items`` are those that may
    pay, in default order."""
    if not purse.payable(items, slots):
        return NOTHING
    if paid is None:
        return Next((PAY,) if slots else (), purse.defaults(items, slots) is not None)
    if not slots or not accepted(items, slots, paid):
        return NOTHING
    if len(paid) == len(slots):
        return Next((), True)
    return Next(tuple(purse.unit_words(items, slots, paid)), False)


def accepted(items: Sequence[Held], slots: Slots, paid: Sequence[str]) -> bool:
    """Whether these unit words fill slots and are all owned."""
    return len(purse.open_slots(slots, paid)) == len(slots) - len(paid) and purse.settle(items, paid) is not None


def chosen(items: Sequence[Held], slots: Slots, paid: Sequence[str] | None) -> list[Held]:
    """The units an action that ``legal`` has let through pays with."""
    found = purse.defaults(items, slots) if paid is None else purse.settle(items, paid)
    if found is None:
        raise AssertionError("an action was carried out that cannot be paid")
    return found


def refusal(items: Sequence[Held], slots: Slots, words: Sequence[str], owned: Sequence[Held]) -> Illegal:
    """Why ``words``, all that follows a deed that is right so far, do not pay these slots."""
    rest, paid = cut(words)
    if rest:
        return Illegal("not_understood", word=rest[0])
    if paid is None:
        return Illegal("unfinished")
    for word in paid:
        kind, _, source = word.partition("@")
        if any(h.kind == kind and h.clan and (not source or h.source == source) for h in owned) and not any(
            h.kind == kind and (not source or h.source == source) for h in items
        ):
            return Illegal("clan_cart")
    if purse.settle(items, paid) is None:
        return Illegal("not_owned")
    return Illegal("not_exact")
