"""Colour arithmetic: contrast (WCAG 2.2), colour vision (Machado, Oliveira, Fernandes 2009), difference (CIEDE2000)."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

RGB = list[float]
Lab = tuple[float, float, float]
VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: str) -> RGB:
    """Linear-light RGB of "#rrggbb"."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG contrast ratio of two opaque colours, 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def apart(one: str, other: str, vision: str = "normal") -> float:
    """CIEDE2000 between two colours as somebody with this vision sees them; about 10 is plain side by side."""
    return difference(_lab(_seen(linear(one), vision)), _lab(_seen(linear(other), vision)))


def _seen(rgb: RGB, vision: str) -> RGB:
    return [min(1, max(0, sum(k * c for k, c in zip(row, rgb, strict=True)))) for row in VISION[vision]]


def _lab(rgb: RGB) -> Lab:
    """CIE L*a*b* (D65)."""
    red, green, blue = rgb
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (c ** (1 / 3) if c > 216 / 24389 else (24389 / 27 * c + 16) / 116 for c in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000 of two L*a*b* colours."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    dl, dc, dh = l2 - l1, c2 - c1, _turn(h1, h2) if c1 * c2 else 0.0
    big_h = 2 * sqrt(c1 * c2) * sin(radians(dh) / 2)
    ml, mc, mh = (l1 + l2) / 2, (c1 + c2) / 2, _middle(h1, h2) if c1 * c2 else h1 + h2
    t = 1 - 0.17 * cos(radians(mh - 30)) + 0.24 * cos(radians(2 * mh))
    t += 0.32 * cos(radians(3 * mh + 6)) - 0.20 * cos(radians(4 * mh - 63))
    sl = 1 + 0.015 * (ml - 50) ** 2 / sqrt(20 + (ml - 50) ** 2)
    sc, sh = 1 + 0.045 * mc, 1 + 0.015 * mc * t
    rt = -2 * sqrt(mc**7 / (mc**7 + 25**7)) * sin(radians(60 * exp(-(((mh - 275) / 25) ** 2))))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (big_h / sh) ** 2 + rt * dc / sc * big_h / sh)


def _turn(h1: float, h2: float) -> float:
    turn = h2 - h1
    return turn - 360 if turn > 180 else turn + 360 if turn < -180 else turn


def _middle(h1: float, h2: float) -> float:
    if abs(h1 - h2) <= 180:
        return (h1 + h2) / 2
    return (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2
