"""Table talk: who reads and writes it, who is told, what counts as unread."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games import play
from games.models import ChatLine, Game, Notice
from games.play import talk
from tests.play.conftest import seat_of


def told(kind: str) -> list[tuple[str, str]]:
    rows = Notice.objects.filter(kind=kind).order_by("pk")
    return [(row.user.name, row.key) for row in rows]


def test_own_lines_are_never_unread_and_reading_counts_everywhere(
    table: Game, alice: Any, bob: Any, charlie: Any
) -> None:
    """D86: saying something lights nothing for oneself; once read, it is read in every tab and list."""
    line = play.say(alice, table, "  A good evening!\r\n\r\n\r\nShall we? ")
    assert line.text == "A good evening!\n\nShall we?"
    assert (talk.unread(alice), talk.unread_here(alice, table)) == ({}, 0)
    assert (talk.unread(bob), talk.unread_here(bob, table)) == ({table.pk: 1}, 1)
    play.say(bob, table, "Yes.")
    assert talk.unread(alice) == {table.pk: 1}
    assert talk.unread(bob) == {table.pk: 1}
    shown = talk.lines(bob, table)
    assert [row.text for row in shown] == ["A good evening!\n\nShall we?", "Yes."]
    talk.read(bob, table, shown[0].pk)
    assert (talk.unread(bob), talk.unread_here(bob, table)) == ({}, 0)
    talk.read(bob, table, 10**15)
    talk.read(bob, table, 0)
    assert seat_of(bob, table).seen_chat == shown[1].pk
    assert talk.unread(charlie) == {}
    assert talk.unread_here(AnonymousUser(), table) == 0


def test_reading_is_no_less_read_by_an_act_of_its_person(table: Game, alice: Any, bob: Any) -> None:
    line = play.say(alice, table, "Hello")
    with play.desk.opened(table, timezone.now(), bob.pk) as desk:
        desk.touch(desk.seat_of(bob))
        talk.read(bob, table)
    assert seat_of(bob, table).seen_chat == line.pk


def test_the_others_are_told_and_who_is_named_is_told_as_named(table: Game, alice: Any, bob: Any, charlie: Any) -> None:
    line = play.say(alice, table, "Well played, @bob!")
    assert (told("mention"), told("chat")) == ([("Bob", str(line.pk))], [])
    line = play.say(bob, table, "Thanks, @Bobby and @Charlie")
    assert told("chat") == [("Alice", str(line.pk))]
    assert Notice.objects.get(kind="chat").seat == 2


def test_the_longer_name_is_meant() -> None:
    names = [(1, "Ann"), (2, "Ann Lee"), (3, "Zoë.")]
    assert talk.mentioned("@ann lee, look", names) == {2}
    assert talk.mentioned("@Ann and @Ann Lee", names) == {1, 2}
    assert talk.mentioned("@Anna, @Zoë.", names) == {3}
    assert talk.mentioned("ann", names) == set()


def test_only_who_sits_here_reads_and_writes(table: Game, alice: Any, charlie: Any) -> None:
    play.say(alice, table, "Between us")
    for reader in (charlie, AnonymousUser(), None):
        assert talk.lines(reader, table) == []
    with pytest.raises(play.NotYours):
        play.say(charlie, table, "Me too")
    Game.objects.filter(pk=table.pk).update(status="finished")
    table.refresh_from_db()
    assert talk.lines(charlie, table) == []
    assert play.say(alice, table, "Thanks for the game").pk
    Game.objects.filter(pk=table.pk).update(status="closed")
    with pytest.raises(play.Closed):
        play.say(alice, table, "Anybody?")


def test_a_second_press_says_nothing_twice(table: Game, alice: Any) -> None:
    first = play.say(alice, table, "Hello")
    assert play.say(alice, table, "Hello").pk == first.pk
    with time_machine.travel(timezone.now() + timedelta(seconds=11), tick=False):
        assert play.say(alice, table, "Hello").pk != first.pk
    assert Notice.objects.filter(kind="chat").count() == 2


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 1001, "a\u202eb", "nul\x00"])
def test_what_is_no_line(table: Game, alice: Any, text: str) -> None:
    with pytest.raises(play.BadInput, match="bad_talk"):
        play.say(alice, table, text)
    assert not ChatLine.objects.exists()


def test_too_many_lines_wait(table: Game, alice: Any) -> None:
    for number in range(talk.MOST):
        play.say(alice, table, f"line {number}")
    with pytest.raises(play.TooMany, match="too_fast"):
        play.say(alice, table, "one more")
    with time_machine.travel(timezone.now() + timedelta(minutes=6), tick=False):
        play.say(alice, table, "one more")
    assert [row.text for row in talk.lines(alice, table, limit=2)] == ["line 19", "one more"]
    before = talk.lines(alice, table, limit=2)[0].pk
    assert [row.text for row in talk.lines(alice, table, before=before, limit=2)] == ["line 17", "line 18"]
