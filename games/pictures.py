"""The picture of what has changed at a table, as dots for mails: mail programs show no SVG.

A rule set draws it when its ``layout`` module has ``change_picture(edition, view, deeds, say, who, viewer)``: (SVG text
that needs nothing beside itself, what it shows in words), or None when there is nothing to show. ``deeds``: number and
events (code, data) of each turn told in the mail. Colours may be the custom properties of the page; here they become
those of the day. A mail without its picture is still a mail: whatever goes wrong is logged and gives None.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import resvg_py
from django.conf import settings
from PIL import Image

from games.models import Game
from games.play import reading
from games.play.rulesets import rules_for
from games.rules.drawing import PLAYERS
from games.sentences import Who, layout_of
from hotmk_site.texts import t

log = logging.getLogger(__name__)
Deeds = Sequence[tuple[int, list[tuple[str, dict[str, Any]]]]]

FONT = Path(__file__).parent / "fonts" / "letters-of-pictures.ttf"
"""Capital letters and digits alone, cut from the face of the site."""
FAMILY = "Atkinson Hyperlegible Next Mail"
ZOOM = 2
"""Dots for a pixel: sharp on the screens of telephones."""
COLOURS = 128
HEAVY = 80_000
"""Bytes: a picture of a mail is smaller, or nearly so."""
TRIES = ((1, 0), (1, 48), (0.75, 40))
"""Part of the size, and how many colours (0: all), until the picture is light enough."""
Colour = tuple[int, int, int]
HEX = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")


class Picture(NamedTuple):
    """A picture of a mail: its content id, PNG, size in pixels of the page, what it shows in words."""

    cid: str
    png: bytes
    width: int
    height: int
    alt: str


def of_change(look: reading.Look, deeds: Deeds, who: Who, say: Callable[..., str] = t) -> Picture | None:
    """What these deeds changed, as the reader of this look sees it; None when there is nothing to show."""
    maker = getattr(layout_of(look.game.slug), "change_picture", None)
    if maker is None or look.view is None or not deeds:
        return None
    try:
        drawn = maker(getattr(rules_for(look.game), "edition", None), look.view, deeds, say, who, look.number)
        return None if drawn is None else _picture(look.game, *drawn)
    except Exception as error:  # noqa: BLE001  the mail goes out without it; what the error says may be a secret
        log.error("no picture for game %s: %s", look.game.pk, type(error).__name__)
        return None


def _picture(game: Game, svg: str, alt: str) -> Picture:
    cid = f"change.{game.public_id}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}"
    return Picture(cid, *dots(plain(svg)), alt)


def plain(svg: str) -> str:
    """The same drawing in the colours of the day, with opacities that need no layer of their own (twice as fast)."""
    coloured = re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: day()[found[1]], svg)
    return re.sub(r' opacity="([^"]*)"', r' fill-opacity="\1" stroke-opacity="\1"', coloured)


@lru_cache(maxsize=1)
def day() -> dict[str, str]:
    """The colours of the site by day: name of the custom property -> "#rrggbb"."""
    sheet = (Path(settings.BASE_DIR) / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-fA-F]{3,6})\b", sheet.partition("@media")[0]))


def dots(svg: str) -> tuple[bytes, int, int]:
    """SVG -> (PNG, width and height in pixels of the page). Raises ValueError for what is no SVG. Fewer colours, and
    then fewer dots, when it would be heavy."""
    raw = resvg_py.svg_to_bytes(
        svg_string=svg, zoom=ZOOM, skip_system_fonts=True, font_files=[str(FONT)], font_family=FAMILY
    )
    with Image.open(io.BytesIO(bytes(raw))) as drawn:
        full = drawn.convert("RGB")
    size, colours = (full.width // ZOOM, full.height // ZOOM), named(svg)
    for part, most in TRIES:
        shown = full if part == 1 else full.resize((int(full.width * part), int(full.height * part)))
        png = _png(shown, colours[:most] if most else colours)
        if len(png) <= HEAVY:
            break
        colours = _used(shown, colours)
    return png, *size


def _png(picture: Image.Image, colours: list[Colour]) -> bytes:
    out = io.BytesIO()
    _few(picture, colours).save(out, "PNG", optimize=True)
    return out.getvalue()


def _few(picture: Image.Image, colours: list[Colour]) -> Image.Image:
    """The same in these colours alone."""
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def _used(picture: Image.Image, colours: list[Colour]) -> list[Colour]:
    """The colours of players, then the others by how much of the picture they cover."""
    covered = sorted(_few(picture, colours).getcolors() or [], key=lambda pair: -pair[0])
    players = named("".join(paint.fill for paint in PLAYERS.values()))
    return list(dict.fromkeys([*players, *(colours[int(str(index))] for _, index in covered)]))


def named(svg: str) -> list[Colour]:
    """The colours that the drawing itself names: with them those of players stay true, and the file small."""
    found = [h[1:] if len(h) == 7 else "".join(2 * letter for letter in h[1:]) for h in HEX.findall(svg)]
    names = list(dict.fromkeys(name.lower() for name in found))[:COLOURS] or ["000000"]
    return [(int(name[:2], 16), int(name[2:4], 16), int(name[4:], 16)) for name in names]
