"""Supplies, spellbook, workshops on the mountain, the track of pedestal tokens.

All of it is public (ruling P) and drawn from the View; only what may be pressed depends on the reader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.rules.hall.edition import CLANS, MINERALS
from games.rules.hall.layout.desk import Data, Desk, tokens
from games.rules.hall.layout.shape import shape_picture
from games.rules.hall.layout.where import count

RUNES_TO_CRUMBLE = 3


def supply(desk: Desk) -> Data:
    """Tunnel tiles left, the chart of honour, halls left, workshops left."""
    say, view, edition = desk.say, desk.view, desk.edition
    left: Counter[str] = Counter(view["workshops"])
    return {
        "shapes": [
            {
                "name": say(f"hall.tile.{s.key}"),
                "left": say("hall.supply.left", n=view["tiles"].get(s.key, 0)),
                "picture": shape_picture(s.cells, s.anchor),
            }
            for s in edition.shapes
        ],
        "minerals": tokens(say, MINERALS),
        "chart": [
            {"label": say("hall.dig.squares", n=size), "values": [edition.chart[size][mineral] for mineral in MINERALS]}
            for size in sorted(edition.chart)
        ],
        "halls": [
            {
                "name": say(f"hall.hall.{h.key}"),
                "low": h.low,
                "high": h.high,
                "picture": shape_picture(h.cells, h.altar, hall=True),
            }
            for h in edition.halls
            if h.key in view["halls"]
        ],
        "workshops": [
            {"name": say(f"hall.workshop.{key}"), "uses": shop_uses(desk, key), "count": number}
            for key, number in sorted(left.items())
        ],
    }


def shop_uses(desk: Desk, key: str) -> list[Data]:
    """The ways to run a workshop as icons: what goes in, what comes out; reverse pairs as one with both arrows."""
    shop = next(shop for shop in desk.edition.workshops if shop.key == key)
    pairs = [(use.give, use.gain) for use in shop.uses]
    found: list[Data] = []
    for use in shop.uses:
        if use.move:
            return [{"move": desk.say("hall.shop.move")}]
        if (use.gain, use.give) in pairs[: pairs.index((use.give, use.gain))]:
            continue
        both = (use.gain, use.give) in pairs
        found.append({"give": _wares(desk, use.give), "gain": _wares(desk, use.gain), "both": both})
    return found


def _wares(desk: Desk, kinds: Iterable[str]) -> list[Data]:
    return [
        {"icon": "", "name": desk.say("hall.shop.any")} if kind == "any" else tokens(desk.say, [kind])[0]
        for kind in kinds
    ]


def spells(desk: Desk, links: dict[str, str]) -> list[Data]:
    """The open spells with their runes; why one cannot be cast now."""
    say, turn = desk.say, desk.view.get("turn") or {}
    return [
        {
            "key": spell["spell"],
            "name": say(f"hall.spell.{spell['spell']}"),
            "effect": say(f"hall.spell.{spell['spell']}.effect"),
            "runes": [i < spell["runes"] for i in range(RUNES_TO_CRUMBLE)],
            "runes_said": say("hall.spell_runes", n=spell["runes"]),
            "used": turn.get("spell") == spell["spell"] and desk.view["turn_seat"] == desk.seat,
            "note": _spell_note(desk, spell, links),
            "href": links.get(spell["spell"], ""),
            "on": desk.words[:2] == ["cast", spell["spell"]],
        }
        for spell in desk.view["spells"]
    ]


def _spell_note(desk: Desk, spell: Data, links: dict[str, str]) -> str:
    turn = desk.view.get("turn") or {}
    if turn.get("spell") == spell["spell"]:
        return desk.say("hall.spell_note.cast")
    if spell["spell"] in links:
        return desk.say("hall.spell_note.last" if spell["runes"] + 1 >= RUNES_TO_CRUMBLE else "hall.spell_note.may")
    if spell["fresh"]:
        return desk.say("hall.spell_note.fresh")
    return desk.say("hall.spell_note.cost" if not desk.seat or count(desk, "rune") else "hall.spell_note.none")


def shops(desk: Desk, links: dict[str, str]) -> list[Data]:
    """The workshops on the mountain: where, how open, whose."""
    say, found = desk.say, []
    for square, shop in desk.view["board"]["workshops"].items():
        note = say("hall.shop.mine" if shop["mine"] else "hall.shop.open", square=square, n=shop["entrances"])
        found.append(
            {
                "name": say(f"hall.workshop.{shop['key']}"),
                "square": square,
                "note": note,
                "uses": shop_uses(desk, shop["key"]),
                "href": links.get(square, ""),
            }
        )
    return found


def track(desk: Desk) -> Data:
    """The pedestal track: a point token per clan and tier, taken ones as dashes."""
    rows = [
        {"clan": clan, "name": desk.say(f"hall.clan.{clan}"), "values": desk.view["tokens"].get(clan, [])}
        for clan in CLANS
    ]
    bag = [
        {"icon": f"c-{clan}", "count": desk.view["bag"].get(clan, 0), "name": desk.say(f"hall.clan.{clan}")}
        for clan in CLANS
    ]
    return {"tiers": list(range(1, 6)), "rows": rows, "bag": bag, "crowns": desk.view["crowns"]}
