"""What stands on the mountain, drawn over the bare ground: goods, sites, gates, tunnels, halls, pedestals, statues.

Each function gives SVG for one thing in the units of ``art_ground`` (40 a square). Colours of seats come from
``games.rules.drawing``; ``ICONS`` in an ``href`` stands for the address of the icon sheet, put in by ``layout_board``.
"""

# ruff: noqa: E501 (paths are data)

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from games.rules.drawing import CELL, DARK, GOLD, NOBODY, PALE, PLAYERS, Paint, Point, Square, centre, n, outline

ICONS = "ICONS"


def paint(seat: int | None) -> Paint:
    return PLAYERS[seat] if seat else NOBODY


def use(ident: str, x: float, y: float, size: float) -> str:
    return f'<use href="{ICONS}#{ident}" x="{n(x)}" y="{n(y)}" width="{n(size)}" height="{n(size)}"/>'


def _pattern(path: str, colour: Paint, opacity: str) -> str:
    return f'<path d="{path}" fill="url(#p-{colour.key})" opacity="{opacity}"/>' if colour.letter else ""


def _links(cells: Iterable[Square]) -> Iterator[tuple[Point, Point]]:
    have = set(cells)
    for x, y in sorted(have):
        for other in ((x + 1, y), (x, y + 1)):
            if other in have:
                yield centre((x, y)), centre(other)


def _skirt(cells: Sequence[Square], insets: tuple[float, float, float], colour: Paint) -> str:
    """Dark lip, pale lip and the colour: one of the two lips contrasts with every ground."""
    a, b, c = insets
    return (
        f'<path d="{outline(cells, a, 9)}" fill="{DARK}"/><path d="{outline(cells, b, 8)}" fill="{PALE}"/>'
        f'<path d="{outline(cells, c, 7)}" fill="{colour.fill}"/>'
    )


def tunnel(cells: Sequence[Square], seat: int | None, anchor: Square | None = None) -> str:
    """A tunnel: lips, the owner's colour and pattern, cart rails joining its squares, the anchor as a ring."""
    colour = paint(seat)
    rails = "".join(f"M{n(a[0])} {n(a[1])}L{n(b[0])} {n(b[1])}" for a, b in _links(cells))
    art = _skirt(cells, (1.2, 3.2, 4.8), colour) + _pattern(outline(cells, 4.8, 7), colour, ".5")
    if rails:
        art += (
            f'<g fill="none" stroke-linecap="round"><path d="{rails}" stroke="{colour.deep}" stroke-width="15"/>'
            f'<path d="{rails}" stroke="#d8cdb4" stroke-width="7.6" opacity=".9"/><path d="{rails}" stroke="{colour.deep}" stroke-width="5.2"/>'
            f'<path d="{rails}" stroke="#b98d5d" stroke-width="10" stroke-dasharray="1.8 4.87" stroke-linecap="butt"/></g>'
        )
    if anchor is not None:
        x, y = centre(anchor)
        art += f'<circle cx="{n(x)}" cy="{n(y)}" r="9.5" fill="{DARK}"/><circle cx="{n(x)}" cy="{n(y)}" r="7.6" fill="{colour.deep}" stroke="{PALE}" stroke-width="1.6"/>'
    return art


def gate(square: Square, seat: int) -> str:
    x, y = centre(square)
    colour = paint(seat)
    return (
        f'<path d="{outline([square], 1.2, 6)}" fill="{DARK}"/><path d="{outline([square], 3, 5)}" fill="{PALE}"/><path d="{outline([square], 4.6, 4)}" fill="{colour.fill}"/>'
        f'<path d="M{n(x - 10)} {n(y + 15)}v-14a10 10 0 0 1 20 0v14z" fill="{colour.deep}" stroke="{DARK}" stroke-width="2"/>'
        f'<text x="{n(x)}" y="{n(y + 10)}" class="gate-letter" fill="{"#241c13" if colour.key == "birch" else "#ffffff"}">{colour.letter}</text>'
    )


@lru_cache(maxsize=2048)
def start(square: Square, text: str) -> str:
    """A start point nobody has taken, with the numbers of seats it is marked for."""
    x, y = centre(square)
    return f'<g class="start"><path d="M{n(x - 12)} {n(y + 14)}v-12a12 12 0 0 1 24 0v12z"/><text x="{n(x)}" y="{n(y + 10)}">{text}</text></g>'


def hall(cells: Sequence[Square], altar: Square | None, seat: int | None) -> str:
    """A great hall: gold rim, flagged floor in the owner's colour, a pillar in each outer corner, the altar."""
    colour = paint(seat)
    floor = outline(cells, 6.6, 4)
    flags = "".join(f"M{x * CELL + 20} {y * CELL + 8}v24M{x * CELL + 8} {y * CELL + 20}h24" for x, y in cells)
    art = (
        f'<path d="{outline(cells, 0.6, 7)}" fill="{DARK}"/><path d="{outline(cells, 2.6, 6)}" fill="{GOLD}"/><path d="{outline(cells, 5.4, 5)}" fill="{DARK}"/>'
        f'<path d="{floor}" fill="{colour.fill}"/>{_pattern(floor, colour, ".28")}<path d="{flags}" stroke="{colour.deep}" stroke-width="1.4" fill="none"/>'
    )
    art += "".join(
        f'<circle cx="{px}" cy="{py}" r="4.2" fill="{PALE}" stroke="{DARK}" stroke-width="1.6"/>'
        for px, py in _pillars(cells)
    )
    if altar is None:
        return art
    x, y = centre(altar)
    return art + (
        f'<path d="M{n(x)} {n(y - 16)}l16 16-16 16-16-16z" fill="{GOLD}" stroke="{DARK}" stroke-width="1.8"/>'
        f'<path d="M{n(x)} {n(y - 10)}l10 10-10 10-10-10z" fill="{colour.deep}" stroke="{DARK}" stroke-width="1.4"/><circle cx="{n(x)}" cy="{n(y)}" r="3.6" fill="{GOLD}" stroke="{DARK}" stroke-width="1.4"/>'
    )


def _pillars(cells: Sequence[Square]) -> Iterator[Square]:
    """Places just inside each convex corner of the outline."""
    have = set(cells)
    for x, y in cells:
        for dx in (-1, 1):
            for dy in (-1, 1):
                if (x + dx, y) not in have and (x, y + dy) not in have:
                    yield x * CELL + 20 + dx * 8, y * CELL + 20 + dy * 8


@lru_cache(maxsize=2048)
def pedestal(square: Square, clan: str) -> str:
    x, y = centre(square)
    return (
        f'<path d="M{n(x - 14)} {n(y)}l6-13h16l6 13-6 13h-16z" fill="#efe4c8" stroke="{DARK}" stroke-width="2"/>'
        + use(f"c-{clan}", x - 8.5, y - 8.5, 17)
    )


@lru_cache(maxsize=2048)
def statue(square: Square, clan: str, buried: bool = False, doubled: bool = False) -> str:
    """A statue: half in the ground while buried; on a dark disc when unearthed; a dashed halo when doubled."""
    x, y = centre(square)
    if buried:
        return (
            f'<ellipse cx="{n(x)}" cy="{n(y + 12)}" rx="15" ry="5" fill="{DARK}" opacity=".35"/>'
            + use(f"s-{clan}", x - 12.5, y - 14, 25)
            + f'<path d="M{n(x - 17)} {n(y + 15)}q4-8 8-4t8-2 8 3 10 3v3z" fill="#2a2622" opacity=".72"/>'
        )
    halo = (
        f'<circle cx="{n(x)}" cy="{n(y)}" r="18.5" fill="none" stroke="{PALE}" stroke-width="2" stroke-dasharray="4 3"/>'
        if doubled
        else ""
    )
    return (
        f'<circle cx="{n(x)}" cy="{n(y)}" r="17" fill="{DARK}" opacity=".82"/><circle cx="{n(x)}" cy="{n(y)}" r="15.5" fill="none" stroke="#e9c76a" stroke-width="1.3"/>{halo}'
        + use(f"s-{clan}", x - 14, y - 15.5, 28)
    )


def goods(square: Square, kinds: Sequence[str]) -> str:
    """Buried resources in a dashed hollow: one, or two half over each other."""
    x, y = centre(square)
    if len(kinds) == 1:
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="11.5" class="hollow"/>' + use(f"r-{kinds[0]}", x - 8, y - 8, 16)
    art = f'<circle cx="{n(x)}" cy="{n(y)}" r="13.5" class="hollow"/>'
    return art + use(f"r-{kinds[0]}", x - 12, y - 9, 14) + use(f"r-{kinds[1]}", x - 1, y - 3, 14)


@lru_cache(maxsize=2048)
def site(square: Square) -> str:
    x, y = centre(square)
    return f'<path d="M{n(x - 15)} {n(y + 15)}v-17l15-12 15 12v17zM{n(x - 4)} {n(y + 15)}v-9h8v9" class="site"/>'


@lru_cache(maxsize=2048)
def workshop(square: Square, give: str, take: str) -> str:
    """A house showing what goes in and what comes out; an empty ``give`` or ``take`` (anything) as a question mark."""
    x, y = centre(square)
    house = (
        f'<path d="M{n(x - 17)} {n(y + 17)}V{n(y - 5)}L{n(x)} {n(y - 18)}l17 13v22z" fill="{PALE}" stroke="{DARK}" stroke-width="2.2" stroke-linejoin="round"/>'
        f'<path d="M{n(x - 18)} {n(y - 4)}L{n(x)} {n(y - 18)}l18 14" fill="none" stroke="#8c2f1c" stroke-width="4.5" stroke-linejoin="round"/>'
    )
    return house + _ware(give, x - 15, y - 3) + _ware(take, x - 1, y - 3)


def _ware(kind: str, x: float, y: float) -> str:
    return use(f"r-{kind}", x, y, 16) if kind else f'<text x="{n(x + 8)}" y="{n(y + 14)}" class="any">?</text>'


def ghost(cells: Sequence[Square], anchor: Square | None) -> str:
    """A tile or hall being planned: a third white, a two-colour dashed line that shows on all tiers."""
    path = outline(cells, 2.5, 8)
    art = f'<path d="{path}" class="ghost-fill"/><path d="{path}" class="ghost-dark"/><path d="{path}" class="ghost-light"/>'
    if anchor is not None:
        x, y = centre(anchor)
        art += f'<circle cx="{n(x)}" cy="{n(y)}" r="8" fill="none" stroke="#fff" stroke-width="2.5"/>'
    return f'<g class="ghost">{art}</g>'


@lru_cache(maxsize=2048)
def spot(square: Square, chosen: bool = False) -> str:
    """A square that may be pressed: a pale dashed ring, filled when it is the one looked at."""
    return f'<path d="{outline([square], 4, 7)}" class="pick{" on" if chosen else ""}"/>'


def arrow(a: Square, b: Square) -> str:
    """A planned statue move."""
    (x, y), (p, q) = centre(a), centre(b)
    line = f"M{n(x)} {n(y)}L{n(p)} {n(q)}"
    return f'<path d="{line}" class="ghost-dark"/><path d="{line}" class="ghost-light"/>'


def news(square: Square, number: int) -> str:
    """A numbered disc at the upper right of the thing that changed."""
    x, y = square[0] * CELL + 34, square[1] * CELL + 6
    return f'<g class="news" transform="translate({x} {y})"><circle r="11"/><text y="5">{number}</text></g>'
