"""A real game on the play floor: Hall, from the opening to its secret, by people, bots, autopilot and undo."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import play
from games.models import Box, Game, Move, Notice, Seat
from games.play import reading
from games.play.rulesets import rules_for, unpack
from games.play.verify import difference
from games.rules.bot import random_action
from games.rules.dice import seeded
from games.rules.hall.state import State
from tests.play.conftest import seat_of


def hall(user: Any, other: Any, **wanted: Any) -> Game:
    """A running two-player game of Hall."""
    game = play.open_table(user, "hall", "Mountain", 2, {}, random_order=False, **wanted)
    play.join(other, game)
    return Game.objects.get(pk=game.pk)


def asked(game: Game) -> list[Seat]:
    return list(Seat.objects.filter(game=game).exclude(decision_key="").select_related("user"))


def step(game: Game, number: int) -> play.Outcome:
    """One random action of whoever is asked, through the reader's own words."""
    seat = asked(game)[number % len(asked(game))]
    look = reading.look(seat.user, Game.objects.get(pk=game.pk))
    rules, state = rules_for(game), unpack(rules_for(game), Box.objects.get(game=game).state)
    text = random_action(rules, state, seat.number, seeded(f"{number}"))
    assert look.legal(text.split()).complete
    assert look.preview(text).stopped is None
    return play.act(seat.user, game.pk, seat.decision_key, text)


@pytest.mark.django_db
def test_a_whole_game_by_two_people_and_everything_after_it(alice: Any, bob: Any) -> None:
    game = hall(alice, bob)
    number = undone = 0
    while Game.objects.get(pk=game.pk).is_running:
        outcome = step(game, number)
        number += 1
        user = next(u for u in (alice, bob) if seat_of(u, game).number == outcome.steps[0].seat)
        offer = reading.look(user, Game.objects.get(pk=game.pk)).undo
        if number % 5 == 0 and offer.possible:
            play.undo(user, game.pk, seat_of(user, game).decision_key, upto=offer.entries[0])
            undone += 1
        assert number < 3000
    game = Game.objects.get(pk=game.pk)
    assert undone > 3
    assert difference(game) == ""
    assert game.result is not None
    assert {place["place"] for place in game.result["standings"]} <= {1, 2}
    assert all(row.is_right for row in reading.dice_check(game))
    look = reading.look(None, game)
    assert reading.history(None, game, look.step).view == look.view
    for past in (0, 1, look.step // 2, look.step):
        assert reading.history(alice, game, past).view["game"] == "hall"
    assert [entry.step for entry in look.log() if entry.step] == list(range(1, look.step + 1))
    with pytest.raises(play.Closed):
        play.act(alice, game.pk, "x", "end")


@pytest.mark.django_db
def test_draft_cards_are_in_nobody_elses_answers(alice: Any, bob: Any, charlie: Any) -> None:
    """E92, E95, E97, E98, E100 in a real draft: drawn cards, slots and pools, at every step of it."""
    game = hall(alice, bob)
    number = 0
    while asked(game)[0].question != "draft":
        step(game, number)
        number += 1
    while asked(game) and all(seat.question == "draft" for seat in asked(game)):
        state = unpack(rules_for(game), Box.objects.get(game=game).state)
        assert isinstance(state, State)
        assert state.drafts
        held = [{card for card in [*draft.drawn, *draft.slots] if card} for draft in state.drafts]
        for user, own in ((alice, 0), (bob, 1), (charlie, None), (None, None)):
            known = set() if own is None else held[own]
            text = everything(user, game)
            for secret in set().union(*held) - known:
                assert f'"{secret}"' not in text
                assert f" {secret} " not in text
        step(game, number)
        number += 1
    assert number > 8


def everything(user: Any, game: Game) -> str:
    game = Game.objects.get(pk=game.pk)
    look = reading.look(user, game)
    past = [reading.history(user, game, n).view for n in range(look.step + 1)]
    log = [(e.events, e.text) for e in look.log()]
    return json.dumps([look.view, past, log, reading.record(game, user), look.question and look.question.data])


@pytest.mark.django_db
def test_the_autopilot_ends_any_game_from_its_middle(alice: Any, bob: Any) -> None:
    game = hall(alice, bob)
    for number in range(25):
        step(game, number)
    play.abandon(alice)
    play.abandon(bob)
    for _ in range(20):
        play.tick(game.pk, Game.objects.get(pk=game.pk).started_at)
    game = Game.objects.get(pk=game.pk)
    assert game.is_finished
    assert difference(game) == ""


@pytest.mark.django_db
def test_a_table_of_house_bots_plays_itself() -> None:
    from games.rules import hall as rules

    game = play.open_table(None, "hall", "Bots", 3, {}, bots=[rules.HOUSE_BOT, "random", "random"])
    for _ in range(40):
        play.play_bots(game.pk)
        if Game.objects.get(pk=game.pk).is_finished:
            break
    game = Game.objects.get(pk=game.pk)
    assert game.is_finished
    assert set(Move.objects.filter(game=game, kind="action").values_list("via", flat=True)) == {"bot"}


@pytest.mark.django_db
def test_a_move_asks_the_database_as_often_late_as_early(alice: Any, bob: Any) -> None:
    """A move costs the same at move 10 and at the last: the number of queries is one, and pinned."""
    game, counts = hall(alice, bob), []
    number = 0
    while Game.objects.get(pk=game.pk).is_running:
        seat = asked(game)[0]
        rules, state = rules_for(game), unpack(rules_for(game), Box.objects.get(game=game).state)
        text = random_action(rules, state, seat.number, seeded(f"q {number}"))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            play.act(seat.user, game.pk, seat.decision_key, text)
        counts.append(len(queries))
        number += 1
    assert Move.objects.filter(game=game, text="last_turns").exists()
    assert Notice.objects.filter(game=game, kind="last_turns").count() <= 2
    assert max(counts[-20:]) <= max(counts[:20])
    assert max(counts) <= 16


@pytest.mark.django_db
def test_the_house_bot_plays_for_two_who_are_gone(alice: Any, bob: Any) -> None:
    """The pilot of a table may be the house's bot: it plays at once, in the seats' own worlds, to the end."""
    from games import clocks, tasks

    terms = clocks.Terms.read({**clocks.DEFAULT.dump(), "pilot": "bot"})
    game = hall(alice, bob, terms=terms)
    for number in range(6):
        step(game, number)
    play.resign(alice, game)
    play.resign(bob, game)
    for _ in range(30):
        tasks.wake(game.pk)
        if Game.objects.get(pk=game.pk).is_finished:
            break
    game = Game.objects.get(pk=game.pk)
    assert game.is_finished
    assert set(Move.objects.filter(game=game, kind="action").values_list("via", flat=True)) == {"web", "autopilot"}
    assert difference(game) == ""
