"""Every pair of colours the look promises, measured from static/css/tokens.css in both themes."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from django.conf import settings

from games.rules.drawing import PLAYERS
from tests.look.colour import VISION, apart, contrast

TEXT, SHAPE = 4.5, 3.0
PAIRS = [  # foreground, background, least ratio
    ("ink", "bg", TEXT), ("ink", "surface", TEXT), ("ink", "surface-2", TEXT),
    ("ink-2", "bg", TEXT), ("ink-2", "surface", TEXT), ("ink-2", "surface-2", TEXT),
    ("link", "bg", TEXT), ("link", "surface", TEXT), ("link", "surface-2", TEXT), ("link", "warn-bg", TEXT),
    ("on-lantern", "lantern", TEXT), ("on-lantern", "lantern-2", TEXT),
    ("lantern-edge", "surface", SHAPE), ("lantern-edge", "bg", SHAPE),
    ("line-strong", "surface", SHAPE), ("line-strong", "bg", SHAPE),
    ("focus", "surface", SHAPE), ("focus", "bg", SHAPE),
    ("good", "surface", TEXT), ("good", "bg", TEXT), ("good", "good-bg", TEXT), ("ink", "good-bg", TEXT),
    ("warn", "surface", TEXT), ("warn", "bg", TEXT), ("warn", "warn-bg", TEXT), ("ink", "warn-bg", TEXT),
    ("bad", "surface", TEXT), ("bad", "bg", TEXT), ("bad", "bad-bg", TEXT), ("ink", "bad-bg", TEXT),
    ("paper-ink", "paper", TEXT), ("paper-ink-2", "paper", TEXT),
    ("paper-ink", "paper-2", TEXT), ("paper-ink-2", "paper-2", TEXT),
    ("on-bar", "bar", TEXT), ("on-bar-2", "bar", TEXT), ("on-bar", "bar-2", TEXT), ("lantern-2", "bar-2", TEXT),
    ("lantern-2", "bar", SHAPE), ("frame-ink", "frame", TEXT), ("surface", "ink", TEXT), ("surface", "good", TEXT),
]  # fmt: skip
LEAST_PLAYERS, LEAST_TIERS = 15, 12


def _blocks() -> dict[str, dict[str, str]]:
    """The colours of tokens.css: "light", "dark" (chosen by the reader), "device" (dark by the device)."""
    css = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text()
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    named: dict[str, dict[str, str]] = {"light": {}, "dark": {}, "device": {}}
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        kind = "device" if "not(" in selector else "dark" if "=dark" in selector else "light"
        named[kind] |= dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6});", body))
    return named


THEMES = _blocks()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("fore", "back", "least"), PAIRS)
def test_contrast(theme: str, fore: str, back: str, least: float) -> None:
    colours = THEMES[theme]
    assert contrast(colours[fore], colours[back]) >= least


def test_dark_is_the_same_by_device_and_by_choice() -> None:
    assert THEMES["dark"] == THEMES["device"]
    assert len(THEMES["dark"]) > 30


@pytest.mark.parametrize("vision", VISION)
def test_players_can_be_told_apart(vision: str) -> None:
    fills = [paint.fill for paint in PLAYERS.values()]
    assert min(apart(one, other, vision) for one, other in combinations(fills, 2)) >= LEAST_PLAYERS


def test_players_of_the_drawings_are_those_of_the_style_sheet() -> None:
    for paint in PLAYERS.values():
        names = (f"p-{paint.key}", f"p-{paint.key}-deep", f"p-{paint.key}-ink")
        assert tuple(THEMES["light"][name] for name in names) == (paint.fill, paint.deep, paint.ink)
        assert contrast(paint.ink, paint.fill) >= TEXT


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("vision", VISION)
def test_tiers_can_be_told_apart(theme: str, vision: str) -> None:
    tiers = [THEMES[theme][f"tier-{n}"] for n in range(1, 6)]
    assert min(apart(one, other, vision) for one, other in combinations(tiers, 2)) >= LEAST_TIERS


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_lip_of_a_tunnel_stands_out_from_every_tier(theme: str) -> None:
    for n in range(1, 6):
        tier = THEMES[theme][f"tier-{n}"]
        assert max(contrast("#17110d", tier), contrast("#fff6df", tier)) >= TEXT


def test_contrast_knows_its_ends() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)
    assert apart("#000000", "#ffffff") == pytest.approx(100)
