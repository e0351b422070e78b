"""Game records: what a game was, for keeping, checking and replaying; and the check of its dice.

A record holds slug, edition (name and hash), seats, options, the hash of the secret and the public words. After the
end it holds the secret and every action, so anybody can replay it; before, only what its reader may see.

``{"format": 1, "game": "hall", "edition": {"name", "hash"}, "layout": n, "seats": n, "options": {...},
"status": "finished", "secret_hash": hex, "salt": "word word", "secret": hex, "actions": [[seat, "text"], ...],
"acts": [{"after": actions before it, "act", "seat", "facts"}, ...], "result": {...}}``.
``"won"``: who took the win of a table of two before the end, and why.
A record of self-play has ``"seed"`` instead of ``"secret"`` and ``"salt"``. While the game runs:
``"log"`` instead of ``"actions"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.models import Game, Move
from games.play import log
from games.play.errors import Closed
from games.play.looking import Look, secret_of
from games.play.rulesets import Rules, plain, rules_for
from games.rules import kernel
from games.rules.dice import Dice, RealDice, roll
from games.rules.selfplay import game_dice

FORMAT = 1


class BadRecord(ValueError):
    """The record lacks something, or holds something of the wrong kind."""


def record(game: Game, user: Any = None) -> dict[str, Any]:
    """The record of a game as this reader may have it (see the module)."""
    found: dict[str, Any] = {
        "format": FORMAT,
        "game": game.slug,
        "edition": {"name": game.edition.name, "hash": game.edition_id},
        "layout": rules_for(game).version,
        "seats": game.seats_count,
        "options": game.options,
        "status": game.status,
        "secret_hash": game.secret_hash,
        "salt": game.salt,
    }
    if not game.is_finished:
        return {**found, "log": [_row(entry) for entry in Look(user, game).log()]}
    actions, acts = _told(game)
    won = next((act["facts"] for act in acts if act["act"] == "win"), None)
    found |= {"won": won} if won else {}
    return {**found, "secret": secret_of(game), "actions": actions, "acts": acts, "result": game.result}


def _told(game: Game) -> tuple[list[list[Any]], list[dict[str, Any]]]:
    """The actions that stand, and the acts at the table, each with the number of actions before it."""
    actions: list[list[Any]] = []
    acts: list[dict[str, Any]] = []
    rows = log.visible(game, None).filter(undone_by__isnull=True).exclude(kind=Move.Kind.UNDO)
    for kind, seat, text, data in rows.values_list("kind", "seat", "text", "data"):
        if kind == Move.Kind.ACTION:
            actions.append([seat, text])
        else:
            acts.append({"after": len(actions), "act": text, "seat": seat, "facts": data})
    return actions, acts


def _row(entry: log.Entry) -> dict[str, Any]:
    row: dict[str, Any] = {"kind": entry.kind, "seat": entry.seat, "events": [list(event) for event in entry.events]}
    if entry.text is not None:
        row["text"] = entry.text
    if entry.act:
        row["act"], row["facts"] = entry.act, entry.facts
    if entry.undone:
        row["undone"] = True
    return row


@dataclass
class Replayed:
    """What a record comes to. ``difference``: "" or the first thing that is not as the record says."""

    result: dict[str, Any] | None
    actions: int
    difference: str = ""


def replay(rules: Rules, found: Mapping[str, Any]) -> Replayed:
    """Play a record again. Raises BadRecord when it cannot be read."""
    seats, options, actions = _read(found)
    dice = _dice(found)
    try:
        state, _ = rules.setup(rules.check_options(options, seats), seats, dice)
    except kernel.Illegal as error:
        return Replayed(None, 0, f"the options are refused: {error.code}")
    for number, (seat, text) in enumerate(actions, 1):
        try:
            state = kernel.advance(rules, state, seat, text, dice).state
        except kernel.Illegal as error:
            return Replayed(None, number - 1, f"action {number}, seat {seat}, {text!r} is refused: {error.code}")
    result, told = plain(rules.result(state)), found.get("result")
    if found.get("won"):
        late = "the win was taken after the end" if result is not None else ""
        return Replayed(told, len(actions), late)
    if told is not None and told != result:
        return Replayed(result, len(actions), f"the result differs: the record says {told}")
    return Replayed(result, len(actions))


def _read(found: Mapping[str, Any]) -> tuple[int, dict[str, Any], list[tuple[int, str]]]:
    try:
        actions = [(int(seat), str(text)) for seat, text in found["actions"]]
        return int(found["seats"]), dict(found.get("options") or {}), actions
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(f"not a game record: {error!r}") from error


def _dice(found: Mapping[str, Any]) -> Dice:
    if "seed" in found:
        return game_dice(str(found["seed"]))
    try:
        return RealDice(bytes.fromhex(found["secret"]), str(found.get("salt", "")), {})
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord("a record needs a seed, or the secret of a finished game") from error


def edition_of(found: Mapping[str, Any]) -> tuple[str, str, str]:
    """Slug, name and hash of the edition a record was played with ("" where it does not say). Raises BadRecord."""
    slug = found.get("game") or found.get("slug")
    edition = found.get("edition") or {}
    if not isinstance(slug, str) or not isinstance(edition, Mapping):
        raise BadRecord("a record names its game")
    return slug, str(edition.get("name", "")), str(edition.get("hash", ""))


@dataclass
class DrawRow:
    """One draw of a finished game: what was recorded and what the secret says. ``step``: of the log, 0 for the
    start. ``turn``: the turn that move was played in."""

    step: int
    label: str
    number: int
    bound: int
    value: int
    expected: int
    turn: int = 0

    @property
    def is_right(self) -> bool:
        """Whether the recorded value follows from the secret."""
        return self.value == self.expected


def dice_check(game: Game) -> list[DrawRow]:
    """Every draw of a finished game beside the value that secret, words, label and number give. Raises Closed
    before."""
    secret = secret_of(game)
    if secret is None:
        raise Closed("not_finished")
    key, found, step = bytes.fromhex(secret), [], 0
    for row in (
        Move.objects.filter(game=game, undone_by__isnull=True).order_by("number").only("kind", "draws", "turn", "game")
    ):
        step += row.kind == Move.Kind.ACTION
        for label, number, bound, value in row.draws:
            expected = roll(key, game.salt, label, number, bound)
            found.append(DrawRow(step, label, number, bound, value, expected, row.turn))
    return found
