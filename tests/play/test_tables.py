"""Tables before the start: opening, joining, leaving, inviting, closing, and the one start."""

import hashlib
import logging
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from games import clocks, play, tasks
from games.models import Box, Game, Invitation, Move, Notice, Seat
from games.play import codes, reading


def names(game: Game) -> list[str]:
    return [seat.user.name if seat.user else seat.bot for seat in Seat.objects.filter(game=game)]


def test_opening_a_table(alice: Any) -> None:
    game = play.open_table(alice, "toy", "  Night   game ", 3, {"bonus": 2}, bots=["random"], word="ember")
    assert (game.title, game.status, game.options, names(game)) == (
        "Night game",
        "open",
        {"bonus": 2},
        ["Alice", "", "random"],
    )
    box = Box.objects.get(game=game)
    assert hashlib.sha256(bytes(box.secret)).hexdigest() == game.secret_hash
    assert len(bytes(box.secret)) == 32
    assert game.closes_at == game.created_at + timedelta(days=14)
    assert game.wake_at == game.closes_at - timedelta(days=2)
    assert Seat.objects.get(game=game, user=alice).salt_word == "ember"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"slug": "chess"}, "unknown_game"),
        ({"seats": 1}, "bad_seats"),
        ({"seats": 10**9}, "bad_seats"),
        ({"title": ""}, "bad_title"),
        ({"title": "x" * 61}, "bad_title"),
        ({"title": "a\r\nBcc: b"}, "bad_title"),
        ({"title": "evil\u202etxt"}, "bad_title"),
        ({"options": {"bonus": 99}}, "bad_options"),
        ({"options": {"other": 1}}, "bad_options"),
        ({"terms": clocks.per_turn(-1)}, "bad_terms"),
        ({"terms": clocks.per_turn(10**6)}, "bad_terms"),
        ({"visibility": "secret"}, "bad_visibility"),
        ({"bots": ["nobody"]}, "bad_bot"),
        ({"bots": ["random"] * 3}, "bad_bot"),
        ({"word": "x" * 25}, "bad_word"),
        ({"word": "a\nb"}, "bad_word"),
        ({"word": "two words"}, "bad_word"),
    ],
)
def test_tables_no_form_would_open(alice: Any, change: dict[str, Any], code: str) -> None:
    """E116: no line ends and no direction marks in what others read."""
    wanted: dict[str, Any] = {"slug": "toy", "title": "T", "seats": 3, "options": {}, **change}
    slug, title, seats, options = (wanted.pop(name) for name in ("slug", "title", "seats", "options"))
    with pytest.raises(play.BadInput) as caught:
        play.open_table(alice, slug, title, seats, options, **wanted)
    assert caught.value.code == code
    assert not Game.objects.exists()


def test_a_full_table_starts_once_with_words_of_all(alice: Any, bob: Any, charlie: Any) -> None:
    game = play.open_table(alice, "toy", "Full", 3, {}, word="ash")
    play.join(bob, game, word="birch")
    play.join(charlie, game, word="cedar")
    game.refresh_from_db()
    assert (game.status, game.salt, game.closes_at) == ("running", "ash birch cedar", None)
    assert sorted(names(game)) == ["Alice", "Bob", "Charlie"]
    assert list(Move.objects.filter(game=game, kind="table").values_list("text", flat=True)) == [
        "open", "join", "join", "start",
    ]  # fmt: skip
    assert all(seat.decision_key and seat.question == "hide" for seat in Seat.objects.filter(game=game))


def test_the_order_of_seats_is_drawn_and_can_be_checked(alice: Any, bob: Any) -> None:
    orders = set()
    for n in range(12):
        game = play.open_table(alice, "toy", "Order", 2, {}, word=f"w{n}")
        Box.objects.filter(game=game).update(secret=bytes(32))
        play.join(bob, game, word="b")
        orders.add(tuple(names(game)))
        draws = Move.objects.get(game=game, text="start").draws
        assert [draw[0] for draw in draws[:2]] == ["house.seats"] * 2
    assert orders == {("Alice", "Bob"), ("Bob", "Alice")}


def test_joining_twice_is_sitting_once(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "Once", 3, {})
    for _ in range(3):
        play.join(bob, game)
    assert names(game) == ["Alice", "Bob", ""]


def test_join_on_a_running_game_is_refused(table: Game, charlie: Any) -> None:
    """A5: an old lobby page adds nobody to a game that has started."""
    with pytest.raises(play.Closed) as caught:
        play.join(charlie, table)
    assert caught.value.code == "already_started"
    assert names(table) == ["Alice", "Bob"]


def test_the_last_person_leaving_closes_the_table(alice: Any, bob: Any, charlie: Any) -> None:
    """A23: no room without people stays in the lobby."""
    game = play.open_table(alice, "toy", "Leaving", 4, {}, bots=["random"])
    play.join(bob, game)
    play.leave(alice, game)
    game.refresh_from_db()
    assert (game.status, game.opened_by) == ("open", bob)
    assert reading.open_tables(charlie) == [game]
    play.leave(bob, game)
    game.refresh_from_db()
    assert (game.status, game.closed_reason, game.wake_at) == ("closed", "empty", None)
    assert reading.open_tables(charlie) == []
    with pytest.raises(play.Closed):
        play.join(charlie, game)
    assert reading.find(charlie, game.public_id) == game


def test_who_has_left_can_do_nothing_from_an_old_page(alice: Any, bob: Any, charlie: Any) -> None:
    """E110: somebody else sits there now; the leaver's page is worth nothing."""
    game = play.open_table(alice, "toy", "Swap", 2, {})
    play.join(bob, Game.objects.get(pk=play.open_table(alice, "toy", "Other", 3, {}).pk))
    third = play.open_table(charlie, "toy", "Three", 3, {}, random_order=False)
    play.join(bob, third)
    play.leave(bob, third)
    play.join(alice, third)
    with pytest.raises(play.NotYours):
        play.leave(bob, third)
    with pytest.raises(play.NotYours):
        play.act(bob, third, "k", "hide 1")
    assert game.is_open


def test_leaving_a_running_game_is_no_way_out(table: Game, alice: Any) -> None:
    with pytest.raises(play.Closed):
        play.leave(alice, table)


def test_only_the_host_closes_and_everybody_seated_is_told(alice: Any, bob: Any, charlie: Any) -> None:
    game = play.open_table(alice, "toy", "Host", 3, {})
    play.join(bob, game)
    for stranger in (bob, charlie):
        with pytest.raises(play.NotYours):
            play.close(stranger, game)
    play.close(alice, game)
    game.refresh_from_db()
    assert (game.status, game.closed_reason) == ("closed", "host")
    assert [(n.kind, n.user) for n in Notice.objects.filter(game=game)] == [("table_closed", bob)]


def test_bots_take_and_leave_chairs(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "Bots", 3, {})
    play.add_bot(alice, game, "random")
    with pytest.raises(play.NotYours):
        play.remove_bot(bob, game, 3)
    play.remove_bot(alice, game, 3)
    with pytest.raises(play.BadInput):
        play.remove_bot(alice, game, 1)
    with pytest.raises(play.BadInput):
        play.add_bot(alice, game, "nobody")
    play.add_bot(alice, game, "random")
    play.add_bot(alice, game, "random")
    game.refresh_from_db()
    assert game.is_running


def test_private_tables_open_by_their_link_alone(alice: Any, bob: Any, charlie: Any) -> None:
    game = play.open_table(alice, "toy", "Private", 3, {}, visibility="private")
    assert len(game.invite_code) >= 20
    assert reading.open_tables(charlie) == []
    for code in ("", "x", game.invite_code[:-1], game.invite_code.lower() + "x", "\x00", "é"):
        with pytest.raises(play.NotYours):
            play.join(bob, game, code=code)
        with pytest.raises(play.Missing):
            reading.find(bob, game.public_id, code=code, who="1")
    assert reading.find(bob, game.public_id, code=game.invite_code) == game
    play.join(bob, game, code=game.invite_code)
    assert reading.find(bob, game.public_id) == game
    for address in (game.public_id, "nothing", "", "\x00", "é" * 999):
        with pytest.raises(play.Missing):
            reading.find(None, address)


def test_wrong_codes_are_counted(alice: Any, bob: Any, charlie: Any) -> None:
    game = play.open_table(alice, "toy", "Private", 3, {}, visibility="private")
    for n in range(codes.WRONG_MOST):
        with pytest.raises(play.NotYours):
            play.join(bob, game, code=f"wrong{n}", who="192.0.2.1")
    for code in ("wrong", game.invite_code):
        with pytest.raises(play.TooMany) as caught:
            play.join(bob, game, code=code)
        assert caught.value.status == 429
    with pytest.raises(play.TooMany):
        reading.find(None, game.public_id, code=game.invite_code, who="192.0.2.1")
    play.join(charlie, game, code=game.invite_code, who="192.0.2.2")


def test_wrong_codes_are_remembered_for_an_hour(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "Private", 3, {}, visibility="private")
    for n in range(codes.WRONG_MOST):
        with pytest.raises(play.NotYours):
            play.join(bob, game, code=f"wrong{n}")
    now = timezone.now()
    with time_machine.travel(now + timedelta(minutes=55)), pytest.raises(play.TooMany):
        play.join(bob, game, code=game.invite_code)
    with time_machine.travel(now + timedelta(minutes=61)):
        play.join(bob, game, code=game.invite_code)


def test_counts_of_wrong_codes_lie_where_all_processes_see_them() -> None:
    """Not in one process, and not in the broker: a dead one must break no request."""
    assert settings.CACHES["default"]["BACKEND"] == "django.core.cache.backends.db.DatabaseCache"
    assert not settings.BROKER_URL or settings.BROKER_URL not in str(settings.CACHES)


def test_a_table_takes_a_limited_number_of_wrong_codes(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "Private", 3, {}, visibility="private")
    for n in range(codes.WRONG_MOST_TABLE):
        with pytest.raises(play.Missing):
            reading.find(None, game.public_id, code="wrong", who=f"192.0.2.{n}")
    with pytest.raises(play.TooMany):
        reading.find(None, game.public_id, code="wrong", who="198.51.100.1")


def test_invited_tables(alice: Any, bob: Any, charlie: Any) -> None:
    game = play.open_table(alice, "toy", "Invited", 3, {}, visibility="invited", invited=[bob, alice])
    assert [i.user for i in Invitation.objects.filter(game=game)] == [bob]
    assert [(n.kind, n.user) for n in Notice.objects.all()] == [("invitation", bob)]
    with pytest.raises(play.NotYours) as caught:
        play.join(charlie, game)
    assert caught.value.code == "not_invited"
    with pytest.raises(play.Missing):
        reading.find(charlie, game.public_id)
    assert [i.game for i in reading.invitations(bob)] == [game]
    play.decline(bob, game)
    assert reading.invitations(bob) == []
    play.join(bob, game)
    with pytest.raises(play.NotYours):
        play.invite(charlie, game, bob)
    for _ in range(2):
        play.invite(bob, game, charlie)
    assert Notice.objects.filter(user=charlie).count() == 1


def test_an_unfilled_table_closes_after_its_time_and_keeps_a_page(alice: Any, bob: Any) -> None:
    game = play.open_table(alice, "toy", "Lonely", 2, {})
    with time_machine.travel(timezone.now() + timedelta(days=13, hours=23), tick=False):
        tasks.sweep()
        assert Game.objects.get(pk=game.pk).is_open
    with time_machine.travel(timezone.now() + timedelta(days=14, minutes=1), tick=False):
        assert tasks.sweep() == 1
        assert tasks.sweep() == 0
    game.refresh_from_db()
    assert (game.status, game.closed_reason) == ("closed", "unfilled")
    assert Notice.objects.filter(game=game, user=alice, kind="table_closed").count() == 1
    assert reading.look(alice, reading.find(None, game.public_id)).view is None


def test_a_person_may_have_so_many_open_tables(alice: Any) -> None:
    for n in range(20):
        play.open_table(alice, "toy", f"T{n}", 2, {})
    with pytest.raises(play.Refused) as caught:
        play.open_table(alice, "toy", "one more", 2, {})
    assert caught.value.code == "too_many_tables"


@pytest.mark.django_db
def test_a_table_of_bots_alone_starts_and_is_played_by_ticks() -> None:
    game = play.open_table(None, "toy", "Bots", 2, {}, bots=["random", "random"])
    assert game.is_running
    for _ in range(30):
        tasks.wake(game.pk)
        game.refresh_from_db()
        if game.is_finished:
            break
    assert game.is_finished
    assert set(Move.objects.filter(game=game, kind="action").values_list("via", flat=True)) == {"bot"}


def test_lists_of_mine(alice: Any, bob: Any, table: Game, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    waiting = play.open_table(bob, "toy", "Waiting", 2, {})
    mine = reading.my_tables(bob)
    assert [(m.game, m.asked) for m in mine] == [(table, True), (waiting, False)]
    assert mine[0].due_at is not None
    assert reading.my_tables(alice)[0].game == table
