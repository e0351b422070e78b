"""Trollsmoots with what they hold, storage, the others in short, and one seat looked at closer.

All of it is public (ruling P); only what may be pressed depends on the reader.
"""

from __future__ import annotations

from collections import Counter

from games.rules.hall.edition import KINDS
from games.rules.hall.layout.desk import (
    Data,
    Desk,
    clan_of_card,
    icon,
    is_starter,
    kind_of,
    symbol_name,
)
from games.rules.hall.layout.forecast import Forecast, Recruit

WIDTHS = (4, 3, 2, 1)
CLOSER = ("honour", "goods", "tunnels", "halls", "statues", "pedestals", "tokens", "crown")


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
        clan = clan_of_card(desk, recruit.card)
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
        "clan": clan_of_card(desk, troll["card"]),
        "starter": is_starter(desk, troll["card"]),
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
    return {
        "seat": seat,
        "name": desk.who(seat),
        "sub": say(
            "hall.rival.sub",
            honour=unit["honour"],
            tunnels=say("hall.rival.tunnels", n=tunnels),
            pedestals=say("hall.rival.pedestals", n=sum(unit["pedestals"].values())),
        ),
        "held": holdings(desk, seat),
        "dots": [[bool(troll) for troll in row] for row in reversed(player["rows"])],
        "dots_said": say("hall.rival.trolls", n=player["trolls"]),
        "smoot": smoot(desk, seat),
        "drafted": player.get("drafted", 0),
    }


def holdings(desk: Desk, seat: int) -> list[Data]:
    """All goods of a seat, storage and trolls together, as icons with numbers."""
    held: Counter[str] = Counter(desk.unit_of(seat)["storage"])
    for row in desk.view["players"][seat - 1]["rows"]:
        for troll in filter(None, row):
            held.update(kind_of(s) for s, full in zip(troll["symbols"], troll["filled"], strict=True) if full)
    say = desk.say
    return [
        {"icon": f"r-{kind}", "count": held[kind], "name": say(f"hall.kind.{kind}")} for kind in KINDS if held[kind]
    ]


def closer(desk: Desk, seat: int) -> Data:
    """Everything public of one seat: the trollsmoot, goods, tunnels, halls, statues, pedestals, tokens, honour."""
    say, unit = desk.say, desk.unit_of(seat)
    pieces = [p for p in desk.view["board"]["pieces"] if p["seat"] == seat and p["kind"] != "gate"]
    tiles = [_plain(piece_line(desk, p)) for p in pieces if p["kind"] != "hall"]
    halls = [_plain(piece_line(desk, p)) for p in pieces if p["kind"] == "hall"]
    pedestals = [
        {"icon": f"c-{clan}", "count": n, "name": say(f"hall.clan.{clan}")}
        for clan, n in unit["pedestals"].items()
        if n
    ]
    tokens_ = unit["tokens"]
    values = [_plain(str(value)) for value in sorted(tokens_, reverse=True)] if tokens_ is not None else []
    if tokens_ is None:
        values = [_plain(say("hall.closer.hidden", n=unit["token_count"]))]
    crown = desk.view["players"][seat - 1]["crown"]
    honour, crowned = [_plain(str(unit["honour"]))], [_plain(str(crown))] if crown else []
    rows = [honour, holdings(desk, seat), tiles, halls, _statues(desk, seat), pedestals, values, crowned]
    found = [{"label": say(f"hall.closer.{key}"), "items": items} for key, items in zip(CLOSER, rows, strict=True)]
    return {"smoot": smoot(desk, seat), "rows": found}


def _plain(text: str) -> Data:
    return {"icon": "", "count": 0, "name": text}


def piece_line(desk: Desk, piece: Data) -> str:
    """A tunnel or hall and where it lies: "Elbow: H12, H11, G11"."""
    if piece["kind"] == "left":
        name = desk.say("hall.closer.left")
    else:
        name = desk.say(f"hall.{'hall' if piece['kind'] == 'hall' else 'tile'}.{piece['name']}")
    return desk.say("hall.closer.piece", what=name, squares=", ".join(piece["squares"]))


def _statues(desk: Desk, seat: int) -> list[Data]:
    """Unearthed statues in the seat's network, with what each would score now."""
    say, statues = desk.say, desk.view["board"]["statues"]
    unit = desk.view["players"][seat - 1]["unit"]
    squares = [s for p in desk.view["board"]["pieces"] if p["owner"] == unit for s in p["squares"]]
    return [
        {
            "icon": f"s-{statues[s]['clan']}",
            "count": 0,
            "name": say("hall.closer.statue", square=s, worth=statues[s].get("worth", 0)),
        }
        for s in squares
        if s in statues and not statues[s]["buried"]
    ]
