"""Sending: what is due for one person goes out as one message, once; failures wait, and another channel takes over."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import notices, play, tasks
from games.channels import Permanent, Temporary
from games.models import Delivery, Edition, Game, Notice, Seat
from games.notices import preferences, sending
from tests.notices.conftest import Post, device, hook, rows, send, tell
from tests.play.conftest import hand, seat_of

Do = Callable[..., play.Outcome]


def later(**time: int) -> Any:
    return time_machine.travel(timezone.now() + timedelta(**time), tick=False)


def test_a_message_goes_out_once_in_the_language_of_its_reader(one_turn: Game, alice: Any, post: Post) -> None:
    alice.language = "es"
    alice.save()
    assert tasks.send_notices() == 1
    assert tasks.send_notices() == 0
    assert [m.language for m in post.sent] == ["es"]
    assert post.went() == [("mail", "Alice", ["your_turn"])]
    assert rows()[0].sent_at is not None


def test_ten_games_ready_at_once_make_one_mail(alice: Any, bob: Any, post: Post) -> None:
    for number in range(10):
        play.join(bob, play.open_table(alice, "toy", f"T{number}", 2, {}, random_order=False))
    assert send() == 1
    assert post.went() == [("mail", "Alice", ["your_turn"] * 10)]
    assert len({row.message for row in rows()}) == 1


def test_two_hundred_and_fifty_turns_are_one_mail_with_all_of_them(alice: Any, table: Game, post: Post) -> None:
    """D82: all counted, none beyond a hidden number."""
    Notice.objects.all().delete()
    for number in range(250):
        tell(alice, "seat_changed", table, str(number))
    assert send() == 1
    assert [len(m.notices) for m in post.sent] == [250]
    assert send() == 0


def test_each_channel_and_each_target_has_a_message_of_its_own(one_turn: Game, alice: Any, post: Post) -> None:
    first, second, chat = device(alice), device(alice, "desk"), hook(alice)
    assert send() == 4
    assert {(m.channel, m.target) for m in post.sent} == {
        ("mail", ""), ("push", str(first.pk)), ("push", str(second.pk)), ("hook", str(chat.pk)),
    }  # fmt: skip


def test_the_address_of_the_moment_of_sending_counts(one_turn: Game, alice: Any) -> None:
    """D91: changed with mails queued, only the new confirmed address gets them; while none is confirmed, none does."""
    seen: list[str] = []
    notices.route_waiting(timezone.now())
    alice.emailaddress_set.update(email="new@example.org", verified=False)
    alice.email = "new@example.org"
    alice.save()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.channels.mail.deliver", lambda user, *rest: seen.append(user.email))
        assert send() == 0
        alice.emailaddress_set.update(verified=True)
        with later(minutes=3):
            assert send() == 1
    assert seen == ["new@example.org"]


def test_everything_off_means_no_message_whatever_was_queued(
    one_turn: Game, alice: Any, bob: Any, post: Post, do: Do, enter: Any
) -> None:
    """D80: played from the page, from a program or by mail: no message but account security."""
    notices.route_waiting(timezone.now())
    for user in (alice, bob):
        device(user)
        hook(user)
        preferences.write(user, muted=True)
    assert send() == 0
    assert [row.why for row in rows()] == ["off"]
    for user in (alice, bob):
        cards = hand(user, one_turn)
        play.act(user, one_turn, seat_of(user, one_turn).decision_key, f"hide {cards[0]}; hide {cards[1]}", via="mail")
    do(alice, one_turn, "end")
    do(bob, one_turn, "end")
    tell(alice, "security", what="password")
    assert send() == 1
    assert post.went() == [("mail", "Alice", ["security"])]


def test_a_switch_turned_off_counts_for_what_waits_already(one_turn: Game, alice: Any, post: Post) -> None:
    notices.route_waiting(timezone.now())
    preferences.set_mode(alice, "turn", "mail", "off", one_turn)
    assert send() == 0
    assert rows()[0].why == "off"


def test_games_of_an_old_edition_are_told_like_all_others(
    alice: Any, bob: Any, table: Game, at_turns: Game, do: Do, post: Post
) -> None:
    """D76: a game on data that has been replaced since: notices, clock and mail as ever."""
    now = Edition.objects.get(pk=table.edition_id)
    old = Edition.objects.create(hash="0" * 64, slug="toy", name="first", data=now.data)
    Game.objects.filter(pk=at_turns.pk).update(edition=old)
    Notice.objects.all().delete()
    do(alice, at_turns, "end")
    assert send() == 1
    assert post.went() == [("mail", "Bob", ["your_turn"])]
    assert seat_of(bob, at_turns).due_at is not None


# ---- failures ------------------------------------------------------------------------------------------------------


def test_a_failing_server_is_tried_ever_later_and_given_up_in_the_end(one_turn: Game, post: Post, caplog: Any) -> None:
    post.mail.trouble = lambda rows: Temporary("smtp")
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        assert send() == 0
        row = rows()[0]
        assert (row.tries, row.trouble, row.message) == (1, "smtp", "")
        assert row.leased_until == start + timedelta(minutes=2)
        assert send() == 0
        assert rows()[0].tries == 1
        waits = []
        while (row := rows()[0]).failed_at is None:
            waits.append((row.leased_until - timezone.now()).total_seconds() // 60)
            clock.move_to(row.leased_until)
            send()
        assert waits == [2, 4, 8, 16, 32, 64, *[120] * 5]
        assert (row.tries, row.fallback) == (notices.TRIES, "")
        clock.shift(timedelta(days=9))
        assert notices.waiting(timezone.now()) == []


def test_after_a_failure_the_message_goes_out_under_the_same_name(one_turn: Game, post: Post) -> None:
    post.mail.trouble = lambda rows: Temporary("smtp")
    names: list[str] = []
    real = post.mail.deliver
    post.mail.deliver = lambda *a: (names.append(a[3]), real(*a))[1]  # type: ignore[method-assign]
    send()
    post.mail.trouble = lambda rows: None
    with later(minutes=3):
        assert send() == 1
    assert len(names) == 2
    assert len(set(names)) == 1


def test_once_the_server_is_back_all_that_waited_comes_together(alice: Any, table: Game, post: Post) -> None:
    Notice.objects.all().delete()
    post.mail.trouble = lambda rows: Temporary("smtp")
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for number in range(4):
            tell(alice, "seat_changed", table, str(number))
            send()
            clock.shift(timedelta(seconds=20))
        post.mail.trouble = lambda rows: None
        tell(alice, "seat_changed", table, "4")
        send()
        send()
    assert [len(m.notices) for m in post.sent] == [1, 4]


def test_another_channel_takes_over_from_one_that_is_gone(one_turn: Game, alice: Any, post: Post) -> None:
    preferences.write(alice, matrix={"turn": {"mail": "off"}})
    device(alice)
    post.push.trouble = lambda rows: Permanent("gone")
    assert send() == 0
    assert [(r.channel, r.trouble, r.fallback, r.failed_at is not None) for r in rows()] == [
        ("push", "gone", "mail", True), ("mail", "", "", False),
    ]  # fmt: skip
    assert send() == 1
    assert post.went() == [("mail", "Alice", ["your_turn"])]


def test_another_channel_takes_over_after_an_hour_of_trying(one_turn: Game, alice: Any, post: Post) -> None:
    preferences.write(alice, matrix={"turn": {"mail": "off"}})
    device(alice)
    post.push.trouble = lambda rows: Temporary("timeout")
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        while not post.sent:
            send()
            clock.shift(timedelta(minutes=1))
        assert timedelta(minutes=60) < timezone.now() - start < timedelta(minutes=70)
    assert post.went() == [("mail", "Alice", ["your_turn"])]
    assert rows(channel="push")[0].tries == notices.EARLY


def test_nothing_takes_over_while_another_device_has_it_or_another_channel_told_it(
    one_turn: Game, alice: Any, post: Post
) -> None:
    phone = device(alice)
    device(alice, "desk")
    preferences.write(alice, matrix={"turn": {"mail": "off"}})
    real = post.push.deliver

    def one_is_gone(user: Any, target: str, *rest: Any) -> None:
        if target == str(phone.pk):
            raise Permanent("gone")
        real(user, target, *rest)

    post.push.deliver = one_is_gone  # type: ignore[method-assign]
    assert send() == 1
    assert [(r.channel, r.fallback) for r in rows()] == [("push", ""), ("push", "")]


def test_a_collected_delivery_is_hastened_when_the_quick_way_fails(one_turn: Game, alice: Any, post: Post) -> None:
    preferences.write(alice, matrix={"turn": {"mail": "digest"}})
    device(alice)
    post.push.trouble = lambda rows: Permanent("gone")
    assert send() == 0
    assert rows(channel="push")[0].fallback == "mail"
    assert send() == 1
    assert post.went() == [("mail", "Alice", ["your_turn"])]


def test_the_last_of_the_ways_that_fails_does_not_begin_again(one_turn: Game, alice: Any, post: Post) -> None:
    device(alice)
    hook(alice)
    for channel in (post.mail, post.push, post.hook):
        channel.trouble = lambda rows: Permanent("gone")
    for _ in range(4):
        send()
    assert len(rows()) == 3
    assert all(row.failed_at for row in rows())


def test_a_notice_that_cannot_be_drawn_stays_behind_alone(alice: Any, table: Game, post: Post, caplog: Any) -> None:
    """One broken game silences no other, then and later."""
    Notice.objects.all().delete()
    bad = [tell(alice, "seat_changed", table, str(number)) for number in range(4)][2]

    def draw(rows: list[Notice]) -> Exception | None:
        return RuntimeError("a secret hand") if bad in rows else None

    post.mail.trouble = draw
    assert send() == 1
    assert sorted(n.key for m in post.sent for n in m.notices) == ["0", "1", "3"]
    assert [(r.trouble, r.sent_at) for r in rows(notice=bad)] == [("broken", None)]
    assert "secret" not in caplog.text
    post.sent.clear()
    for number in range(4, 7):
        tell(alice, "seat_changed", table, str(number))
    with later(minutes=3):
        assert send() == 1
    assert [[n.key for n in m.notices] for m in post.sent] == [["4", "5", "6"]]


def test_a_notice_that_cannot_be_looked_at_stays_behind_alone(
    alice: Any, bob: Any, table: Game, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kind that only a later version of the house knows, or a State that cannot be read."""
    Notice.objects.all().delete()
    bad = [tell(alice, "seat_changed", table, str(number)) for number in range(3)][1]
    tell(bob, "seat_changed", table, "1")
    notices.route_waiting(timezone.now())
    Notice.objects.filter(pk=bad.pk).update(kind="eclipse")
    send()
    told = sorted((m.user, n.key) for m in post.sent for n in m.notices)
    assert told == [("Alice", "0"), ("Alice", "2"), ("Bob", "1")]
    assert rows(notice=bad)[0].trouble == "broken"


def test_a_server_that_hangs_holds_up_no_other_channel_and_not_the_worker(
    table: Game, alice: Any, bob: Any, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After three failures in a row a run leaves the channel alone; the next run goes on where it stopped."""
    Notice.objects.all().delete()
    people = [type(alice).objects.create_user(f"p{n}@example.org", f"Person {n}", "x") for n in range(6)]
    for person in people:
        person.emailaddress_set.create(email=person.email, verified=True, primary=True)
        tell(person, "security")
    tell(bob, "vote_ended", table, "1")
    device(bob)
    tries: list[str] = []
    post.mail.trouble = lambda rows: tries.append(rows[0].user.name) or Temporary("timeout")  # type: ignore[func-returns-value]
    assert send() == 1
    assert len(tries) == sending.REST
    assert post.went() == [("push", "Bob", ["vote_ended"])]
    send()
    assert len(set(tries)) == 2 * sending.REST
    monkeypatch.setattr(sending, "BUDGET", -1.0)
    post.mail.trouble = lambda rows: None
    with later(minutes=5):
        assert send() == 0


# ---- crashes and old news --------------------------------------------------------------------------------------------


def test_killed_between_sending_and_marking_it_doubles_one_message_of_the_same_name(
    alice: Any, table: Game, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    Notice.objects.all().delete()
    for number in range(3):
        tell(alice, "seat_changed", table, str(number))

    def die(rows: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as broken:
        broken.setattr(sending, "mark_sent", die)
        with pytest.raises(SystemExit):
            send()
    assert send() == 0
    tell(alice, "seat_changed", table, "new")
    with later(seconds=301):
        assert send() == 2
    first, again, new = post.sent
    assert first.ident == again.ident != new.ident
    assert [n.key for n in again.notices] == ["0", "1", "2"]
    assert [n.key for n in new.notices] == ["new"]
    with later(hours=1):
        assert send() == 0


def test_killed_before_sending_loses_nothing(one_turn: Game, alice: Any, post: Post) -> None:
    notices.route_waiting(timezone.now())
    assert sending.lease(alice.pk, "mail", "") is not None
    assert send() == 0
    with later(seconds=301):
        assert send() == 1


def test_a_restored_backup_sends_no_old_news(one_turn: Game, post: Post) -> None:
    """Mails queued for days in a restored data base do not all go out at once."""
    with later(days=2, minutes=1):
        assert send() == 0
    assert post.sent == []
    assert rows()[0].why == "old"


def test_a_missing_worker_for_a_night_loses_nothing(one_turn: Game, post: Post) -> None:
    with later(hours=10):
        assert send() == 1


# ---- who is told what by a move --------------------------------------------------------------------------------------


def kinds(game: Game) -> list[tuple[str, str]]:
    return [(n.kind, n.user.name) for n in Notice.objects.filter(game=game).order_by("pk")]


def test_the_start_tells_all_but_the_one_who_caused_it(one_turn: Game) -> None:
    assert kinds(one_turn) == [("your_turn", "Alice")]


def test_one_notice_a_turn_and_none_for_ones_own_acts(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    """D73: sub-actions tell nobody anything; the end of the turn tells the next player once."""
    Notice.objects.all().delete()
    do(alice, at_turns, "step 1")
    do(alice, at_turns, "roll; peek")
    assert turns(at_turns) == []
    do(alice, at_turns, "end")
    assert turns(at_turns) == ["Bob"]
    do(bob, at_turns, "step 1; end")
    assert turns(at_turns) == ["Bob", "Alice"]
    for notice in Notice.objects.filter(game=at_turns):
        assert not Seat.objects.filter(game=at_turns, user=notice.user, number=notice.data.get("by")).exists()


def turns(game: Game) -> list[str]:
    return [name for kind, name in kinds(game) if kind == "your_turn"]


def test_the_end_is_told_to_all_others_once(at_turns: Game, alice: Any, bob: Any, do: Do, post: Post) -> None:
    for user in (alice, bob, alice):
        do(user, at_turns, "end")
    Notice.objects.all().delete()
    key = seat_of(bob, at_turns).decision_key
    play.act(bob, at_turns, key, "end")
    play.act(bob, at_turns, key, "end")
    assert [told for told in kinds(at_turns) if told[0] == "game_ended"] == [("game_ended", "Alice")]
    send()
    assert ("mail", "Alice", ["game_ended"]) in post.went()


def test_invitations_are_sent_while_they_stand(alice: Any, bob: Any, charlie: Any, post: Post) -> None:
    game = play.open_table(alice, "toy", "I", 3, {}, visibility="invited", invited=[bob, charlie])
    play.decline(bob, game)
    assert send() == 1
    assert post.went() == [("mail", "Charlie", ["invitation"])]
    assert [row.why for row in rows(user=bob)] == ["answered"]


def test_a_private_event_leaves_no_trace_in_what_others_are_told(
    at_turns: Game, alice: Any, bob: Any, do: Do, post: Post
) -> None:
    """D88: what only Alice has seen stands in nobody's notice, message or log of deliveries."""
    preferences.write(bob, matrix={"moved": {"mail": "now"}})
    Notice.objects.all().delete()
    do(alice, at_turns, "peek; end")
    send()
    peeked = str(hand(bob, at_turns)[0])
    told = list(Notice.objects.filter(user=bob))
    assert told
    for notice in told:
        assert "cards" not in notice.data
        assert peeked not in {str(value) for value in notice.data.values()} - {notice.key}
    assert not Notice.objects.filter(user=alice).exclude(kind="your_turn").exists()
    assert not [m for m in post.sent if m.user == "Alice"]


def test_a_dead_broker_loses_no_move(
    at_turns: Game, alice: Any, do: Do, monkeypatch: pytest.MonkeyPatch, post: Post,
    django_capture_on_commit_callbacks: Any, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    """The move is stored and answered; the mail goes out when the sweep comes."""
    from kombu.exceptions import OperationalError

    def dead(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("no broker")

    for task in (tasks.wake, tasks.send_notices):
        monkeypatch.setattr(task, "apply_async", dead)
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        assert do(alice, at_turns, "end").steps
    assert callbacks
    assert "no nudge for send_notices" in caplog.text
    Notice.objects.filter(user=alice).delete()
    assert tasks.send_notices() == 1


def test_the_nudge_comes_after_the_commit(
    at_turns: Game, alice: Any, do: Do, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(tasks.send_notices, "apply_async", lambda **kwargs: asked.append(kwargs))
    with django_capture_on_commit_callbacks(execute=True):
        do(alice, at_turns, "end")
        assert asked == []
    assert asked == [{"args": (), "retry": False}]


# ---- two players, one webhook ----------------------------------------------------------------------------------------


def test_two_players_with_the_same_webhook_make_one_message(alice: Any, bob: Any, table: Game, post: Post) -> None:
    """D83: one message for a fact of the game; the other row says why it was dropped."""
    Notice.objects.all().delete()
    for user in (alice, bob):
        preferences.write(user, matrix={"claim": {"mail": "off"}})
        hook(user)
        tell(user, "seat_changed", table, "7")
    assert send() == 1
    assert post.went() == [("hook", "Alice", ["seat_changed"])]
    assert [(r.user.name, r.why) for r in rows(why="same_hook")] == [("Bob", "same_hook")]
    tell(bob, "seat_changed", table, "8")
    assert send() == 1
    assert post.went() == [("hook", "Bob", ["seat_changed"])]


def test_the_second_waits_while_the_first_is_being_sent(alice: Any, bob: Any, table: Game, post: Post) -> None:
    Notice.objects.all().delete()
    for user in (alice, bob):
        preferences.write(user, matrix={"claim": {"mail": "off"}})
        tell(user, "seat_changed", table, "7")
    first = hook(alice)
    hook(bob)
    notices.route_waiting(timezone.now())
    assert sending.lease(alice.pk, "hook", str(first.pk)) is not None
    assert send() == 0
    assert [r.why for r in rows(user=bob)] == [""]
    Delivery.objects.filter(user=alice).update(sent_at=timezone.now())
    with later(seconds=61):
        assert send() == 0
    assert [r.why for r in rows(user=bob)] == ["same_hook"]


def test_where_the_first_fails_the_second_tries_for_itself(alice: Any, bob: Any, table: Game, post: Post) -> None:
    Notice.objects.all().delete()
    for user in (alice, bob):
        preferences.write(user, matrix={"claim": {"mail": "off"}})
        hook(user)
        tell(user, "seat_changed", table, "7")
    post.hook.trouble = lambda rows: Permanent("gone")
    send()
    assert send() == 2
    assert sorted(post.went()) == [("mail", "Alice", ["seat_changed"]), ("mail", "Bob", ["seat_changed"])]
