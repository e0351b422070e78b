"""Every registered rule set keeps its promises (docs/architecture.md, "Tests: Contract"): a sample of random games.

``manage.py torture`` plays the thousands. A seed that ever failed is added to ``SEEDS``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

import pytest

from games import editions
from games.rules import kernel
from games.rules.bot import Bot, random_action, tempered
from games.rules.dice import seeded
from games.rules.kernel import Data, Illegal
from games.rules.registry import REGISTRY
from games.rules.selfplay import play_game
from games.rules.torture import Broken, option_sets, torture_game
from hotmk_site.texts import t

SEEDS = ("lantern",)
MOST_GAMES = 150


@lru_cache
def rules_of(slug: str) -> Any:
    return import_module(REGISTRY[slug]).build(editions.read(slug))


def tables() -> Iterator[Any]:
    """Every rule set, number of seats and set of options."""
    for slug in REGISTRY:
        least, most = import_module(REGISTRY[slug]).SEATS
        for seats in range(least, most + 1):
            for number, options in enumerate(option_sets(rules_of(slug), seats)):
                yield pytest.param(slug, seats, options, id=f"{slug}-{seats}-{number}")


@pytest.mark.parametrize(("slug", "seats", "options"), list(tables()))
def test_promises_are_kept(slug: str, seats: int, options: Data) -> None:
    rules = rules_of(slug)
    for seed in SEEDS:
        played = torture_game(rules, seats, options, f"{seed} {seats} {sorted(options.items())}")
        assert played.standings
        assert sorted(s for standing in played.standings for s in standing.seats) == list(range(1, seats + 1))


@pytest.mark.parametrize("slug", REGISTRY)
def test_rare_moves_are_reached(slug: str) -> None:
    """Games of tempered random play, of the house bot and of both, until every rare move has come up."""
    rules, package = rules_of(slug), import_module(REGISTRY[slug])
    least, most = package.SEATS
    counts: Counter[str] = Counter()
    for number in range(MOST_GAMES):
        seats = least + number % (most - least + 1)
        bots = mixed(package.BOTS[package.HOUSE_BOT], f"rare {number}", number)
        counts.update(play_game(rules, seats, {}, (bots * seats)[:seats], f"rare {number}").counts)
        if all(counts[name] for name in rules.rare()):
            return
    assert [name for name in rules.rare() if not counts[name]] == []


def mixed(house: Bot, seed: str, number: int) -> list[Bot]:
    """Who plays this game: the house bot, random play with a temper of its own, or both."""
    weigh = tempered(seed)

    def random(rules: Any, world: Any, seat: int, dice: Any) -> str:
        return random_action(rules, world, seat, dice, weigh)

    return [[house], [random], [random, house]][number % 3]


@pytest.mark.parametrize("slug", REGISTRY)
def test_every_bot_plays_a_game(slug: str) -> None:
    package = import_module(REGISTRY[slug])
    assert package.HOUSE_BOT in package.BOTS
    for name, bot in package.BOTS.items():
        played = play_game(rules_of(slug), package.SEATS[0], {}, [bot] * package.SEATS[0], f"bots {name}")
        assert played.reason


@pytest.mark.parametrize("slug", REGISTRY)
def test_wrong_words_are_refused_with_a_code(slug: str) -> None:
    """Nonsense at every place of a legal action is refused, by ``legal`` too, and changes nothing."""
    rules, dice = rules_of(slug), seeded("nonsense")
    seats = import_module(REGISTRY[slug]).SEATS[0]
    state, _ = rules.setup({}, seats, dice)
    for number in range(120):
        if not rules.pending(state):
            break
        seat = rules.pending(state)[0].seat
        text = random_action(rules, state, seat, seeded(f"nonsense {number}"))
        for words in spoilt(text.split(" ")):
            before = kernel.dump(rules, state)
            with pytest.raises(Illegal) as refused:
                kernel.advance(rules, state, seat, " ".join(words), seeded("no"))
            assert t(f"{slug}.refused.{refused.value.code}", **refused.value.data)
            assert kernel.dump(rules, state) == before
        state = kernel.advance(rules, state, seat, text, dice).state


def spoilt(words: list[str]) -> Iterator[list[str]]:
    """The action with one word exchanged, and with words that are no action at all."""
    for place in range(len(words)):
        for wrong in ("xyzzy", "", "\x00", "9" * 40, "pay", "stone@9.9", "A0", "-1"):
            if wrong != words[place]:
                yield [*words[:place], wrong, *words[place + 1 :]]
    yield [*words, "xyzzy"]


@pytest.mark.parametrize("slug", REGISTRY)
def test_only_asked_seats_may_act(slug: str) -> None:
    rules = rules_of(slug)
    state, _ = rules.setup({}, import_module(REGISTRY[slug]).SEATS[1], seeded("asked"))
    asked = {decision.seat for decision in rules.pending(state)}
    text = rules.fallback(state, min(asked))
    for seat in (0, -1, 99, *range(1, import_module(REGISTRY[slug]).SEATS[1] + 1)):
        if seat not in asked:
            with pytest.raises(Illegal) as refused:
                kernel.advance(rules, state, seat, text, seeded("asked"))
            assert refused.value.code == "not_asked"


def test_a_broken_promise_is_told_with_its_record() -> None:
    """A rule set that forgets a component is caught, and the exception holds what is needed to play the game again."""

    class Forgetful:
        def __init__(self, rules: Any) -> None:
            self.rules = rules

        def __getattr__(self, name: str) -> Any:
            return getattr(self.rules, name)

        def census(self, state: Any) -> dict[str, int]:
            return {"rounds": int(state.round)}

    with pytest.raises(Broken) as broken:
        torture_game(Forgetful(rules_of("hall")), 2, {}, "forgetful")
    record = broken.value.record
    assert (record["slug"], record["seats"], record["seed"]) == ("hall", 2, "forgetful")
    assert record["promise"] == "components are conserved"
    assert record["actions"]
