"""Where the goods of the reader lie, and from where something is paid (ruling H28)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.hall.layout.desk import (
    Desk,
    kind_of,
    troll_at,
)


def count(desk: Desk, kind: str) -> int:
    """How many of a kind the reader owns, storage and trolls."""
    return sum(where.values()) if (where := lying(desk, kind)) else 0


def lying(desk: Desk, kind: str) -> dict[str, int]:
    """Where a kind lies: "s" storage, or row.place of a troll; clan carts left out."""
    found: dict[str, int] = {}
    stored = (desk.unit or {}).get("storage", {}).get(kind, 0)
    if stored:
        found["s"] = stored
    for r, row in enumerate((desk.me or {"rows": []})["rows"]):
        for i, troll in enumerate(row):
            for symbol, full in zip(troll["symbols"], troll["filled"], strict=True) if troll else ():
                if full and kind_of(symbol) == kind and symbol.partition(":")[2] in ("", "wild"):
                    found[f"{r + 1}.{i + 1}"] = found.get(f"{r + 1}.{i + 1}", 0) + 1
    return found


def where_words(desk: Desk, kind: str) -> str:
    """ "2 stored, 1 on Gnur"; that there are none."""
    places, say = lying(desk, kind), desk.say
    parts = [say("hall.where.stored", n=places["s"])] if "s" in places else []
    on = {spot: n for spot, n in places.items() if spot != "s"}
    if len(on) == 1:
        spot, n = next(iter(on.items()))
        troll = troll_at(desk.me, spot) if desk.me else None
        parts.append(say("hall.where.troll", n=n, troll=say(f"hall.troll.{troll['card']}") if troll else spot))
    elif on:
        parts.append(say("hall.where.trolls", n=sum(on.values())))
    return ", ".join(parts) or say("hall.where.none")


def sources(desk: Desk, pairs: Sequence[Sequence[str]]) -> str:
    """Where payment comes from: "Gnur, storage"."""
    names = []
    for _, source in pairs:
        troll = troll_at(desk.me, source) if desk.me and source != "s" else None
        names.append(desk.say(f"hall.troll.{troll['card']}") if troll else desk.say("hall.where.storage"))
    return ", ".join(dict.fromkeys(names))
