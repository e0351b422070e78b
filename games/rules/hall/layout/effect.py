"""What a whole action would take and bring, tried out on an imagined world: for trades, workshops and spells."""

from __future__ import annotations

from collections import Counter

from games.rules.hall.layout.desk import Data, Desk, symbol_words, tokens

SHOWN = ("cast", "use", "trade")


def owned(view: Data, seat: int) -> Counter[str]:
    """Everything a seat owns by symbol: storage (of its team), what its trolls hold, clan carts by clan."""
    player = view["players"][seat - 1]
    found: Counter[str] = Counter(view["units"][player["unit"]]["storage"])
    for row in player["rows"]:
        for troll in filter(None, row):
            for symbol, full in zip(troll["symbols"], troll["filled"], strict=True):
                if full:
                    found["cart" if symbol == "cart:wild" else symbol] += 1
    return found


def bill(desk: Desk) -> Data | None:
    """The bill of the half-made action once it is whole; None for actions that have another one, or change nothing."""
    words = desk.words
    if not desk.seat or not words or words[0] not in SHOWN or not desk.legal(words).complete:
        return None
    glimpse = desk.preview(" ".join(words))
    if glimpse is None:
        return None
    before, after = owned(desk.view, desk.seat), owned(glimpse.view, desk.seat)
    say, rows = desk.say, []
    for ident, change in (("hall.bill.pay", before - after), ("hall.bill.gain", after - before)):
        if change:
            rows.append({"label": say(ident), "icons": tokens(say, sorted(change.elements())), "note": ""})
    if getattr(glimpse, "reveals", False):
        rows.append({"label": say("hall.bill.reveals"), "icons": [], "note": say("hall.bill.reveals_note")})
    return {"title": say("hall.bill.title"), "rows": rows} if rows else None


def brief(desk: Desk, words: list[str]) -> str:
    """What a whole action would bring, in short: "+2 coins"; "" where it is not whole, or brings nothing to own."""
    if not desk.seat or words[0] not in SHOWN or not desk.legal(words).complete:
        return ""
    glimpse = desk.preview(" ".join(words))
    if glimpse is None:
        return ""
    gain = owned(glimpse.view, desk.seat) - owned(desk.view, desk.seat)
    return desk.say("hall.effect.brief", goods=symbol_words(desk.say, sorted(gain.elements()))) if gain else ""
