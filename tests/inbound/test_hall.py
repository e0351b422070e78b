"""Hall by mail: real turns of a real game, thought out by a bot of the house and sent as replies."""

from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest

from games.inbound import receive
from games.models import Game, Move, Seat
from games.play import reading
from games.play.rulesets import package
from games.play.ticking import think
from tests.inbound import clients
from tests.inbound.conftest import Received, fresh
from tests.web.conftest import in_english, open_table, play_on, running

__all__ = ["in_english", "open_table", "running"]
TurnMail = Callable[[Any], EmailMessage]


@pytest.fixture(autouse=True)
def _every_text_is_there(settings: Any, _replies: None) -> None:
    settings.TEXTS_STRICT = True


@pytest.fixture
def middle(running: Game) -> Game:
    """The game of two after some turns, where somebody's turn has just begun."""
    game = play_on(running, 30)
    while (last := game.moves.filter(kind="action").last()) is None or last.seat == asked(game).number:
        game = play_on(game, 1)
    return game


def asked(game: Game) -> Seat:
    seat = Seat.objects.select_related("user", "game").filter(game=game).exclude(decision_key="").first()
    assert seat is not None
    return seat


def good_move(game: Game) -> str:
    """What a bot of the house would do for whoever is asked."""
    seat = asked(game)
    seat.bot = next(iter(package(game.slug).BOTS))
    return think(game, seat, reading.position(game, game.last_number))


@pytest.mark.parametrize("client", ["gmail", "outlook", "unmarked"])
def test_a_turn_is_played_by_mail(client: str, middle: Game, turn_mail: TurnMail, post: Received) -> None:
    seat, move = asked(middle), good_move(middle)
    assert seat.user is not None
    before = middle.last_number
    got = turn_mail(seat.user)
    assert receive.take(clients.reply(got, seat.user.email, [move], client)) == "played"
    rows = Move.objects.filter(game=middle, number__gt=before, kind="action")
    assert (rows[0].text, rows[0].via) == (move, "mail")
    answer = clients.body(post.to(seat.user)[-1], "plain")
    assert "was played" in answer


@pytest.mark.parametrize("language", ["en", "es"])
def test_help_shows_every_kind_of_action_in_the_notation(
    language: str, middle: Game, turn_mail: TurnMail, post: Received
) -> None:
    seat, before = asked(middle), fresh(middle)
    assert seat.user is not None
    seat.user.language = language
    seat.user.save()
    got = turn_mail(seat.user)
    assert receive.take(clients.reply(got, seat.user.email, ["help"])) == "help"
    text = clients.body(post.to(seat.user)[-1], "plain")
    shown = {line.strip() for line in text.splitlines()}
    look = reading.look(seat.user, middle)
    for word in look.legal([]).words:
        assert any(line.split(" ")[0] == word.text for line in shown), word.text
    assert len(text) < 12_000
    assert fresh(middle) == before


def test_every_example_in_the_help_is_legal(middle: Game) -> None:
    from games.inbound import offers

    look = reading.look(asked(middle).user, middle)
    examples = [line for deed in offers.kinds(look) for line in deed.more if "…" not in line]
    assert examples
    assert all(look.legal(line.split(" ")).complete for line in examples)


def test_an_illegal_turn_is_explained_from_where_it_went_wrong(
    middle: Game, turn_mail: TurnMail, post: Received
) -> None:
    seat, before = asked(middle), fresh(middle)
    assert seat.user is not None
    verb = reading.look(seat.user, middle).legal([]).words[0].text
    assert receive.take(clients.reply(turn_mail(seat.user), seat.user.email, [f"{verb} nonsense"])) == "refused"
    assert f"After “{verb}” can follow" in " ".join(clients.body(post.to(seat.user)[-1], "plain").split())
    assert fresh(middle) == before
