"""Recruiting and placing before the press: price, what is left, what each place would gain and waste (rulings H57 to
H76).

What a place would bring comes from ``layout_forecast``. The whole deed travels as one line, ``recruit skadlin;
pedestal ice; place 2.1``.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.hall.layout.desk import Data, Desk, bundle_words, clan_of_card, option, tokens, troll_at
from games.rules.hall.layout.forecast import Forecast, Recruit, bribed, coins, emptied, forecast, open_places
from games.rules.hall.layout.words import beneath


def panel(desk: Desk) -> Data:
    """The recruit half of step 2."""
    recruit = Recruit(desk)
    if not recruit.card:
        return {"kind": "recruit", "cards": _cards(desk), "range": range_words(desk), "picked": None}
    if recruit.unpaid:
        return {"kind": "recruit", "picked": _picked(recruit), "pay": _pay(recruit)}
    chosen = recruit.forecast(recruit.place) if recruit.place else None
    return {
        "kind": "recruit",
        "picked": _picked(recruit),
        "pedestals": _pedestals(recruit) if recruit.chooses else [],
        "places": [_place(recruit, i, place) for i, place in enumerate(recruit.places())],
        "gain": _gain(recruit, chosen) if chosen else None,
        "waste": _waste(desk, chosen) if chosen and chosen.wasted else None,
        "later": None
        if recruit.taken
        else {"line": " ".join(["recruit", *recruit.take]), "label": desk.say("hall.recruit.later")},
        "change_pay": _change_pay(recruit),
    }


def _cards(desk: Desk) -> list[Data]:
    """Every troll of the horde as a button; one that cannot be paid says why."""
    payable, found = set(desk.texts("recruit")), []
    for row in desk.view["horde"]:
        for card in filter(None, row):
            off = "" if card["card"] in payable else desk.say("hall.recruit.dear", n=card["price"], have=coins(desk))
            found.append(
                option(
                    desk.say(f"hall.troll.{card['card']}"),
                    desk.href([["recruit", card["card"]]]),
                    sub=price_words(desk, card["price"]),
                    icons=tokens(desk.say, card["symbols"]),
                    off=off,
                    clan=card["clan"],
                    said=card_words(desk, card),
                    best=_best(desk, card),
                )
            )
    return found


def _best(desk: Desk, card: Data) -> str:
    """The range over all places, in short: "gain 4 to 8, waste 3 to 5"."""
    return _range(desk, [card], "hall.place.brief")


def range_words(desk: Desk) -> str:
    """What any recruit would gain and waste now, over all cards that can be paid and all places."""
    payable = set(desk.texts("recruit"))
    cards = [card for row in desk.view["horde"] for card in row if card and card["card"] in payable]
    return _range(desk, cards)


def _range(desk: Desk, cards: Sequence[Data], ident: str = "hall.recruit.range") -> str:
    if not desk.me or not cards:
        return ""
    casts = [
        forecast(desk.me, card["symbols"], place, emptied(desk, card["price"], ()))
        for card in cards
        for place in open_places(desk.me)
    ]
    gains, wastes = [len(f.gained) for f in casts], [len(f.wasted) for f in casts]
    if not casts:
        return ""
    return desk.say(ident, gain=_span(desk, gains), waste=_span(desk, wastes))


def _span(desk: Desk, numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else desk.say("hall.recruit.span", low=low, high=high)


def price_words(desk: Desk, price: int) -> str:
    return desk.say("hall.recruit.price", n=price) if price else desk.say("hall.recruit.free")


def card_words(desk: Desk, card: Data) -> str:
    """The whole name of a horde card: "Skadlin, Ice, level 2. Brings ... Costs 2 coins, you have 3. Ice pedestal." """
    say = desk.say
    brings = desk.joined([token["name"] for token in tokens(say, card["symbols"])])
    parts = [
        say(
            "hall.card.name",
            troll=say(f"hall.troll.{card['card']}"),
            clan=say(f"hall.clan.{card['clan']}"),
            level=card["level"],
        ),
        say("hall.card.brings", goods=brings),
        say("hall.card.costs", n=card["price"], have=coins(desk)) if card["price"] else say("hall.card.free"),
    ]
    if card["bribes"]:
        parts.append(say("hall.card.holds", goods=bundle_words(say, card["bribes"])))
    if card["pedestal"]:
        parts.append(say("hall.card.pedestal", clan=say(f"hall.clan.{card['pedestal']}")))
    return " ".join(parts)


def _picked(recruit: Recruit) -> Data:
    desk, info, clan = recruit.desk, recruit.info, clan_of_card(recruit.desk, recruit.card)
    under = bribed(desk, info) if info else []
    return {
        "card": recruit.card,
        "name": desk.say(f"hall.troll.{recruit.card}"),
        "about": desk.say("hall.card.about", clan=desk.say(f"hall.clan.{clan}"), level=recruit._level()),
        "price": recruit.price,
        "left": max(0, coins(desk) - recruit.price),
        "free": recruit.price == 0,
        "taken": recruit.taken,
        "bribes": desk.say("hall.recruit.bribes", n=len(under), trolls=desk.names("troll", under)) if under else "",
        "collects": bundle_words(desk.say, info["bribes"]) if info else "",
        "other": "" if recruit.taken else desk.href([["recruit"]]),
    }


def _pedestals(recruit: Recruit) -> list[Data]:
    """Level 3: one pedestal of choice out of the bag, or none (H63)."""
    desk, bag = recruit.desk, recruit.desk.view["bag"]
    found = []
    for clan in ("fire", "ice", "moon", "none"):
        if clan != "none" and not bag.get(clan):
            continue
        text = desk.say("hall.recruit.no_pedestal") if clan == "none" else desk.say(f"hall.clan.{clan}")
        sub = "" if clan == "none" else desk.say("hall.bag.left", n=bag[clan])
        found.append(option(text, desk.href(recruit.line(clan=clan)), sub=sub, on=clan == recruit.clan, clan=clan))
    return found


def _place(recruit: Recruit, i: int, place: str) -> Data:
    desk, cast = recruit.desk, recruit.forecast(place)
    above = desk.say("hall.place.above", trolls=desk.names("troll", beneath(desk, place)))
    return option(
        above,
        desk.href(recruit.line(place=place)),
        letter="ABCDEFGH"[i],
        place=place,
        gain=desk.say("hall.recruit.gain", n=len(cast.gained)),
        waste=desk.say("hall.recruit.waste", n=len(cast.wasted)) if cast.wasted else "",
        on=place == recruit.place,
    )


def _gain(recruit: Recruit, cast: Forecast) -> Data:
    desk = recruit.desk
    pedestal = recruit.info["pedestal"] if recruit.info else ""
    if recruit.clan not in ("", "none"):
        pedestal = recruit.clan
    return {
        "title": desk.say("hall.recruit.you_gain", n=len(cast.gained)),
        "pedestal": pedestal,
        "pedestal_name": desk.say("hall.recruit.and_pedestal", clan=desk.say(f"hall.clan.{pedestal}"))
        if pedestal
        else "",
        "tokens": [_token(desk, recruit.card, place, symbol) for place, _, symbol in cast.gained],
    }


def _token(desk: Desk, fresh: str, place: str, symbol: str) -> Data:
    troll = troll_at(desk.me, place) if desk.me else None
    name = desk.say(f"hall.troll.{troll['card'] if troll else fresh}")
    return tokens(desk.say, [symbol])[0] | {"troll": name, "note": desk.say("hall.recruit.onto", troll=name)}


def _waste(desk: Desk, cast: Forecast) -> Data:
    """What is wasted, troll by troll."""
    groups: dict[str, list[str]] = {}
    for place, _, symbol in cast.wasted:
        groups.setdefault(place, []).append(symbol)
    return {
        "title": desk.say("hall.recruit.wasted", n=len(cast.wasted)),
        "groups": [
            {"troll": _token(desk, "", place, symbols[0])["troll"], "icons": tokens(desk.say, symbols)}
            for place, symbols in groups.items()
        ],
        "trade": desk.href([["trade"]]) if desk.may("trade") else "",
    }


def _pay(recruit: Recruit) -> Data:
    """Choosing the coins one by one."""
    desk = recruit.desk
    before = ["recruit", *recruit.take, *([] if recruit.take[1:2] else ["pay"])]
    from games.rules.hall.layout.words import options

    return {"title": desk.say("hall.pay.title", n=recruit.price - len(recruit.paid)), "options": options(desk, before)}


def _change_pay(recruit: Recruit) -> Data | None:
    if not recruit.price or recruit.taken:
        return None
    desk = recruit.desk
    if recruit.paid:
        return {"label": desk.say("hall.pay.default"), "href": desk.href([["recruit", recruit.card]])}
    return {"label": desk.say("hall.pay.choose"), "href": desk.href([["recruit", recruit.card, "pay"]])}


def confirm(desk: Desk) -> Data:
    """Label and line of the gold button while recruiting."""
    recruit, say = Recruit(desk), desk.say
    if not recruit.card:
        return {"label": say("hall.verb.recruit"), "line": "", "reason": say("hall.need.troll")}
    if recruit.taken:
        label = say("hall.recruit.confirm_place", troll=say(f"hall.troll.{recruit.card}"))
    elif recruit.price:
        label = say("hall.recruit.confirm", n=recruit.price)
    else:
        label = say("hall.recruit.confirm_free", troll=say(f"hall.troll.{recruit.card}"))
    if recruit.ready:
        return {"label": label, "line": "; ".join(" ".join(words) for words in recruit.line()), "reason": ""}
    need = "hall.need.pedestal" if recruit.chooses and not recruit.clan else "hall.need.place"
    if recruit.unpaid:
        need = "hall.need.pay"
    return {"label": label, "line": "", "reason": say(need)}


def back(desk: Desk) -> Data | None:
    """The left button: takes the last pick back."""
    recruit, say = Recruit(desk), desk.say
    if recruit.place:
        return {"label": say("hall.back.place"), "href": desk.href(recruit.line(place=""))}
    if recruit.clan:
        return {"label": say("hall.back.pedestal"), "href": desk.href(recruit.line(clan=""))}
    if recruit.paid or recruit.take[1:2] == ["pay"]:
        return {"label": say("hall.back.pay"), "href": desk.href([["recruit", recruit.card]])}
    if recruit.card and not recruit.taken:
        return {
            "label": say("hall.back.named", name=say(f"hall.troll.{recruit.card}")),
            "href": desk.href([["recruit"]]),
        }
    return None
