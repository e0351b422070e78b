"""The table page: every state, errors in sentences, conditional asking, weight and queries."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games import play
from games.models import Box, EventRow, Game, Move, Seat
from games.play import reading
from games.sentences import names_of, sentence
from tests.web.conftest import play_on

QUERIES = 13
"""At most so many queries of a table page for a player whose turn it is; a new one must earn its place."""
LIGHT = 60 * 1024
HTMX = {"HTTP_HX_REQUEST": "true"}


def url(game: Game, tail: str = "") -> str:
    return f"/tables/{game.public_id}/{tail}"


def key_of(user: Any, game: Game) -> str:
    return Seat.objects.get(game=game, user=user).decision_key


def asked(game: Game) -> Seat:
    """The seat of a person who is asked now."""
    return Seat.objects.select_related("user").filter(game=game, user__isnull=False).exclude(decision_key="")[0]


def body(response: Any) -> str:
    return str(response.content.decode())


def to_turns(game: Game) -> Game:
    """Gates and draft done: the first turn."""
    while reading.look(None, game).view["phase"] != "play":
        game = play_on(game, 1)
    return game


def test_the_gate_is_asked_with_every_start_as_button_and_on_the_board(running: Game, enter: Any) -> None:
    chair = asked(running)
    page = body(enter(chair.user).get(url(running)))
    starts = [word.text for word in reading.look(chair.user, running).legal(["gate"]).words]
    assert len(starts) > 1
    for start in starts:
        assert page.count(f"w=gate+{start}#turn") == 2
    assert page.count("btn primary") == 0  # nothing can be confirmed yet


def test_a_pick_makes_one_gold_button_and_posts_its_line(running: Game, enter: Any) -> None:
    chair = asked(running)
    client = enter(chair.user)
    start = reading.look(chair.user, running).legal(["gate"]).words[0].text
    page = body(client.get(url(running, f"?w=gate+{start}")))
    assert f'name="line" value="gate {start}"' in page
    assert page.count("btn primary") == 2  # the panel's, and the same one docked on a phone
    done = client.post(url(running, "act/"), {"key": chair.decision_key, "line": f"gate {start}"})
    assert done.status_code == 303
    assert Move.objects.filter(game=running, text=f"gate {start}").count() == 1
    assert "You set your gate" in body(client.get(url(running)))


def test_magic_has_one_gold_button_that_leads_on_and_plays_nothing(running: Game, enter: Any) -> None:
    game = to_turns(running)
    for _ in range(200):
        chair = asked(game)
        if {"cast", "activate"} & set(_verbs(reading.look(chair.user, game))):
            break
        game = play_on(game, 1)
    client, before = enter(chair.user), Move.objects.filter(game=game).count()
    page = body(client.get(url(game, "?step=magic")))
    gold = re.findall(r'class="btn primary"(?: href="([^"]*)")?[^>]*>([^<]*)<', page)
    [(address, label)] = set(gold)  # it stands in the panel, and once more at the foot of a phone
    assert label == "Go on: recruit or dig"
    onward = client.get(address.partition("#")[0].replace("&amp;", "&"))
    assert onward.status_code == 200
    assert label not in body(onward)
    assert Move.objects.filter(game=game).count() == before


def test_htmx_gets_the_table_alone_and_others_a_page(running: Game, enter: Any) -> None:
    client = enter(asked(running).user)
    whole, part = body(client.get(url(running))), body(client.get(url(running), **HTMX))
    assert "<html" in whole
    assert "<html" not in part
    assert part.startswith('<div id="table"')
    restored = client.get(url(running), HTTP_HX_REQUEST="true", HTTP_HX_HISTORY_RESTORE_REQUEST="true")
    assert "<html" in body(restored)
    assert "HX-Request" in client.get(url(running))["Vary"]


def test_a_stale_press_plays_nothing_and_shows_the_fresh_table(running: Game, enter: Any) -> None:
    client, before = enter(asked(running).user), Move.objects.filter(game=running).count()
    answer = client.post(url(running, "act/"), {"key": "long gone", "line": "gate nw"}, **HTMX)
    assert answer.status_code == 409
    assert 'id="table"' in body(answer)
    assert 'role="alert"' in body(answer)
    assert Move.objects.filter(game=running).count() == before


def test_an_illegal_press_says_the_rule_and_keeps_the_choice(running: Game, enter: Any) -> None:
    game = to_turns(running)
    chair = asked(game)
    answer = enter(chair.user).post(url(game, "act/"), {"key": chair.decision_key, "line": "recruit"}, **HTMX)
    assert answer.status_code == 422
    assert 'role="alert"' in body(answer)
    assert 'data-choice="recruit"' in body(answer)


@pytest.mark.parametrize("line", ["gate nowhere", "dig elbow iron A1a", "dance", "end", "gate nowhere; gate ne"])
def test_lines_that_are_not_legal_change_nothing(running: Game, enter: Any, line: str) -> None:
    chair, before = asked(running), Move.objects.filter(game=running).count()
    answer = enter(chair.user).post(url(running, "act/"), {"key": chair.decision_key, "line": line})
    assert answer.status_code == 422
    assert Move.objects.filter(game=running).count() == before


@pytest.mark.parametrize("line", ["", "x" * 5000, "gate\x00ne", "gate \x1b[31m", "; ;", "g; " * 200])
def test_huge_and_binary_lines_are_refused_with_a_sentence(running: Game, enter: Any, line: str) -> None:
    chair, before = asked(running), Move.objects.filter(game=running).count()
    answer = enter(chair.user).post(url(running, "act/"), {"key": chair.decision_key, "line": line})
    assert 400 <= answer.status_code < 500
    assert "<h1" in body(answer)
    assert Move.objects.filter(game=running).count() == before


@pytest.mark.parametrize("words", ["a" * 700, "gate%00ne", "%3Cscript%3E", "gate%0Bne", "%F0%9F%92%A3"])
def test_words_that_no_link_could_hold_are_refused(running: Game, enter: Any, words: str) -> None:
    answer = enter(asked(running).user).get(url(running, f"?w={words}"))
    assert answer.status_code == 400
    assert "<h1" in body(answer)
    assert "<script>" not in body(answer).split("<h1")[1]


@pytest.mark.parametrize("words", ["gate+nowhere", "dance", "place+2.1", "end", "recruit+nobody+pay+coin%40s"])
def test_words_that_are_not_legal_are_cut_off_and_said(running: Game, enter: Any, words: str) -> None:
    answer = enter(asked(running).user).get(url(running, f"?w={words}"))
    assert answer.status_code == 200
    assert 'role="alert"' in body(answer)


@pytest.mark.parametrize("tool", ["zoom=mine", "zoom=whole", "names=1", "text=1", "step=end", "step=..", "zoom=%00"])
def test_board_tools_in_the_address(running: Game, enter: Any, tool: str) -> None:
    assert enter(asked(running).user).get(url(running, f"?{tool}")).status_code == 200


def test_unknown_tables_are_404_for_every_verb(enter: Any, alice: Any) -> None:
    client = enter(alice)
    for tail in ("", "now/"):
        assert client.get(f"/tables/nosuchtable/{tail}").status_code == 404
    for tail in ("act/", "undo/"):
        assert client.post(f"/tables/nosuchtable/{tail}").status_code == 404


def test_somebody_elses_seat_is_403(running: Game, enter: Any, charlie: Any) -> None:
    key = asked(running).decision_key
    answer = enter(charlie).post(url(running, "act/"), {"key": key, "line": "gate ne"})
    assert answer.status_code == 403
    assert Move.objects.filter(game=running, kind="action").count() == 0


def test_an_expired_session_is_led_to_the_sign_in_page_not_into_the_board(running: Game) -> None:
    answer = Client().post(url(running, "act/"), {"key": "x", "line": "gate ne"}, **HTMX)
    assert answer.status_code == 204
    assert answer["HX-Redirect"].startswith("/account/login") or "login" in answer["HX-Redirect"]
    plain = Client().post(url(running, "act/"), {"key": "x", "line": "gate ne"})
    assert plain.status_code == 302
    assert "login" in plain["Location"]


def test_asking_for_news_is_304_until_something_changes(running: Game, enter: Any, charlie: Any) -> None:
    client = enter(charlie)
    first = client.get(url(running, "now/"))
    again = client.get(url(running, "now/"), HTTP_IF_NONE_MATCH=first["ETag"])
    assert again.status_code == 304
    assert not again.content
    play_on(running, 1)
    changed = client.get(url(running, "now/"), HTTP_IF_NONE_MATCH=first["ETag"])
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]
    assert body(changed).startswith('<div id="table"')


def test_the_page_and_the_question_for_news_agree_on_the_tag(running: Game, enter: Any, charlie: Any) -> None:
    client = enter(charlie)
    tag = client.get(url(running))["ETag"]
    assert client.get(url(running, "now/"), HTTP_IF_NONE_MATCH=tag).status_code == 304


def test_undo_names_the_deed_and_takes_it_back(running: Game, enter: Any) -> None:
    game = to_turns(running)
    chair = asked(game)
    client = enter(chair.user)
    look = reading.look(chair.user, game)
    card = look.legal(["recruit"]).words[0].text
    played = client.post(url(game, "act/"), {"key": chair.decision_key, "line": f"recruit {card}; place 2.1"})
    assert played.status_code == 303
    page = body(client.get(url(game)))
    assert "Undo placing" in page
    upto = re.search(r'name="upto" value="(\d+)"', page)
    assert upto
    answer = client.post(url(game, "undo/"), {"key": key_of(chair.user, game), "upto": upto[1]})
    assert answer.status_code == 303
    page = body(client.get(url(game)))
    assert "Taken back" in page
    assert "Something was revealed" in page
    assert 'class="undone"' in page


@pytest.mark.parametrize("upto", ["x", "-1", "9" * 40, "1.5", "\x00"])
def test_undo_of_nonsense_is_refused(running: Game, enter: Any, upto: str) -> None:
    chair = asked(running)
    answer = enter(chair.user).post(url(running, "undo/"), {"key": chair.decision_key, "upto": upto})
    assert 400 <= answer.status_code < 500


def test_what_was_shown_before_a_recruit_is_what_happens(running: Game, enter: Any) -> None:
    """Gains and wastes are forecast without looking at the refill; they must be right (H72 to H74)."""
    game, seen = to_turns(running), 0
    for _ in range(40):
        chair = asked(game)
        look = reading.look(chair.user, game)
        if look.question is None or look.question.code != "turn" or "recruit" not in _verbs(look):
            game = play_on(game, 1)
            continue
        card = look.legal(["recruit"]).words[-1].text
        page = body(enter(chair.user).get(url(game, f"?w=recruit+{card}")))
        options = re.findall(r'class="slot-choice place[^"]*" href="[^"]*place(?:\+|%20)([\d.]+)[^"]*".*?</a>', page)
        place = options[-1]
        shown = body(enter(chair.user).get(url(game, f"?w=recruit+{card}%3B+place+{place}")))
        gain = int(re.search(r"You gain (\d+)", shown)[1])  # type: ignore[index]
        waste = re.search(r"(\d+) (?:is|are) wasted", shown)
        line = re.search(r'id="act".*?name="line" value="([^"]*)"', shown, re.S)[1]  # type: ignore[index]
        if not line:  # a level-3 troll asks for its pedestal first
            line = f"recruit {card}; pedestal none; place {place}"
        play.act(chair.user, game, chair.decision_key, line)
        placed = EventRow.objects.filter(game=game, code="place").latest("pk").data
        assert sum(map(len, placed["gained"].values())) == gain
        assert sum(map(len, placed["wasted"].values())) == (int(waste[1]) if waste else 0)
        seen += 1
        game.refresh_from_db()
    assert seen >= 5


def _verbs(look: reading.Look) -> list[str]:
    return [word.text for word in look.legal([]).words]


def test_since_you_last_looked_numbers_what_others_did(running: Game, enter: Any) -> None:
    game = to_turns(running)
    me = asked(game)
    other = Seat.objects.select_related("user").filter(game=game).exclude(pk=me.pk)[0]
    client = enter(other.user)
    client.get(url(game))
    while asked(game).pk == me.pk:
        game = play_on(game, 1)
    page = body(client.get(url(game)))
    assert "Since you last looked" in page
    assert 'class="news"' in page or 'class="num"' in page
    assert "Since you last looked" in body(client.get(url(game, "?w=recruit")))  # it stays while one thinks
    assert "Since you last looked" not in body(enter(me.user).get(url(game)))


def test_a_finished_game_shows_its_scoring_sheet_and_where_to_go_on(finished: Game, enter: Any, alice: Any) -> None:
    for client in (enter(alice), Client()):
        page = body(client.get(url(finished)))
        assert "Final scoring" in page
        assert "Tunnels dug" in page
        total = finished.result["standings"][0]["total"]
        assert f"<b>{total}</b>" in page
        assert url(finished, "replay/0/") in page
        assert url(finished, "dice/") in page
        assert 'data-live=""' in page  # nothing is asked for any more
        assert 'class="turn quiet-turn"' in page


def test_the_page_is_light_and_its_queries_are_counted(
    running: Game, enter: Any, django_assert_max_num_queries: Any
) -> None:
    game = play_on(to_turns(running), 50)
    assert game.is_running
    user = asked(game).user
    client = enter(user)
    client.get(url(game))
    with django_assert_max_num_queries(QUERIES):
        page = client.get(url(game))
    assert len(gzip.compress(page.content, 6)) < LIGHT
    busy = client.get(url(game, "?w=recruit"))
    assert len(gzip.compress(busy.content, 6)) < LIGHT


def test_every_event_of_a_game_has_a_sentence_in_both_languages(finished: Game) -> None:
    names = names_of(reading.look(None, finished).seats)
    rows = list(EventRow.objects.filter(game=finished))
    assert len({row.code for row in rows}) > 15
    for language in ("en", "es"):
        with translation.override(language):
            for row in rows:
                for viewer in (None, 1, 2):
                    said = sentence(finished.slug, row.code, row.data, names, viewer)
                    assert "{" not in said
                    assert "hall." not in said


def test_the_pictures_are_kept_for_good_and_unknown_ones_are_404(running: Game, enter: Any) -> None:
    page = body(Client().get(url(running)))
    sheets = set(re.findall(r'href="(/sheets/[^"#]+)#', page))
    assert len(sheets) == 3
    for sheet in sheets:
        answer = Client().get(sheet)
        assert answer.status_code == 200
        assert answer["Content-Type"] == "image/svg+xml"
        assert "immutable" in answer["Cache-Control"]
        assert Client().get(sheet, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
    path = min(sheets).rsplit("/", 1)[0]
    for wrong in (f"{path}/nothing.svg", "/sheets/hall/0000000000000000/icons.svg", "/sheets/chess/x/icons.svg"):
        assert Client().get(wrong).status_code == 404


def test_spanish_pages_speak_spanish(running: Game, enter: Any) -> None:
    user = asked(running).user
    user.language = "es"
    user.save()
    page = body(enter(user).get(url(running)))
    assert "Tu turno: coloca tu puerta" in page
    assert 'lang="es"' in page
    assert "Your turn" not in page


def test_the_secret_of_the_dice_and_the_keys_of_others_are_on_no_page(
    running: Game, enter: Any, alice: Any, bob: Any, charlie: Any
) -> None:
    game = to_turns(running)
    secret = bytes(Box.objects.get(game=game).secret).hex()
    for client, user in ((enter(alice), alice), (enter(bob), bob), (enter(charlie), charlie), (Client(), None)):
        for tail in ("", "now/", "?text=1", "replay/", "record.json"):
            page = body(client.get(url(game, tail)))
            assert secret not in page
            for seat in Seat.objects.filter(game=game).exclude(user=user).exclude(decision_key=""):
                assert seat.decision_key not in page


def test_the_next_table_that_waits_is_offered_after_a_turn(
    running: Game, open_table: Any, enter: Any, alice: Any, bob: Any
) -> None:
    game = to_turns(running)
    me = asked(game)
    while asked(game).pk == me.pk:
        game = play_on(game, 1)
    other = play.join(
        bob if me.user == alice else alice,
        open_table(2, "Another", user=me.user, random_order=False, options={"start": "1"}),
    )
    page = body(enter(me.user).get(url(game)))
    assert Seat.objects.get(game=other, user=me.user).decision_key  # seat 1 sets its gate first
    assert "Next table" in page
    assert url(other) in page
    assert "Next table" not in body(Client().get(url(game)))


def test_the_wheel_can_be_taken_back_from_the_autopilot(running: Game, enter: Any) -> None:
    chair = asked(running)
    Seat.objects.filter(pk=chair.pk).update(autopilot=True)
    client = enter(chair.user)
    assert "Autopilot plays for you" in body(client.get(url(running)))
    assert client.post(url(running, "wheel/")).status_code == 303
    assert not Seat.objects.get(pk=chair.pk).autopilot
    assert "Autopilot plays for you" not in body(client.get(url(running)))
