"""The page of notices: the matrix as it is kept, what cannot be chosen, tables of their own, silence and the usual."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.preferences import NoticesForm, usable_channels
from games import play
from games.models import Game, NoticeSettings, TableNotices, Webhook
from games.notices import preferences
from games.notices.matrix import CHANNELS, EVENTS, FIXED


def filled(person: User, **changes: Any) -> dict[str, Any]:
    """The form of the page as it is first shown, with some fields filled in otherwise."""
    form = NoticesForm(preferences.read(person), usable_channels(person))
    data = {name: field.initial for name, field in form.fields.items()}
    return data | {name.replace("__", "-"): value for name, value in changes.items()}


def hook_of(person: User) -> Webhook:
    now = person.date_joined
    return Webhook.objects.create(user=person, url="https://example.org/x", secret="s", created_at=now)


@pytest.fixture
def table(alice: User, bob: User) -> Game:
    return play.join(bob, play.open_table(alice, "hall", "Snow", 2, {}))


def test_every_event_has_a_row_with_a_choice_for_each_channel(alice: User, enter: Any) -> None:
    page = enter(alice).get(reverse("notices")).content.decode()
    for event in EVENTS:
        assert f'id="ev-{event}"' in page
        for channel in CHANNELS:
            others_read = channel == "hook" and event in ("invitation", "chat")
            assert (f'name="{event}-{channel}"' in page) is ((event, channel) not in FIXED and not others_read)
    assert "Always" not in page
    assert "always at once" in page
    assert page.count("never, others may read it") == 3


def test_choices_are_kept_and_shown_again(alice: User, enter: Any) -> None:
    client = enter(alice)
    changes = {"moved__mail": "digest", "chat__mail": "off", "digest": "1080", "reminders": ["fifth"]}
    answer = client.post(reverse("notices"), filled(alice, **changes))
    assert answer.status_code == 303
    kept = preferences.read(alice)
    assert (kept.mode("moved", "mail"), kept.mode("chat", "mail"), kept.mode("turn", "mail")) == (
        "digest",
        "off",
        "now",
    )
    assert (kept.digest_minute, kept.reminders) == (1080, ["fifth"])
    page = client.get(reverse("notices")).content.decode()
    assert "Saved." in page
    assert '<option value="1080" selected>18:00' in page
    assert NoticeSettings.objects.get(user=alice).matrix == {"moved": {"mail": "digest"}, "chat": {"mail": "off"}}


def test_no_reminder_at_all_can_be_chosen(alice: User, enter: Any) -> None:
    assert enter(alice).post(reverse("notices"), filled(alice, reminders=[])).status_code == 303
    assert preferences.read(alice).reminders == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn__mail": "never"}, {"turn__mail": ""}, {"digest": "77"}, {"digest": "x"}, {"reminders": ["week"]},
        {"moved__mail": "\x00"},
    ],
)  # fmt: skip
def test_refused_values_change_nothing_and_what_was_chosen_stays(
    alice: User, enter: Any, wrong: dict[str, Any]
) -> None:
    answer = enter(alice).post(reverse("notices"), filled(alice, chat__mail="digest", **wrong))
    assert answer.status_code == 422
    assert not NoticeSettings.objects.filter(user=alice).exists()
    page = answer.content.decode()
    chat = page[page.index('name="chat-mail"') :]
    assert '<option value="digest" selected>' in chat[: chat.index("</select>")]
    assert 'role="alert"' in page


def test_a_channel_that_is_not_set_up_is_shown_and_kept_as_it_is(alice: User, enter: Any) -> None:
    preferences.set_mode(alice, "turn", "push", "digest")
    page = enter(alice).get(reverse("notices")).content.decode()
    assert f'href="{reverse("channels")}#push"' in page
    select = page[page.index('name="turn-push"') :]
    assert "disabled" in select[: select.index(">")]
    enter(alice).post(reverse("notices"), filled(alice, turn__push="off"))
    assert preferences.read(alice).mode("turn", "push") == "digest"


def test_who_takes_over_can_be_chosen_among_the_channels_that_are_set_up(alice: User, enter: Any) -> None:
    client = enter(alice)
    assert 'name="order"' not in client.get(reverse("notices")).content.decode()
    hook_of(alice)
    page = client.get(reverse("notices")).content.decode()
    assert "mail, then webhook" in page
    assert "push, then" not in page
    assert client.post(reverse("notices"), filled(alice, order="hook mail")).status_code == 303
    assert preferences.read(alice).order == ["hook", "mail", "push"]
    assert client.post(reverse("notices"), filled(alice, order="push mail")).status_code == 422


def test_silence_keeps_the_choices(alice: User, enter: Any) -> None:
    client = enter(alice)
    preferences.set_mode(alice, "moved", "mail", "digest")
    assert client.post(reverse("notices_mute"), {"muted": "on"}).status_code == 303
    assert preferences.read(alice).mode("turn", "mail") == "off"
    assert preferences.read(alice).mode("security", "mail") == "now"
    assert "Everything is muted." in client.get(reverse("notices")).content.decode()
    client.post(reverse("notices_mute"), {"muted": "off"})
    assert preferences.read(alice).mode("moved", "mail") == "digest"


def test_back_to_the_usual(alice: User, enter: Any) -> None:
    preferences.set_mode(alice, "turn", "mail", "off")
    assert enter(alice).post(reverse("notices_usual")).status_code == 303
    assert preferences.read(alice).mode("turn", "mail") == "now"


def test_tables_of_their_own_are_listed_and_can_be_taken_away(alice: User, bob: User, table: Game, enter: Any) -> None:
    preferences.write_table(alice, table, {"moved": {"mail": "now"}})
    page = enter(alice).get(reverse("notices")).content.decode()
    assert "Somebody moved, Mail: at once" in page
    url = reverse("notices_forget", args=[table.public_id])
    assert enter(bob).post(url).status_code == 404
    assert TableNotices.objects.count() == 1
    assert enter(alice).post(url).status_code == 303
    assert TableNotices.objects.count() == 0
    assert enter(alice).post(url).status_code == 404


@pytest.mark.parametrize("name", ["notices", "channels", "away", "notice_log"])
def test_the_pages_are_for_their_owner(client: Client, db: None, name: str) -> None:
    assert client.get(reverse(name)).status_code == 302
    assert client.post(reverse(name), {"turn-mail": "off"}).status_code in (302, 405)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_pages_of_settings_know_each_other(alice: User, enter: Any, language: str) -> None:
    alice.language = language
    alice.save()
    names = ("settings", "notices", "channels", "away", "notice_log")
    for name in names:
        page = enter(alice).get(reverse(name)).content.decode()
        assert f'<html lang="{language}"' in page
        assert f'href="{reverse(name)}" aria-current="page"' in page
        for other in names:
            assert f'href="{reverse(other)}"' in page
