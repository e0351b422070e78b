"""The scoring sheet at the end, walked through source by source; what everybody has now, for the row of seats too
(rulings H119 to H126).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.rules.hall.edition import KINDS, HallEdition
from games.rules.hall.layout.desk import Data, Desk, Say, bundle_words, kind_of

SOURCES = ("dig", "coronation", "tokens", "sets", "halls", "statues")
"""In the order in which a walk counts them."""
STEP = "score"


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


def walked(desk: Desk) -> int:
    """How many sources the walk through the scoring has counted; 0 when the whole sheet is shown."""
    text = desk.query.get("step", "")
    number = text.removeprefix(STEP)
    return min(int(number), len(SOURCES)) if text.startswith(STEP) and number.isascii() and number.isdigit() else 0


def scores(desk: Desk, result: Any) -> Data | None:
    """The scoring sheet: a row per source, a column per unit, by place; None while nothing is decided."""
    if not result:
        return None
    standings, step = result["standings"], walked(desk)
    counted = SOURCES[:step] if step else SOURCES
    totals = [sum(s["parts"].get(source, 0) for source in counted) for s in standings]
    return {
        "units": [
            {
                "seats": s["seats"],
                "names": desk.joined([desk.who(seat) for seat in s["seats"]]),
                "place": s["place"] if not step or step == len(SOURCES) else None,
                "total": total,
            }
            for s, total in zip(standings, totals, strict=True)
        ],
        "rows": [
            {
                "label": desk.say(f"hall.score.{source}"),
                "values": [s["parts"].get(source, 0) if source in counted else None for s in standings],
                "now": bool(step) and source == counted[-1],
            }
            for source in SOURCES
        ],
        "reason": desk.say(f"hall.reason.{result['reason']}"),
        "walk": _walk(desk, standings, step),
    }


def score_sources(edition: HallEdition, say: Say) -> dict[str, str]:
    """The sources of honour in the order of counting, with their names, for the last mail."""
    return {source: say(f"hall.score.{source}") for source in SOURCES}


def _walk(desk: Desk, standings: Any, step: int) -> Data:
    """One source counted: who gets what for what, and the way back and on."""
    hrefs = {
        "start": _href(desk, 1),
        "back": _href(desk, step - 1) if step > 1 else "",
        "forward": _href(desk, step + 1) if 0 < step < len(SOURCES) else "",
        "close": _href(desk, 0),
    }
    if not step:
        return {"step": 0} | hrefs
    source = SOURCES[step - 1]
    lines = [
        {
            "seats": s["seats"],
            "names": desk.joined([desk.who(seat) for seat in s["seats"]]),
            "gain": s["parts"].get(source, 0),
            "total": sum(s["parts"].get(key, 0) for key in SOURCES[:step]),
            "why": _why(desk, source, s["seats"]),
        }
        for s in standings
    ]
    return {
        "step": step,
        "of": len(SOURCES),
        "title": desk.say(f"hall.score.{source}"),
        "about": desk.say(f"hall.score.{source}.about"),
        "lines": lines,
    } | hrefs


def _href(desk: Desk, step: int) -> str:
    return desk.href(None, step=f"{STEP}{step}" if step else "").partition("#")[0] + "#final"


def _why(desk: Desk, source: str, seats: list[int]) -> str:
    """From what a unit's honour of one source comes, as far as the table shows it."""
    say, unit = desk.say, desk.unit_of(seats[0])
    if source == "dig":
        pieces = desk.view["board"]["pieces"]
        return say("hall.rival.tunnels", n=sum(p["kind"] == "tile" and p["seat"] in seats for p in pieces))
    if source == "tokens":
        return " + ".join(str(value) for value in sorted(unit["tokens"], reverse=True))
    if source == "sets":
        return bundle_words(say, pooled(desk, seats))
    if source == "halls":
        return desk.joined([say("hall.score.one", what=what, value=n) for what, n in _halls(desk, seats)])
    if source == "statues":
        return desk.joined([say("hall.score.one", what=square, value=n) for square, n in worths(desk, seats)])
    return ""


def pooled(desk: Desk, seats: list[int]) -> dict[str, int]:
    """All goods of a unit, storage and trolls, carts alike (H120)."""
    held: Counter[str] = Counter(desk.unit_of(seats[0])["storage"])
    for seat in seats:
        for row in desk.view["players"][seat - 1]["rows"]:
            for troll in filter(None, row):
                held.update(kind_of(s) for s, full in zip(troll["symbols"], troll["filled"], strict=True) if full)
    return {kind: held[kind] for kind in KINDS if held[kind]}


def _own(desk: Desk, seats: list[int], hall: bool) -> list[Data]:
    """The pieces in a unit's network that are halls, or that are not."""
    unit = desk.view["players"][seats[0] - 1]["unit"]
    return [p for p in desk.view["board"]["pieces"] if p["owner"] == unit and (p["kind"] == "hall") == hall]


def _halls(desk: Desk, seats: list[int]) -> list[tuple[str, int]]:
    """Great halls with their values: the higher one with a statue on the altar (H121)."""
    values = {hall.key: hall for hall in desk.edition.halls}
    statues = desk.view["board"]["statues"]
    return [
        (
            desk.say(f"hall.hall.{p['name']}"),
            values[p["name"]].high if p["altar"] in statues else values[p["name"]].low,
        )
        for p in _own(desk, seats, hall=True)
    ]


def worths(desk: Desk, seats: list[int]) -> list[tuple[str, int]]:
    """Squares of the statues that count for a unit outside its halls, best first (H122 to H124)."""
    statues = desk.view["board"]["statues"]
    squares = [s for p in _own(desk, seats, hall=False) for s in p["squares"] if s in statues]
    found = [(square, int(statues[square].get("worth", 0))) for square in squares]
    return sorted((pair for pair in found if pair[1]), key=lambda pair: (-pair[1], pair[0]))


def counted_squares(desk: Desk, result: Any) -> list[tuple[str, int]]:
    """While the walk counts halls or statues: their squares with what each brings, for discs on the board."""
    step = walked(desk) if result else 0
    source = SOURCES[step - 1] if step else ""
    groups = [standing["seats"] for standing in result["standings"]] if source else []
    if source == "statues":
        return [pair for group in groups for pair in worths(desk, group)]
    if source == "halls":
        pieces = [p for group in groups for p in _own(desk, group, hall=True)]
        values = [value for group in groups for _, value in _halls(desk, group)]
        return [(p["altar"] or p["squares"][0], value) for p, value in zip(pieces, values, strict=True)]
    return []


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
