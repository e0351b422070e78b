"""Plain text as it was typed: ``format=flowed`` (RFC 3676) breaks long lines softly, and these are joined again."""

from __future__ import annotations

import re

QUOTE = re.compile(r">*")
SIGNATURE = "-- "


def text(kind: str, letters: str) -> str:
    """The text of a plain part. ``kind``: its Content-Type line; ``letters``: its decoded payload."""
    if "flowed" not in kind.lower():
        return letters
    return joined(letters, drop=bool(re.search(r"delsp\s*=\s*\"?yes", kind, re.IGNORECASE)))


def joined(letters: str, drop: bool) -> str:
    """Soft breaks joined. ``drop``: the blank that marks one is not part of the text (DelSp)."""
    lines: list[str] = []
    open_depth: int | None = None
    for line in letters.split("\n"):
        marks = QUOTE.match(line)
        depth = len(marks[0]) if marks else 0
        bare = line[depth:].removeprefix(" ")
        soft = bare.endswith(" ") and bare != SIGNATURE
        if open_depth == depth and bare != SIGNATURE:
            lines[-1] += bare[:-1] if soft and drop else bare
        else:
            lines.append((">" * depth + " " if depth else "") + (bare[:-1] if soft and drop else bare))
        open_depth = depth if soft else None
    return "\n".join(lines)
