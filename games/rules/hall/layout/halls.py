"""Step 3, dedicating a great hall: which fit, where, what they are worth (rulings H94 to H106)."""

from __future__ import annotations

from games.rules.hall.layout.desk import (
    Data,
    Desk,
    option,
)
from games.rules.hall.layout.shape import shape_picture
from games.rules.hall.layout.spots import Spots


def hall_spots(desk: Desk) -> Spots | None:
    return (
        Spots(desk, desk.words[:2], (desk.words[2:3] or [""])[0])
        if len(desk.words) > 1 and desk.words[0] == "hall"
        else None
    )


def hall_panel(desk: Desk) -> Data:
    """Step 3: the halls that fit, what they are worth, and where."""
    say, chosen = desk.say, desk.words[1] if desk.words[:1] == ["hall"] and len(desk.words) > 1 else ""
    spots = hall_spots(desk)
    halls = [
        option(
            say(f"hall.hall.{word.text}"),
            desk.href([["hall", word.text]]),
            sub=say("hall.hall_value", low=word.data["low"], high=word.data["high"]),
            picture=next(shape_picture(h.cells, h.altar, hall=True) for h in desk.edition.halls if h.key == word.text),
            on=word.text == chosen,
        )
        for word in desk.found("hall")
    ]
    return {
        "kind": "hall",
        "halls": halls,
        "nav": spots.nav() if spots else None,
        "bill": _hall_bill(desk, spots) if spots and spots.current else None,
        "skip": desk.href([], step="statues"),
    }


def _hall_bill(desk: Desk, spots: Spots) -> Data:
    say, word = desk.say, spots.current
    assert word is not None
    hall = next(h for h in desk.edition.halls if h.key == desk.words[1])
    statue = word.data.get("statue")
    rows: list[Data] = [
        {
            "label": say("hall.bill.altar", square=word.data["altar"]),
            "icons": [],
            "note": say("hall.bill.altar_statue", clan=say(f"hall.clan.{statue}"))
            if statue
            else say("hall.bill.altar_empty"),
        },
        {
            "label": say("hall.bill.worth"),
            "icons": [],
            "strong": str(hall.high if statue else hall.low),
            "note": say("hall.hall_value", low=hall.low, high=hall.high),
        },
    ]
    if word.data.get("removed"):
        rows.insert(1, {"label": say("hall.bill.removed"), "icons": [], "note": ", ".join(word.data["removed"])})
    return {"title": say("hall.bill.title"), "rows": rows}
