"""Pages that are out of date, browsers that change hands, tables in the wrong state: each deed is refused in a sentence
and changes nothing; a half-made choice stands in the address alone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import play
from games.models import Game, Seat
from games.play import reading
from tests.conftest import PASSWORD
from tests.web.conftest import Opener, play_on
from tests.web.test_bad_input import SPANISH, said
from tests.web.test_every_address import addresses, kept
from tests.web.test_table_page import HTMX, asked, body, to_turns, url

LINES = {"act": {"key": "k", "line": "end"}, "undo": {"key": "k"}, "wheel": {}, "join": {}, "leave": {}, "close": {}}
LINES |= {"bot_here": {"bot": "random"}, "bot_away": {"seat": "2"}, "invite": {"name": "Charlie"}, "decline": {}}
CHANGES_NOTHING = {"wheel", "join", "decline"}
"""Verbs that are done already for who plays here: pressed again they lead to the table."""


@pytest.mark.parametrize("state", ["open", "closed", "finished", "running"])
@pytest.mark.parametrize("fragment", [False, True])
def test_a_deed_of_another_time_is_refused_in_a_sentence_and_changes_nothing(
    state: str, fragment: bool, alice: User, bob: User, charlie: User, enter: Any, open_table: Opener
) -> None:
    """Field reports 5, 7, 8: every verb of a table, from a page that is no longer true."""
    game = table_in(state, open_table, bob)
    User.objects.filter(pk=alice.pk).update(language="es")
    client, before = enter(alice), kept()
    fitting = {"open": {"leave", "close", "bot_here", "invite", "join", "decline"}}.get(state, set())
    for name in sorted(LINES.keys() - fitting):
        answer = client.post(reverse(name, args=[game.public_id]), LINES[name], **(HTMX if fragment else {}))
        if answer.status_code == 303 or (fragment and answer.status_code == 200):
            assert name in CHANGES_NOTHING, name
        else:
            assert 400 <= answer.status_code < 500, (name, answer.status_code)
            assert SPANISH.search(said(answer)), (name, said(answer))
    assert kept() == before


def table_in(state: str, open_table: Opener, bob: User) -> Game:
    game = open_table(2)
    if state == "closed":
        play.close(game.opened_by, game)
    elif state != "open":
        game = play.join(bob, game)
        game = play_on(game, 5000) if state == "finished" else game
    game.refresh_from_db()
    return game


def test_no_form_works_without_its_token(alice: User, bob: User, open_table: Opener) -> None:
    """Field report 110: all that changes something asks for it, a link alone changes nothing."""
    game, waiting = table_in("running", open_table, bob), open_table(3)
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    before = kept()
    for route, name in addresses():
        if "<" in route.replace("<slug:public_id>", "") or "(?P" in route or name == "None":
            continue
        for table in (game, waiting) if "public_id" in route else (game,):
            path = "/" + route.replace("<slug:public_id>", table.public_id)
            answer = client.post(path, {**LINES.get(name, {}), "language": "es", "password": PASSWORD})
            assert answer.status_code in (302, 403, 404, 405), (path, answer.status_code)
            if answer.status_code == 302:
                assert path.startswith("/admin/"), path
    assert kept() == before


def test_who_left_cannot_use_the_seat_of_who_came(alice: User, bob: User, charlie: User, enter: Any) -> None:
    """Field report 110."""
    game = play.open_table(alice, "hall", "Snow", 2, {}, random_order=False)
    client = enter(charlie)
    third = play.open_table(alice, "hall", "Ice", 3, {}, random_order=False)
    play.join(charlie, third)
    play.leave(charlie, third)
    play.join(bob, third)
    play.join(bob, game)
    for table in (game, third):
        seat = Seat.objects.get(game=table, user=bob)
        answer = client.post(reverse("act", args=[table.public_id]), {"key": seat.decision_key, "line": "gate n1"})
        assert answer.status_code == 403
        for verb in ("undo", "wheel", "leave", "close", "bot_here", "invite"):
            assert client.post(reverse(verb, args=[table.public_id]), LINES[verb]).status_code in (400, 403, 409), verb


def test_the_browser_of_who_signed_out_shows_nothing_of_theirs_to_the_next(running: Game, alice: Any, bob: Any) -> None:
    """Field report 101: what is shown belongs to the person, not to the browser."""
    game = running
    while reading.look(None, game).view["phase"] == "gates":
        game = play_on(game, 1)
    client = Client()
    client.post(reverse("account_login"), {"login": alice.email, "password": PASSWORD})
    cards = {card for card in reading.look(alice, game).view["draft"]["drawn"] if card}
    assert any(f"draft+{card}" in body(client.get(url(game))) for card in cards)
    client.post(reverse("account_logout"))
    page = body(client.get(url(game)))
    assert not any(card in page for card in cards)
    client.post(reverse("account_login"), {"login": bob.email, "password": PASSWORD})
    theirs = {card for card in reading.look(bob, game).view["draft"]["drawn"] if card}
    page = body(client.get(url(game, "?w=draft")))
    assert not any(card in page for card in cards - theirs)


def test_a_half_made_choice_is_no_move_until_it_is_sent(running: Game, enter: Any) -> None:
    """Field reports 17, 127, 137: it stands in the address. Left, it is gone; gone back to, it is there again and still
    waits; asking for news from it posts and forgets nothing."""
    chair = asked(running)
    client, before = enter(chair.user), kept()
    start = reading.look(chair.user, running).legal(["gate"]).words[0].text
    chosen = url(running, f"?w=gate+{start}")
    for _ in range(2):
        page = body(client.get(chosen))
        assert f'data-choice="gate {start}"' in page
        assert "btn primary" in page
        assert 'data-choice=""' in body(client.get(url(running)))
        assert 'data-choice=""' in body(client.get(url(running, "now/"), **HTMX))
        client.get(url(running, "replay/0/"))
    assert kept() == before


def test_what_the_planner_allows_is_exactly_what_is_played(running: Game) -> None:
    """Field report 131: random words, legal or broken, are judged alike by the preview and by the move."""
    game, rng, refused = to_turns(running), random.Random(5), 0
    for _ in range(40):
        chair = asked(game)
        look = reading.look(chair.user, game)
        words: list[str] = []
        while not (found := look.legal(words)).complete or (found.words and rng.random() < 0.5):
            words.append(rng.choice(found.words).text)
        if rng.random() < 0.4:
            words[rng.randrange(len(words))] = rng.choice(["iron", "A1", "9", "dig", "end"])
        planned = look.preview(" ".join(words)).stopped
        refusal = None
        try:
            play.act(chair.user, game, chair.decision_key, " ".join(words))
        except play.IllegalMove as error:
            refusal, refused = error, refused + 1
        judged = [found and (found.code, found.data) for found in (planned, refusal)]
        assert judged[0] == judged[1], words
        game.refresh_from_db()
    assert 3 < refused < 35
