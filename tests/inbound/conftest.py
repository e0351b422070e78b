"""Tables of the toy game, reply addresses switched on, and a real mail server of which the tests read what it got."""

import socket
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from games import notices
from games.inbound import receive
from games.models import Game, Seat
from tests.inbound import clients
from tests.play.conftest import at_turns, do, hand, seat_of, table, toy

__all__ = ["at_turns", "do", "hand", "seat_of", "table", "toy"]


@pytest.fixture(autouse=True)
def _replies(settings: Any) -> None:
    settings.TEXTS_STRICT = False  # the toy game has no catalogue; Hall is tested beside it
    settings.REPLY_ADDRESS = "post+{token}@post.example"
    settings.DEFAULT_FROM_EMAIL = "Lantern Post <post@post.example>"


class Received(list[EmailMessage]):
    """What the mail server was given, oldest first."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.append(message)
        return "250 OK"

    def to(self, user: Any) -> list[EmailMessage]:
        """The mails to this person."""
        return [message for message in self if user.email in str(message["To"])]


@pytest.fixture
def post(settings: Any) -> Iterator[Received]:
    """A real SMTP server, to which the site sends all its mails."""
    received = Received()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Controller(received, hostname="127.0.0.1", port=port)
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", port, False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    yield received
    server.stop()


@pytest.fixture
def turn_mail(post: Received) -> Callable[[Any], EmailMessage]:
    """``turn_mail(user)``: the newest mail that asks this person for a move, as the server got it."""

    def newest(user: Any) -> EmailMessage:
        Seat.objects.update(here_at=None)  # who sits at the table is not written to at once
        notices.send_waiting()
        return [message for message in post.to(user) if message["Reply-To"]][-1]

    return newest


@pytest.fixture
def answer(turn_mail: Callable[[Any], EmailMessage]) -> Callable[..., str]:
    """``answer(user, *lines, client="gmail", **changes)``: reply to the newest turn mail; what became of the reply."""

    def reply(user: Any, *lines: str, client: str = "gmail", **changes: Any) -> str:
        return receive.take(clients.reply(turn_mail(user), user.email, list(lines), client, **changes))

    return reply


def fresh(game: Game) -> tuple[int, dict[int, str]]:
    """What must not change when nothing is played: the number of log rows and all keys."""
    game.refresh_from_db()
    return game.last_number, dict(Seat.objects.filter(game=game).values_list("number", "decision_key"))
