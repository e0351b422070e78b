"""Reading a side of the board from its map of tokens (rulebook: Components, "Double-sided game board").

A token is ``.`` (outside), ``H`` (heart) or a tier digit, then ``%`` for rubble and at most one content sign; the signs
are those of the file's legend.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.rules.hall.edition import Side, Square, Start


class StartFile(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    x: int
    y: int
    marks: tuple[int, ...]
    name_en: str
    name_es: str


class SideFile(msgspec.Struct, forbid_unknown_fields=True):
    name_en: str
    name_es: str
    players: tuple[int, ...]
    width: int
    height: int
    map: str
    statue_order: tuple[tuple[int, int], ...]
    starts: tuple[StartFile, ...]


class TierFile(msgspec.Struct, forbid_unknown_fields=True):
    tier: int
    colour: str
    name_en: str
    name_es: str
    statue_value: int


class Legend(msgspec.Struct, forbid_unknown_fields=True):
    outside: str
    heart: str
    rubble: str
    statue: str
    site: str
    start: str
    one: dict[str, str]
    two: dict[str, str]


def read_side(key: str, side: SideFile, raw_legend: Mapping[str, Any], faults: list[str]) -> Side:
    """The side a file describes. Faults are added to the list; what they touch is left out."""
    where = f"boards, {key}"
    try:
        legend = msgspec.convert(dict(raw_legend), Legend)
    except msgspec.ValidationError as error:
        faults.append(f"boards, legend: {error}")
        return Side(key, side.players, 0, 0, (), (), ())
    rows = [line.split() for line in side.map.strip("\n").split("\n")]
    if len(rows) != side.height or any(len(row) != side.width for row in rows):
        faults.append(f"{where}: the map is not {side.width} tokens wide and {side.height} rows high")
        return Side(key, side.players, 0, 0, (), (), ())
    tokens = [token for row in rows for token in row]
    squares = tuple(_square(where, token, legend, faults) for token in tokens)
    _compare(where, side, tokens, legend, faults)
    return Side(
        key=key,
        seats=side.players,
        width=side.width,
        height=side.height,
        squares=squares,
        spots=tuple(y * side.width + x for x, y in side.statue_order),
        starts=tuple(Start(start.id, start.y * side.width + start.x, start.marks) for start in side.starts),
    )


def _square(where: str, token: str, legend: Legend, faults: list[str]) -> Square:
    """One token as a square; a token that cannot be read counts as outside."""
    if token == legend.outside:
        return Square("outside")
    if token == legend.heart:
        return Square("heart")
    rest = token[1:]
    rubble = rest.startswith(legend.rubble)
    content = rest.removeprefix(legend.rubble) if rubble else rest
    goods = _goods(content, legend)
    known = content in ("", legend.statue, legend.site, legend.start) or goods is not None
    if token[0] not in "12345" or not known:
        faults.append(f"{where}: unknown token {token!r}")
        return Square("outside")
    return Square("site" if content == legend.site else "rock", int(token[0]), rubble, goods or {})


def _goods(content: str, legend: Legend) -> dict[str, int] | None:
    if content in legend.one:
        return {legend.one[content]: 1}
    return {legend.two[content]: 2} if content in legend.two else None


def _compare(where: str, side: SideFile, tokens: list[str], legend: Legend, faults: list[str]) -> None:
    """The lists of statue spots and start points must name the squares the map shows, each once."""
    lists = (
        ("statue spots", legend.statue, list(side.statue_order)),
        ("start points", legend.start, [(start.x, start.y) for start in side.starts]),
    )
    for what, sign, listed in lists:
        numbers = [n for n, token in enumerate(tokens) if token[1:].removeprefix(legend.rubble) == sign]
        drawn = {(n % side.width, n // side.width) for n in numbers}
        if drawn != set(listed) or len(listed) != len(drawn):
            faults.append(f"{where}: the listed {what} are not those on the map")
