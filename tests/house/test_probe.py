"""The daily synthetic game: a move brings its mail, or the doctor hears of it."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from games import doctor, notices, probe, pulse
from games.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def address(settings: Any) -> None:
    settings.PROBE_ADDRESS = "operator@example.org"


def test_a_move_a_day_brings_its_mail() -> None:
    """D77: move → the mail lands in the operator's inbox; nothing of it stays at the tables."""
    assert probe.step() == "began"
    assert probe.step() == "waits"
    notices.send_waiting()
    assert {message.to[0] for message in mail.outbox} <= {"operator+a@example.org", "operator+b@example.org"}
    assert mail.outbox
    assert probe.step() == "good"
    assert Game.objects.count() == 0
    assert probe.step() == "rested"
    assert doctor.probe(timezone.now()).good
    with time_machine.travel(timezone.now() + timedelta(hours=24), tick=False):
        assert probe.step() == "began"


def test_a_mail_that_does_not_come_is_told() -> None:
    """D77: the alert if it is missing."""
    pulse.beat("probe")
    with time_machine.travel(timezone.now() + timedelta(hours=24), tick=False):
        assert probe.step() == "began"
    with time_machine.travel(timezone.now() + timedelta(hours=27), tick=False):
        assert probe.step() == "gave_up"
        assert not doctor.probe(timezone.now()).good
        assert probe.step() == "began"


def test_without_an_address_there_is_no_such_game(settings: Any) -> None:
    settings.PROBE_ADDRESS = ""
    assert probe.step() == "off"
    assert Game.objects.count() == 0
    assert doctor.probe(timezone.now()).good


def test_the_people_of_the_probe_cannot_sign_in() -> None:
    probe.step()
    from accounts.models import User

    assert [user.has_usable_password() for user in User.objects.all()] == [False, False]
