"""The cached picture sheets of Hall: symbols, faces and bare mountains, made once for each edition.

A page refers to them by ``<use href="SHEET#id">``. ``icons`` holds ``r-<kind>`` (``r-cart-fire`` is a clan cart),
``c-<clan>``, ``s-<clan>`` (statues) and ``pine``; ``faces`` one portrait ``t-<card>`` for each troll and starter;
every board side has a sheet of its own with ``ground``, the mountain before anything stands on it. Sheets depend on
the edition alone, so they may be cached for good under its content hash. Colours that change by night are custom
properties.
"""

from __future__ import annotations

from games.rules.hall.art.faces import portrait
from games.rules.hall.art.ground import ground
from games.rules.hall.art.symbols import CLAN_ART, PINE, RESOURCE_ART, STATUE_ART
from games.rules.hall.edition import CLANS, HallEdition

SVG = '<svg xmlns="http://www.w3.org/2000/svg">'


def _symbol(ident: str, body: str, box: str = "0 0 24 24") -> str:
    return f'<symbol id="{ident}" viewBox="{box}">{body}</symbol>'


def sheet_names(edition: HallEdition) -> list[str]:
    return ["icons", "faces", *edition.sides]


def sheet(edition: HallEdition, name: str) -> str:
    """One sheet as a whole SVG document (text). KeyError for a name not in ``sheet_names``."""
    if name == "icons":
        return SVG + _icons() + "</svg>"
    if name == "faces":
        return SVG + _faces(edition) + "</svg>"
    return SVG + ground(edition.sides[name]) + "</svg>"


def _icons() -> str:
    parts = [_symbol(f"r-{key}", body) for key, body in RESOURCE_ART.items()]
    for clan in CLANS:
        sign = f'<svg x="5.5" y="0" width="13" height="13" viewBox="0 0 24 24">{CLAN_ART[clan]}</svg>'
        parts.append(_symbol(f"r-cart-{clan}", RESOURCE_ART["cart"] + sign))
    parts += [_symbol(f"c-{key}", body) for key, body in CLAN_ART.items()]
    parts += [_symbol(f"s-{key}", body, "0 0 32 32") for key, body in STATUE_ART.items()]
    return "".join(parts) + _symbol("pine", PINE)


def _faces(edition: HallEdition) -> str:
    box = "0 0 120 84"
    parts = [_symbol(f"t-{card.key}", portrait(card.key, "start", 0), box) for card in edition.starters]
    parts += [_symbol(f"t-{card.key}", portrait(card.key, card.clan, card.level), box) for card in edition.trolls]
    return "".join(parts)
