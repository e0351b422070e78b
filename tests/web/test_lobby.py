"""The lobby and the waiting room: taking a seat, leaving, closing, links, invitations, and what goes wrong there."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import clocks, play
from games.models import Game, Seat

BAD_IDS = ("nothing-here", "x" * 60, "-", "____________")


def page(client: Client, name: str, *args: Any, **query: Any) -> tuple[int, str]:
    answer = client.get(reverse(name, args=args), query)
    return answer.status_code, answer.content.decode()


def test_lobby_lists_what_waits_and_only_that(alice: Any, bob: Any, enter: Any, open_table: Any) -> None:
    open_table(3, "Snow on the pass")
    open_table(2, "Behind the link", visibility="private")
    open_table(2, "By name only", visibility="invited")
    play.join(bob, open_table(2, "Already begun"))
    status, text = page(enter(bob), "lobby")
    assert status == 200
    assert "Snow on the pass" in text
    for hidden in ("Behind the link", "By name only", "Already begun"):
        assert hidden not in text
    assert text.count('class="btn primary"') == 1


def test_anybody_may_look_at_the_lobby(client: Client, open_table: Any) -> None:
    open_table(3, "Snow on the pass")
    status, text = page(client, "lobby")
    assert status == 200
    assert "Snow on the pass" in text
    assert reverse("join", args=[Game.objects.get().public_id]) not in text


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ({"seats": "3"}, {"three"}),
        ({"pace": "brisk"}, {"fast"}),
        ({"pace": "untimed"}, {"untimed"}),
        ({"pace": "custom"}, {"three"}),
        ({"seats": "2", "pace": "brisk"}, {"fast"}),
        ({}, {"three", "fast", "untimed"}),
    ],
)
def test_filters_in_the_address(client: Client, open_table: Any, query: dict[str, str], shown: set[str]) -> None:
    open_table(3, "three", terms=clocks.per_turn(72))
    open_table(2, "fast", terms=clocks.PRESETS["brisk"])
    open_table(2, "untimed", terms=clocks.per_turn(0))
    answer = client.get(reverse("lobby"), query)
    assert {row.game.title for row in answer.context["rows"]} == shown


def test_nothing_of_this_kind_shows_the_others(client: Client, open_table: Any) -> None:
    open_table(3, "three")
    answer = client.get(reverse("lobby"), {"seats": "2"})
    assert answer.context["rows"] == []
    assert [row.game.title for row in answer.context["wider"]] == ["three"]


@pytest.mark.parametrize(
    "query", [{"seats": "77"}, {"seats": "\x00"}, {"game": "chess"}, {"pace": "-1"}, {"pace": "x" * 9}]
)
def test_filters_that_no_form_sends_are_refused_in_words(client: Client, db: None, query: dict[str, str]) -> None:
    answer = client.get(reverse("lobby"), query)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()


@pytest.mark.parametrize("number", ["0", "-3", "99999999999999999999", "x", "\x00"])
def test_any_page_number_shows_a_page(client: Client, open_table: Any, number: str) -> None:
    open_table(3)
    assert client.get(reverse("lobby"), {"page": number}).status_code == 200


def test_lobby_asks_the_database_the_same_number_of_times_for_few_and_many(
    bob: Any, enter: Any, open_table: Any, django_assert_max_num_queries: Any
) -> None:
    client = enter(bob)
    for n in range(12):
        open_table(3, f"Table {n}", bots=["random"])
    with django_assert_max_num_queries(16):
        assert client.get(reverse("lobby")).status_code == 200


def test_take_a_seat_and_leave_it(bob: Any, enter: Any, open_table: Any) -> None:
    game, client = open_table(3), enter(bob)
    answer = client.post(reverse("join", args=[game.public_id]))
    assert answer.status_code == 303
    assert Seat.objects.filter(game=game, user=bob).count() == 1
    text = client.get(answer["Location"]).content.decode()
    assert reverse("leave", args=[game.public_id]) in text
    assert client.post(reverse("leave", args=[game.public_id])).status_code == 303
    assert not Seat.objects.filter(game=game, user=bob).exists()
    game.refresh_from_db()
    assert game.is_open


def test_joining_twice_takes_one_seat(bob: Any, enter: Any, open_table: Any) -> None:
    game, client = open_table(3), enter(bob)
    for _ in range(2):
        assert client.post(reverse("join", args=[game.public_id])).status_code == 303
    assert Seat.objects.filter(game=game, user=bob).count() == 1


def test_the_last_seat_starts_the_game(bob: Any, enter: Any, open_table: Any) -> None:
    game = open_table(2)
    answer = enter(bob).post(reverse("join", args=[game.public_id]))
    game.refresh_from_db()
    assert game.is_running
    assert answer["Location"] == reverse("table", args=[game.public_id])


def test_old_lobby_page_cannot_join_a_game_that_has_started(
    bob: Any, charlie: Any, enter: Any, open_table: Any
) -> None:
    """Field report 5."""
    game, client = open_table(2, "Ash and echo"), enter(charlie)
    assert "Ash and echo" in client.get(reverse("lobby")).content.decode()
    play.join(bob, game)
    roster = list(Seat.objects.filter(game=game).values_list("number", "user"))
    answer = client.post(reverse("join", args=[game.public_id]))
    assert answer.status_code == 409
    assert "already started" in answer.content.decode()
    assert list(Seat.objects.filter(game=game).values_list("number", "user")) == roster


def test_last_one_to_leave_closes_the_table_and_its_page_says_so(
    alice: Any, bob: Any, enter: Any, open_table: Any
) -> None:
    """Field reports 23 and 166."""
    game, client = open_table(3, "Quiet peaks"), enter(bob)
    assert enter(alice).post(reverse("leave", args=[game.public_id])).status_code == 303
    assert "Quiet peaks" not in client.get(reverse("lobby")).content.decode()
    status, text = page(client, "table", game.public_id)
    assert status == 200
    assert "Alice was the last one here and left." in text
    assert "today" in text
    assert reverse("lobby") in text
    answer = client.post(reverse("join", args=[game.public_id]))
    assert answer.status_code == 409
    assert "closed" in answer.content.decode()
    assert not Seat.objects.filter(game=game, user=bob).exists()


def test_the_host_closes_a_table_on_a_page_that_asks(alice: Any, bob: Any, enter: Any, open_table: Any) -> None:
    game = open_table(3)
    play.join(bob, game)
    assert enter(bob).get(reverse("close", args=[game.public_id])).status_code == 403
    assert enter(bob).post(reverse("close", args=[game.public_id])).status_code == 403
    client = enter(alice)
    assert client.get(reverse("close", args=[game.public_id])).status_code == 200
    game.refresh_from_db()
    assert game.is_open
    assert client.post(reverse("close", args=[game.public_id])).status_code == 303
    assert "Alice closed the table" in page(client, "table", game.public_id)[1]


def test_secret_link_opens_a_private_table(bob: Any, charlie: Any, enter: Any, open_table: Any) -> None:
    game = open_table(3, "Behind the link", visibility="private")
    link = reverse("secret_link", args=[game.public_id, game.invite_code])
    client = enter(bob)
    assert page(client, "table", game.public_id)[0] == 404
    assert client.post(reverse("join", args=[game.public_id])).status_code == 404
    answer = client.get(link)
    assert answer.status_code == 200
    assert answer["Referrer-Policy"] == "no-referrer"
    assert client.post(link).status_code == 303
    assert Seat.objects.filter(game=game, user=bob).exists()
    assert game.invite_code in page(client, "table", game.public_id)[1]
    assert page(enter(charlie), "table", game.public_id)[0] == 404


def test_secret_link_has_more_than_sixty_random_bits(open_table: Any) -> None:
    codes = {open_table(2, visibility="private").invite_code for _ in range(5)}
    assert len(codes) == 5
    assert all(len(code) * 6 >= 60 for code in codes)


def test_wrong_links_are_refused_and_soon_no_more_answered(bob: Any, enter: Any, open_table: Any) -> None:
    game, client = open_table(3, visibility="private"), enter(bob)
    answers = [client.get(reverse("secret_link", args=[game.public_id, f"wrong{n}"])).status_code for n in range(40)]
    assert answers[0] == 404
    assert answers[-1] == 429
    last = client.get(reverse("secret_link", args=[game.public_id, game.invite_code]))
    assert last.status_code == 429
    assert last["Retry-After"]
    assert "hour" in last.content.decode()
    assert not Seat.objects.filter(game=game, user=bob).exists()


def test_the_host_alone_is_told_of_many_wrong_links(
    alice: Any, bob: Any, charlie: Any, enter: Any, open_table: Any
) -> None:
    """Brute force: two hundred wrong links end in 429, and the host reads of it on the table's page."""
    game = open_table(3, visibility="private")
    play.join(charlie, game, code=game.invite_code)
    host, client = enter(alice), enter(bob)
    assert "wrong links" not in page(host, "table", game.public_id)[1]
    answers = [client.get(reverse("secret_link", args=[game.public_id, f"wrong{n}"])).status_code for n in range(200)]
    assert answers[-1] == 429
    assert "Somebody tried many wrong links to this table" in page(host, "table", game.public_id)[1]
    assert "wrong links" not in page(enter(charlie), "table", game.public_id)[1]


def test_secret_link_of_somebody_not_signed_in_shows_the_room_and_takes_no_seat(
    client: Client, open_table: Any
) -> None:
    game = open_table(3, visibility="private")
    link = reverse("secret_link", args=[game.public_id, game.invite_code])
    assert "Sign in" in client.get(link).content.decode()
    assert client.post(link).status_code == 403
    assert Seat.objects.filter(game=game, user__isnull=False).count() == 1


def test_invitation_is_seen_accepted_or_declined(
    alice: Any, bob: Any, charlie: Any, enter: Any, open_table: Any
) -> None:
    game = open_table(3, "By name only", visibility="invited", invited=[bob])
    client = enter(bob)
    text = client.get(reverse("lobby")).content.decode()
    assert "By name only" in text
    assert "Alice invites you" in text
    assert client.post(reverse("decline", args=[game.public_id])).status_code == 303
    assert client.get(reverse("lobby")).context["asked"] == []
    assert page(enter(charlie), "table", game.public_id)[0] == 404
    assert enter(charlie).post(reverse("join", args=[game.public_id])).status_code == 404
    host = enter(alice)
    assert host.post(reverse("invite", args=[game.public_id]), {"name": "charlie"}).status_code == 303
    assert enter(charlie).post(reverse("join", args=[game.public_id])).status_code == 303
    assert Seat.objects.filter(game=game, user=charlie).exists()


@pytest.mark.parametrize("name", ["", "Nobody", "x" * 200, "\x00", "a\r\nBcc: x", "\u202eecila"])
def test_invitations_to_no_such_person_are_refused_in_words(alice: Any, enter: Any, open_table: Any, name: str) -> None:
    game = open_table(3, visibility="invited")
    answer = enter(alice).post(reverse("invite", args=[game.public_id]), {"name": name})
    assert answer.status_code in (400, 404)
    assert 'role="alert"' in answer.content.decode()
    assert not game.invitations.exists()


def test_host_seats_and_removes_bots(alice: Any, bob: Any, enter: Any, open_table: Any) -> None:
    game, client = open_table(3), enter(alice)
    assert client.post(reverse("bot_here", args=[game.public_id]), {"bot": "random"}).status_code == 303
    seat = Seat.objects.get(game=game, bot="random")
    assert enter(bob).post(reverse("bot_away", args=[game.public_id]), {"seat": seat.number}).status_code == 403
    assert client.post(reverse("bot_away", args=[game.public_id]), {"seat": seat.number}).status_code == 303
    assert not Seat.objects.filter(game=game).exclude(bot="").exists()
    for number in ("", "9", "x", "-1", "1" * 40, "\x00"):
        assert client.post(reverse("bot_away", args=[game.public_id]), {"seat": number}).status_code == 400
    for bot in ("", "nobody", "\x00", "x" * 3000):
        assert client.post(reverse("bot_here", args=[game.public_id]), {"bot": bot}).status_code == 400


@pytest.mark.parametrize("public_id", BAD_IDS)
@pytest.mark.parametrize("name", ["join", "leave", "close", "bot_here", "bot_away", "invite", "decline"])
def test_verbs_on_unknown_tables_say_that_there_is_none(alice: Any, enter: Any, name: str, public_id: str) -> None:
    answer = enter(alice).post(reverse(name, args=[public_id]), {"seat": "2", "bot": "random", "name": "Alice"})
    assert answer.status_code == 404
    assert "no such table" in answer.content.decode()


@pytest.mark.parametrize("name", ["join", "leave", "bot_here", "bot_away", "invite", "decline"])
def test_verbs_are_posts_with_a_token(alice: Any, enter: Any, open_table: Any, name: str) -> None:
    game = open_table(3)
    assert enter(alice).get(reverse(name, args=[game.public_id])).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert strict.post(reverse(name, args=[game.public_id])).status_code == 403
    assert Seat.objects.filter(game=game, user=alice).exists()


@pytest.mark.parametrize("name", ["join", "leave", "close", "bot_here", "invite", "decline", "create"])
def test_who_is_not_signed_in_is_led_to_the_sign_in(client: Client, open_table: Any, name: str) -> None:
    game = open_table(3)
    answer = client.post(reverse(name, args=[] if name == "create" else [game.public_id]))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))
    fragment = client.post(reverse("join", args=[game.public_id]), headers={"HX-Request": "true"})
    assert fragment.status_code == 204
    assert fragment["HX-Redirect"].startswith(reverse("account_login"))


def test_waiting_room_says_when_it_has_changed(bob: Any, charlie: Any, enter: Any, open_table: Any) -> None:
    game, client = open_table(4), enter(bob)
    known = client.get(reverse("table", args=[game.public_id])).context["known"]
    news = reverse("waiting_news", args=[game.public_id])
    assert client.get(news, {"known": known}).status_code == 204
    play.join(charlie, game)
    answer = client.get(news, {"known": known})
    assert answer.status_code == 200
    assert reverse("table", args=[game.public_id]) in answer.content.decode()


def test_waiting_room_shows_fingerprint_and_words(bob: Any, enter: Any, open_table: Any) -> None:
    game, client = open_table(3, word="mountain"), enter(bob)
    client.post(reverse("join", args=[game.public_id]), {"word": "Lantern"})
    text = page(client, "table", game.public_id)[1]
    assert game.secret_hash in text
    assert "mountain" in text
    assert "Lantern" in text


@pytest.mark.parametrize("word", ["x" * 200, "a\nb", "\u202e", "\x00"])
def test_words_that_cannot_be_read_take_no_seat(bob: Any, enter: Any, open_table: Any, word: str) -> None:
    game = open_table(3)
    answer = enter(bob).post(reverse("join", args=[game.public_id]), {"word": word})
    assert answer.status_code == 400
    assert not Seat.objects.filter(game=game, user=bob).exists()


def test_names_are_escaped_in_every_list(alice: Any, bob: Any, enter: Any, open_table: Any) -> None:
    """Field report 115: a name that came in another way than the form is still only text."""
    type(alice).objects.filter(pk=alice.pk).update(name="<b>x")
    game = open_table(3, "<i>Title & co")
    for language in ("en", "es"):
        type(bob).objects.filter(pk=bob.pk).update(language=language)
        for name, args in (("lobby", []), ("table", [game.public_id])):
            text = page(enter(bob), name, *args)[1]
            assert "<b>x" not in text
            assert "<i>Title" not in text
            assert "&lt;b&gt;x" in text


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_in_both_languages(alice: Any, bob: Any, enter: Any, open_table: Any, language: str) -> None:
    type(alice).objects.filter(pk=alice.pk).update(language=language)
    alice.refresh_from_db()
    game = open_table(3, visibility="private", invited=[bob])
    client = enter(alice)
    for name, args in (("lobby", []), ("create", []), ("table", [game.public_id]), ("close", [game.public_id])):
        status, text = page(client, name, *args)
        assert status == 200
        assert f'lang="{language}"' in text
    client.post(reverse("leave", args=[game.public_id]))
    assert page(client, "table", game.public_id)[0] == 200
