"""Celery for real: a worker on a real broker plays a bot's turn and sends the mail; without a broker the move
stands."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from django.core import mail

from games import play
from games.models import Delivery, Game, Move, Notice
from hotmk_site.celery import app
from tests.play.conftest import hand, seat_of

Do = Callable[..., play.Outcome]
pytestmark = pytest.mark.django_db(transaction=True)


def until(true: Callable[[], Any], seconds: float = 20) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


@pytest.fixture
def worker() -> Iterator[None]:
    """A Celery worker in a thread, on the broker of TEST_REDIS_URL."""
    with app.connection_for_write() as connection:
        app.amqp.TaskConsumer(connection).purge()
    with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=30):
        yield


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    from games import mails
    from games.letters import Mail

    monkeypatch.setattr(mails, "render", lambda user, rows, now, **_: Mail(rows[0].kind, "text", "html", {}))


@pytest.mark.broker
@pytest.mark.usefixtures("worker", "letters")
def test_a_bot_plays_and_a_mail_goes_out_by_the_worker(alice: Any, bob: Any, do: Do) -> None:
    game = play.open_table(alice, "toy", "Worker", 3, {}, bots=["random"], random_order=False)
    play.join(bob, game)
    until(lambda: Move.objects.filter(game=game, via="bot").count() == 2)
    until(lambda: [m.to for m in mail.outbox] == [[alice.email]])
    for user in (alice, bob):
        do(user, game, f"hide {hand(user, game)[0]}; hide {hand(user, game)[1]}")
    do(alice, game, "end")
    do(bob, game, "end")
    until(lambda: Move.objects.filter(game=game, via="bot").count() > 2)
    until(lambda: Delivery.objects.filter(sent_at=None, dropped_at=None).count() == 0)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_with_the_broker_down_the_move_is_stored_and_answered(
    at_turns: Game, alice: Any, bob: Any, do: Do, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The address of a broker that does not answer: one short try, the rest is left to the sweep."""
    from games import tasks

    dead = "redis://127.0.0.1:9/0"
    real = tasks.send_notices.apply_async
    monkeypatch.setattr(
        tasks.send_notices,
        "apply_async",
        lambda **kwargs: real(**kwargs, connection=app.connection_for_write(dead)),
    )
    start = time.monotonic()
    assert do(alice, at_turns, "end").steps
    assert time.monotonic() - start < 5
    assert "no nudge for send_notices" in caplog.text
    assert seat_of(bob, at_turns).decision_key
    assert Notice.objects.filter(user=bob, routed_at=None).count() == 1
