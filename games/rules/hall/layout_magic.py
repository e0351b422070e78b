"""Step 1: spells, workshops, or on (rulings H39 to H56)."""

from __future__ import annotations

from games.rules.hall import layout_effect
from games.rules.hall.layout_desk import (
    Data,
    Desk,
    option,
)
from games.rules.hall.layout_supply import shop_uses
from games.rules.hall.layout_words import chips, options


def magic(desk: Desk) -> Data:
    """Spells, workshops, or on to step 2."""
    if desk.view["turn"]["activation"]:
        return workshop(desk)
    if desk.words:
        return generic(desk, question(desk))
    say = desk.say
    spells = [
        option(say(f"hall.spell.{key}"), desk.href([["cast", key]]), sub=say(f"hall.spell.{key}.effect"))
        for key in (desk.texts("cast") if desk.may("cast") else [])
    ]
    shops = [
        option(
            say("hall.shop.at", shop=say(f"hall.workshop.{word.data['workshop']}"), square=word.text),
            desk.href([["activate", word.text]]),
            sub=say("hall.shop.may_use", n=word.data["uses"]),
            uses=shop_uses(desk, word.data["workshop"]),
        )
        for word in (desk.found("activate") if desk.may("activate") else ())
    ]
    return {"kind": "magic", "spells": spells, "shops": shops, "go_on": desk.href([], step="main")}


def question(desk: Desk) -> str:
    """What the next word of a spell or workshop is asked for."""
    words, found = desk.words, desk.legal(desk.words)
    if words[0] == "cast" and len(words) > 1 and found.words and found.words[0].kind != "pay":
        return desk.say(f"hall.spell.{words[1]}.effect")
    if words[0] == "activate" and len(words) == 2:
        return desk.say("hall.shop.about")
    return ""


def workshop(desk: Desk) -> Data:
    """An open workshop: each exchange as a link, then closing it."""
    say, activation = desk.say, desk.view["turn"]["activation"]
    shop = desk.view["board"]["workshops"].get(activation["square"], {})
    name = say(f"hall.workshop.{shop['key']}") if shop else activation["square"]
    found = (
        generic(desk)
        if desk.words[:1] == ["use"]
        else {"chips": [], "options": options(desk, ["use"]) if desk.may("use") else []}
    )
    return found | {
        "kind": "workshop",
        "name": name,
        "left": say("hall.shop.left", n=activation["left"]),
        "uses": shop_uses(desk, shop["key"]) if shop else [],
        "close": "close",
    }


def generic(desk: Desk, question: str = "") -> Data:
    """Any half-made action as words: what is picked, and every next word as a link."""
    return {
        "kind": "words",
        "question": question,
        "chips": chips(desk, desk.words),
        "options": options(desk, desk.words),
        "bill": layout_effect.bill(desk),
    }
