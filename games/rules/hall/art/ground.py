"""The bare mountain of one board side: snow, pines, terraces with old-map hachures, the glow and the heart.

Layers from below as the rulebook's board shows them (tiers from the outside in). Everything that changes in a game is
drawn on top by ``art_board``. Colours are custom properties of the page (``--tier-1`` ...), so night dims the
mountain too.
"""

# ruff: noqa: E501 (paths are data)

from __future__ import annotations

from math import cos, pi, sin

from games.rules.drawing import CELL, DARK, Rng, Square, centre, n, outline
from games.rules.hall.art.symbols import PINE
from games.rules.hall.edition import Side

MARGIN = 34

_HEART = (
    '<path d="M12 22 2.5 12.5 2.2 6.5 7 2.5 12 5.5l5-3 4.8 4-.3 6z" fill="#c4122f" stroke="#2b0208" stroke-width=".9" '
    'stroke-linejoin="round"/><path d="M2.5 12.5 8 10l4 12z" fill="#8a0b20"/><path d="M21.5 12.5 16 10l-4 12z" fill="#a30f28"/>'
    '<path d="M8 10h8l-4 12z" fill="#e0364f"/><path d="M7 2.5 2.2 6.5l.3 6L8 10z" fill="#ff7d8c"/>'
    '<path d="m7 2.5 5 3L8 10z" fill="#ff5268"/><path d="m17 2.5-5 3L16 10z" fill="#ee3d56"/>'
    '<path d="m17 2.5 4.8 4-.3 6L16 10z" fill="#d2263f"/><path d="m12 5.5 4 4.5H8z" fill="#ff98a3"/>'
)
_HACHURES = {1: ("#fff", ".2"), 3: ("#ffe2c4", ".26")}


def cell(side: Side, square: int) -> Square:
    return square % side.width, square // side.width


def size(side: Side) -> tuple[int, int]:
    """Width and height of the picture without its frame, in units."""
    return side.width * CELL, side.height * CELL


def ground(side: Side) -> str:
    """Definitions and the symbol ``ground``, in the units of the board."""
    width, height = size(side)
    tiers = {cell(side, i): square.tier for i, square in enumerate(side.squares) if square.ground in ("rock", "site")}
    heart = {cell(side, i) for i, square in enumerate(side.squares) if square.ground == "heart"}
    box = f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}"
    body = (
        _wilds(side, set(tiers) | heart)
        + _terraces(tiers, heart)
        + _specks(side.key, tiers)
        + _heart(heart)
        + _rubble(side)
    )
    pine = f'<symbol id="pine" viewBox="0 0 24 24">{PINE}</symbol>'
    return f'<defs>{pine}{_glow(heart)}</defs><symbol id="ground" viewBox="{box}">{body}</symbol>'


def _wilds(side: Side, mountain: set[Square]) -> str:
    rng, (width, height) = Rng(f"wilds:{side.key}"), size(side)
    full = f'x="{-MARGIN}" y="{-MARGIN}" width="{width + 2 * MARGIN}" height="{height + 2 * MARGIN}"'
    inner = f'x="-6" y="-6" width="{width + 12}" height="{height + 12}"'
    land = [(x, y) for y in range(side.height) for x in range(side.width) if (x, y) not in mountain]
    drifts = "".join(
        f"M{n(x * CELL + rng.uniform(0, 14))} {n(y * CELL + rng.uniform(8, 34))}q7-5 14 0"
        for x, y in land
        if rng.random() < 0.6
    )
    return (
        f'<rect {full} rx="18" fill="var(--frame)"/><rect {inner} rx="10" fill="var(--snow)"/>'
        f'<path d="{drifts}" fill="none" stroke="var(--snow-2)" stroke-width="2" stroke-linecap="round"/>'
        + _pines(rng, land, mountain)
    )


def _pines(rng: Rng, land: list[Square], mountain: set[Square]) -> str:
    """Pines on the snow, thicker away from the mountain, the nearer ones drawn over the farther."""
    trees = []
    for x, y in land:
        shore = any((x + dx, y + dy) in mountain for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        for _ in range(rng.choice((0, 1, 1)) if shore else rng.choice((1, 2, 2, 3))):
            reach = 6 if shore else 20
            tall = rng.uniform(20, 33)
            trees.append((y * CELL + rng.uniform(0, reach), x * CELL + rng.uniform(0, reach), tall))
    uses = [
        f'<use href="#pine" x="{n(x)}" y="{n(y)}" width="{n(tall)}" height="{n(tall)}"/>'
        for y, x, tall in sorted(trees)
    ]
    return "".join(uses)


def _terraces(tiers: dict[Square, int], heart: set[Square]) -> str:
    """Five terraces, each the union of itself and all that lies within: ground, shade, hachure, contour."""
    art = ""
    for tier in range(1, 6):
        cells = {square for square, found in tiers.items() if found >= tier} | heart
        path = outline(cells, 0.0, 11)
        colour, strength = _HACHURES.get(tier, (DARK, ".34"))
        art += (
            f'<path d="{path}" fill="var(--tier-{tier})"/>'
            f'<path d="{outline(cells, 4, 9)}" fill="none" stroke="{DARK}" stroke-width="8" opacity=".2"/>'
            f'<path d="{outline(cells, 4.6, 9)}" fill="none" stroke="{colour}" stroke-width="6.5" '
            f'stroke-dasharray="1.2 3.4" opacity="{strength}"/>'
            f'<path d="{path}" fill="none" stroke="{DARK}" stroke-width="2.2"/>'
        )
    return art


def _specks(seed: str, tiers: dict[Square, int]) -> str:
    rng, lines, specks = Rng(f"specks:{seed}"), "", ""
    for x, y in sorted(tiers):
        if (x + 1, y) in tiers:
            lines += f"M{(x + 1) * CELL} {y * CELL + 5}v30"
        if (x, y + 1) in tiers:
            lines += f"M{x * CELL + 5} {(y + 1) * CELL}h30"
        for _ in range(2):
            specks += f"M{n(x * CELL + rng.uniform(6, 34))} {n(y * CELL + rng.uniform(6, 34))}"
            specks += f"l{n(rng.uniform(2, 6))} {n(rng.uniform(-3, 2))}l{n(rng.uniform(1, 4))} {n(rng.uniform(1, 3))}"
    ink = f'fill="none" stroke="{DARK}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{specks}" {ink} stroke-width="1.1" opacity=".22"/><path d="{lines}" {ink} opacity=".28"/>'


def _rubble(side: Side) -> str:
    """Rings of stones; whatever is dug over them hides them."""
    stones = "".join(rubble(cell(side, i)) for i, square in enumerate(side.squares) if square.rubble)
    return f'<path d="{stones}" fill="#cfc7ba" stroke="{DARK}" stroke-width="1.4"/>'


def rubble(square: Square) -> str:
    """The outlines of seven stones round the middle of a square."""
    rng, (x, y), art = Rng(f"rubble:{square}"), centre(square), ""
    for i in range(7):
        angle = i * 2 * pi / 7 + rng.uniform(-0.2, 0.2)
        px, py, r = x + 13 * cos(angle), y + 13 * sin(angle), rng.uniform(3.6, 5.4)
        corners = [(px + r * cos(turn + rng.uniform(-0.3, 0.3)), py + r * sin(turn)) for turn in (0, 1.2, 2.5, 3.7, 5)]
        art += "M" + "L".join(f"{n(a)} {n(b)}" for a, b in corners) + "z"
    return art


def _middle(heart: set[Square]) -> tuple[float, float]:
    if not heart:
        return 0.0, 0.0
    xs, ys = [x for x, _ in heart], [y for _, y in heart]
    return (min(xs) + max(xs) + 1) * CELL / 2, (min(ys) + max(ys) + 1) * CELL / 2


def _glow(heart: set[Square]) -> str:
    x, y = _middle(heart)
    return (
        f'<radialGradient id="ember" gradientUnits="userSpaceOnUse" cx="{n(x)}" cy="{n(y)}" r="330">'
        '<stop offset=".15" stop-color="#ffe08a" stop-opacity=".42"/><stop offset=".45" stop-color="#ff9a4a" stop-opacity=".16"/>'
        '<stop offset="1" stop-color="#ff7a3a" stop-opacity="0"/></radialGradient>'
    )


def _heart(heart: set[Square]) -> str:
    """The heart of the mountain: a pit in its own outline, rays and a faceted stone in the middle."""
    if not heart:
        return ""
    x, y = _middle(heart)
    rays = "".join(
        f'<path d="M{n(x)} {n(y)}l-6-50h12z" transform="rotate({a} {n(x)} {n(y)})"/>' for a in range(0, 360, 30)
    )
    pit = outline(heart, 2, 12)
    whole = max(abs(centre(square)[0] - x) for square in heart) <= CELL and len(heart) >= 9
    scale = 3.16 if whole else 2.3
    return (
        f'<circle cx="{n(x)}" cy="{n(y)}" r="330" fill="url(#ember)"/>'
        f'<path d="{pit}" fill="#23060b" stroke="{DARK}" stroke-width="2.5"/>'
        f'<clipPath id="pit"><path d="{pit}"/></clipPath><g clip-path="url(#pit)"><g fill="#ff8b4a" opacity=".3">{rays}</g>'
        f'<circle cx="{n(x)}" cy="{n(y)}" r="48" fill="#ff4d3a" opacity=".28"/></g>'
        f'<g transform="translate({n(x - 12 * scale)} {n(y - 12 * scale + 2)}) scale({scale})">{_HEART}</g>'
    )
