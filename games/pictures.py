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
    except Exception:  # the mail goes out without it
        log.exception("no picture for game %s", look.game.pk)
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
    """SVG -> (PNG, width and height in pixels of the page). Raises ValueError for what is no SVG."""
    raw = resvg_py.svg_to_bytes(
        svg_string=svg, zoom=ZOOM, skip_system_fonts=True, font_files=[str(FONT)], font_family=FAMILY
    )
    with Image.open(io.BytesIO(bytes(raw))) as full:
        few = full.convert("RGB").quantize(palette=_palette(svg), dither=Image.Dither.NONE)
    out = io.BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue(), few.width // ZOOM, few.height // ZOOM


def _palette(svg: str) -> Image.Image:
    """The colours that the drawing itself names. So the colours of players stay true, and the file small."""
    found = [h[1:] if len(h) == 7 else "".join(2 * letter for letter in h[1:]) for h in HEX.findall(svg)]
    names = list(dict.fromkeys(name.lower() for name in found))[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette(b"".join(bytes.fromhex(name) for name in names or ["000000"]))
    return palette
