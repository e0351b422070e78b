"""The questions before the first turn: where the gate goes, and the draft of starting trolls (rulings H3 to H20)."""

from __future__ import annotations

from games.rules.hall.layout.board import Pick
from games.rules.hall.layout.desk import Data, Desk, option, tokens
from games.rules.hall.layout.words import label

SLOTS = ("1", "2", "3", "4")


def gate_panel(desk: Desk) -> Data:
    """Every free start point as a link, the chosen one ready to confirm."""
    say = desk.say
    chosen = desk.words[1] if len(desk.words) > 1 else ""
    starts = [
        option(
            _name(desk, word.text), desk.href([["gate", word.text]]), sub=word.data["square"], on=word.text == chosen
        )
        for word in desk.found("gate")
    ]
    ready = bool(chosen) and desk.legal(desk.words).complete
    confirm = {
        "label": say("hall.gate.confirm"),
        "line": " ".join(desk.words) if ready else "",
        "reason": "" if ready else say("hall.need.gate"),
    }
    back = {"label": say("hall.back.named", name=_name(desk, chosen)), "href": desk.href([])} if chosen else None
    return {"kind": "gate", "starts": starts, "confirm": confirm, "back": back}


def _name(desk: Desk, start: str) -> str:
    return desk.say(f"hall.start.{desk.view['side']}.{start}")


def gate_picks(desk: Desk) -> list[Pick]:
    chosen = desk.words[1] if len(desk.words) > 1 else ""
    return [
        Pick(
            word.data["square"],
            desk.href([["gate", word.text]]),
            desk.say("hall.gate.pick", name=_name(desk, word.text), square=word.data["square"]),
            word.text == chosen,
        )
        for word in desk.found("gate")
    ]


def draft_panel(desk: Desk) -> Data:
    """The reader's own candidates and slots; nobody else's page has this."""
    say, words = desk.say, desk.words
    card = words[1] if len(words) > 1 else ""
    slot = words[2] if len(words) > 2 else ""
    draft = desk.view["draft"] or {"slots": ["", "", "", ""], "drawn": []}
    cards = [
        option(
            say(f"hall.troll.{word.text}"),
            desk.href([["draft", word.text, *([slot] if slot and slot in desk.texts("draft", word.text) else [])]]),
            card=word.text,
            repeat=tokens(say, word.data["symbols"]),
            once=tokens(say, word.data["once"]),
            on=word.text == card,
        )
        for word in desk.found("draft")
    ]
    first = card or (cards[0]["card"] if cards else "")
    free = desk.texts("draft", first) if first else []
    slots = [
        _slot(desk, number, draft["slots"][int(number) - 1], first if card else "", slot, free) for number in SLOTS
    ]
    ready = bool(slot) and desk.legal(words).complete
    label_ = say("hall.draft.confirm", troll=say(f"hall.troll.{card}"), slot=slot) if ready else say("hall.verb.draft")
    need = "" if ready else say("hall.need.slot" if card else "hall.need.card")
    back = (
        {
            "label": say("hall.back.named", name=label(desk, words[:-1], words[-1])),
            "href": desk.href([words[:-1]] if len(words) > 2 else []),
        }
        if card
        else None
    )
    return {
        "kind": "draft",
        "cards": cards,
        "slots": slots,
        "placed": sum(bool(s) for s in draft["slots"]),
        "confirm": {"label": label_, "line": " ".join(words) if ready else "", "reason": need},
        "back": back,
    }


def _slot(desk: Desk, number: str, filled: str, card: str, chosen: str, free: list[str]) -> Data:
    """A slot of the starting row; the outer two are activated up to three times, the inner ones up to five (H17)."""
    say = desk.say
    found = option(
        say("hall.draft.slot", slot=number),
        desk.href([["draft", card, number]]) if card and number in free else "",
        sub=say("hall.draft.inner" if number in ("2", "3") else "hall.draft.outer"),
        on=number == chosen,
        card=filled,
        name=say(f"hall.troll.{filled}") if filled else "",
    )
    return found | {"ghost": card if number == chosen else ""}
