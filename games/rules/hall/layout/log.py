"""The log of Hall in sentences: who, verb in the past, object, price, result; one line a deed.

``log_line`` fills the text ``hall.log.<code>`` (``.you`` for the reader's own deed) with names instead of keys.
Events that another sentence already tells (a refill's empty place, a closed workshop) give no line. ``place_of``
names the square that a numbered news disc marks, ``goods_of`` the resources shown as icons after the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from games.rules.hall.layout.desk import Data, Say, bundle_words, kind_of, symbol_words

Who = Callable[[int], str]

SILENT = ("close", "skip_none")
CODES = (
    "begin", "gate", "drafted", "drafted_card", "drew", "rows_open", "bonus", "turn", "trade", "cast", "crumbled",
    "activate",
    "use", "recruit", "recruit_free", "refill", "refill_pedestal", "bag_pedestal", "bag_none", "place",
    "place_waste", "crown",
    "retire", "dig", "gained", "unearthed", "set", "establish", "skip", "hall", "move", "end", "last_turns",
    "score", "over",
    "smelted", "haggled", "woken", "pushed", "lured", "tolled", "changed", "swapped", "autopilot",
)  # fmt: skip
OWN = (
    "gate", "drafted_card", "drew", "trade", "cast", "activate", "use", "recruit", "recruit_free", "bag_pedestal",
    "bag_none",
    "place", "place_waste", "crown", "dig", "gained", "unearthed", "set", "establish", "skip", "hall", "move",
    "end", "smelted",
    "haggled", "woken", "pushed", "lured", "tolled", "swapped", "bonus", "turn", "drafted",
)  # fmt: skip
PUBLIC = tuple(code for code in CODES if code not in ("drafted_card", "drew", "autopilot"))
UNDOABLE = ("gate", "trade", "activate", "use", "close", "pedestal", "place", "establish", "skip", "move", "end")


def log_line(code: str, data: Data, say: Say, who: Who, viewer: int | None) -> str | None:
    """One event as a sentence ("" for none, None for a code not known here)."""
    if code in SILENT:
        return ""
    code = _variant(code, data)
    if code not in CODES:
        return None
    values = _values(data, say, who)
    seat = data.get("seat")
    own = seat is not None and seat == viewer and code in OWN
    return say(f"hall.log.{code}.you" if own else f"hall.log.{code}", **values)


def _variant(code: str, data: Data) -> str:
    """Some deeds read differently: free, with waste, with a pedestal."""
    if code == "recruit" and not data["paid"]:
        return "recruit_free"
    if code == "place" and any(data["wasted"].values()):
        return "place_waste"
    if code == "refill" and data["pedestal"]:
        return "refill_pedestal"
    if code == "bag_pedestal" and data["clan"] == "none":
        return "bag_none"
    return code


def _values(data: Data, say: Say, who: Who) -> Data:
    """Everything the sentences may name, as words."""
    seat, square = data.get("seat"), data.get("square", "")
    values: Data = {
        "who": who(seat) if isinstance(seat, int) else "",
        "square": square or data.get("to", ""),
        "from": data.get("from", ""),
        "to": data.get("to", ""),
        "squares": ", ".join(data.get("squares") or ()),
        "n": 1,
    }
    values["start"] = values["square"]
    values |= {
        name: data[name]
        for name in ("round", "total", "honour", "token", "tier", "value", "slot", "uses", "left", "filled")
        if name in data
    }
    values |= _component_names(data, say)
    values |= _amounts(data, say)
    if "winners" in data:
        values |= {"names": ", ".join(who(winner) for winner in data["winners"]), "n": len(data["winners"])}
    if "seats" in data and isinstance(data["seats"], list):
        values["who"] = ", ".join(who(number) for number in data["seats"])
    if "first" in data:
        values["who"] = who(data["first"])
    if "place" in data and isinstance(data["place"], int):
        values["place"] = data["place"]
    return values


def _component_names(data: Data, say: Say) -> Data:
    areas = {"card": "troll", "spell": "spell", "shape": "tile", "hall": "hall", "workshop": "workshop", "clan": "clan"}
    found: Data = {
        ("troll" if area == "troll" else name): say(f"hall.{area}.{data[name]}")
        for name, area in areas.items()
        if isinstance(data.get(name), str) and data[name] and data[name] != "none"
    }
    if data.get("next"):
        found["next"] = say(f"hall.{'spell' if 'spell' in data else 'troll'}.{data['next']}")
    if data.get("pedestal"):
        found["pedestal"] = say(f"hall.clan.{data['pedestal']}")
    if data.get("mineral"):
        found["mineral"] = ", ".join(say(f"hall.kind.{kind}") for kind in dict.fromkeys(data["mineral"].split("+")))
    if data.get("clans"):
        found["clans"] = ", ".join(say(f"hall.clan.{clan}") for clan in data["clans"])
    if data.get("cards"):
        found["trolls"] = ", ".join(say(f"hall.troll.{card}") for card in data["cards"])
    return found


def _amounts(data: Data, say: Say) -> Data:
    found: Data = {}
    if "paid" in data:
        found |= {"paid": symbol_words(say, [pair[0] for pair in data["paid"]]), "price": len(data["paid"])}
    if isinstance(data.get("gain"), str):
        found["gain"] = say(f"hall.kind.{data['gain']}")
    if isinstance(data.get("goods"), dict):
        found["goods"] = bundle_words(say, data["goods"])
    gained = data.get("gained")
    if isinstance(gained, list):
        found["gain"] = symbol_words(say, gained)
    elif isinstance(gained, dict) and all(isinstance(value, int) for value in gained.values()):
        found["goods"] = bundle_words(say, gained)
    elif isinstance(gained, dict) and "cards" not in data and "rows" not in data:
        found |= {
            "n": _count(gained.values()),
            "gain": symbol_words(say, [s for symbols in gained.values() for s in symbols]),
        }
        found["waste"] = _count((data.get("wasted") or {}).values())
    return found


def _count(groups: Iterable[Sequence[str]]) -> int:
    return sum(len(group) for group in groups)


def place_of(code: str, data: Data) -> str:
    """The square that changed, for the numbered discs on the board; "" for none."""
    if code in ("dig", "hall"):
        return str(data["squares"][0])
    return (
        str(data.get("to") or data.get("square") or "")
        if code in ("move", "pushed", "lured", "set", "establish", "gate")
        else ""
    )


def goods_of(code: str, data: Data) -> list[str]:
    """Kinds to show as icons after the sentence: what was paid for a dig or recruit, what was gained."""
    if code in ("dig", "recruit", "trade", "smelted", "haggled", "use") and data.get("paid"):
        return [kind_of(pair[0]) for pair in data["paid"]]
    if code == "gained":
        return [kind for kind, count in data["goods"].items() for _ in range(count)]
    return []


QUIET = ("turn", "end", "refill", "close", "begin", "drew", "drafted_card")
"""Codes that are no news by themselves."""
MAIN = ("gate", "rows_open", "cast", "recruit", "dig", "hall", "move", "skip", "over")
PART = ("place", "set", "establish", "bag_pedestal")
SMALL = ("trade", "activate", "use")


def weight(code: str) -> str:
    """How much an event tells of a turn: "main" has its own line in a summary, "part" goes with the deed before it,
    "small" is only counted, "" says nothing by itself."""
    for name, codes in (("main", MAIN), ("part", PART), ("small", SMALL)):
        if code in codes:
            return name
    return ""


DEEDS = {
    "cast": "spell",
    "dig": "tile",
    "extra": "tile",
    "hall": "hall",
    "recruit": "troll",
    "draft": "troll",
    "set": "clan",
}


def deed(text: str, say: Say) -> str:
    """The name of an action for the undo button: "Undo Elbow", "Undo trade"."""
    words = text.split(" ")
    area = DEEDS.get(words[0])
    if area and len(words) > 1:
        return say(f"hall.{area}.{words[1]}")
    return say(f"hall.deed.{words[0]}")
