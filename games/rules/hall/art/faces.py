"""The faces of the trolls: one portrait per card, drawn from its key and clan, so that an owner knows the troll again.

The higher the level the longer the horns; level 2 wears rings, level 3 a crown. Each clan has its own skin, cave and hair.
"""

# ruff: noqa: E501 (paths are data)

from __future__ import annotations

from games.rules.drawing import Rng, n

SKIN: dict[str, tuple[tuple[str, str, str], ...]] = {
    "fire": (("#c9603a", "#8c3519", "#ee9a68"), ("#b54a3c", "#7a2620", "#e58570")),
    "ice": (("#7fa8c2", "#4a7592", "#bfdcec"), ("#8fb3b9", "#577f86", "#cfe6e6")),
    "moon": (("#a79bbd", "#6d6185", "#d9d0e8"), ("#b8a9a4", "#7d6d69", "#e2d8d2")),
    "mud": (("#8f8050", "#5c5028", "#bdae78"), ("#7c8a5a", "#4c5832", "#aebb88")),
    "start": (("#86936f", "#55613f", "#b3c09a"), ("#93876f", "#5f5540", "#c0b498")),
}
CAVE: dict[str, tuple[str, str]] = {
    "fire": ("#5a2013", "#e0752b"),
    "ice": ("#17374f", "#7fc0e6"),
    "moon": ("#262040", "#b8a8e6"),
    "mud": ("#2f2a15", "#a8965a"),
    "start": ("#2a2f2a", "#93a089"),
}


def portrait(key: str, clan: str, level: int = 1) -> str:
    """A troll's portrait, 120 x 84 units, as the inside of a symbol. ``clan`` "start" for starting trolls.

    The same key and clan give the same face; the accent of a starter's coat is the owner's colour (``--coat``).
    """
    rng = Rng(f"{clan}:{key}")
    skin, shade, shine = rng.choice(SKIN[clan])
    deep, glow = CAVE[clan]
    coat = f"var(--coat,{shade})" if clan == "start" else shade
    brow, jaw = rng.uniform(25, 31), rng.uniform(29, 38)
    top, chin = rng.uniform(14, 20), rng.uniform(76, 82)
    eye_y, gap = rng.uniform(37, 41), rng.uniform(13, 16.5)
    parts = [
        f'<rect width="120" height="84" fill="{deep}"/><ellipse cx="60" cy="46" rx="58" ry="44" fill="{glow}" opacity=".42"/><ellipse cx="60" cy="42" rx="42" ry="34" fill="{glow}" opacity=".4"/>',
        _stalactites(rng, deep),
        f'<path d="M8 90c4-22 22-26 52-26s48 4 52 26z" fill="{coat}" stroke="#1c1712" stroke-width="2"/>',
        _behind(clan, level),
        _ears(rng, skin, shade, brow),
    ]
    parts.append(_head(brow, jaw, top, chin, skin, shade))
    parts += [
        _warts(rng, shade, brow),
        _paint(rng, clan, brow),
        _eyes(rng, clan, eye_y, gap, skin),
        _beard(rng, clan, chin, jaw),
        _mouth(rng, chin, jaw),
        _nose(rng, eye_y, skin, shine),
        _hair(rng, clan, level, top, brow, chin, jaw),
        _trinket(rng, eye_y, gap, brow),
    ]
    return f'<g stroke-linejoin="round" stroke-linecap="round">{"".join(parts)}</g>'


def _head(brow: float, jaw: float, top: float, chin: float, skin: str, shade: str) -> str:
    right = f"C{n(60 + brow * 0.75)} {n(top)} {n(60 + brow + 3)} {n(top + 8)} {n(60 + brow)} 36C{n(60 + brow + 1)} 44 {n(60 + jaw + 4)} 52 {n(60 + jaw)} 64C{n(60 + jaw - 3)} {n(chin - 3)} {n(60 + 18)} {n(chin)} 60 {n(chin)}"
    left = f"C42 {n(chin)} {n(60 - jaw + 3)} {n(chin - 3)} {n(60 - jaw)} 64C{n(60 - jaw - 4)} 52 {n(60 - brow - 1)} 44 {n(60 - brow)} 36C{n(60 - brow - 3)} {n(top + 8)} {n(60 - brow * 0.75)} {n(top)} 60 {n(top)}Z"
    face = f"M60 {n(top)}{right}{left}"
    return (
        f'<path d="{face}" fill="{skin}" stroke="#1c1712" stroke-width="2.2"/>'
        f'<path d="M{n(60 + brow * 0.55)} {n(top + 5)}C{n(60 + brow + 2)} {n(top + 12)} {n(60 + brow - 2)} 40 {n(60 + jaw)} 56C{n(60 + jaw + 1)} 68 {n(60 + jaw - 10)} {n(chin - 2)} 66 {n(chin - 1)}C{n(60 + jaw - 14)} {n(chin - 8)} {n(60 + brow - 8)} 50 {n(60 + brow * 0.55)} {n(top + 5)}z" fill="{shade}" opacity=".42"/>'
    )


def _stalactites(rng: Rng, deep: str) -> str:
    d, x = "M0 0", 0.0
    while x < 120:
        step, drop = rng.uniform(9, 18), rng.uniform(5, 15)
        d += f"L{n(x + step / 2)} {n(drop)}L{n(x + step)} 2"
        x += step
    return f'<path d="{d}L124 0z" fill="{deep}" opacity=".85"/>'


def _ears(rng: Rng, skin: str, shade: str, brow: float) -> str:
    length, droop = rng.uniform(20, 32), rng.uniform(-14, 12)
    art = ""
    for side in (-1, 1):
        x = 60 + side * (brow - 3)
        tip = (60 + side * (brow + length), 40 + droop)
        art += (
            f'<path d="M{n(x)} 32Q{n(x + side * length * 0.5)} {n(26 + droop * 0.5)} {n(tip[0])} {n(tip[1])}Q{n(x + side * length * 0.6)} {n(54 + droop * 0.3)} {n(x)} 52z" fill="{skin}" stroke="#1c1712" stroke-width="2"/>'
            f'<path d="M{n(x + side * 4)} 38Q{n(x + side * length * 0.5)} {n(35 + droop * 0.5)} {n(tip[0] - side * 7)} {n(tip[1] + 1)}Q{n(x + side * length * 0.5)} {n(46 + droop * 0.3)} {n(x + side * 4)} 47z" fill="{shade}" opacity=".75"/>'
        )
    return art


def _eyes(rng: Rng, clan: str, y: float, gap: float, skin: str) -> str:
    iris = {"fire": "#ffb02e", "ice": "#2d6fb3", "moon": "#5a3fa0", "mud": "#5f7a1e", "start": "#7a4a1c"}[clan]
    kind = rng.choice(("two", "two", "two", "wide", "one", "sleepy", "odd"))
    look, lid, slant = rng.uniform(-1.8, 1.8), rng.uniform(0.1, 0.6), rng.uniform(-4, 4)
    if kind == "one":
        return (
            _eye(60, y - 2, 10.5, iris, skin, look, lid)
            + f'<path d="M44 {n(y - 16)}Q60 {n(y - 24 + slant)} 76 {n(y - 16)}" fill="none" stroke="#1c1712" stroke-width="5"/>'
        )
    sizes = {"wide": (8.5, 8.5), "odd": (8.5, 5), "sleepy": (6.5, 6.5)}.get(
        kind, (rng.uniform(5, 7), rng.uniform(5, 7))
    )
    art = ""
    for side, size in zip((-1, 1), sizes, strict=True):
        x = 60 + side * gap
        art += _eye(x, y, size, iris, skin, look, 0.95 if kind == "sleepy" else lid)
        art += f'<path d="M{n(x - side * 9)} {n(y - 9 + slant)}Q{n(x)} {n(y - 15)} {n(x + side * 10)} {n(y - 9 - slant * 0.6)}" fill="none" stroke="#1c1712" stroke-width="{n(rng.uniform(3, 5.5))}"/>'
    return art


def _eye(x: float, y: float, size: float, iris: str, skin: str, look: float, lid: float) -> str:
    return (
        f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="{n(size + 1)}" ry="{n(size)}" fill="#fff8df" stroke="#1c1712" stroke-width="1.8"/>'
        f'<circle cx="{n(x + look)}" cy="{n(y + 0.6)}" r="{n(size * 0.56)}" fill="{iris}"/><circle cx="{n(x + look)}" cy="{n(y + 0.6)}" r="{n(size * 0.28)}" fill="#120d0a"/>'
        f'<circle cx="{n(x + look - 1.2)}" cy="{n(y - 1)}" r="1.1" fill="#fff"/>'
        f'<path d="M{n(x - size - 2)} {n(y - size * 0.2)}Q{n(x)} {n(y - size * 2.2)} {n(x + size + 2)} {n(y - size * 0.2)}Q{n(x)} {n(y - size * (1 - lid))} {n(x - size - 2)} {n(y - size * 0.2)}z" fill="{skin}" stroke="#1c1712" stroke-width="1.6"/>'
    )


def _nose(rng: Rng, eye_y: float, skin: str, shine: str) -> str:
    kind, y = rng.choice(("bulb", "drop", "snout", "beak")), eye_y + 2
    wide, long = {"bulb": (12.0, 17.0), "drop": (8.5, 25.0), "snout": (15.0, 13.0), "beak": (9.0, 19.0)}[kind]
    wide, long = wide * rng.uniform(0.9, 1.12), long * rng.uniform(0.9, 1.1)
    lean = rng.uniform(3, 7) * rng.choice((-1, 1)) if kind == "beak" else 0.0
    d = (
        f"M{n(60 - wide * 0.35)} {n(y)}C{n(60 - wide * 0.5)} {n(y + long * 0.4)} {n(60 - wide * 1.2)} {n(y + long * 0.5)} {n(60 - wide + lean)} {n(y + long * 0.85)}"
        f"Q{n(60 + lean * 1.6)} {n(y + long * 1.3)} {n(60 + wide + lean)} {n(y + long * 0.85)}C{n(60 + wide * 1.2)} {n(y + long * 0.5)} {n(60 + wide * 0.5)} {n(y + long * 0.4)} {n(60 + wide * 0.35)} {n(y)}"
    )
    holes = "".join(
        f'<ellipse cx="{n(60 + side * wide * 0.45 + lean)}" cy="{n(y + long * 0.9)}" rx="2.3" ry="1.6" fill="#1c1712"/>'
        for side in (-1, 1)
    )
    ring = (
        f'<path d="M{n(56 + lean)} {n(y + long * 0.98)}a4.5 5 0 1 0 8 0" fill="none" stroke="#1c1712" stroke-width="3.6"/><path d="M{n(56 + lean)} {n(y + long * 0.98)}a4.5 5 0 1 0 8 0" fill="none" stroke="#e9b82e" stroke-width="1.8"/>'
        if rng.random() < 0.2
        else ""
    )
    return (
        f'<path d="{d}" fill="{skin}" stroke="#1c1712" stroke-width="2"/>{holes}'
        f'<path d="M{n(60 - wide * 0.25)} {n(y + long * 0.35)}q-3 4-2 8" stroke="{shine}" stroke-width="3" fill="none"/>{ring}'
    )


def _mouth(rng: Rng, chin: float, jaw: float) -> str:
    kind = rng.choice(("line", "grin", "gape", "smirk"))
    y, wide = chin - rng.uniform(11, 14), jaw * rng.uniform(0.55, 0.75)
    if kind == "gape":
        teeth = "".join(
            f'<path d="M{n(x - 3)} {n(y - 1)}l3 5 3-5z" fill="#fff8e2" stroke="#1c1712" stroke-width="1"/>'
            for x in (48, 60, 72)
        )
        return (
            f'<path d="M{n(60 - wide * 0.8)} {n(y - 2)}Q60 {n(y + 1)} {n(60 + wide * 0.8)} {n(y - 2)}Q{n(60 + wide * 0.5)} {n(y + 10)} 60 {n(y + 10)}Q{n(60 - wide * 0.5)} {n(y + 10)} {n(60 - wide * 0.8)} {n(y - 2)}z" fill="#4a0f14" stroke="#1c1712" stroke-width="2"/>{teeth}'
            f'<path d="M50 {n(y + 7)}q10-5 20 0-10 5-20 0z" fill="#c4525a"/>'
        )
    bend = {"line": rng.uniform(-3, 1), "grin": 8, "smirk": 3}[kind]
    end = y - 5 if kind == "smirk" else y
    tusks = ""
    for side in rng.choice(((-1, 1), (-1, 1), (1,))):
        x, tall = 60 + side * wide * rng.uniform(0.5, 0.8), rng.uniform(7, 14)
        tusks += f'<path d="M{n(x - 3.2)} {n(y + 1.5)}Q{n(x + side * 2)} {n(y - tall * 0.4)} {n(x + side * 1.5)} {n(y - tall)}Q{n(x + side * 5)} {n(y - tall * 0.3)} {n(x + 3.2)} {n(y + 1.5)}z" fill="#fff8e2" stroke="#1c1712" stroke-width="1.5"/>'
    return f'<path d="M{n(60 - wide)} {n(y)}Q60 {n(y + bend)} {n(60 + wide)} {n(end)}" fill="none" stroke="#1c1712" stroke-width="2.6"/>{tusks}'


def _beard(rng: Rng, clan: str, chin: float, jaw: float) -> str:
    if clan == "ice" or rng.random() > 0.34:
        return ""
    colour = {"fire": "#8f2f12", "moon": "#efeaf5", "mud": "#4f6a2c", "start": "#5a4028"}[clan]
    d = _spikes(rng, 60 + jaw * 0.95, 60 - jaw * 0.95, chin - 16, -22, 7)
    return f'<path d="{d}Q60 {n(chin - 4)} {n(60 + jaw * 0.95)} {n(chin - 16)}z" fill="{colour}" stroke="#1c1712" stroke-width="1.6"/>'


def _paint(rng: Rng, clan: str, brow: float) -> str:
    if rng.random() > 0.3:
        return ""
    colour = {"fire": "#2b0f08", "ice": "#f3fbff", "moon": "#4a3a80", "mud": "#e8d9a0", "start": "#e4572e"}[clan]
    x = 60 - brow * 0.75
    return f'<path d="M{n(x)} 48l12 3M{n(x)} 54l11 2M{n(120 - x)} 48l-12 3M{n(120 - x)} 54l-11 2" stroke="{colour}" stroke-width="2.4" fill="none" opacity=".85"/>'


def _trinket(rng: Rng, eye_y: float, gap: float, brow: float) -> str:
    roll = rng.random()
    if roll < 0.12:
        x = 60 + gap
        return f'<path d="M{n(60 - brow)} {n(eye_y - 12)}L{n(60 + brow)} {n(eye_y + 2)}" stroke="#1c1712" stroke-width="2.6"/><ellipse cx="{n(x)}" cy="{n(eye_y)}" rx="10" ry="9" fill="#2b211a" stroke="#1c1712" stroke-width="2"/>'
    if roll < 0.26:
        x = 60 - gap - 4
        return f'<path d="M{n(x)} {n(eye_y - 14)}l5 26M{n(x - 3)} {n(eye_y - 6)}l6-2M{n(x - 1)} {n(eye_y + 8)}l6-2" stroke="#5b1a12" stroke-width="2" fill="none" opacity=".8"/>'
    return ""


def _warts(rng: Rng, shade: str, brow: float) -> str:
    return "".join(
        f'<circle cx="{n(60 + rng.choice((-1, 1)) * rng.uniform(brow * 0.55, brow * 0.95))}" cy="{n(rng.uniform(50, 66))}" r="{n(rng.uniform(1.2, 2.4))}" fill="{shade}" opacity=".8"/>'
        for _ in range(rng.randint(1, 4))
    )


def _behind(clan: str, level: int) -> str:
    """Horns, behind the head; the higher the level, the longer they are."""
    if clan not in ("moon", "fire") and level < 3:
        return ""
    size = 10 + 6 * level
    art = ""
    for side in (-1, 1):
        x = 60 + side * 20
        art += f'<path d="M{n(x - 5)} 26Q{n(x + side * size * 0.7)} {n(24)} {n(x + side * size)} {n(18 - size * 0.55)}Q{n(x + side * size * 1.3)} 26 {n(x + 5)} 34z" fill="#e7dcc1" stroke="#1c1712" stroke-width="2"/>'
    return art


def _hair(rng: Rng, clan: str, level: int, top: float, brow: float, chin: float, jaw: float) -> str:
    art = {"fire": _flames, "ice": _icicles, "moon": _silver, "mud": _moss, "start": _tuft}[clan](
        rng, top, brow, chin, jaw
    )
    if level == 3:
        art += f'<path d="m{n(60 - 17)} {n(top + 6)}-3-16 9 7 11-13 11 13 9-7-3 16q-17-5-34 0z" fill="#e9b82e" stroke="#1c1712" stroke-width="1.8"/><circle cx="60" cy="{n(top - 1)}" r="2.6" fill="#d0243f" stroke="#1c1712"/>'
    elif level == 2:
        for side in (-1, 1):
            art += f'<circle cx="{n(60 + side * (brow + 12))}" cy="54" r="4" fill="none" stroke="#1c1712" stroke-width="3.6"/><circle cx="{n(60 + side * (brow + 12))}" cy="54" r="4" fill="none" stroke="#e9b82e" stroke-width="1.8"/>'
    return art


def _spikes(rng: Rng, x0: float, x1: float, base: float, tall: float, count: int, lean: float = 0) -> str:
    step = (x1 - x0) / count
    d = f"M{n(x0)} {n(base)}"
    for i in range(count):
        d += f"Q{n(x0 + step * (i + 0.3))} {n(base - tall * 0.3)} {n(x0 + step * (i + 0.5) + lean)} {n(base - tall * rng.uniform(0.6, 1.15))}Q{n(x0 + step * (i + 0.9))} {n(base - tall * 0.3)} {n(x0 + step * (i + 1))} {n(base)}"
    return d


def _flames(rng: Rng, top: float, brow: float, chin: float, jaw: float) -> str:
    d = _spikes(rng, 60 - brow * 0.7, 60 + brow * 0.7, top + 9, 20, 5, rng.uniform(-3, 3))
    e = _spikes(rng, 60 - brow * 0.5, 60 + brow * 0.5, top + 8, 11, 4)
    return f'<path d="{d}Q60 {n(top + 2)} {n(60 - brow * 0.7)} {n(top + 9)}z" fill="#f07a22" stroke="#1c1712" stroke-width="1.8"/><path d="{e}Q60 {n(top + 3)} {n(60 - brow * 0.5)} {n(top + 8)}z" fill="#ffd35c"/>'


def _icicles(rng: Rng, top: float, brow: float, chin: float, jaw: float) -> str:
    d = _spikes(rng, 60 + jaw * 0.75, 60 - jaw * 0.75, chin - 9, -17, 6)
    e = _spikes(rng, 60 - brow * 0.6, 60 + brow * 0.6, top + 6, 12, 5)
    return (
        f'<path d="{d}Q60 {n(chin - 1)} {n(60 + jaw * 0.75)} {n(chin - 9)}z" fill="#e4f5ff" stroke="#1c1712" stroke-width="1.6"/>'
        f'<path d="{e}Q60 {n(top)} {n(60 - brow * 0.6)} {n(top + 6)}z" fill="#cfeaff" stroke="#1c1712" stroke-width="1.6"/>'
    )


def _silver(rng: Rng, top: float, brow: float, chin: float, jaw: float) -> str:
    locks = ""
    for side in (-1, 1):
        x = 60 + side * brow * 0.72
        locks += f'<path d="M60 {n(top - 2)}Q{n(x)} {n(top - 2)} {n(60 + side * (brow + 4))} {n(top + 22)}Q{n(60 + side * (brow + 9))} {n(top + 36)} {n(60 + side * (brow + 3))} {n(top + 46)}Q{n(60 + side * (brow - 1))} {n(top + 26)} {n(60 + side * brow * 0.5)} {n(top + 12)}z" fill="#f1edf7" stroke="#1c1712" stroke-width="1.6"/>'
    return locks


def _moss(rng: Rng, top: float, brow: float, chin: float, jaw: float) -> str:
    d = _spikes(rng, 60 - brow * 0.85, 60 + brow * 0.85, top + 11, 13, 8, rng.uniform(-4, 4))
    x = 60 + rng.choice((-1, 1)) * brow * 0.45
    cap = (
        f'<path d="M{n(x - 2)} {n(top + 2)}v-9h4v9z" fill="#f1e6cd" stroke="#1c1712" stroke-width="1.3"/><path d="M{n(x - 8)} {n(top - 6)}q8-12 16 0z" fill="#b9362c" stroke="#1c1712" stroke-width="1.5"/><circle cx="{n(x - 2)}" cy="{n(top - 8.5)}" r="1.3" fill="#fff"/><circle cx="{n(x + 3)}" cy="{n(top - 8)}" r="1" fill="#fff"/>'
        if rng.random() < 0.7
        else ""
    )
    return f'<path d="{d}Q60 {n(top - 2)} {n(60 - brow * 0.85)} {n(top + 11)}z" fill="#5f8a3a" stroke="#1c1712" stroke-width="1.6"/>{cap}'


def _tuft(rng: Rng, top: float, brow: float, chin: float, jaw: float) -> str:
    colour = rng.choice(("#3c2a1c", "#7a4a22", "#c2a15c", "#2b2b2e"))
    d = _spikes(rng, 60 - brow * 0.5, 60 + brow * 0.5, top + 6, 16, rng.randint(3, 5), rng.uniform(-5, 5))
    return f'<path d="{d}Q60 {n(top)} {n(60 - brow * 0.5)} {n(top + 6)}z" fill="{colour}" stroke="#1c1712" stroke-width="1.7"/>'
