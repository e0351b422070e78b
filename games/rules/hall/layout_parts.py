"""The parts of the table beside board and panel: horde, trollsmoots, storage, supplies, spellbook, workshops, token
track.

All of it is public (ruling P) and drawn from the View; only what may be pressed depends on the reader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.rules.hall.edition import CLANS, KINDS, MINERALS
from games.rules.hall.layout_desk import Data, Desk, bundle_words, clan_of_card, icon, is_starter, symbol_name, tokens
from games.rules.hall.layout_dig import shape_picture
from games.rules.hall.layout_recruit import Forecast, Recruit, bribed_cards, card_words, coins

RUNES_TO_CRUMBLE = 3
WIDTHS = (4, 3, 2, 1)


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
        "level": range(card["level"]),
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


def smoot(desk: Desk, seat: int, links: dict[str, str] | None = None) -> Data:
    """A seat's trollsmoot, top row first; for the reader's own, with what a half-made recruit gains and wastes."""
    player, recruit = desk.view["players"][seat - 1], Recruit(desk)
    mine = seat == desk.seat
    cast = recruit.forecast(recruit.place) if mine and recruit.place in recruit.places() else None
    letters = {place: "ABCDEFGH"[i] for i, place in enumerate(recruit.places())} if mine else {}
    rows = []
    for row in range(3, -1, -1):
        spots = [
            _spot(desk, player, f"{row + 1}.{i + 1}", recruit, cast, letters, links or {}) for i in range(WIDTHS[row])
        ]
        rows.append({"number": row + 1, "spots": spots})
    return {
        "rows": rows,
        "storage": storage(desk, seat),
        "trolls": player["trolls"],
        "crown": player["crown"],
        "seat": seat,
    }


def _spot(
    desk: Desk,
    player: Data,
    place: str,
    recruit: Recruit,
    cast: Forecast | None,
    letters: dict[str, str],
    links: dict[str, str],
) -> Data:
    row, column = (int(part) - 1 for part in place.split("."))
    troll = player["rows"][row][column]
    if troll:
        return _troll(desk, place, troll, cast) | {"href": links.get(place, "")}
    if cast and recruit.place == place:
        goods = [socket(desk, symbol, "gain") for symbol in recruit.symbols]
        clan = clan_of_card(desk.edition, recruit.card)
        return {
            "kind": "ghost",
            "card": recruit.card,
            "name": desk.say(f"hall.troll.{recruit.card}"),
            "clan": clan,
            "letter": letters.get(place, ""),
            "goods": goods,
        }
    if place in letters:
        found = recruit.forecast(place)
        text = desk.say("hall.place.brief", gain=len(found.gained), waste=len(found.wasted))
        return {"kind": "pick", "letter": letters[place], "text": text, "href": desk.href(recruit.line(place=place))}
    return {"kind": "empty", "href": links.get(place, "")}


def _troll(desk: Desk, place: str, troll: Data, cast: Forecast | None) -> Data:
    gains = {s for spot, s, _ in cast.gained if spot == place} if cast else set()
    wastes = {s for spot, s, _ in cast.wasted if spot == place} if cast else set()
    goods = []
    for s, symbol in enumerate(troll["symbols"]):
        state = "wasted" if s in wastes else "gain" if s in gains else "held" if troll["filled"][s] else ""
        goods.append(socket(desk, symbol, state))
    return {
        "kind": "troll",
        "place": place,
        "card": troll["card"],
        "name": desk.say(f"hall.troll.{troll['card']}"),
        "clan": clan_of_card(desk.edition, troll["card"]),
        "starter": is_starter(desk.edition, troll["card"]),
        "goods": goods,
        "lit": bool(gains or wastes),
    }


def socket(desk: Desk, symbol: str, state: str) -> Data:
    """One symbol of a troll: empty, "held", "gain" (will fill) or "wasted" (is full when it should fill)."""
    words = {
        "": "hall.socket.empty",
        "held": "hall.socket.held",
        "gain": "hall.socket.gain",
        "wasted": "hall.socket.wasted",
    }
    return {"icon": icon(symbol), "state": state, "said": desk.say(words[state], kind=symbol_name(desk.say, symbol))}


def storage(desk: Desk, seat: int) -> list[Data]:
    """Everything in a seat's (team's) storage: resources by kind, then pedestals by clan."""
    unit = desk.unit_of(seat)
    found: list[Data] = [
        {
            "icon": f"r-{kind}",
            "count": unit["storage"].get(kind, 0),
            "name": desk.say(f"hall.kind.{kind}"),
            "pedestal": False,
        }
        for kind in KINDS
    ]
    return found + [
        {
            "icon": f"c-{clan}",
            "count": count,
            "name": desk.say("hall.square.pedestal", clan=desk.say(f"hall.clan.{clan}")),
            "pedestal": True,
        }
        for clan, count in unit["pedestals"].items()
        if count
    ]


def rivals(desk: Desk) -> list[Data]:
    """The other seats: summed up, and whole to open."""
    return [_rival(desk, player) for player in desk.view["players"] if player["seat"] != desk.seat]


def _rival(desk: Desk, player: Data) -> Data:
    say, seat, unit = desk.say, player["seat"], desk.unit_of(player["seat"])
    pieces = desk.view["board"]["pieces"]
    tunnels = sum(piece["seat"] == seat and piece["kind"] == "tile" for piece in pieces)
    held: Counter[str] = Counter(unit["storage"])
    for row in player["rows"]:
        for troll in filter(None, row):
            held.update(s.partition(":")[0] for s, full in zip(troll["symbols"], troll["filled"], strict=True) if full)
    return {
        "seat": seat,
        "name": desk.who(seat),
        "sub": say(
            "hall.rival.sub",
            honour=unit["honour"],
            tunnels=say("hall.rival.tunnels", n=tunnels),
            pedestals=say("hall.rival.pedestals", n=sum(unit["pedestals"].values())),
        ),
        "held": [
            {"icon": f"r-{kind}", "count": held[kind], "name": say(f"hall.kind.{kind}")} for kind in KINDS if held[kind]
        ],
        "dots": [[bool(troll) for troll in row] for row in reversed(player["rows"])],
        "dots_said": say("hall.rival.trolls", n=player["trolls"]),
        "smoot": smoot(desk, seat),
        "drafted": player.get("drafted", 0),
    }


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
    return desk.say("hall.spell_note.fresh" if spell["fresh"] else "hall.spell_note.cost")


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


def seats(desk: Desk) -> dict[int, Data]:
    """Facts for the row of seats: honour, a short note, the crown."""
    found: dict[int, Data] = {}
    for player in desk.view["players"]:
        unit = desk.unit_of(player["seat"])
        left = (desk.view.get("turns_left") or {}).get(str(player["seat"]))
        note = desk.say("hall.seat.trolls", n=player["trolls"])
        if desk.view["phase"] == "draft":
            note = desk.say("hall.seat.drafted", n=player.get("drafted", 0))
        elif left is not None and desk.view["phase"] == "play":
            note = desk.say("hall.seat.turns_left", n=left) if left else desk.say("hall.seat.last_turn")
        total = unit["now"]["total"] if "total" in (unit.get("now") or {}) else unit["honour"]
        found[player["seat"]] = {"honour": unit["honour"], "note": note, "crown": player["crown"], "total": total}
    return found


def scores(desk: Desk, result: Any) -> Data | None:
    """The scoring sheet: a row per source, a column per unit, by place; None while nothing is decided."""
    if not result:
        return None
    standings = result["standings"]
    sources = list(dict.fromkeys(source for standing in standings for source in standing["parts"]))
    return {
        "units": [
            {
                "seats": s["seats"],
                "names": desk.joined([desk.who(seat) for seat in s["seats"]]),
                "place": s["place"],
                "total": s["total"],
            }
            for s in standings
        ],
        "rows": [
            {"label": desk.say(f"hall.score.{source}"), "values": [s["parts"].get(source, 0) for s in standings]}
            for source in sources
        ],
        "reason": desk.say(f"hall.reason.{result['reason']}"),
    }


def standing_now(desk: Desk) -> Data:
    """Honour by source if the game ended now: a row per source, a column per unit."""
    units = desk.view["units"]
    sources = [source for source in units[0]["now"] if source != "total"]
    rows = [
        {"label": desk.say(f"hall.score.{source}"), "values": [unit["now"].get(source) for unit in units]}
        for source in sources
    ]
    return {
        "units": [
            {"seats": unit["seats"], "names": desk.joined([desk.who(seat) for seat in unit["seats"]])} for unit in units
        ],
        "rows": rows,
        "totals": [unit["now"]["total"] for unit in units],
    }
