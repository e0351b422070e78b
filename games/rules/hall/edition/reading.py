"""From the files of an edition to its typed data (rulebook: Components). Pure: the caller reads the folder.

``edition_from_files`` refuses what cannot be understood (``BadEdition`` names every fault it can see at once). What can
be understood but contradicts the rulebook is found by ``checking.check_edition``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from games.rules.hall.edition import GreatHall, HallEdition, Shape, Starter, Troll, Use, Workshop
from games.rules.hall.edition.drawings import BadEdition, read_cells
from games.rules.hall.edition.maps import SideFile, TierFile, read_side

T = TypeVar("T")
Named = dict[str, dict[str, str]]


class Part(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every component says of itself."""

    key: str
    name_en: str
    name_es: str


class TilePart(Part, kw_only=True):
    size: int
    count: int
    shape: list[str]


class HallPart(Part, kw_only=True):
    size: int
    low: int
    high: int
    shape: list[str]


class StarterPart(Part, kw_only=True):
    repeat: tuple[str, ...]
    once: tuple[str, ...]


class TrollPart(Part, kw_only=True):
    clan: str
    level: int
    symbols: tuple[str, ...]


class SpellPart(Part, kw_only=True):
    group: str
    when: str


class UsePart(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    give: tuple[str, ...] = ()
    gain: tuple[str, ...] = ()
    move: str = ""


class WorkshopPart(Part, kw_only=True):
    use: list[UsePart]


class Tiles(msgspec.Struct, forbid_unknown_fields=True):
    tile: list[TilePart]
    score: dict[int, dict[str, int]]


class Halls(msgspec.Struct, forbid_unknown_fields=True):
    hall: list[HallPart]


class Trolls(msgspec.Struct, forbid_unknown_fields=True):
    starter: list[StarterPart]
    troll: list[TrollPart]


class Spells(msgspec.Struct, forbid_unknown_fields=True):
    spell: list[SpellPart]


class Workshops(msgspec.Struct, forbid_unknown_fields=True):
    copies: int
    workshop: list[WorkshopPart]


class Supplies(msgspec.Struct, forbid_unknown_fields=True):
    clans: tuple[str, ...]
    statues_per_clan: int
    pedestals_per_clan: int
    pedestal_tokens: tuple[int, ...]
    coronation_tokens: tuple[int, ...]


def edition_from_files(files: Mapping[str, str | Mapping[str, Any]], key: str = "house") -> HallEdition:
    """The edition in these files: name without ending ("boards", "tiles", "halls", "trolls", "spells", "workshops",
    "supplies") -> TOML text or its parsed content. Raises BadEdition."""
    read = _Files(files)
    tiles, halls = read.part("tiles", Tiles), read.part("halls", Halls)
    trolls, spells = read.part("trolls", Trolls), read.part("spells", Spells)
    workshops, supplies = read.part("workshops", Workshops), read.part("supplies", Supplies)
    legend, tiers, sides = read.boards()
    if not (tiles and halls and trolls and spells and workshops and supplies) or read.faults:
        raise BadEdition(read.faults)
    edition = HallEdition(
        key=key,
        sides={name: read_side(name, side, legend, read.faults) for name, side in sides.items()},
        shapes=tuple(_shape(part, read.faults) for part in tiles.tile),
        halls=tuple(_hall(part, read.faults) for part in halls.hall),
        starters=tuple(Starter(part.key, part.repeat, part.once) for part in trolls.starter),
        trolls=tuple(Troll(part.key, part.clan, part.level, part.symbols) for part in trolls.troll),
        spells=tuple(part.key for part in spells.spell),
        groups={part.key: part.group for part in spells.spell},
        workshops=tuple(_workshop(part, read.faults) for part in workshops.workshop),
        chart=tiles.score,
        tier_values=tuple(tier.statue_value for tier in sorted(tiers, key=lambda tier: tier.tier)),
        tokens=supplies.pedestal_tokens,
        crowns=supplies.coronation_tokens,
        copies=workshops.copies,
        statues=supplies.statues_per_clan,
        pedestals=supplies.pedestals_per_clan,
        names=_names(read.faults, sides, tiers, tiles, halls, trolls, spells, workshops),
    )
    if read.faults:
        raise BadEdition(read.faults)
    return edition


class _Files:
    """The files, turned into typed parts one by one; faults are gathered."""

    def __init__(self, files: Mapping[str, str | Mapping[str, Any]]) -> None:
        self.files = {name.removesuffix(".toml"): content for name, content in files.items()}
        self.faults: list[str] = []

    def content(self, name: str) -> Mapping[str, Any]:
        """The parsed content of a file, empty (and a fault) if it is missing or broken."""
        found = self.files.get(name)
        if found is None:
            self.faults.append(f"{name}: the file is missing")
            return {}
        if not isinstance(found, str):
            return found
        try:
            return tomllib.loads(found)
        except tomllib.TOMLDecodeError as error:
            self.faults.append(f"{name}: {error}")
            return {}

    def part(self, name: str, type_: type[T]) -> T | None:
        """A whole file as one typed value."""
        content = self.content(name)
        return self.convert(name, content, type_) if content else None

    def convert(self, where: str, content: object, type_: type[T]) -> T | None:
        """Any piece of content as a typed value; None and a fault if it does not fit."""
        try:
            return msgspec.convert(content, type_, strict=True, str_keys=True)
        except msgspec.ValidationError as error:
            self.faults.append(f"{where}: {error}")
            return None

    def boards(self) -> tuple[dict[str, Any], list[TierFile], dict[str, SideFile]]:
        """Legend, tiers and sides of the boards file."""
        content = dict(self.content("boards"))
        legend = dict(content.pop("legend", {}))
        tiers = self.convert("boards, tiers", content.pop("tiers", []), list[TierFile]) or []
        sides = {name: self.convert(f"boards, {name}", side, SideFile) for name, side in content.items()}
        return legend, tiers, {name: side for name, side in sides.items() if side is not None}


def _shape(part: TilePart, faults: list[str]) -> Shape:
    cells, anchors = read_cells(f"tiles, {part.key}", part.shape, "O", faults)
    if len(cells) != part.size:
        faults.append(f"tiles, {part.key}: {len(cells)} squares drawn, size {part.size} stated")
    return Shape(part.key, cells, anchors[0] if anchors else None, part.count)


def _hall(part: HallPart, faults: list[str]) -> GreatHall:
    cells, altars = read_cells(f"halls, {part.key}", part.shape, "A", faults)
    if len(cells) != part.size:
        faults.append(f"halls, {part.key}: {len(cells)} squares drawn, size {part.size} stated")
    if not altars:
        faults.append(f"halls, {part.key}: no altar drawn")
    return GreatHall(part.key, cells, altars[0] if altars else (0, 0), part.low, part.high)


def _workshop(part: WorkshopPart, faults: list[str]) -> Workshop:
    moves = ("", "troll_to_storage")
    if any(use.move not in moves or bool(use.move) == bool(use.give or use.gain) for use in part.use):
        faults.append(f"workshops, {part.key}: a use either gives and gains, or moves troll_to_storage")
    return Workshop(part.key, tuple(Use(use.give, use.gain, bool(use.move)) for use in part.use))


def _names(
    faults: list[str],
    sides: Mapping[str, SideFile],
    tiers: list[TierFile],
    tiles: Tiles,
    halls: Halls,
    trolls: Trolls,
    spells: Spells,
    workshops: Workshops,
) -> Named:
    """All names of components, by area and key. The same key twice in one area is a fault."""
    names: Named = {}
    areas: list[tuple[str, list[Any], Callable[[Any], str]]] = [
        ("side", [(key, side) for key, side in sides.items()], lambda part: str(part[0])),
        ("tile", list(tiles.tile), lambda part: str(part.key)),
        ("hall", list(halls.hall), lambda part: str(part.key)),
        ("troll", [*trolls.starter, *trolls.troll], lambda part: str(part.key)),
        ("spell", list(spells.spell), lambda part: str(part.key)),
        ("workshop", list(workshops.workshop), lambda part: str(part.key)),
        ("tier", list(tiers), lambda part: str(part.tier)),
    ]
    for area, parts, key_of in areas:
        for part in parts:
            _name(names, faults, f"{area}.{key_of(part)}", part[1] if isinstance(part, tuple) else part)
    for key, side in sides.items():
        for start in side.starts:
            _name(names, faults, f"start.{key}.{start.id}", start)
    return names


def _name(names: Named, faults: list[str], key: str, part: Any) -> None:
    if key in names:
        faults.append(f"{key}: the key stands twice")
    names[key] = {"en": part.name_en, "es": part.name_es}
