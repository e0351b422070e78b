"""After the dig: a pedestal on the anchor, workshops on the sites beside it, or on (rulings H84 to H93)."""

from __future__ import annotations

from games.rules.hall.layout.desk import (
    Data,
    Desk,
    option,
)
from games.rules.hall.layout.supply import shop_uses


def finish(desk: Desk) -> Data:
    """After the dig: a pedestal on the anchor, workshops on the sites beside it, or on."""
    say, words = desk.say, desk.words
    pedestals = [
        option(
            say("hall.set.option", clan=say(f"hall.clan.{word.text}"), square=word.data["square"]),
            desk.href([["set", word.text]]),
            sub=say("hall.set.token", token=word.data["token"], tier=word.data["tier"]),
            on=words == ["set", word.text],
            clan=word.text,
        )
        for word in (desk.found("set") if desk.may("set") else ())
    ]
    squares = desk.texts("establish") if desk.may("establish") else []
    chosen = words[1] if words[:1] == ["establish"] and len(words) > 1 else squares[0] if len(squares) == 1 else ""
    sites = [
        option(say("hall.establish.site", square=square), desk.href([["establish", square]]), on=square == chosen)
        for square in squares
    ]
    shops = [
        option(
            say(f"hall.workshop.{word.text}"),
            desk.href([["establish", chosen, word.text]]),
            uses=shop_uses(desk, word.text),
            on=words[2:] == [word.text],
            sub=say("hall.supply.left", n=word.data["left"]),
        )
        for word in (desk.found("establish", chosen) if chosen else ())
    ]
    onward = "extra" if desk.may("extra") else "hall" if desk.may("hall") else "statues" if desk.may("move") else "end"
    go_on = desk.href([["extra"]]) if onward == "extra" else desk.href([], step=onward)
    return {
        "kind": "finish",
        "pedestals": pedestals,
        "sites": sites if len(sites) > 1 else [],
        "shops": shops,
        "chosen": chosen,
        "go_on": go_on,
    }
