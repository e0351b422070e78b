"""Trading four for one with the supply, open at every step of the turn (rulings H35 to H38)."""

from __future__ import annotations

from games.rules.hall.edition import KINDS
from games.rules.hall.layout import effect as layout_effect
from games.rules.hall.layout.desk import Data, Desk, option, tokens
from games.rules.hall.layout.where import where_words
from games.rules.hall.layout.words import label

TRADE_SIZE = 4


def trade_link(desk: Desk) -> str:
    return desk.href([["trade"]]) if desk.may("trade") and desk.words[:1] != ["trade"] else ""


def trade(desk: Desk) -> Data:
    """Four resources for one: what is given so far, what may be given, what is gained."""
    say, words = desk.say, desk.words[1:]
    given, gain = words[:TRADE_SIZE], words[TRADE_SIZE:]
    units = []
    if len(given) < TRADE_SIZE:
        for word in desk.found(*desk.words):
            kind, source = word.data["kind"], word.data["source"]
            name = say(f"hall.kind.{kind}") if not source else label(desk, desk.words, word.text)
            units.append(
                option(
                    name,
                    desk.href([[*desk.words, word.text]]),
                    icons=tokens(say, [kind]),
                    plain=not source,
                    sub="" if source else where_words(desk, kind),
                )
            )
    base = ["trade", *given]
    gains = [
        option(say(f"hall.kind.{kind}"), desk.href([[*base, kind]]), icons=tokens(say, [kind]), on=gain == [kind])
        for kind in (KINDS if len(given) == TRADE_SIZE else ())
    ]
    picked = [
        {
            "label": label(desk, ["trade"], word),
            "icon": f"r-{word.partition('@')[0]}",
            "href": desk.href([["trade", *given[:i], *given[i + 1 :]]]),
        }
        for i, word in enumerate(given)
    ]
    return {
        "kind": "trade", "given": picked, "open": range(TRADE_SIZE - len(given)),
        "units": [u for u in units if u["plain"]],
        "sources": [u for u in units if not u["plain"]], "gains": gains, "cancel": desk.href([]),
        "bill": layout_effect.bill(desk),
    }  # fmt: skip
