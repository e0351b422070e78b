"""The commands: records out and in, stored games against their logs, bots alone, the torture."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import editions, play
from games.models import Box, Edition, Game, Move
from games.play import reading
from tests.play.conftest import seat_of

Do = Callable[..., play.Outcome]


def told(*args: Any, **options: Any) -> str:
    out = StringIO()
    call_command(*args, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def finished(at_turns: Game, alice: Any, bob: Any, do: Do) -> Game:
    """A played game with dice, an undo and a silent vote in it."""
    do(alice, at_turns, "step 1; roll; step 1")
    play.undo(alice, at_turns, seat_of(alice, at_turns).decision_key)
    do(alice, at_turns, "call")
    do(bob, at_turns, "vote yes")
    for user in (alice, bob, alice, bob):
        do(user, at_turns, "end")
    return Game.objects.get(pk=at_turns.pk)


def test_an_exported_game_replays_to_its_result(finished: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    told("export_game", finished.public_id, out=str(path))
    text = told("replay", str(path))
    assert text.startswith("12 actions, as recorded.")
    assert json.loads(text.split("\n", 1)[1]) == finished.result


def test_replay_tells_the_first_difference(finished: Game, tmp_path: Path) -> None:
    found = reading.record(finished)
    path = tmp_path / "game.json"
    found["actions"][5] = [1, "roll again"]
    path.write_text(json.dumps(found))
    with pytest.raises(CommandError, match=r"First difference: action 6, seat 1, 'roll again' is refused"):
        told("replay", str(path))


def test_a_record_brings_its_edition_or_finds_it(finished: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    told("export_game", finished.public_id, out=str(path), with_edition=True)
    found = json.loads(path.read_text())
    other = editions.dump(editions.thaw("toy", '{"cards":[21,22,23,24,25,26],"rounds":2}'))
    found["edition"] = {"name": "house", "hash": editions.content_hash(other)}
    path.write_text(json.dumps(found))
    with pytest.raises(CommandError, match="is not here"):
        told("replay", str(path))
    Edition.objects.create(hash=editions.content_hash(other), slug="toy", name="other", data=other)
    with pytest.raises(CommandError, match="First difference"):
        told("replay", str(path))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"game": "toy"}', '{"game": "chess"}', '{"game": "toy", "seats": 2}']
)
def test_what_is_no_record(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(CommandError):
        told("replay", str(path))
    with pytest.raises(CommandError):
        told("replay", str(tmp_path / "nothing.json"))


def test_a_running_game_is_exported_without_its_secrets(at_turns: Game) -> None:
    """E100."""
    found = json.loads(told("export_game", at_turns.public_id))
    assert {"secret", "actions"}.isdisjoint(found)
    assert bytes(Box.objects.get(game=at_turns).secret).hex() not in json.dumps(found)
    assert "dealt" not in json.dumps(found)
    with pytest.raises(CommandError):
        told("export_game", "nothing")


def test_stored_games_follow_from_their_logs(finished: Game, table: Game) -> None:
    """F133: the logs of stored games are replayed by the code of today."""
    assert told("verify_games") == "1 games checked, 0 differ.\n"


@pytest.mark.parametrize("damage", ["state", "kept", "row", "draw", "result"])
def test_a_game_that_does_not_follow_from_its_log_is_named(finished: Game, alice: Any, bob: Any, damage: str) -> None:
    rows = Move.objects.filter(game=finished)
    kept = rows.filter(state__isnull=False).order_by("number")
    if damage == "state":
        Box.objects.filter(game=finished).update(state=kept[0].state)
    elif damage == "kept":
        rows.filter(pk=kept[1].pk).update(state=kept[0].state)
    elif damage == "row":
        rows.filter(text="step 1", undone_by__isnull=True).update(text="step 2")
    elif damage == "draw":
        rows.filter(text="roll").update(draws=[["roll", 0, 7, 3]])
    else:
        Game.objects.filter(pk=finished.pk).update(result={"reason": "bribed", "standings": []})
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_games", stdout=out)
    assert f"{finished.public_id} (toy): " in out.getvalue()


@pytest.mark.parametrize("order", [True, False])
def test_games_with_drawn_seats_verify_too(alice: Any, bob: Any, order: bool) -> None:
    game = play.open_table(alice, "toy", "T", 2, {}, random_order=order)
    play.join(bob, game)
    assert told("verify_games") == "1 games checked, 0 differ.\n"


def test_selfplay_follows_from_its_seed() -> None:
    runs = [json.loads(told("selfplay", "toy", seats=3, games=4, seed=seed, json=True)) for seed in ("a", "a", "b")]
    for run in runs:
        del run["seconds"], run["actions_per_second"]
    assert runs[0] == runs[1] != runs[2]
    assert runs[0]["bots"]["random"]["played"] == 12
    assert "actions a second" in told("selfplay", "toy", games=1)
    for wrong in ({"bots": "nobody"}, {"seats": 9}, {"options": "{"}, {"options": '{"x": 1}'}, {"edition": "none"}):
        with pytest.raises(CommandError):
            told("selfplay", "toy", games=1, **wrong)


def test_records_of_selfplay_replay(tmp_path: Path) -> None:
    line = told("selfplay", "toy", games=1, records=True).strip()
    path = tmp_path / "s.json"
    path.write_text(line)
    assert "as recorded" in told("replay", str(path))
    broken = json.loads(line)
    broken["actions"].insert(2, [1, "end"])
    path.write_text(json.dumps(broken))
    with pytest.raises(CommandError, match="First difference"):
        told("replay", str(path))


def test_the_torture_of_the_toy_and_of_a_sample_of_hall(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from games.management.commands import torture

    class Here:
        """The pool of this process: the toy game is registered here only."""

        def __init__(self, jobs: int) -> None: ...
        def __enter__(self) -> "Here":
            return self

        def __exit__(self, *args: Any) -> None: ...
        def map(self, call: Callable[..., Any], chunks: list[Any]) -> list[Any]:
            return [call(chunk) for chunk in chunks]

    monkeypatch.setattr(torture, "ProcessPoolExecutor", Here)
    text = told("torture", "toy", games=15, broken=str(tmp_path))
    assert "4 seats: 15 games kept every promise" in text
    assert "2 seats: 2 games kept every promise" in told("torture", "hall", games=2, seats=[2], broken=str(tmp_path))
    monkeypatch.setattr("tests.toy.rules.ToyRules.fallback", lambda self, state, seat: "nonsense")
    with pytest.raises(CommandError, match="The record: "):
        told("torture", "toy", games=3, broken=str(tmp_path))
    record = json.loads(next(tmp_path.iterdir()).read_text())
    assert record["slug"] == "toy"
