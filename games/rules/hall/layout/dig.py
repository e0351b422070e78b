"""Digging a tunnel before the press: shape, mineral, spot, and the whole bill (rulings H77 to H93).

A dig reveals nothing, so the bill comes from trying it out on an imagined world. The same panel serves Night Shift's
``extra``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.hall.edition import KINDS, MINERALS
from games.rules.hall.layout.board import Pick, Plan
from games.rules.hall.layout.desk import Data, Desk, option, tokens
from games.rules.hall.layout.shape import shape_picture
from games.rules.hall.layout.spots import Spots
from games.rules.hall.layout.where import count, sources, where_words
from games.rules.hall.layout.words import options


class Dig:
    """The half-made dig: ``verb`` shape mineral spot (pay units)."""

    def __init__(self, desk: Desk, verb: str) -> None:
        self.desk, self.verb = desk, verb
        words = desk.words if desk.words[:1] == [verb] else [verb]
        self.words = words
        self.shape, self.mineral, self.spot = ([*words[1:4], "", "", ""])[:3]
        self.paying = words[4:5] == ["pay"]

    def spots(self) -> Spots | None:
        return Spots(self.desk, self.words[:3], self.spot) if self.mineral else None


def panel(desk: Desk, verb: str = "dig") -> Data:
    """The dig half of step 2, or Night Shift's extra tunnel."""
    dig = Dig(desk, verb)
    if dig.paying and not desk.legal(dig.words).complete:
        return {"kind": "pay", "title": desk.say("hall.pay.units"), "options": options(desk, dig.words)}
    spots = dig.spots()
    return {
        "kind": "dig",
        "shapes": [_shape(dig, shape) for shape in desk.edition.shapes if verb == "dig" or len(shape.cells) == 2],
        "minerals": _minerals(dig) if dig.shape else [],
        "cost": desk.say("hall.dig.pay", n=_cost(dig)) if dig.shape else "",
        "nav": spots.nav() if spots else None,
        "bill": _bill(dig) if dig.spot else None,
        "change_pay": _change_pay(dig) if dig.spot else None,
    }


def _shape(dig: Dig, shape: Any) -> Data:
    desk = dig.desk
    legal = {word.text: word for word in desk.found(dig.verb)}
    left, size = desk.view["tiles"].get(shape.key, 0), len(shape.cells)
    off = "" if shape.key in legal else _why_not(desk, left, size)
    return option(
        desk.say(f"hall.tile.{shape.key}"),
        "" if off else desk.href([_with_mineral(dig, shape.key)]),
        sub=desk.say("hall.dig.squares", n=size),
        left=desk.say("hall.supply.left", n=left),
        picture=shape_picture(shape.cells, shape.anchor),
        on=dig.shape == shape.key,
        off=off,
    )


def _with_mineral(dig: Dig, shape: str) -> list[str]:
    """Another shape keeps the mineral while it can; the only mineral there is comes by itself."""
    minerals = dig.desk.texts(dig.verb, shape)
    if dig.mineral in minerals:
        return [dig.verb, shape, dig.mineral]
    return [dig.verb, shape, *(minerals if len(minerals) == 1 else [])]


def _why_not(desk: Desk, left: int, size: int) -> str:
    if not left:
        return desk.say("hall.dig.none_left")
    need, best = _needs(desk, size)
    return desk.say("hall.dig.needs", need=need, have=best) if best < need else desk.say("hall.dig.no_room")


def _needs(desk: Desk, size: int) -> tuple[int, int]:
    """What a tunnel of this size costs, and how many the reader has of the mineral it has most of."""
    need = size - ("earth_ritual" in (desk.view["turn"] or {}).get("markers", []))
    return need, max(count(desk, mineral) for mineral in MINERALS)


def why_none(desk: Desk) -> str:
    """Why nothing can be dug: what is missing for the shortest tunnel, or that none has room."""
    sizes = [len(shape.cells) for shape in desk.edition.shapes if desk.view["tiles"].get(shape.key, 0)]
    need, best = _needs(desk, min(sizes, default=0))
    return desk.say("hall.switch.dig_needs", need=need, have=best) if best < need else desk.say("hall.switch.no_dig")


def _cost(dig: Dig) -> int:
    words = dig.desk.found(dig.verb, dig.shape)
    size = next(len(shape.cells) for shape in dig.desk.edition.shapes if shape.key == dig.shape)
    return int(words[0].data.get("cost", size)) if words else size


def _minerals(dig: Dig) -> list[Data]:
    desk, found = dig.desk, []
    legal = {word.text: word for word in desk.found(dig.verb, dig.shape)}
    size = next(len(shape.cells) for shape in desk.edition.shapes if shape.key == dig.shape)
    for mineral in [*MINERALS, *(text for text in legal if "+" in text)]:
        kinds = mineral.split("+")
        honour = legal[mineral].data["honour"] if mineral in legal else desk.edition.chart[size][mineral]
        found.append(
            option(
                desk.joined([desk.say(f"hall.kind.{kind}") for kind in dict.fromkeys(kinds)]),
                desk.href([_keep_spot(dig, mineral)]) if mineral in legal else "",
                sub=desk.say("hall.dig.honour", n=honour),
                where=where_words(desk, mineral) if len(kinds) == 1 else "",
                icons=tokens(desk.say, kinds),
                on=mineral == dig.mineral,
                off="" if mineral in legal else where_words(desk, mineral),
            )
        )
    return found


def _keep_spot(dig: Dig, mineral: str) -> list[str]:
    """Another mineral keeps the spot."""
    return [dig.verb, dig.shape, mineral, *([dig.spot] if dig.spot else [])]


def _bill(dig: Dig) -> Data | None:
    """What the dig costs and brings, from trying it out."""
    desk, say = dig.desk, dig.desk.say
    glimpse = desk.preview(" ".join(dig.words))
    if glimpse is None:
        return None
    events = dict(glimpse.events)
    dug = events.get("dig")
    if dug is None:
        return None
    minerals = [pair for pair in dug["paid"] if pair[0] != "hammer"]
    hammers = [pair for pair in dug["paid"] if pair[0] == "hammer"]
    rows = [_row(desk, say("hall.bill.pay"), minerals)]
    if hammers:
        rows.append(_row(desk, say("hall.bill.rubble", squares=", ".join(_rubble(desk, dug["squares"]))), hammers))
    if events.get("gained"):
        goods = events["gained"]["goods"]
        kinds = [kind for kind in KINDS for _ in range(goods.get(kind, 0))]
        rows.append({"label": say("hall.bill.goods"), "icons": tokens(say, kinds), "note": say("hall.bill.to_storage")})
    if events.get("unearthed"):
        found = events["unearthed"]
        clans = [
            say("hall.bill.statue", clan=say(f"hall.clan.{c}"), square=s)
            for c, s in zip(found["clans"], found["squares"], strict=True)
        ]
        rows.append({"label": say("hall.bill.unearthed"), "icons": [], "note": desk.joined(clans)})
    rows += _afterwards(desk, glimpse.view)
    before = dug["total"] - dug["honour"]
    rows.append(
        {
            "label": say("hall.bill.honour"),
            "icons": [],
            "strong": f"+{dug['honour']}",
            "note": say("hall.bill.from_to", before=before, after=dug["total"]),
        }
    )
    return {"title": say("hall.bill.title"), "rows": rows, "honour": dug["honour"]}


def _afterwards(desk: Desk, after: Data) -> list[Data]:
    """What the tunnel makes possible at once: a pedestal, workshops."""
    found, say = [], desk.say
    turn = after.get("turn") or {}
    unit = desk.unit or {}
    if turn.get("dug") is not None and any(unit.get("pedestals", {}).values()):
        piece = after["board"]["pieces"][turn["dug"]]
        if piece["anchor"]:
            found.append(
                {
                    "label": say("hall.bill.pedestal"),
                    "icons": [],
                    "note": say("hall.bill.anchor", square=piece["anchor"]),
                }
            )
    if turn.get("sites"):
        found.append({"label": say("hall.bill.sites"), "icons": [], "note": ", ".join(turn["sites"])})
    return found


def _rubble(desk: Desk, squares: Sequence[str]) -> list[str]:
    from games.rules.hall.layout.board import number

    return [square for square in squares if desk.side.squares[number(desk.side, square)].rubble]


def _row(desk: Desk, label: str, pairs: Sequence[Sequence[str]]) -> Data:
    """A line of the bill: what is paid, with the trolls that give it first."""
    return {"label": label, "icons": tokens(desk.say, [kind for kind, _ in pairs]), "note": sources(desk, pairs)}


def _change_pay(dig: Dig) -> Data | None:
    desk, base = dig.desk, dig.words[:4]
    if dig.paying:
        return {"label": desk.say("hall.pay.default"), "href": desk.href([base])}
    if "pay" in desk.texts(*base):
        return {"label": desk.say("hall.pay.choose"), "href": desk.href([[*base, "pay"]])}
    return None


def dig_plans(desk: Desk, verb: str) -> tuple[list[Plan], list[Pick]]:
    spots = Dig(desk, verb).spots()
    return (spots.plans(), spots.picks()) if spots else ([], [])


def confirm(desk: Desk, verb: str) -> Data:
    """Label and line of the gold button while a tunnel or hall is being placed."""
    say, line = desk.say, " ".join(desk.words)
    if verb == "hall":
        label = (
            say("hall.hall_confirm", hall=say(f"hall.hall.{desk.words[1]}"))
            if len(desk.words) > 1
            else say("hall.verb.hall")
        )
        need = "hall.need.spot" if len(desk.words) > 1 else "hall.need.hall"
        ready = len(desk.words) == 3 and desk.legal(desk.words).complete
        return {"label": label, "line": line if ready else "", "reason": "" if ready else say(need)}
    dig = Dig(desk, verb)
    if dig.spot and desk.legal(dig.words).complete:
        bill = _bill(dig)
        return {
            "label": say("hall.dig.confirm", n=bill["honour"]) if bill else say("hall.verb.dig"),
            "line": line,
            "reason": "",
        }
    need = "hall.need.shape" if not dig.shape else "hall.need.mineral" if not dig.mineral else "hall.need.spot"
    return {"label": say(f"hall.verb.{verb}"), "line": "", "reason": say("hall.need.pay" if dig.paying else need)}
