"""The page of a table of Hall: everything a template draws, from one Desk (see ``layout_desk``).

``page(desk)`` lays out the whole table; ``log_line`` and ``place_of`` serve the log; ``sheet`` the cached pictures.
All of it is presentation: it reads Views and next words, and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.hall.art import sheet, sheet_names
from games.rules.hall.layout import final as layout_final
from games.rules.hall.layout import setup as layout_setup
from games.rules.hall.layout import supply as layout_supply
from games.rules.hall.layout import turn as layout_turn
from games.rules.hall.layout.board import Crop, Pick, Plan, crop_round, minimap, picture, text_rows
from games.rules.hall.layout.change import change_picture
from games.rules.hall.layout.desk import Data, Desk, Say
from games.rules.hall.layout.facts import facts
from games.rules.hall.layout.final import score_sources
from games.rules.hall.layout.horde import horde
from games.rules.hall.layout.links import Links, plans_of
from games.rules.hall.layout.log import QUIET, deed, goods_of, log_line, place_of, weight
from games.rules.hall.layout.rules import rule_of
from games.rules.hall.layout.smoot import closer, rivals, smoot
from games.rules.hall.layout.thumb import thumb
from games.rules.hall.layout.words import chips, options

__all__ = [
    "QUIET",
    "Desk",
    "change_picture",
    "closer",
    "deed",
    "facts",
    "goods_of",
    "log_line",
    "mail_facts",
    "page",
    "place_of",
    "rule_of",
    "score_sources",
    "seat_facts",
    "sheet",
    "sheet_names",
    "thumb",
    "weight",
]

ZOOMED = ("dig", "extra", "hall", "move", "set", "establish")
"""Half-made actions for which the board shows my tunnels unless the whole mountain is asked for."""
TIERS = (1, 2, 3, 4, 5)


def page(desk: Desk, *, result: Any = None, news: list[tuple[str, int]] | None = None) -> Data:
    """Everything of the table: board, panel, horde, trollsmoots, supplies. ``news``: squares with their numbers."""
    links = Links(desk)
    panel = panel_of(desk)
    plans = plans_of(desk)
    crop = crop_of(desk, links.picks, plans)
    return {
        "board": board(desk, links.picks, plans, crop, news or layout_final.counted_squares(desk, result)),
        "panel": panel,
        "heading": heading(desk, panel),
        "phase": desk.view["phase"],
        "horde": horde(desk, links.cards),
        "smoot": smoot(desk, desk.seat, links.places) if desk.seat else None,
        "rivals": rivals(desk),
        "supply": layout_supply.supply(desk),
        "spells": layout_supply.spells(desk, links.spells),
        "spell_deck": desk.view["spell_deck"],
        "shops": layout_supply.shops(desk, links.shops),
        "track": layout_supply.track(desk),
        "scores": layout_final.scores(desk, result),
        "now": layout_final.standing_now(desk),
    }


def seat_facts(desk: Desk) -> dict[int, Data]:
    """Honour, note and crown of each seat, for the head of the page."""
    return layout_final.seats(desk)


def panel_of(desk: Desk) -> Data | None:
    """The panel of what the reader is asked; None when nothing is."""
    question = desk.view.get("my_question")
    if not question:
        return None
    if question == "gate":
        return layout_setup.gate_panel(desk)
    if question == "draft":
        return layout_setup.draft_panel(desk)
    return layout_turn.panel(desk)


def heading(desk: Desk, panel: Data | None) -> str:
    """What is asked, for the page's h1: "recruit or dig"."""
    if panel is None:
        return ""
    if panel["kind"] != "turn":
        return desk.say(f"hall.heading.{panel['kind']}")
    name = panel["step"]
    if name == "main":
        turn = desk.view["turn"]
        name = "place" if turn["taken"] else "extra" if desk.may("extra") else name
        if desk.may("set") or desk.may("establish"):
            name = "finish_tunnel"
    return desk.say(f"hall.heading.{name}")


def board(desk: Desk, picks: list[Pick], plans: list[Plan], crop: Crop | None, news: list[tuple[str, int]]) -> Data:
    """The mountain with its tools, and in words when asked."""
    say, names, text = desk.say, bool(desk.query.get("names")), bool(desk.query.get("text"))
    rows = text_rows(desk, picks) if text else []
    mine = _own_squares(desk)
    tools = [{"label": say("hall.tool.whole"), "href": desk.href(None, zoom="whole"), "on": crop is None}]
    if mine:
        tools.append({"label": say("hall.tool.mine"), "href": desk.href(None, zoom="mine"), "on": crop is not None})
    tools.append({"label": say("hall.tool.names"), "href": desk.href(None, names="" if names else "1"), "on": names})
    tools.append({"label": say("hall.tool.text"), "href": desk.href(None, text="" if text else "1"), "on": text})
    return {
        "svg": picture(desk, plans, picks, news, crop),
        "tools": tools,
        "minimap": minimap(desk, crop) if crop else "",
        "whole": desk.href(None, zoom="whole"),
        "text": rows,
        "columns": [cell["square"].rstrip("0123456789") for cell in rows[0]["cells"]] if rows else [],
        "key": [
            {"tier": tier, "name": say(f"hall.colour.{tier}"), "value": desk.edition.tier_values[tier - 1]}
            for tier in TIERS
        ],
    }


def _own_squares(desk: Desk) -> list[str]:
    if not desk.seat:
        return []
    unit = desk.view["players"][desk.seat - 1]["unit"]
    return [s for piece in desk.view["board"]["pieces"] if piece["owner"] == unit for s in piece["squares"]]


def crop_of(desk: Desk, picks: list[Pick], plans: list[Plan]) -> Crop | None:
    """The part shown: my tunnels and all that may be pressed, while placing something or when asked for."""
    zoom = desk.query.get("zoom", "")
    placing = desk.words[:1] and desk.words[0] in ZOOMED
    if zoom == "whole" or (zoom != "mine" and not placing):
        return None
    squares = [*_own_squares(desk), *(pick.square for pick in picks), *(s for plan in plans for s in plan.squares)]
    return crop_round(desk.side, squares, 1)


def fallback_words(desk: Desk) -> Data:
    """The plainest panel there is: the words picked, and every next word."""
    return {"kind": "words", "question": "", "chips": chips(desk, desk.words), "options": options(desk, desk.words)}


def mail_facts(view: Data, say: Say, who: Callable[[int], str], viewer: int | None) -> list[str]:
    """The closing lines of a mail: honour of everybody, the most first; turns left once the end is in sight."""
    units = sorted(view["units"], key=lambda unit: -unit["honour"])
    race = ", ".join(
        say("hall.mail.you", n=unit["honour"])
        if viewer in unit["seats"] and len(unit["seats"]) == 1
        else say("hall.mail.honour", who=", ".join(who(seat) for seat in unit["seats"]), n=unit["honour"])
        for unit in units
    )
    left = (view.get("turns_left") or {}).get(str(viewer))
    return [say("hall.mail.race", names=race), *([say("hall.seat.turns_left", n=left)] if left is not None else [])]
