"""Step 1: spells, workshops, or on (rulings H39 to H56)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.hall.layout import effect as layout_effect
from games.rules.hall.layout.desk import (
    Data,
    Desk,
    option,
)
from games.rules.hall.layout.supply import shop_uses
from games.rules.hall.layout.words import PLACE, PLAIN, SQUARE, areas, chips, options
from games.rules.kernel import Word

ASKED = ("troll", "square", "kind", "clan", "spell", "other")
TRIED = 12
"""So many next words are tried out to say what each would bring."""


def magic(desk: Desk) -> Data:
    """Spells, workshops, or on to step 2."""
    if desk.view["turn"]["activation"]:
        return workshop(desk)
    if desk.words[:1] == ["activate"] and len(desk.words) == 2:
        return opening(desk)
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
    """What the spell does, all the while it is being put together."""
    words = desk.words
    return desk.say(f"hall.spell.{words[1]}.effect") if words[0] == "cast" and len(words) > 1 else ""


def opening(desk: Desk) -> Data:
    """A workshop chosen, not activated yet: what it does, how often."""
    say, square = desk.say, desk.words[1]
    word = next(word for word in desk.found("activate") if word.text == square)
    return {
        "kind": "activate",
        "name": say("hall.shop.at", shop=say(f"hall.workshop.{word.data['workshop']}"), square=square),
        "left": say("hall.shop.may_use", n=word.data["uses"]),
        "uses": shop_uses(desk, word.data["workshop"]),
    }


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
    """Any half-made action as words: what is picked, and every next word as a link, with what it would bring."""
    words, found = desk.words, desk.legal(desk.words)
    choices = [word for word in found.words if word.text != "pay"]
    shown = options(desk, words, choices)
    for choice in shown[:TRIED]:
        choice["sub"] = choice["sub"] or layout_effect.brief(desk, [*words, choice["word"]])
    paying = len(choices) < len(found.words)
    return {
        "kind": "words",
        "question": question,
        "ask": ask(desk, choices),
        "chips": chips(desk, words),
        "options": shown,
        "whole": found.complete,
        "bill": layout_effect.bill(desk),
        "change_pay": {"label": desk.say("hall.word.pay"), "href": desk.href([[*words, "pay"]])} if paying else None,
    }


def ask(desk: Desk, choices: Sequence[Word]) -> str:
    """The question above the next words, by what they are."""
    kinds = {kind for word in choices if (kind := kind_of_word(desk, word.text))}
    return desk.say(f"hall.ask.{kinds.pop()}" if len(kinds) == 1 else "hall.words.next") if choices else ""


def kind_of_word(desk: Desk, text: str) -> str:
    """What a word names: a troll, square, kind of goods, clan, spell; "" for the little words."""
    if text in PLAIN:
        return ""
    if SQUARE.fullmatch(text):
        return "square"
    if PLACE.fullmatch(text):
        return "troll"
    area = areas(desk.edition).get(text.partition("@")[0].partition("+")[0], "other")
    return area if area in ASKED else "other"
