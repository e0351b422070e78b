"""Every rule set from every state: whoever leaves, whenever, by whatever door, the game ends with places (C53, C56).

The seats are emptied at a random moment of a random game, the first steps of the setup among them; what the autopilot
then plays is ``fallback`` alone.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.models import Box, Game, Seat
from games.play import leaving, rulesets
from games.play.desk import opened
from games.play.verify import difference
from games.rules.bot import random_action
from games.rules.dice import seeded
from games.rules.registry import REGISTRY

DOORS = (("resign", "resigned"), ("autopilot", "expired"), ("hand", "handed"), ("ban", "banned"), ("delete", "deleted"))
ACTIONS = {"toy": 25, "hall": 160}
"""Random actions before the last one leaves, at most."""


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(REGISTRY, "toy", "tests.toy")
    rulesets.forget()
    yield
    rulesets.forget()


def table_of(slug: str, seats: int, people: list[Any]) -> Game:
    """A running table, nobody on a bot's seat."""
    from games import play

    game = play.open_table(people[0], slug, "Any", seats, {}, random_order=False)
    for person in people[1:seats]:
        play.join(person, game)
    return Game.objects.get(pk=game.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("slug", ["toy", *REGISTRY])
def test_every_seat_may_be_left_at_any_moment(slug: str, seed: int, alice: Any, bob: Any, charlie: Any) -> None:
    choose = random.Random(f"{slug} {seed}")
    seats = 2 + seed % 2
    game = table_of(slug, seats, [alice, bob, charlie])
    leaving_at = sorted(
        choose.randrange(0, ACTIONS.get(slug, 100)) * (number > 0 or seed > 0) for number in range(seats)
    )
    order = choose.sample(range(1, seats + 1), seats)
    played = 0
    for moment, number in zip(leaving_at, order, strict=True):
        played = play_on(game, played, moment, choose)
        leave(game, number, choose)
    game = Game.objects.get(pk=game.pk)
    for _ in range(40):
        with opened(game, game.created_at, None) as desk:
            if not desk.game.is_running:
                break
            desk.open_box()
            desk.dirty = True
            desk.drive()
    game = Game.objects.get(pk=game.pk)
    assert game.is_finished
    assert game.result is not None
    assert sorted(seat for standing in game.result["standings"] for seat in standing["seats"]) == list(
        range(1, seats + 1)
    )
    assert min(standing["place"] for standing in game.result["standings"]) == 1
    assert difference(game) == ""


def play_on(game: Game, played: int, upto: int, choose: random.Random) -> int:
    """Random actions of those still there; the autopilots follow each."""
    while played < upto:
        with opened(game, game.created_at, None) as desk:
            desk.open_box()
            asked = [n for n in desk.asked if not desk.chair(n).is_empty]
            if not asked or not desk.game.is_running:
                return upto
            number = choose.choice(asked)
            desk.play(number, random_action(desk.rules, desk.state, number, seeded(f"{played}")), "web")
            desk.drive()
        played += 1
    return played


def leave(game: Game, number: int, choose: random.Random) -> None:
    """Out through a door; the next one asked is another seat, or nobody."""
    act, how = choose.choice(DOORS)
    with opened(game, game.created_at, None) as desk:
        if not desk.game.is_running:
            return
        leaving.hand_over(desk, desk.chair(number), act, how)
        desk.drive()
    row = Game.objects.get(pk=game.pk)
    if row.is_running and not Seat.objects.filter(game=game).exclude(decision_key="").exists():
        raise AssertionError("nobody is asked")
    state = rulesets.unpack(rulesets.rules_for(row), Box.objects.get(game=row).state)
    assert bool(rulesets.asked_now(rulesets.rules_for(row), state)) == row.is_running
