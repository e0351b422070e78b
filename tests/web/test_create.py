"""Opening a table: the form from the rule set's options, what it keeps, what it refuses."""

from typing import Any

import pytest
from django.urls import reverse

from games import clocks
from games.clocks import HOUR
from games.models import Game, Invitation, Notice, Seat
from games.termforms import address_of
from tests.web.conftest import SLUG

TIME = dict(address_of(clocks.DEFAULT))
GOOD = {
    "game": SLUG, "seats": "3", "title": "Snow on the pass", **TIME, "visibility": "open",
    "option_start": "random", "option_workshops": "drawn",
}  # fmt: skip


def post(client: Any, **changes: Any) -> Any:
    return client.post(reverse("create"), {**GOOD, **changes})


def test_opens_a_table_with_what_was_chosen(alice: Any, enter: Any) -> None:
    answer = post(enter(alice), preset="brisk", option_workshops="different", chair_3="random", word="Lantern")
    game = Game.objects.get()
    assert answer.status_code == 303
    assert answer["Location"] == reverse("table", args=[game.public_id])
    assert (game.title, game.seats_count, game.time.bank, game.status) == ("Snow on the pass", 3, 24 * HOUR, "open")
    assert game.options["workshops"] == "different"
    assert list(Seat.objects.filter(game=game).values_list("bot", flat=True)) == ["", "", "random"]
    assert Seat.objects.get(game=game, user=alice).salt_word == "Lantern"


def test_a_table_of_bots_and_me_starts_at_once(alice: Any, enter: Any) -> None:
    post(enter(alice), seats="2", chair_2="random", option_side="winter")
    game = Game.objects.get()
    assert game.is_running
    assert game.options["side"] == "winter"


def test_form_is_made_of_the_options_for_these_seats(alice: Any, enter: Any) -> None:
    client = enter(alice)
    two = client.get(reverse("create"), {"seats": "2"}).content.decode()
    four = client.get(reverse("create"), {"seats": "4"}).content.decode()
    assert 'name="option_side"' in two
    assert 'name="option_team"' not in two
    assert 'name="option_team"' in four
    assert 'name="option_side"' not in four
    assert 'name="chair_4"' in four
    assert 'name="chair_3"' not in two


def test_other_seats_reload_by_get_and_keep_what_was_typed(alice: Any, enter: Any) -> None:
    client = enter(alice)
    answer = post(client, seats="4", title="My words", visibility="private", option_hidden_totals="on", again="1")
    assert answer.status_code == 303
    assert "csrfmiddlewaretoken" not in answer["Location"]
    assert not Game.objects.exists()
    form = client.get(answer["Location"]).context["form"]
    assert form["title"].value() == "My words"
    assert form["visibility"].value() == "private"
    assert form["option_hidden_totals"].value() is True
    assert form["option_workshops"].value() == "drawn"
    assert 'name="chair_4"' in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "   "}, "title"),
        ({"title": "x" * 61}, "title"),
        ({"title": "x" * 100_000}, "title"),
        ({"title": "a\r\nBcc: everybody"}, "title"),
        ({"title": "a\x00b"}, "title"),
        ({"title": "\u202eevil"}, "title"),
        ({"title": "a\u200bb"}, "title"),
        ({"preset": "blitz"}, "preset"),
        ({"grace": "7"}, "grace"),
        ({"claim_hours": "0"}, "claim_hours"),
        ({"claim_hours": "73"}, "claim_hours"),
        ({"claim_hours": "x"}, "claim_hours"),
        ({"bench_days": "31"}, "bench_days"),
        ({"least": "101"}, "least"),
        ({"pilot": "nobody"}, "pilot"),
        ({"endgame": "none"}, "endgame"),
        ({"preset": "custom", "bank_hours": ""}, "bank_hours"),
        ({"preset": "custom", "bank_hours": "-5"}, "bank_hours"),
        ({"preset": "custom", "credit_hours": "9999"}, "credit_hours"),
        ({"preset": "custom", "bank_hours": "48", "cap_hours": "24"}, "cap_hours"),
        ({"visibility": "secret"}, "visibility"),
        ({"visibility": "invited"}, "invited_names"),
        ({"invited_names": "Nobody at all"}, "invited_names"),
        ({"invited_names": ",".join(f"name{n}" for n in range(12))}, "invited_names"),
        ({"invited_names": "x" * 500}, "invited_names"),
        ({"chair_2": "deep blue"}, "chair_2"),
        ({"option_workshops": "stolen"}, "option_workshops"),
        ({"option_workshops": "chosen"}, "option_workshop_list"),
        ({"option_workshop_list": "castle"}, "option_workshop_list"),
        ({"word": "x" * 25}, "word"),
        ({"word": "a\nb"}, "word"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_typed_text_stays(
    alice: Any, enter: Any, changes: dict[str, str], field: str
) -> None:
    answer = post(enter(alice), **changes)
    assert answer.status_code == 422
    assert not Game.objects.exists()
    form, text = answer.context["form"], answer.content.decode()
    assert field in form.errors
    assert all(
        problem.text in text or problem.text.replace("'", "&#x27;") in text for problem in answer.context["problems"]
    )
    if field not in ("title",):
        assert 'value="Snow on the pass"' in text


@pytest.mark.parametrize(
    "changes", [{"seats": "9"}, {"seats": "x"}, {"seats": "-2"}, {"seats": "1" * 400}, {"game": "chess"}]
)
def test_no_such_game_or_number_of_seats(alice: Any, enter: Any, changes: dict[str, str]) -> None:
    client = enter(alice)
    for answer in (post(client, **changes), client.get(reverse("create"), changes)):
        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()
    assert not Game.objects.exists()


def test_invited_people_are_told(alice: Any, bob: Any, enter: Any) -> None:
    post(enter(alice), visibility="invited", invited_names="bob, BOB")
    game = Game.objects.get()
    assert list(Invitation.objects.filter(game=game).values_list("user__name", flat=True)) == ["Bob"]
    assert Notice.objects.filter(game=game, user=bob, kind="invitation").count() == 1


def test_binary_and_huge_forms_change_nothing(alice: Any, enter: Any) -> None:
    client = enter(alice)
    binary = client.post(reverse("create"), b"\xff\xfe\x00title=\x80" * 50, content_type="application/octet-stream")
    assert 400 <= binary.status_code < 500
    huge = client.post(reverse("create"), {**GOOD, "title": "x" * 400_000})
    assert 400 <= huge.status_code < 500
    many = client.post(reverse("create"), {**GOOD, **{f"f{n}": "1" for n in range(600)}})
    assert 400 <= many.status_code < 500
    assert not Game.objects.exists()


def test_too_many_open_tables_are_refused_in_words(alice: Any, enter: Any) -> None:
    client = enter(alice)
    statuses = [post(client).status_code for _ in range(21)]
    assert statuses[-1] == 422
    assert Game.objects.count() == 20
