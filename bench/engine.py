"""The rules alone: actions a second, and how long ``legal`` takes in the last third of five-player games.

Every list of next words counts: the first words, and each list on the way down to an action, for a sample of the ways.
"""

from __future__ import annotations

import random
from typing import Any

from _tools import hall, median, ms, quantile, timed

from games.rules import kernel
from games.rules.bot import random_action
from games.rules.dice import seeded

GAMES = 4
WAYS = 12
"""Ways down the words that are tried from each late position."""


def main() -> None:
    rules = hall()
    steps, looks = [], []
    for number in range(GAMES):
        played, late = play(rules, f"bench {number}")
        steps += played
        for state, seat in late:
            looks += descend(rules, state, seat)
    print(f"{len(steps)} actions of {GAMES} five-player games: {1 / (sum(steps) / len(steps)):.0f} a second")
    print(f"one action: median {ms(median(steps))}, 99 of 100 under {ms(quantile(steps, 0.99))}")
    print(
        f"legal, {len(looks)} lists in the last third: median {ms(median(looks))}, "
        f"99 of 100 under {ms(quantile(looks, 0.99))} (target 5 ms), longest {ms(max(looks))}"
    )


def play(rules: Any, seed: str) -> tuple[list[float], list[tuple[Any, int]]]:
    """One game: seconds of each action, and the positions of its last third."""
    dice, thought = seeded(seed), seeded(f"{seed} thought")
    state, _ = rules.setup(rules.check_options({}, 5), 5, dice)
    times: list[float] = []
    positions: list[tuple[Any, int]] = []
    while asked := rules.pending(state):
        seat = asked[0].seat
        text = random_action(rules, state, seat, thought)
        positions.append((state, seat))
        seconds, step = timed(lambda state=state, seat=seat, text=text: kernel.advance(rules, state, seat, text, dice))
        times.append(seconds)
        state = step.state
    return times, positions[2 * len(positions) // 3 :]


def descend(rules: Any, state: Any, seat: int) -> list[float]:
    """Seconds of each list met on random ways down the words, each first word alike likely."""
    choose, times = random.Random(0), []  # noqa: S311
    for _ in range(WAYS):
        words: list[str] = []
        while True:
            seconds, step = timed(lambda words=words: rules.legal(state, seat, tuple(words)))
            times.append(seconds)
            if not step.words or (step.complete and choose.random() < 0.5):
                break
            words.append(choose.choice(step.words).text)
    return times


if __name__ == "__main__":
    main()
