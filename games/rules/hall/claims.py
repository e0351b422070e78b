"""One statement about an edition, and small helpers to count with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from games.rules.hall.edition import HallEdition
from games.rules.hall.turnings import Cells, turnings


class Claim(msgspec.Struct, frozen=True):
    """A statement about an area of an edition: whether it is kept, what was seen, whether it is only a promise."""

    area: str
    statement: str
    kept: bool
    seen: str = ""
    promise: bool = False


def rule(area: str, statement: str, kept: bool, seen: object = "") -> Claim:
    """A statement of the rulebook (or of a ruling)."""
    return Claim(area, statement, kept, str(seen))


def promise(area: str, statement: str, kept: bool, seen: object = "") -> Claim:
    """A promise of the edition."""
    return Claim(area, statement, kept, str(seen), promise=True)


def named(edition: HallEdition, area: str, keys: Sequence[str]) -> Iterator[Claim]:
    """Components of an area have different keys, and different names in both languages."""
    yield rule(area, "keys are present and different", all(keys) and len(set(keys)) == len(keys), len(set(keys)))
    for language in ("en", "es"):
        names = [edition.names.get(f"{area}.{key}", {}).get(language, "") for key in keys]
        different = all(names) and len(set(names)) == len(names)
        yield rule(area, f"names ({language}) are present and different", different, len(set(names)))


def joined(cells: Iterable[tuple[int, int]]) -> bool:
    """Whether cells (row, column) hang together by shared sides."""
    left = set(cells)
    todo = [min(left)] if left else []
    while todo:
        row, column = todo.pop()
        left.discard((row, column))
        todo += left & {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
    return not left


def outline(cells: Cells) -> Cells:
    """The same value for all drawings of one shape, turned or mirrored, wherever its anchor is."""
    return min(turning.offsets for turning in turnings(cells, None, mirror=True))
