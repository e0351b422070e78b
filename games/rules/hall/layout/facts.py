"""The components of an edition on one page: sides, shapes, charts, halls, workshops, spells, trolls.

Facts of the edition alone: no game is needed and nothing hidden can be in it.
"""

from __future__ import annotations

from collections.abc import Callable

from games.rules.hall.art.ground import MARGIN, size
from games.rules.hall.edition import CLANS, MINERALS, HallEdition, Side, Troll, Workshop
from games.rules.hall.layout.desk import Data, Say, tokens
from games.rules.hall.layout.shape import shape_picture

Sheet = Callable[[str], str]
LEVELS = (1, 2, 3)


def facts(edition: HallEdition, say: Say, sheet: Sheet) -> Data:
    """Everything for ``templates/hall/facts.html``. ``sheet(name)`` is the address of a picture sheet."""
    return {
        "sides": [_side(side, say, sheet) for side in edition.sides.values()],
        "shapes": [_shape(edition, shape.key, say) for shape in edition.shapes],
        "minerals": tokens(say, MINERALS),
        "chart": [
            {"label": say("hall.dig.squares", n=length), "values": [edition.chart[length][kind] for kind in MINERALS]}
            for length in sorted(edition.chart)
        ],
        "halls": [
            {
                "name": say(f"hall.hall.{hall.key}"),
                "picture": shape_picture(hall.cells, hall.altar, hall=True),
                "low": hall.low,
                "high": hall.high,
            }
            for hall in edition.halls
        ],
        "workshops": [
            {"name": say(f"hall.workshop.{shop.key}"), "uses": _uses(shop, say)} for shop in edition.workshops
        ],
        "spells": [
            {"name": say(f"hall.spell.{key}"), "effect": say(f"hall.spell.{key}.effect")} for key in edition.spells
        ],
        "starters": [
            {
                "card": card.key,
                "name": say(f"hall.troll.{card.key}"),
                "symbols": tokens(say, card.symbols),
                "once": tokens(say, card.once),
            }
            for card in edition.starters
        ],
        "levels": [
            {"level": level, "clans": [_clan(edition.trolls, level, clan, say) for clan in (*CLANS, "mud")]}
            for level in LEVELS
        ],
    }


def _side(side: Side, say: Say, sheet: Sheet) -> Data:
    width, height = size(side)
    return {
        "name": say(f"hall.side.{side.key}"),
        "box": f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}",
        "corner": -MARGIN,
        "width": width + 2 * MARGIN,
        "height": height + 2 * MARGIN,
        "href": f"{sheet(side.key)}#ground",
    }


def _shape(edition: HallEdition, key: str, say: Say) -> Data:
    shape = next(shape for shape in edition.shapes if shape.key == key)
    return {
        "name": say(f"hall.tile.{key}"),
        "picture": shape_picture(shape.cells, shape.anchor),
        "count": shape.count,
    }


def _clan(trolls: tuple[Troll, ...], level: int, clan: str, say: Say) -> Data:
    return {
        "clan": clan,
        "name": say(f"hall.clan.{clan}"),
        "cards": [
            {
                "card": troll.key,
                "name": say(f"hall.troll.{troll.key}"),
                "symbols": tokens(say, troll.symbols),
            }
            for troll in trolls
            if (troll.level, troll.clan) == (level, clan)
        ],
    }


def _uses(shop: Workshop, say: Say) -> list[Data]:
    """The ways to run a workshop; a pair of opposite ones is shown once, with an arrow both ways."""
    pairs = [(use.give, use.gain) for use in shop.uses]
    found: list[Data] = []
    for use in shop.uses:
        if use.move:
            return [{"move": say("hall.shop.move")}]
        if (use.gain, use.give) in pairs[: pairs.index((use.give, use.gain))]:
            continue
        both = (use.gain, use.give) in pairs
        found.append({"give": _wares(use.give, say), "gain": _wares(use.gain, say), "both": both})
    return found


def _wares(kinds: tuple[str, ...], say: Say) -> list[Data]:
    return [{"icon": "", "name": say("hall.shop.any")} if kind == "any" else tokens(say, [kind])[0] for kind in kinds]
