"""What others learn and may do: mates who confer, absent seats, the last person at the table, the final scoring."""

from __future__ import annotations

from collections.abc import Iterator

from games.play.preview import preview
from games.rules import kernel
from games.rules.bot import random_action
from games.rules.dice import seeded
from games.rules.hall import build
from games.rules.hall.state import State, Turn
from games.rules.kernel import Event
from tests.hall.building import HOUSE, Maker
from tests.hall.caselist import meadow

RULES = build(HOUSE)


def drafting_in_teams() -> Iterator[tuple[State, list[Event]]]:
    """Every position of the draft of a team game, with what has just happened."""
    dice = seeded("mates")
    state, _ = RULES.setup({"team": True, "start": "1"}, 4, dice)
    while state.phase != "play":
        seat = RULES.pending(state)[-1].seat
        step = kernel.advance(RULES, state, seat, RULES.fallback(state, seat), dice)
        state = step.state
        if state.phase == "draft":
            yield state, step.events


def test_mates_do_not_see_each_others_draft() -> None:
    """H137, H16: they may talk, but the house tells a mate no more than any other seat."""
    seen = 0
    for state, events in drafting_in_teams():
        for seat, mate in ((1, 4), (4, 1), (2, 3), (3, 2)):
            shown, own = RULES.view(state, seat), state.drafts[seat - 1]
            assert shown["draft"] == {"drawn": own.drawn, "slots": own.slots, "pool": len(own.pool)}
            assert shown["players"][mate - 1]["drafted"] == sum(map(bool, state.drafts[mate - 1].slots))
            assert not any(troll for row in shown["players"][mate - 1]["rows"] for troll in row)
            told = [event for event in events if event.seats is not None and seat in event.seats]
            assert all(event.data["seat"] == seat for event in told)
            seen += 1
    assert seen > 40


def test_the_rules_go_on_with_one_person_left() -> None:
    """H142: with everybody else on the autopilot the game is played to the coronation and its last rounds."""
    dice, thinking = seeded("alone"), seeded("thinking")
    state, _ = RULES.setup({}, 3, dice)
    while asked := RULES.pending(state):
        assert RULES.result(state) is None
        seat = asked[0].seat
        text = random_action(RULES, state, seat, thinking) if seat == 2 else RULES.fallback(state, seat)
        state = kernel.advance(RULES, state, seat, text, dice).state
    result = RULES.result(state)
    assert result is not None
    assert (result.reason, state.crowns, state.round) == ("coronation", [], state.last_round)
    assert sorted(standing.seats for standing in result.standings) == [(1,), (2,), (3,)]


def test_a_partner_has_no_say_over_an_absent_seat() -> None:
    """H143: nothing is open to the mate of the seat whose turn it is, and its trolls pay for nobody else."""
    maker = Maker(seats=4, team=True, seat=1).board(
        {"map": "....\n....\n....\n....", "tiles": "1..4\n....\n....\n2..3"}
    )
    game = maker.held({"stone": 4}, seat=1).done()
    assert [decision.seat for decision in game.rules.pending(game.state)] == [1]
    assert game.rules.legal(game.state, 4, ()).words == ()
    for action in ("end", "trade stone stone stone stone coin", game.rules.fallback(game.state, 1)):
        assert game.why(action, seat=4) == "not_asked"
    assert "trade" in game.words()
    game.state.turn, game.seat = Turn(seat=4), 4
    assert game.why("trade stone stone stone stone coin") == "not_four"


def test_the_final_scoring_cannot_be_taken_back() -> None:
    """Chapter P: it reveals everything, hidden totals too; the last end of a turn is a barrier by itself."""
    maker = meadow()
    maker.state.turn = Turn(seat=2, step="statues")
    maker.state.trigger, maker.state.last_round = [1, 1], maker.state.round
    maker.state.options = {"hidden_totals": True}
    maker.state.units[0].tokens = [4]
    game = maker.done()
    assert game.view(2)["units"][0]["tokens"] is None
    step = kernel.advance(game.rules, game.state, 2, "end", seeded("over"))
    assert step.state.phase == "over"
    assert step.draws == []
    assert game.rules.view(step.state, 2)["units"][0]["tokens"] == [4]
    assert step.barrier


def test_a_level_3_troll_in_a_lower_row_grants_the_choice_too() -> None:
    """H65: what a card grants follows its level, what it costs its row."""
    maker = meadow()
    top = maker.state.horde[2][0]
    assert top is not None
    maker.state.horde[0][0], maker.state.horde[2][0] = top, maker.state.horde[0][0]
    game = maker.done()
    game.act(f"recruit {top.card}")
    assert "pedestal" in game.words()
    lower = meadow().storage({"coin": 5})
    horde = lower.state.horde
    horde[2][0], horde[0][4] = horde[0][4], horde[2][0]
    other = lower.done()
    other.act(f"recruit {other.view()['horde'][2][0]['card']}")
    assert "pedestal" not in other.words()


def test_a_troll_with_more_than_four_bribes_retires_too() -> None:
    """H67: a spell may lay more than four; it waits for the end of a recruit."""
    maker = meadow()
    rich = maker.state.horde[0][3]
    assert rich is not None
    rich.bribes = {"coin": 3, "stone": 2}
    game = maker.done()
    events = game.act(f"recruit {game.view()['horde'][0][0]['card']}")
    assert "retire" not in [event.code for event in events]
    events = game.act("place 2.1")
    assert [event.data["card"] for event in events if event.code == "retire"] == [rich.card]
    assert game.view()["horde"][0][3]["bribes"] == {}
    assert game.unit()["storage"] == {}


def test_the_last_placing_of_the_draft_opens_what_others_hold() -> None:
    """H16, chapter P: no chance is used, yet hidden rows are seen, so looking ahead must stop before it."""
    dice = seeded("opening")
    state, _ = RULES.setup({"start": "1"}, 2, dice)
    told = []
    while state.phase != "play":
        seat = RULES.pending(state)[0].seat
        text = RULES.fallback(state, seat)
        step = kernel.advance(RULES, state, seat, text, dice)
        if state.phase == "draft":
            told.append((len(step.draws), RULES.revealed(state, step.state, seat, text.split(" "))))
        last, state = state, step.state
    assert told == [(1, False)] * 3 + [(0, False)] + [(1, False)] * 3 + [(0, True)]
    shown = preview(RULES, last, 2, [RULES.fallback(last, 2)], "hall")
    assert (shown.reveals, shown.done, shown.view["phase"]) == (True, 0, "draft")
