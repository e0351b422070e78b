"""The bots of Hall: they see one imagined world, name legal actions, and the steward is clearly the better player."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.rules import kernel
from games.rules.dice import seeded
from games.rules.hall import BOTS, HOUSE_BOT, build
from games.rules.selfplay import play_game
from tests.hall.building import HOUSE

RULES = build(HOUSE)
DUELS = 20


def test_the_house_bot_is_the_steward() -> None:
    assert HOUSE_BOT == "steward"
    assert sorted(BOTS) == ["random", "steward"]


def test_steward_beats_random() -> None:
    """At least nine of ten games for two, from either seat."""
    wins = 0
    for number in range(DUELS):
        bots = [BOTS["steward"], BOTS["random"]]
        own = 1 + number % 2
        played = play_game(RULES, 2, {}, bots if own == 1 else bots[::-1], f"duel {number}")
        wins += played.standings[0].seats == (own,)
    assert wins >= DUELS * 9 // 10


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {"side": "winter"}), (3, {}), (4, {}), (4, {"team": True}), (5, {})]
)
def test_steward_plays_every_table_and_every_part(seats: int, options: dict[str, Any]) -> None:
    played = [play_game(RULES, seats, options, [BOTS["steward"]] * seats, f"all {n}") for n in range(2)]
    counts: Counter[str] = Counter()
    for game in played:
        counts.update(game.counts)
        assert all(standing.total > 30 for standing in game.standings)
    for verb in ("cast", "activate", "use", "recruit", "dig", "set", "establish", "move"):
        assert counts[f"verb:{verb}"], verb


@pytest.mark.parametrize("name", sorted(BOTS))
def test_bots_leave_the_world_as_it_is_and_repeat_themselves(name: str) -> None:
    """Same world, same dice, same action; the world shown is not changed."""
    dice = seeded("world")
    state, _ = RULES.setup({}, 3, dice)
    for number in range(150):
        if not RULES.pending(state):
            break
        seat = RULES.pending(state)[0].seat
        before = kernel.dump(RULES, state)
        texts = {BOTS[name](RULES, state, seat, seeded(f"same {number}")) for _ in range(2)}
        assert kernel.dump(RULES, state) == before
        (text,) = texts
        state = kernel.advance(RULES, state, seat, text, dice).state
