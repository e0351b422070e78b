"""The rules of the toy game, see the package."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.rules.dice import Dice, pick, shuffled
from games.rules.kernel import Data, Decision, Event, Illegal, Next, Option, Result, Standing, Word


class ToyEdition(msgspec.Struct, frozen=True):
    cards: list[int]
    rounds: int = 2


class ToyState(msgspec.Struct):
    hands: list[list[int]]
    hidden: list[list[int]]
    points: list[int]
    seen: list[list[int]]
    phase: str = "hide"
    seat: int = 0
    turn: int = 0
    steps: int = 3
    rolled: bool = False
    called: bool = False
    votes: dict[int, str] = {}


def words(*texts: str, kind: str = "verb", complete: bool = False) -> Next:
    return Next(tuple(Word(text, kind) for text in texts), complete)


class ToyRules:
    slug = "toy"
    version = 2
    state_type = ToyState

    def __init__(self, edition: ToyEdition) -> None:
        self.edition = edition

    def options(self, seats: int) -> tuple[Option, ...]:
        return (Option("bonus", "number", 0, minimum=0, maximum=5),)

    def check_options(self, options: Data, seats: int) -> Data:
        bonus = options.get("bonus", 0)
        if set(options) - {"bonus"} or not isinstance(bonus, int) or not 0 <= bonus <= 5:
            raise Illegal("bad_option")
        return {"bonus": bonus}

    def setup(self, options: Data, seats: int, dice: Dice) -> tuple[ToyState, list[Event]]:
        cards = shuffled(dice, "deal", self.edition.cards)
        hands = [sorted(cards[3 * n : 3 * n + 3]) for n in range(seats)]
        state = ToyState(hands, [[] for _ in hands], [options["bonus"]] * seats, [[] for _ in hands])
        events = [Event("begin")]
        events += [Event("dealt", {"seat": n, "cards": hand}, seats=(n,)) for n, hand in enumerate(hands, 1)]
        return state, events

    def pending(self, state: ToyState) -> tuple[Decision, ...]:
        seats = range(1, len(state.hands) + 1)
        if state.phase == "hide":
            return tuple(Decision(n, "hide", sealed=True) for n in seats if len(state.hidden[n - 1]) < 2)
        if state.phase == "vote":
            return tuple(
                Decision(n, "vote", sealed=True, silent=True) for n in seats if n != state.seat and n not in state.votes
            )
        return (Decision(state.seat, "turn"),) if state.phase == "turn" else ()

    def legal(self, state: ToyState, seat: int, said: Sequence[str]) -> Next:
        question = next((d.code for d in self.pending(state) if d.seat == seat), "")
        if not question:
            return Next(())
        if not said:
            return words(*self._verbs(state, question))
        if said[0] not in self._verbs(state, question) or len(said) > 2:
            raise self.explain(state, seat, said)
        choices = self._choices(state, seat, said[0])
        if not choices or len(said) == 2:
            if len(said) == 2 and said[1] not in choices:
                raise self.explain(state, seat, said)
            return Next((), True)
        return words(*choices, kind="choice")

    def _verbs(self, state: ToyState, question: str) -> list[str]:
        if question in ("hide", "vote"):
            return [question]
        found = ["step"] if state.steps else []
        found += [] if state.rolled else ["roll"]
        return [*found, "peek", *([] if state.called else ["call"]), "end"]

    def _choices(self, state: ToyState, seat: int, verb: str) -> list[str]:
        if verb == "hide":
            return [str(card) for card in state.hands[seat - 1]]
        if verb == "step":
            return [str(n) for n in range(1, state.steps + 1)]
        return ["yes", "no"] if verb == "vote" else []

    def apply(self, state: ToyState, seat: int, action: Sequence[str], dice: Dice) -> list[Event]:
        return list(getattr(self, f"_{action[0]}")(state, seat, action[1:], dice))

    def _hide(self, state: ToyState, seat: int, said: Sequence[str], dice: Dice) -> list[Event]:
        card = int(said[0])
        state.hands[seat - 1].remove(card)
        state.hidden[seat - 1].append(card)
        events = [
            Event("hid", {"seat": seat}),
            Event("hid_card", {"seat": seat, "card": card}, (seat,), until="hiding"),
        ]
        if all(len(cards) == 2 for cards in state.hidden):
            for n, cards in enumerate(state.hidden):
                state.points[n] += sum(cards)
            events.append(Event("open", {"points": list(state.points)}, opened="hiding"))
            state.phase, state.seat, state.turn = "turn", 1, 1
        return events

    def _step(self, state: ToyState, seat: int, said: Sequence[str], dice: Dice) -> list[Event]:
        state.steps -= int(said[0])
        state.points[seat - 1] += int(said[0])
        return [Event("stepped", {"seat": seat, "n": int(said[0])})]

    def _roll(self, state: ToyState, seat: int, said: Sequence[str], dice: Dice) -> list[Event]:
        points = pick(dice, "roll", [1, 2, 3, 4, 5, 6])
        state.rolled = True
        state.points[seat - 1] += points
        return [Event("rolled", {"seat": seat}), Event("result", {"points": points})]

    def _peek(self, state: ToyState, seat: int, said: Sequence[str], dice: Dice) -> list[Event]:
        other = seat % len(state.hands) + 1
        if other not in state.seen[seat - 1]:
            state.seen[seat - 1].append(other)
        card = state.hands[other - 1][0]
        return [Event("peeked", {"seat": seat}), Event("peeked_card", {"card": card}, (seat,))]

    def _call(self, state: ToyState, seat: int, said: Sequence[str], dice: Dice) -> list[Event]:
        state.phase, state.called, state.votes = "vote", True, {}
        return [Event("called", {"seat": seat})]

    def _vote(self, state: ToyState, seat: int, said: Sequence[str], dice: Dice) -> list[Event]:
        state.votes = dict(sorted({**state.votes, seat: said[0]}.items()))
        events = [Event("voted", {"seat": seat, "vote": said[0]}, (seat,), until=f"vote {state.turn}")]
        if len(state.votes) == len(state.hands) - 1:
            state.points[state.seat - 1] += sum(vote == "yes" for vote in state.votes.values())
            state.phase = "turn"
            events.append(Event("counted", {"points": list(state.points)}, opened=f"vote {state.turn}"))
        return events

    def _end(self, state: ToyState, seat: int, said: Sequence[str], dice: Dice) -> list[Event]:
        state.turn += 1
        state.seat = seat % len(state.hands) + 1
        state.steps, state.rolled, state.called = 3, False, False
        if state.turn > self.edition.rounds * len(state.hands):
            state.phase = "over"
            return [Event("ended", {"seat": seat}), Event("over", {"points": list(state.points)})]
        return [Event("ended", {"seat": seat})]

    def revealed(self, before: ToyState, after: ToyState, seat: int, action: Sequence[str]) -> bool:
        return before.seen[seat - 1] != after.seen[seat - 1]

    def view(self, state: ToyState, seat: int | None) -> Data:
        found: Data = {"phase": state.phase, "turn": state.turn, "points": list(state.points), "steps": state.steps}
        found["hidden"] = [len(cards) for cards in state.hidden] if state.phase == "hide" else list(state.hidden)
        if seat is not None:
            found["hand"] = list(state.hands[seat - 1])
            found["mine"] = list(state.hidden[seat - 1])
            found["seen"] = {str(n): list(state.hands[n - 1]) for n in state.seen[seat - 1]}
            found["vote"] = state.votes.get(seat) if state.phase == "vote" else None
        return found

    def result(self, state: ToyState) -> Result | None:
        if state.phase != "over":
            return None
        order = sorted(set(state.points), reverse=True)
        standings = [
            Standing((n,), order.index(points) + 1, points, {"points": points})
            for n, points in enumerate(state.points, 1)
        ]
        return Result(tuple(sorted(standings, key=lambda s: s.place)), "rounds")

    def fallback(self, state: ToyState, seat: int) -> str:
        if state.phase == "hide":
            return f"hide {state.hands[seat - 1][0]}"
        return "vote no" if state.phase == "vote" else "end"

    def progress(self, state: ToyState) -> Data:
        return {"round": max(0, state.turn - 1) // len(state.hands) + 1, "turn": state.turn, "turns_left": None}

    def explain(self, state: ToyState, seat: int, action: Sequence[str]) -> Illegal:
        return Illegal("no_such_action", said=" ".join(action))

    def imagine(self, state: ToyState, seat: int | None, dice: Dice) -> ToyState:
        """Cards this seat has not seen change places, also with those never dealt; silent votes of others are
        forgotten."""
        new = msgspec.json.decode(msgspec.json.encode(state), type=ToyState)
        if new.phase == "vote":
            new.votes = {n: v if n == seat else pick(dice, "vote", ["yes", "no"]) for n, v in new.votes.items()}
        known = new.seen[seat - 1] if seat else []
        others = [n for n in range(1, len(new.hands) + 1) if n != seat and n not in known]
        sealed = new.phase == "hide"
        fixed = {c for n, hand in enumerate(new.hands, 1) if n not in others for c in hand}
        fixed |= {c for n, hid in enumerate(new.hidden, 1) if n not in others or not sealed for c in hid}
        cards = shuffled(dice, "imagine", [card for card in self.edition.cards if card not in fixed])
        for n in others:
            new.hands[n - 1] = sorted(cards.pop() for _ in new.hands[n - 1])
            new.hidden[n - 1] = [cards.pop() for _ in new.hidden[n - 1]] if sealed else new.hidden[n - 1]
        return new

    def census(self, state: ToyState) -> dict[str, int]:
        """Cards are neither lost nor made."""
        return {"cards": sum(len(cards) for cards in [*state.hands, *state.hidden])}

    def upgrade(self, data: Data) -> Data:
        """Layout 1 had no ``called``."""
        return {**data, "called": False}
