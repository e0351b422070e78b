"""Every page of the site itself answers in both languages, signed out and signed in."""

import pytest
from django.test import Client
from django.urls import reverse

from games import clocks, play

PUBLIC = [
    "home", "rules", "help_clocks", "help_keys", "help_notation", "offline", "press_again", "account_login",
    "account_signup", "account_reset_password", "account_reset_password_done", "account_email_verification_sent",
    "account_inactive", "account_reset_password_from_key_done",
]  # fmt: skip
SIGNED_IN = [
    "home", "settings", "delete_account", "account_change_password", "usersessions_list", "account_logout", "notices",
    "channels", "away", "notice_log", "bench",
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", PUBLIC)
def test_public_pages_answer(client: Client, name: str, language: str) -> None:
    answer = client.get(reverse(name), headers={"accept-language": language})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert f'<html lang="{language}"' in page
    assert "<h1" in page


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "es"])
def test_rules_of_every_game_have_the_anchors_of_refusals(client: Client, language: str) -> None:
    page = client.get(reverse("rules_of", args=["hall"]), headers={"accept-language": language}).content.decode()
    for anchor in ("h-turn", "h-dig", "h-recruit", "h-hall", "h-move", "h-spell", "h-workshop", "h-trade", "h-final"):
        assert f'id="{anchor}"' in page
        assert f'href="#{anchor}"' in page


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "words"), [("en", "Night Shift"), ("es", "Turno de noche")])
def test_all_components_stand_on_one_page(client: Client, language: str, words: str) -> None:
    answer = client.get(reverse("facts_of", args=["hall"]), headers={"accept-language": language})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert words in page
    assert page.count('fact-troll"') == 61
    assert client.get(reverse("facts_of", args=["chess"])).status_code == 404


def test_home_shows_the_position_and_the_deadline(alice, bob, enter) -> None:  # type: ignore[no-untyped-def]
    game = play.open_table(
        alice, "hall", "Snow on the pass", 2, {"start": "1"}, terms=clocks.per_turn(24), random_order=False
    )
    play.join(bob, game)
    page = enter(alice).get(reverse("home")).content.decode()
    assert "One table waits for you" in page
    assert 'class="thumb board"' in page
    assert "left" in page
    assert page.count("btn primary") == 1
    waiting = enter(bob).get(reverse("home")).content.decode()
    assert "Nothing waits for you" in waiting
    assert "Alice has until" in waiting


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", SIGNED_IN)
def test_own_pages_answer_in_the_language_of_the_account(alice, enter, name: str, language: str) -> None:  # type: ignore[no-untyped-def]
    alice.language = language
    alice.save()
    answer = enter(alice).get(reverse(name), headers={"accept-language": "de"})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.content.decode()
