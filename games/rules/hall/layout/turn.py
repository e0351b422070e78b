"""The turn panel: five steps in a list, the open one with its choices, and the two buttons below (rulings H21 to H25).

The step shown open is that of the half-made choice, else the one asked for in the address, else the first that still
offers something. A step without a legal choice passes by itself and says so. Nothing here decides what is legal: every
button comes from the next words.
"""

from __future__ import annotations

from games.rules.hall.layout import dig as layout_dig
from games.rules.hall.layout import recruit as layout_recruit
from games.rules.hall.layout.desk import Data, Desk, option
from games.rules.hall.layout.finish import finish
from games.rules.hall.layout.halls import hall_panel
from games.rules.hall.layout.magic import generic, magic
from games.rules.hall.layout.rules import rule_of_step
from games.rules.hall.layout.statues import statues
from games.rules.hall.layout.trade import trade, trade_link
from games.rules.hall.layout.words import label

STEPS = ("magic", "main", "hall", "statues", "end")
STEP_OF = {
    "cast": "magic", "activate": "magic", "use": "magic", "close": "magic", "recruit": "main", "pedestal": "main",
    "place": "main", "dig": "main", "extra": "main", "skip": "main", "set": "main", "establish": "main", "hall": "hall",
    "move": "statues", "end": "end",
}  # fmt: skip


def current_step(desk: Desk) -> str:
    """Which of the five steps is open."""
    verb = desk.words[0] if desk.words else ""
    if verb in STEP_OF:
        return STEP_OF[verb]
    wanted = desk.query.get("step", "")
    if wanted in STEPS and reachable(desk, wanted):
        return wanted
    return next(step for step in STEPS if step == "end" or offers(desk, step))


def offers(desk: Desk, step: str) -> list[str]:
    """The verbs of a step that are open now."""
    return [verb for verb in desk.verbs if STEP_OF.get(verb) == step]


def reachable(desk: Desk, step: str) -> bool:
    """Whether the step may be looked at: it offers something, or is the end, or lies between."""
    return (step == "end" and desk.may("end")) or bool(offers(desk, step))


def panel(desk: Desk) -> Data:
    """The whole turn panel."""
    step = current_step(desk)
    steps = [_step(desk, name, i + 1, step) for i, name in enumerate(STEPS)]
    return {"kind": "turn", "steps": steps, "step": step, "confirm": confirm(desk, step), "back": back(desk)}


def _step(desk: Desk, name: str, number: int, current: str) -> Data:
    order = STEPS.index(name) - STEPS.index(current)
    state = "now" if not order else "done" if order < 0 else "later"
    href = desk.href([], step=name) if order and reachable(desk, name) else ""
    found: Data = {
        "key": name,
        "number": number,
        "title": title(desk, name, current),
        "state": state,
        "note": note(desk, name, state),
        "href": href,
    }
    if state == "now":
        found["open"] = opened(desk, name)
        found["trade"] = trade_link(desk)
        found["rule"] = rule_of_step(name, found["open"]["kind"])
    return found


def title(desk: Desk, name: str, current: str) -> str:
    if name == "main" and name == current:
        turn = desk.view["turn"]
        if turn["taken"]:
            return desk.say("hall.step.place")
        if desk.may("set") or desk.may("establish"):
            return desk.say("hall.step.finish_tunnel")
        if desk.may("extra"):
            return desk.say("hall.step.extra")
    return desk.say(f"hall.step.{name}")


def note(desk: Desk, name: str, state: str) -> str:
    """The line beside a step's name: what was done, or what there would be to do."""
    say, turn = desk.say, desk.view["turn"]
    if state == "now":
        return ""
    if name == "magic" and state == "done":
        spell = (
            say("hall.note.cast", spell=say(f"hall.spell.{turn['spell']}"))
            if turn["spell"]
            else say("hall.note.no_spell")
        )
        shop = (
            say("hall.note.workshop", n=len(turn["activated"])) if turn["activated"] else say("hall.note.no_workshop")
        )
        return desk.joined([spell, shop])
    if name == "main" and state == "done":
        return say("hall.note.dug") if turn["dug"] is not None else say("hall.note.main_done")
    if name == "end":
        return ""
    offered = offers(desk, name)
    if state == "done":
        return say("hall.note.passed") if offered else say("hall.note.nothing")
    if name == "hall":
        return say("hall.note.halls", n=len(desk.texts("hall"))) if offered else say("hall.note.no_hall")
    if name == "statues":
        return say("hall.note.statues", n=len(desk.texts("move"))) if offered else say("hall.note.no_statue")
    return ""


def opened(desk: Desk, step: str) -> Data:
    """The controls of the open step."""
    words = desk.words
    if words[:1] == ["trade"]:
        return trade(desk)
    if step == "magic":
        return magic(desk)
    if step == "main":
        return main(desk)
    if step == "hall":
        return hall_panel(desk) if desk.may("hall") or words else generic(desk)
    if step == "statues":
        return statues(desk)
    return {"kind": "end", "left": left_over(desk)}


# -- step 1 ----------------------------------------------------------------------------------------------------------


# -- step 2 ----------------------------------------------------------------------------------------------------------


def main(desk: Desk) -> Data:
    """Recruit or dig; placing a taken troll; finishing a fresh tunnel; Night Shift."""
    words, turn = desk.words, desk.view["turn"]
    verb = words[0] if words else ""
    if turn["taken"]:
        return layout_recruit.panel(desk) | {"switch": []}
    if verb in ("set", "establish") or (not verb and (desk.may("set") or desk.may("establish"))):
        return finish(desk)
    if verb == "extra" or (not verb and desk.may("extra")):
        return layout_dig.panel(desk, "extra") | {
            "switch": [],
            "go_on": desk.href([], step="hall") if desk.may("hall") else desk.href([], step="end"),
        }
    if verb == "skip":
        return generic(desk)
    half = half_of(desk)
    shown = layout_dig.panel(desk) if half == "dig" else layout_recruit.panel(desk)
    return shown | {"switch": switch(desk, half)}


def half_of(desk: Desk) -> str:
    """Which half of step 2 is shown: "recruit" or "dig"."""
    if desk.words and desk.words[0] in ("dig", "recruit"):
        return desk.words[0]
    return "recruit" if desk.may("recruit") else "dig"


def switch(desk: Desk, half: str) -> list[Data]:
    """Recruit | Dig | Skip, the ones that are open; a closed one says why."""
    say, found = desk.say, []
    for verb in ("recruit", "dig", "skip"):
        if desk.may(verb):
            found.append(option(say(f"hall.switch.{verb}"), desk.href([[verb]]), on=verb == half))
        elif verb != "skip":
            why = say("hall.switch.no_recruit") if verb == "recruit" else layout_dig.why_none(desk)
            found.append(option(say(f"hall.switch.{verb}"), "", on=verb == half, off=why))
    return found


def left_over(desk: Desk) -> list[str]:
    """What the turn leaves unused, said once before its end."""
    say, found = desk.say, []
    if desk.may("hall"):
        found.append(say("hall.left.hall", n=len(desk.texts("hall"))))
    if desk.may("move"):
        found.append(say("hall.left.statue", n=len(desk.texts("move"))))
    if desk.may("set"):
        found.append(say("hall.left.pedestal"))
    if desk.may("establish"):
        found.append(say("hall.left.site"))
    if desk.may("extra"):
        found.append(say("hall.left.extra"))
    return found


# -- the two buttons -------------------------------------------------------------------------------------------------


def confirm(desk: Desk, step: str) -> Data:
    """The gold button: label and the line it sends, or the address it leads to, or the reason why it cannot be
    pressed."""
    say, words = desk.say, desk.words
    verb = words[0] if words else ""
    if step == "main" and (verb in ("recruit", "place", "pedestal") or desk.view["turn"]["taken"]):
        return layout_recruit.confirm(desk)
    if verb in ("dig", "extra", "hall"):
        return layout_dig.confirm(desk, verb)
    if verb:
        return _confirm_words(desk)
    if step == "end":
        return {"label": say("hall.verb.end"), "line": "end", "reason": ""}
    if step == "main" and not (desk.may("set") or desk.may("establish") or desk.may("extra")):
        half = half_of(desk)
        return layout_recruit.confirm(desk) if half == "recruit" else layout_dig.confirm(desk, "dig")
    if step == "magic" and any(desk.may(verb) for verb in ("recruit", "dig", "skip")):
        return {"label": say("hall.go_on_main"), "line": "", "href": desk.href([], step="main")}
    return {"label": say("hall.confirm"), "line": "", "reason": say(f"hall.need.{step}")}


def _confirm_words(desk: Desk) -> Data:
    """Whatever is spelled out in words."""
    say, words = desk.say, desk.words
    ready = desk.legal(words).complete
    named = {"cast": "hall.confirm_cast", "activate": "hall.confirm_activate", "move": "hall.confirm_move"}
    text = say(f"hall.verb.{words[0]}")
    if ready and words[0] in named:
        text = say(named[words[0]], what=label(desk, words[:1], words[1]), to=words[2] if len(words) > 2 else "")
    return {"label": text, "line": " ".join(words) if ready else "", "reason": "" if ready else say("hall.need.more")}


def back(desk: Desk) -> Data | None:
    """The left button while a choice is half made: one pick back. None when nothing is picked."""
    words = desk.words
    if not words:
        return None
    if words[0] in ("recruit", "place", "pedestal"):
        return layout_recruit.back(desk) or (
            {"label": desk.say("hall.back.choice"), "href": desk.href([])} if words == ["recruit"] else None
        )
    if len(words) == 1:
        return {"label": desk.say("hall.back.choice"), "href": desk.href([])}
    name = label(desk, words[:-1], words[-1])
    text = (
        desk.say("hall.back.spot")
        if words[0] in ("dig", "extra", "hall")
        and len(words) > 2
        and words[-1][-1:].islower()
        and words[-1][:1].isupper()
        else desk.say("hall.back.named", name=name)
    )
    return {"label": text, "href": desk.href([words[:-1]])}
