"""A game step by step: every position has an address, and shows nothing that this reader may not know."""

from typing import Any

import pytest
from django.urls import reverse

from games.models import Game
from games.play import reading
from tests.web.conftest import play_on


def at(client: Any, game: Game, step: int, **query: Any) -> Any:
    return client.get(reverse("replay_step", args=[game.public_id, step]), query)


def test_walk_through_a_game_by_its_links(finished: Game, charlie: Any, enter: Any) -> None:
    client = enter(charlie)
    last = reading.look(charlie, finished).step
    answer = client.get(reverse("replay", args=[finished.public_id]))
    assert answer.context["past"].step == last
    assert answer.context["links"]["forward"] == ""
    answer = client.get(answer.context["links"]["first"])
    assert answer.context["past"].step == 0
    assert answer.context["links"]["back"] == ""
    answer = client.get(answer.context["links"]["forward"])
    assert answer.context["past"].step == 1
    assert answer.context["lines"]
    assert f"After move 1 of {last}" in answer.content.decode()
    turns = answer.context["turns"]
    assert len(turns) > 10
    assert client.get(turns[-1]["url"]).status_code == 200


def test_after_the_end_with_the_eyes_of_a_seat(finished: Game, charlie: Any, enter: Any) -> None:
    client = enter(charlie)
    step = 4
    mine = {seat: at(client, finished, step, eyes=seat).context["past"].view for seat in (1, 2)}
    assert mine[1]["draft"] != mine[2]["draft"]
    assert at(client, finished, step).context["past"].eyes is None


def test_while_it_runs_nobody_sees_what_is_hidden(
    running: Game, alice: Any, bob: Any, charlie: Any, enter: Any
) -> None:
    """Field report 97: also in the replay."""
    game = play_on(running, 3)
    hands = {user.name: _drawn(user, game) for user in (alice, bob)}
    assert all(hands.values())
    for reader in (alice, bob, charlie):
        client = enter(reader)
        last = reading.look(reader, game).step
        for step in range(last + 1):
            text = at(client, game, step).content.decode()
            for owner, cards in hands.items():
                if owner != reader.name:
                    assert not [card for card in cards - _told(reader, game) if card in text]
    seat = game.seats.get(user=bob).number
    assert at(enter(alice), game, 1, eyes=seat).status_code == 403


def _told(user: Any, game: Game) -> set[str]:
    """The names of all trolls in the events this reader may know: decks of two people hold the same trolls."""
    from hotmk_site.texts import t

    events = [data for entry in reading.look(user, game).log() for _, data in entry.events]
    return {t(f"{game.slug}.troll.{data['card']}") for data in events if "card" in data}


def _drawn(user: Any, game: Game) -> set[str]:
    from hotmk_site.texts import t

    view = reading.look(user, game).view
    return {t(f"{game.slug}.troll.{card}") for card in ((view or {}).get("draft") or {"drawn": []})["drawn"]}


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_step_can_be_shown_in_both_languages(running: Game, alice: Any, enter: Any, language: str) -> None:
    type(alice).objects.filter(pk=alice.pk).update(language=language)
    game = play_on(running, 25)
    client = enter(alice)
    for step in range(reading.look(alice, game).step + 1):
        answer = at(client, game, step)
        assert answer.status_code == 200
        assert f'lang="{language}"' in answer.content.decode()


@pytest.mark.parametrize("eyes", ["9", "x", "-1", "\x00", "1" * 30])
def test_eyes_of_nobody_are_refused(finished: Game, charlie: Any, enter: Any, eyes: str) -> None:
    answer = at(enter(charlie), finished, 1, eyes=eyes)
    assert answer.status_code == 400
    assert "no such step" in answer.content.decode()


def test_steps_that_are_not_there_are_refused(running: Game, alice: Any, enter: Any, open_table: Any) -> None:
    client = enter(alice)
    for step in (999_999, 10**15):
        answer = at(client, running, step)
        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()
    waiting = open_table(3)
    assert client.get(reverse("replay", args=[waiting.public_id])).status_code == 409
