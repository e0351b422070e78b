"""Step 4: a statue, where one cart takes it, what it would score there (rulings H107 to H113, H122)."""

from __future__ import annotations

from typing import Any

from games.rules.hall.layout.board import covered, number
from games.rules.hall.layout.desk import Data, Desk, option, tokens
from games.rules.hall.layout.where import sources
from games.rules.hall.layout.words import chips, options


def statues(desk: Desk) -> Data:
    """A statue, where it goes, the cart it takes."""
    words, say = desk.words, desk.say
    if "pay" in words:
        return {
            "kind": "words",
            "question": say("hall.pay.cart"),
            "chips": chips(desk, words),
            "options": options(desk, words),
        }
    chosen = words[1] if words[:1] == ["move"] and len(words) > 1 else ""
    found = [
        option(
            say("hall.move.statue", clan=say(f"hall.clan.{word.data['clan']}"), square=word.text),
            desk.href([["move", word.text]]),
            on=word.text == chosen,
            clan=word.data["clan"],
            sub=_worth(desk, word.text),
        )
        for word in (desk.found("move") if desk.may("move") else ())
    ]
    goals = [
        option(
            word.text,
            desk.href([["move", chosen, word.text]]),
            on=words[2:3] == [word.text],
            sub=_goal(desk, chosen, word),
        )
        for word in (desk.found("move", chosen) if chosen else ())
    ]
    pay = None
    if len(words) == 3 and "pay" in desk.texts(*words):
        pay = {"label": say("hall.pay.choose_cart"), "href": desk.href([[*words, "pay"]])}
    bill = _move_bill(desk) if len(words) >= 3 else None
    return {
        "kind": "statues",
        "statues": found,
        "goals": goals,
        "bill": bill,
        "change_pay": pay,
        "stop": desk.href([], step="end"),
    }


def _worth(desk: Desk, square: str) -> str:
    statue = desk.view["board"]["statues"].get(square, {})
    return desk.say("hall.move.worth", n=statue.get("worth", 0))


def _goal(desk: Desk, start: str, word: Any) -> str:
    """Tier, and whether a pedestal doubles it."""
    clan = desk.view["board"]["statues"][start]["clan"]
    pedestal = word.data.get("pedestal", "")
    piece = covered(desk.view).get(word.text)
    if piece and piece["kind"] == "hall":
        if piece["altar"] != word.text:
            return desk.say("hall.move.in_hall")
        hall = next(h for h in desk.edition.halls if h.key == piece["name"])
        return desk.say("hall.move.altar", low=hall.low, high=hall.high)
    tier = desk.side.squares[number(desk.side, word.text)].tier
    value = desk.edition.tier_values[tier - 1]
    if pedestal == clan:
        return desk.say("hall.move.doubled", tier=tier, n=value * 2)
    return desk.say("hall.move.tier", tier=tier, n=value)


def _move_bill(desk: Desk) -> Data | None:
    glimpse = desk.preview(
        " ".join(desk.words[:3])
        if "pay" in desk.words and not desk.legal(desk.words).complete
        else " ".join(desk.words)
    )
    moved = dict(glimpse.events).get("move") if glimpse else None
    if moved is None:
        return None
    pairs = moved.get("paid") or []
    row = {
        "label": desk.say("hall.bill.pay"),
        "icons": tokens(desk.say, [kind for kind, _ in pairs]),
        "note": sources(desk, pairs),
    }
    return {"title": desk.say("hall.bill.title"), "rows": [row]}
