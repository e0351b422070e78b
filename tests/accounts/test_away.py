"""The page of absences: quiet hours, vacation, and what counts at which table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import play
from games.clocks import Terms
from games.models import BenchEntry, Seat, Vacation
from tests.conftest import PASSWORD

QUIET = {"quiet_from": "1320", "quiet_to": "420"}


def test_quiet_hours_are_kept_and_told_in_words(alice: User, enter: Any) -> None:
    alice.time_zone = "Europe/Oslo"
    alice.save()
    client = enter(alice)
    assert client.post(reverse("away"), QUIET).status_code == 303
    alice.refresh_from_db()
    assert (alice.quiet_from, alice.quiet_to) == (1320, 420)
    page = client.get(reverse("away")).content.decode()
    assert "22:00 to 07:00, 9 hours a day, in Oslo" in page
    assert "Counts from your next turn on" in page
    client.post(reverse("away"), {"quiet_from": "", "quiet_to": ""})
    alice.refresh_from_db()
    assert alice.quiet_from is alice.quiet_to is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"quiet_from": "1320", "quiet_to": "540"}, "That is 11 hours a day. At most 10 hours may be quiet."),
        ({"quiet_from": "480", "quiet_to": "420"}, "23 hours a day"),
        ({"quiet_from": "480", "quiet_to": "480"}, "That is the time it begins."),
        ({"quiet_from": "1320", "quiet_to": ""}, "Fill in both times, or neither."),
        ({"quiet_from": "1321", "quiet_to": "420"}, "Choose one of those offered."),
        ({"quiet_from": "x", "quiet_to": "\x00"}, "Choose one of those offered."),
    ],
)
def test_refused_quiet_hours_change_nothing(alice: User, enter: Any, wrong: dict[str, str], words: str) -> None:
    answer = enter(alice).post(reverse("away"), wrong)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    alice.refresh_from_db()
    assert alice.quiet_from is None
    if wrong["quiet_from"] == "1320":
        assert '<option value="1320" selected>' in answer.content.decode()


def test_quiet_hours_at_a_minute_between_stay_a_choice(alice: User, enter: Any) -> None:
    User.objects.filter(pk=alice.pk).update(quiet_from=1325, quiet_to=415)
    page = enter(alice).get(reverse("away")).content.decode()
    assert '<option value="1325" selected>22:05' in page


def test_a_vacation_begins_now_and_ends_early(alice: User, bob: User, enter: Any) -> None:
    client = enter(alice)
    assert "days are left for" in client.get(reverse("away")).content.decode()
    assert client.post(reverse("vacation_start"), {"days": "5", "last": ""}).status_code == 303
    row = Vacation.objects.get(user=alice)
    assert row.ends_at - row.starts_at == timedelta(days=5)
    page = client.get(reverse("away")).content.decode()
    assert "You are on vacation." in page
    assert reverse("vacation_end") in page
    assert client.post(reverse("vacation_start"), {"days": "1", "last": ""}).status_code == 409
    assert enter(bob).post(reverse("vacation_end")).status_code == 409
    assert client.post(reverse("vacation_end")).status_code == 303
    assert "<b>29</b>" in client.get(reverse("away")).content.decode()


def test_a_vacation_up_to_a_day(alice: User, enter: Any) -> None:
    last = timezone.now().date() + timedelta(days=3)
    assert enter(alice).post(reverse("vacation_start"), {"days": "", "last": last.isoformat()}).status_code == 303
    row = Vacation.objects.get(user=alice)
    assert row.ends_at.date() == last + timedelta(days=1)


@pytest.mark.parametrize(
    "wrong",
    [
        {}, {"days": "0"}, {"days": "31"}, {"days": "-2"}, {"days": "x"}, {"last": "2020-01-01"},
        {"last": "2999-01-01"}, {"last": "yesterday"}, {"days": "3", "last": "2999-01-01"}, {"days": "9" * 400},
    ],
)  # fmt: skip
def test_refused_vacations_begin_nothing_and_keep_what_was_typed(
    alice: User, enter: Any, wrong: dict[str, str]
) -> None:
    answer = enter(alice).post(reverse("vacation_start"), wrong)
    assert answer.status_code == 422
    assert not Vacation.objects.exists()
    for value in wrong.values():
        assert f'value="{value}"' in answer.content.decode()


def test_more_days_than_are_left_are_refused_with_the_number(alice: User, enter: Any) -> None:
    now = timezone.now()
    for _ in range(2):
        Vacation.objects.create(user=alice, starts_at=now, ends_at=now, closed=True)
    answer = enter(alice).post(reverse("vacation_start"), {"days": "30"})
    assert answer.status_code == 409
    assert "28" in answer.content.decode()
    assert 'value="30"' in answer.content.decode()


def test_a_vacation_may_begin_by_itself_by_choice(alice: User, enter: Any) -> None:
    client = enter(alice)
    client.post(reverse("vacation_auto"), {"auto": "on"})
    alice.refresh_from_db()
    assert alice.auto_vacation
    assert "checked" in client.get(reverse("away")).content.decode()
    client.post(reverse("vacation_auto"), {})
    alice.refresh_from_db()
    assert not alice.auto_vacation


def test_each_running_table_says_what_counts_there(alice: User, bob: User, enter: Any) -> None:
    for title, terms in (
        ("All counts", Terms()), ("Nothing counts", Terms(quiet=False, vacation=False)),
        ("Untimed", Terms(preset="untimed", bank=0, credit=0, cap=0)),
    ):  # fmt: skip
        play.join(bob, play.open_table(alice, "hall", title, 2, {}, terms=terms))
    page = enter(alice).get(reverse("away")).content.decode()
    for words in ("Vacation stops your clock", "Vacation does not count here", "Quiet hours do not count here"):
        assert page.count(words) == 1
    assert "No limit: no clock runs here." in page
    assert Seat.objects.filter(user=alice).count() == 3


def test_nothing_of_it_is_left_of_a_deleted_account(alice: User, enter: Any) -> None:
    now = timezone.now()
    User.objects.filter(pk=alice.pk).update(quiet_from=1320, quiet_to=420, auto_vacation=True)
    Vacation.objects.create(user=alice, starts_at=now, ends_at=now + timedelta(days=3))
    play.volunteer(alice, "hall", True)
    enter(alice).post(reverse("delete_account"), {"password": PASSWORD})
    alice.refresh_from_db()
    assert not alice.is_active
    assert (alice.quiet_from, alice.quiet_to, alice.auto_vacation) == (None, None, False)
    assert not Vacation.objects.exists()
    assert not BenchEntry.objects.exists()
