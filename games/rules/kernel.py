"""The contract between a rule set and the house, and the one way an action changes a State.

Pure Python: no Django, no clock, no I/O, no ``random``. See ``docs/architecture.md``, "The contract of a rule set".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from games.rules.dice import Dice, Draw

Data = dict[str, Any]
SEPARATOR = "; "


class Illegal(Exception):
    """An action the rules refuse. ``code`` names the broken rule (a message id is made from it), ``data`` fills it."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data: Data = data


class Decision(msgspec.Struct, frozen=True):
    """A question put to a seat (seats count from 1).

    ``optional``: the game can go on without an answer. ``sealed``: answers of this step commute and open together.
    ``silent``: nobody learns whether or when it was answered. ``data`` is public to the asked seat alone.
    """

    seat: int
    code: str
    data: Data = {}
    optional: bool = False
    sealed: bool = False
    silent: bool = False


class Event(msgspec.Struct, frozen=True):
    """Something that happened, for the log: a code with data.

    ``seats``: those who may read it (None: everybody). ``until``: a name given by the rule set; when ``opened`` of a
    later Event carries the same name, everybody may read it from then on. Public and private parts are two events.
    """

    code: str
    data: Data = {}
    seats: tuple[int, ...] | None = None
    until: str = ""
    opened: str = ""


class Word(msgspec.Struct, frozen=True):
    """One possible next word. ``kind`` says what it is (a verb, a square, a card ...), ``data`` what a button shows."""

    text: str
    kind: str
    data: Data = {}


class Next(msgspec.Struct, frozen=True):
    """The next words in a fixed order, and whether the action may end here."""

    words: tuple[Word, ...]
    complete: bool = False


class Option(msgspec.Struct, frozen=True):
    """A typed option of a table. ``kind``: "choice", "flag", "many" or "number"; ``choices`` are keys (message ids are
    made of slug, name and key); ``seats`` limits it to those numbers of seats (empty: all)."""

    name: str
    kind: str
    default: Any
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    seats: tuple[int, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """The final account of one unit (a seat, or a team whose seats share it): place from 1, total, parts by source."""

    seats: tuple[int, ...]
    place: int
    total: int
    parts: dict[str, int]
    data: Data = {}


class Result(msgspec.Struct, frozen=True):
    """How a game ended: standings by place, the code of the reason.

    When the win of a table of two was taken before the end, the house makes the Result: reason "time" or "resigned"
    (every rule set has a text for each). A rule set with ``standing_now(state)`` -> a list of Standing tells what each
    unit has by then; without it all totals are 0."""

    standings: tuple[Standing, ...]
    reason: str


S = TypeVar("S", bound=msgspec.Struct)


class RuleSet(Protocol[S]):
    """One game with one edition of its components. See the plan for the promises behind each name."""

    slug: str
    version: int
    state_type: type[S]

    def options(self, seats: int) -> tuple[Option, ...]:
        """The options a table with this many seats may set."""

    def check_options(self, options: Data, seats: int) -> Data:
        """The full, valid options (defaults filled in). Raises Illegal with the code of what is wrong."""

    def setup(self, options: Data, seats: int, dice: Dice) -> tuple[S, list[Event]]: ...

    def pending(self, state: S) -> tuple[Decision, ...]:
        """Every seat asked now; empty exactly when the game is over; never all optional."""

    def legal(self, state: S, seat: int, words: Sequence[str]) -> Next:
        """The words that may follow. Raises Illegal when ``words`` do not start a legal action. No dead ends."""

    def apply(self, state: S, seat: int, action: Sequence[str], dice: Dice) -> list[Event]:
        """Carry out a whole legal action, changing ``state`` in place. Called by ``advance`` alone."""

    def revealed(self, before: S, after: S, seat: int, action: Sequence[str]) -> bool:
        """Whether the mover saw something hidden without chance being used (a barrier for undo)."""

    def view(self, state: S, seat: int | None) -> Data:
        """What this seat (None: a watcher) may know, built up from nothing; JSON types only."""

    def result(self, state: S) -> Result | None: ...

    def fallback(self, state: S, seat: int) -> str:
        """A legal and harmless action from every state; repeated, it ends the turn."""

    def progress(self, state: S) -> Data:
        """Public facts for lists and log folding: {"round": int, "turn": int (grows by 1 each turn),
        "turns_left": None or {seat as text: turns after the one under way}}."""

    def explain(self, state: S, seat: int, action: Sequence[str]) -> Illegal:
        """Why this action is refused, as precisely as the rules can say. Only called for actions that are not legal."""

    def imagine(self, state: S, seat: int | None, dice: Dice) -> S:
        """Another State that this seat cannot tell from the real one."""

    def upgrade(self, data: Data) -> Data:
        """A dumped State of an older layout brought up one version at a time."""


class Stamped(msgspec.Struct, Generic[S]):
    """A dumped State with its layout version."""

    version: int
    state: msgspec.Raw


class NewerState(Exception):
    """The State was written by a newer layout than this code knows; the task waits for the new code."""


def dump(rules: RuleSet[S], state: S) -> bytes:
    """State -> JSON bytes, with the version of its layout."""
    return msgspec.json.encode({"version": rules.version, "state": state})


def load(rules: RuleSet[S], raw: bytes) -> S:
    """JSON bytes -> State. Old layouts are upgraded; a newer one raises NewerState."""
    box = msgspec.json.decode(raw, type=Stamped[Any])
    if box.version > rules.version:
        raise NewerState(f"{rules.slug}: layout {box.version}, this code knows {rules.version}")
    if box.version == rules.version:
        return msgspec.json.decode(bytes(box.state), type=rules.state_type)
    data = msgspec.json.decode(bytes(box.state))
    for _ in range(box.version, rules.version):
        data = rules.upgrade(data)
    return msgspec.convert(data, type=rules.state_type)


def copy(rules: RuleSet[S], state: S) -> S:
    """An independent copy, by encoding and decoding (ten times faster than deepcopy)."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=rules.state_type)


class Step(msgspec.Struct, Generic[S]):
    """One action carried out: the new State, its events, its draws, and whether undo stops here.

    ``barrier``: chance was used, something hidden was seen, or somebody is newly asked. ``closes_all``: a seat other
    than the mover is newly asked or sealed answers were opened, so nobody's earlier rows can be undone any more.
    """

    state: S
    seat: int
    text: str
    events: list[Event]
    draws: list[Draw]
    barrier: bool
    closes_all: bool


def split_line(line: str) -> list[str]:
    """A line of actions -> its actions, trimmed, blanks folded, empty ones dropped."""
    return [" ".join(part.split()) for part in line.replace("\n", ";").split(";") if part.strip()]


def check_legal(rules: RuleSet[S], state: S, seat: int, words: Sequence[str]) -> None:
    """Raise Illegal unless ``words`` can be spelled through ``legal`` and may end there."""
    if not any(d.seat == seat for d in rules.pending(state)):
        raise Illegal("not_asked")
    for n in range(len(words)):
        if words[n] not in {w.text for w in rules.legal(state, seat, words[:n]).words}:
            raise rules.explain(state, seat, words)
    if not rules.legal(state, seat, words).complete:
        raise Illegal("unfinished")


def advance(rules: RuleSet[S], state: S, seat: int, text: str, dice: Dice) -> Step[S]:
    """Carry out one action of ``seat`` on a copy of ``state``. Raises Illegal; ``state`` is never changed."""
    words = text.split(" ") if text else []
    check_legal(rules, state, seat, words)
    new = copy(rules, state)
    seen = len(dice.drawn)
    events = rules.apply(new, seat, words, dice)
    draws = dice.drawn[seen:]
    newly = asked(rules, new) - asked(rules, state)
    others = any(s != seat for s, _ in newly) or any(e.opened for e in events)
    barrier = bool(draws) or others or rules.revealed(state, new, seat, words)
    return Step(new, seat, text, events, draws, barrier, others)


def asked(rules: RuleSet[S], state: S) -> set[tuple[int, str]]:
    """Who is asked what: pairs of seat and code of the question. Codes of one seat's own turn may change freely."""
    return {(d.seat, d.code) for d in rules.pending(state)}


def replay(rules: RuleSet[S], state: S, actions: Sequence[tuple[int, str]], dice: Dice) -> tuple[S, list[Step[S]]]:
    """Carry out a list of (seat, text) one after the other. Raises Illegal at the first that is refused."""
    steps: list[Step[S]] = []
    for seat, text in actions:
        steps.append(advance(rules, state, seat, text, dice))
        state = steps[-1].state
    return state, steps
