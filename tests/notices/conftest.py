"""Channels that write down what they are given, notices without a game's words, and the tables of the toy game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone, translation

from games import channels, notices
from games.models import Delivery, Game, Notice, PushSubscription, Webhook
from tests.play.conftest import at_turns, do, table, toy

__all__ = ["at_turns", "do", "table", "toy"]


@pytest.fixture
def one_turn(table: Game) -> Game:
    """The running table with one notice in the outbox: it is Alice's turn."""
    Notice.objects.exclude(kind="your_turn").delete()
    return table


@dataclass
class Message:
    """What went out: to whom, about what, in which language."""

    channel: str
    user: str
    target: str
    kinds: list[str]
    ident: str
    language: str
    notices: list[Notice] = field(default_factory=list)


@dataclass
class Recorder:
    """A channel that writes down its messages in ``sent``; ``trouble`` is raised instead, when it says something."""

    name: str
    sent: list[Message]
    targets: Callable[[Any], list[str]]
    trouble: Callable[[list[Notice]], Exception | None] = lambda rows: None
    private: tuple[str, ...] = ()

    def ready(self, user: Any) -> list[str]:
        return self.targets(user)

    def carries(self, kind: str) -> bool:
        return kind not in self.private

    def deliver(self, user: Any, target: str, rows: Sequence[Notice], message_id: str, now: datetime) -> None:
        if error := self.trouble(list(rows)):
            raise error
        kinds = [row.kind for row in rows]
        language = translation.get_language() or ""
        self.sent.append(Message(self.name, user.name, target, kinds, message_id, language, list(rows)))


@dataclass
class Post:
    """All channels of a test, and what went out by them."""

    sent: list[Message] = field(default_factory=list)

    def __post_init__(self) -> None:
        from games.channels import mail

        self.mail = Recorder("mail", self.sent, mail.ready)
        self.push = Recorder("push", self.sent, lambda user: on(PushSubscription, user))
        self.hook = Recorder("hook", self.sent, lambda user: on(Webhook, user), private=("invitation", "security"))

    def went(self) -> list[tuple[str, str, list[str]]]:
        """(channel, name, kinds) of what has gone out since the last question."""
        found = [(m.channel, m.user, m.kinds) for m in self.sent]
        self.sent.clear()
        return found


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    """The channels of the test."""
    post = Post()
    monkeypatch.setattr(channels, "channel", lambda name: getattr(post, name))
    monkeypatch.setattr("games.notices.sending.channel", lambda name: getattr(post, name))
    return post


def on(model: Any, user: Any) -> list[str]:
    """The rows of this person that are on."""
    return [str(row.pk) for row in model.objects.filter(user=user, off_at=None).order_by("pk")]


def tell(user: Any, kind: str, game: Game | None = None, key: str = "", **data: Any) -> Notice:
    """A notice as games/play would write it."""
    row = {"seat": None, "created_at": timezone.now()} | {k: data.pop(k) for k in ("seat", "created_at") if k in data}
    return Notice.objects.create(user=user, kind=kind, game=game, key=key, data=data, **row)


def hook(user: Any, url: str = "https://chat.example/hook") -> Webhook:
    """A webhook of this person that is on."""
    return Webhook.objects.create(user=user, url=url, secret="s", created_at=timezone.now())


def device(user: Any, name: str = "phone") -> PushSubscription:
    """A browser of this person that takes push."""
    address = f"https://push.example/{user.pk}/{name}"
    return PushSubscription.objects.create(
        user=user, endpoint=address, p256dh="p", auth="a", label=name, created_at=timezone.now()
    )


def rows(**of: Any) -> list[Delivery]:
    """The deliveries, oldest first."""
    return list(Delivery.objects.filter(**of).order_by("pk"))


def send() -> int:
    """One run of the sender."""
    return notices.send_waiting()
