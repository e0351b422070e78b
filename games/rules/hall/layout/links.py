"""What may be pressed beside the panel, and what is half made on the board."""

from __future__ import annotations

from games.rules.hall.layout import dig as layout_dig
from games.rules.hall.layout import setup as layout_setup
from games.rules.hall.layout.board import Pick, Plan
from games.rules.hall.layout.desk import (
    Desk,
)
from games.rules.hall.layout.halls import hall_spots
from games.rules.hall.layout.words import PLACE, SQUARE, options


class Links:
    """What may be pressed beside the panel: squares, horde cards, places, spells, workshops (key or square ->
    address).
    """

    def __init__(self, desk: Desk) -> None:
        self.picks: list[Pick] = []
        self.cards: dict[str, str] = {}
        self.places: dict[str, str] = {}
        self.spells: dict[str, str] = {}
        self.shops: dict[str, str] = {}
        if not desk.asked:
            return
        words = desk.words
        if not words:
            self._opening(desk)
        elif words[0] == "gate":
            self.picks = layout_setup.gate_picks(desk)
        elif words[0] in ("dig", "extra"):
            self.picks = layout_dig.dig_plans(desk, words[0])[1]
        elif words[0] == "hall":
            spots = hall_spots(desk)
            self.picks = spots.picks() if spots else []
        elif words[0] == "move":
            self._moves(desk)
        elif words[0] not in ("recruit", "place", "pedestal"):
            self._next(desk)
        if words[:1] == ["recruit"] or not words:
            self._recruits(desk)

    def _recruits(self, desk: Desk) -> None:
        if desk.may("recruit"):
            self.cards = {card: desk.href([["recruit", card]]) for card in desk.texts("recruit")}

    def _opening(self, desk: Desk) -> None:
        """Nothing picked yet: every action that begins with a thing on the table."""
        say = desk.say
        if desk.may("gate"):
            self.picks = layout_setup.gate_picks(desk)
        if desk.may("cast"):
            self.spells = {key: desk.href([["cast", key]]) for key in desk.texts("cast")}
        if desk.may("activate"):
            self.shops = {square: desk.href([["activate", square]]) for square in desk.texts("activate")}
            self.picks += [Pick(s, href, say("hall.press.activate", square=s)) for s, href in self.shops.items()]
        if desk.may("establish"):
            self.picks += [
                Pick(s, desk.href([["establish", s]]), say("hall.press.establish", square=s))
                for s in desk.texts("establish")
            ]
        if desk.may("set"):
            square = desk.found("set")[0].data["square"]
            self.picks.append(Pick(square, desk.href([["set"]]), say("hall.press.set", square=square)))
        if desk.may("move"):
            self.picks += [
                Pick(s, desk.href([["move", s]]), say("hall.press.move", square=s)) for s in desk.texts("move")
            ]

    def _moves(self, desk: Desk) -> None:
        """Statues that may move; with one chosen also its goals."""
        words = desk.words
        chosen, goal = (words[1:2] or [""])[0], (words[2:3] or [""])[0]
        self.picks = [
            Pick(s, desk.href([["move", s]]), desk.say("hall.press.move", square=s), s == chosen)
            for s in desk.texts("move")
        ]
        if chosen:
            self.picks += [
                Pick(s, desk.href([["move", chosen, s]]), desk.say("hall.press.to", square=s), s == goal)
                for s in desk.texts("move", chosen)
            ]

    def _next(self, desk: Desk) -> None:
        """Any other half-made action: its next word may be a square, a place, a card, a workshop."""
        for found in options(desk, desk.words):
            word = found["word"]
            if SQUARE.fullmatch(word):
                self.picks.append(Pick(word, found["href"], desk.say("hall.press.square", square=word)))
            elif PLACE.fullmatch(word):
                self.places[word] = found["href"]
            else:
                self.cards[word] = found["href"]


def plans_of(desk: Desk) -> list[Plan]:
    """What is half made, drawn in dashes."""
    words = desk.words
    if words[:1] == ["move"] and len(words) > 2:
        return [Plan((words[1], words[2]), move=True)]
    if words[:1] == ["hall"]:
        spots = hall_spots(desk)
        return spots.plans() if spots else []
    return layout_dig.dig_plans(desk, words[0])[0] if words[:1] in (["dig"], ["extra"]) else []
