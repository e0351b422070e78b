"""The horde as cards: who stands over whom, what each brings and costs (rulings H57 to H70)."""

from __future__ import annotations

from games.rules.hall.edition import KINDS
from games.rules.hall.layout.desk import (
    Data,
    Desk,
    bundle_words,
    tokens,
)
from games.rules.hall.layout.forecast import Recruit, bribed_cards, coins
from games.rules.hall.layout.recruit import card_words


def horde(desk: Desk, links: dict[str, str]) -> list[Data]:
    """Rows of the horde, top first. ``links``: card -> where a press on it leads."""
    recruit = Recruit(desk)
    due = bribed_cards(recruit)
    rows = []
    for level in range(len(desk.view["horde"]) - 1, -1, -1):
        cards = [_card(desk, card, links, recruit.card, due) if card else None for card in desk.view["horde"][level]]
        rows.append(
            {"label": desk.say("hall.horde.row", n=level + 1), "cards": cards, "left": desk.view["decks"][level]}
        )
    return rows


def _card(desk: Desk, card: Data, links: dict[str, str], chosen: str, due: set[str]) -> Data:
    say, key = desk.say, card["card"]
    dear = bool(desk.seat) and card["price"] > coins(desk)
    bribes = [kind for kind in KINDS for _ in range(card["bribes"].get(kind, 0))]
    return {
        "card": key,
        "name": say(f"hall.troll.{key}"),
        "said": _said(desk, card, key == chosen, key in due),
        "clan": card["clan"],
        "level": list(range(card["level"])),
        "level_number": card["level"],
        "icons": tokens(say, card["symbols"]),
        "bribes": tokens(say, bribes),
        "due": key in due,
        "pedestal": card["pedestal"],
        "any_pedestal": card["level"] == 3 and any(desk.view["bag"].values()),
        "price": say("hall.recruit.price", n=card["price"]) if card["price"] else say("hall.recruit.free"),
        "chosen": key == chosen,
        "dear": dear,
        "lack": say("hall.recruit.lack", have=coins(desk)) if dear else "",
        "href": links.get(key, ""),
    }


def _said(desk: Desk, card: Data, chosen: bool, due: bool) -> str:
    words = card_words(desk, card) if desk.seat else _public_words(desk, card)
    parts = [words]
    if due:
        parts.append(desk.say("hall.card.due"))
    if chosen:
        parts.append(desk.say("hall.card.chosen"))
    return " ".join(parts)


def _public_words(desk: Desk, card: Data) -> str:
    say = desk.say
    name = say(
        "hall.card.name",
        troll=say(f"hall.troll.{card['card']}"),
        clan=say(f"hall.clan.{card['clan']}"),
        level=card["level"],
    )
    brings = say("hall.card.brings", goods=desk.joined([token["name"] for token in tokens(say, card["symbols"])]))
    holds = [say("hall.card.holds", goods=bundle_words(say, card["bribes"]))] if card["bribes"] else []
    return " ".join([name, brings, *holds])
