"""The secret of the dice: its hash before, the secret after, every draw checked, and a recipe anybody can run."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from games.models import Box, Game, Move
from games.play.record import replay
from games.play.rulesets import rules_for
from games.views.dice import name_of

EN = ("Starting troll for Alice", "Order of the seats", "Workshops of the game", ">Start</a>")
ES = ("Troll inicial para Alice", "Orden de los asientos", "Talleres de la partida", ">Preparación</a>")


def test_before_the_end_only_the_fingerprint(running: Game, alice: Any, enter: Any) -> None:
    secret = bytes(Box.objects.get(pk=running.pk).secret).hex()
    text = enter(alice).get(reverse("dice", args=[running.public_id])).content.decode()
    assert running.secret_hash in text
    assert secret not in text
    assert "<table" not in text


def test_after_the_end_secret_words_and_every_draw(finished: Game, charlie: Any, enter: Any) -> None:
    answer = enter(charlie).get(reverse("dice", args=[finished.public_id]))
    text = answer.content.decode()
    secret = answer.context["secret"]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == finished.secret_hash
    assert secret in text
    assert finished.salt in text
    assert answer.context["wrong"] == 0
    draws = sum(len(row.draws) for row in finished.moves.filter(undone_by__isnull=True))
    assert answer.context["count"] == draws > 10
    last = answer.context["page"].paginator.num_pages
    assert enter(charlie).get(reverse("dice", args=[finished.public_id]), {"page": last}).status_code == 200
    assert enter(charlie).get(reverse("dice", args=[finished.public_id]), {"page": "\x00"}).status_code == 200


@pytest.mark.parametrize(("language", "words"), [("en", EN), ("es", ES)])
def test_every_draw_has_a_name_and_its_raw_label(
    finished: Game, charlie: Any, enter: Any, language: str, words: tuple[str, ...]
) -> None:
    """People read words and numbers from 1; the label and number of the script stand small beneath."""
    type(charlie).objects.filter(pk=charlie.pk).update(language=language)
    client, address = enter(charlie), reverse("dice", args=[finished.public_id])
    first = client.get(address)
    lines, pages = [], first.context["page"].paginator.num_pages
    for number in range(1, pages + 1):
        lines += client.get(address, {"page": number}).context["lines"]
    assert [line.row.label for line in lines if not line.name] == []
    assert all(line.nth == line.row.number + 1 for line in lines)
    assert max(line.row.turn for line in lines) > 1
    text = first.content.decode()
    for word in (*words, '<small class="block"><code>draft.1|0</code></small>'):
        assert word in text


def test_a_label_without_a_name_is_shown_itself(
    finished: Game, charlie: Any, enter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert name_of(finished.slug, "moon.3", str) == ""
    assert "level 3" in name_of(finished.slug, "deck.3", str)
    monkeypatch.setattr("games.views.dice.name_of", lambda *_: "")
    text = enter(charlie).get(reverse("dice", args=[finished.public_id])).content.decode()
    assert "<span><code>draft.1|0</code></span>" in text


def test_a_forged_draw_is_found(finished: Game, charlie: Any, enter: Any) -> None:
    row = next(row for row in Move.objects.filter(game=finished) if any(draw[2] > 1 for draw in row.draws))
    place = next(n for n, draw in enumerate(row.draws) if draw[2] > 1)
    row.draws[place][3] = (row.draws[place][3] + 1) % row.draws[place][2]
    Move.objects.filter(pk=row.pk).update(draws=row.draws)
    answer = enter(charlie).get(reverse("dice", args=[finished.public_id]))
    assert answer.context["wrong"] == 1
    assert "differs" in answer.content.decode()


def test_the_recipe_runs_on_the_record(finished: Game, charlie: Any, enter: Any, tmp_path: Path) -> None:
    client = enter(charlie)
    recipe = client.get(reverse("dice", args=[finished.public_id])).context["recipe"]
    record = client.get(reverse("record", args=[finished.public_id]))
    name = record["Content-Disposition"].split('"')[1]
    (tmp_path / name).write_bytes(record.content)
    run = subprocess.run([sys.executable, "-c", recipe], cwd=tmp_path, capture_output=True, text=True, check=True)
    same, value = run.stdout.split()
    assert same == "True"
    assert value == recipe.rsplit("# ", 1)[1]


def test_record_while_running_holds_what_the_reader_may_see(running: Game, alice: Any, bob: Any, enter: Any) -> None:
    """Field report 100."""
    from tests.web.conftest import play_on

    game = play_on(running, 4)
    secret = bytes(Box.objects.get(pk=game.pk).secret).hex()
    private = {
        user.name: {
            json.dumps([event.code, event.data])
            for event in game.events.all()
            if event.seats and _number(game, user) in event.seats and not event.is_open
        }
        for user in (alice, bob)
    }
    assert private["Alice"]
    assert private["Bob"]
    for user, other in ((alice, "Bob"), (bob, "Alice")):
        text = enter(user).get(reverse("record", args=[game.public_id])).content.decode()
        shown = json.dumps(json.loads(text))
        assert secret not in text
        assert "actions" not in json.loads(text)
        assert all(event in shown for event in private[user.name])
        assert not any(event in shown for event in private[other])


def _number(game: Game, user: Any) -> int:
    return int(game.seats.get(user=user).number)


def test_record_after_the_end_can_be_played_again(finished: Game, charlie: Any, enter: Any) -> None:
    found = json.loads(enter(charlie).get(reverse("record", args=[finished.public_id])).content)
    assert hashlib.sha256(bytes.fromhex(found["secret"])).hexdigest() == finished.secret_hash
    again = replay(rules_for(finished), found)
    assert again.difference == ""
    assert again.result == finished.result


@pytest.mark.parametrize("name", ["dice", "record", "replay"])
def test_unknown_and_private_tables_are_none(name: str, alice: Any, charlie: Any, enter: Any, open_table: Any) -> None:
    client = enter(charlie)
    hidden = open_table(2, visibility="private")
    for public_id in ("nothing-here", "x" * 60, hidden.public_id):
        answer = client.get(reverse(name, args=[public_id]))
        assert answer.status_code == 404
        assert "no such table" in answer.content.decode()
