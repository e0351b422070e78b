"""Webhooks: what arrives, who may know it, and what failures lead to."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone, translation

from games.channels import Permanent, Temporary, hook, shapes, words
from games.models import Game, Move, Notice, Seat, Webhook
from tests.channels.receiver import Receiver
from tests.play.conftest import hand

NASTY = "@everyone <!channel> <@42> **b** [x](https://evil.example) &amp; #1 \u202eabc"


@pytest.fixture
def game(table: Game) -> Game:
    """A running game in which both are asked."""
    Game.objects.filter(pk=table.pk).update(title="Snow on the pass")
    return Game.objects.get(pk=table.pk)


def webhook(user: Any, url: str, shape: str = "json") -> Webhook:
    return Webhook.objects.create(
        user=user, url=url, shape=shape, secret="s" * 64, label="Our room", created_at=timezone.now()
    )


def notice(user: Any, game: Game, kind: str = Notice.Kind.YOUR_TURN, **fields: Any) -> Notice:
    seat = Seat.objects.get(game=game, user=user)
    key = fields.pop("key", f"{seat.decision_key} {kind}")
    return Notice(game=game, user=user, kind=kind, seat=seat.number, key=key, created_at=timezone.now(), **fields)


def sent(user: Any, receiver: Receiver, notices: list[Notice], shape: str = "json") -> Any:
    """What arrives."""
    row = webhook(user, f"{receiver.url}&{shape}{len(receiver.got)}", shape)
    hook.deliver(user, str(row.pk), notices, "m1", timezone.now())
    return json.loads(receiver.got[-1].body)


def signed_as_documented(header: str, body: bytes, secret: str) -> bool:
    """The example of docs/channels.md."""
    parts = dict(part.split("=", 1) for part in header.split(","))
    wanted = hmac.new(secret.encode(), parts["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(wanted, parts["v1"])


def test_the_json_payload_arrives_and_is_signed(alice: Any, game: Game, receiver: Receiver) -> None:
    row, now = webhook(alice, receiver.url), timezone.now()
    hook.deliver(alice, str(row.pk), [notice(alice, game)], "abc123", now)
    (got,) = receiver.got
    assert signed_as_documented(got.headers["x-lantern-signature"], got.body, row.secret)
    assert not signed_as_documented(got.headers["x-lantern-signature"], got.body + b" ", row.secret)
    assert got.headers["x-lantern-signature"].startswith(f"t={int(now.timestamp())},v1=")
    assert got.headers["content-type"] == "application/json; charset=utf-8"
    assert got.headers["x-lantern-message"] == "abc123"
    body = json.loads(got.body)
    seats = {seat.number: seat for seat in game.seats.all()}
    assert {name: body[name] for name in ("version", "message", "sent_at")} == {
        "version": 1, "message": "abc123", "sent_at": shapes.stamp(now),
    }  # fmt: skip
    (told,) = body["notices"]
    assert (told["event"], told["kind"], told["game"], told["seat"]) == ("turn", "your_turn", game.slug, 1)
    assert told["table"]["title"] == "Snow on the pass"
    assert told["table"]["url"].endswith(f"/tables/{game.public_id}/")
    assert [(one["seat"], one["name"]) for one in told["asked"]] == [(1, "Alice"), (2, "Bob")]
    assert [datetime.fromisoformat(one["due"]) for one in told["asked"]] == [
        seats[n].due_at.replace(microsecond=0) for n in (1, 2) if seats[n].due_at is not None
    ]
    assert told["text"].startswith("Snow on the pass: it is Alice’s turn, until ")
    assert told["text"].endswith(" UTC.")
    assert body["text"] == told["text"]


def test_it_knows_what_nobody_knows_and_no_more(alice: Any, game: Game, receiver: Receiver) -> None:
    """D88: neither keys nor what a seat sees is in any shape; nor the zone of the owner."""
    alice.time_zone = "Pacific/Chatham"
    alice.save()
    from games.play import reading

    view = reading.look(alice, game).view
    assert view is not None
    for shape in shapes.SHAPES:
        sent(alice, receiver, [notice(alice, game), notice(alice, game, Notice.Kind.MOVED, key="1")], shape)
        text = receiver.got[-1].body.decode()
        assert Seat.objects.get(game=game, user=alice).decision_key not in text
        assert "Chatham" not in text
        assert json.dumps(view["hand"], separators=(",", ":")) not in text
        for word in ("hand", "mine", "seen", "vote"):
            assert f'"{word}"' not in text


def test_a_silent_question_is_told_to_nobody_else(
    alice: Any, bob: Any, charlie: Any, receiver: Receiver, do: Callable[..., Any]
) -> None:
    """E103: Bob is asked in silence: his channel must not say so, and another way has to take over."""
    from games import clocks, play

    game = play.open_table(alice, "toy", "Evening", 3, {}, terms=clocks.per_turn(24), random_order=False)
    for user in (bob, charlie):
        play.join(user, game)
    for user in (alice, bob, charlie):
        cards = hand(user, game)
        do(user, game, f"hide {cards[0]}; hide {cards[1]}")
    do(alice, game, "call")
    game = Game.objects.get(pk=game.pk)
    assert Seat.objects.get(game=game, user=bob).is_asked
    row = webhook(bob, receiver.url)
    with pytest.raises(Permanent) as caught:
        hook.deliver(bob, str(row.pk), [notice(bob, game)], "m", timezone.now())
    assert caught.value.code == "private"
    do(bob, game, "vote yes")
    silent = Move.objects.get(game=game, silent=True)
    moved = notice(alice, game, Notice.Kind.MOVED, key=str(silent.number))
    assert words.facts(moved) is None
    assert receiver.got == []
    assert Webhook.objects.get().failing_since is None


def test_one_post_for_many_notices_without_the_private_ones(alice: Any, game: Game, receiver: Receiver) -> None:
    kinds = [Notice.Kind.YOUR_TURN, Notice.Kind.CHAT, Notice.Kind.CLAIM_WINDOW, Notice.Kind.INVITATION]
    body = sent(alice, receiver, [notice(alice, game, kind) for kind in kinds])
    assert [one["kind"] for one in body["notices"]] == ["your_turn", "claim_window"]
    assert len(receiver.got) == 1


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("shape", list(shapes.SHAPES))
def test_every_kind_has_words_in_every_shape_and_language(
    shape: str, language: str, alice: Any, game: Game, receiver: Receiver
) -> None:
    alice.language = language
    for kind in Notice.Kind.values:
        one = notice(alice, game, kind)
        with translation.override(language):
            assert words.line(one)
        if hook.carries(kind):
            assert sent(alice, receiver, [one], shape)
        else:
            assert words.facts(one) is None


def test_a_seat_of_a_closed_table_is_offered_another_way(alice: Any, bob: Any, game: Game) -> None:
    """Who is offered a seat does not sit there: the room that reads along was not chosen by anybody of that table."""
    offer = Notice(game=game, user=bob, kind="seat_offered", seat=1, created_at=timezone.now())
    assert words.facts(offer) is not None
    for closed in ("private", "invited"):
        game.visibility = closed
        assert words.facts(offer) is None
    offer.kind = "claim_window"
    assert words.facts(offer) is not None


def test_the_end_names_who_was_first(alice: Any, game: Game, receiver: Receiver) -> None:
    standings = [{"place": 1, "seats": [2], "total": 40}, {"place": 2, "seats": [1], "total": 30}]
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED, result={"standings": standings, "reason": "x"}, finished_at=timezone.now()
    )
    body = sent(alice, receiver, [notice(alice, Game.objects.get(pk=game.pk), Notice.Kind.GAME_ENDED)])
    assert body["text"] == "Snow on the pass: the game is over. First place: Bob."


def test_a_title_pings_nobody_and_is_no_link(alice: Any, bob: Any, game: Game, receiver: Receiver) -> None:
    Game.objects.filter(pk=game.pk).update(title=NASTY)
    type(bob).objects.filter(pk=bob.pk).update(name="@here")
    game = Game.objects.get(pk=game.pk)
    for shape in shapes.SHAPES:
        body = sent(alice, receiver, [notice(alice, game), notice(bob, game)], shape)
        seen = json.dumps(body, ensure_ascii=False)
        spoken = body["content"] if shape == "discord" else seen if shape == "slack" else body["text"]
        for ping in ("@everyone", "@here", "<!channel", "<@42", "https://evil", "\u202e"):
            assert ping not in spoken
    assert "@\u200bhere" in seen


def test_discord_gets_a_message_that_mentions_nobody(alice: Any, game: Game, receiver: Receiver) -> None:
    Game.objects.filter(pk=game.pk).update(title="**Snow** _on_ `the` ||pass||")
    game = Game.objects.get(pk=game.pk)
    body = sent(alice, receiver, [notice(alice, game)], "discord")
    assert set(body) == {"content", "allowed_mentions"}
    assert body["allowed_mentions"] == {"parse": []}
    due = Seat.objects.get(game=game, user=alice).due_at
    assert due is not None
    assert f"<t:{int(due.timestamp())}:f>" in body["content"]
    assert r"\*\*Snow\*\* \_on\_ \`the\` \|\|pass\|\|" in body["content"]
    assert body["content"].endswith(f"/tables/{game.public_id}/>")
    many = sent(alice, receiver, [notice(alice, game)] * 60, "discord")
    assert 1000 < len(many["content"]) <= shapes.DISCORD_MOST
    assert "x-lantern-signature" not in receiver.got[-1].headers


def test_slack_gets_text_and_blocks(alice: Any, game: Game, receiver: Receiver) -> None:
    body = sent(alice, receiver, [notice(alice, game)] * 30, "slack")
    assert set(body) == {"text", "blocks", "unfurl_links"}
    assert len(body["blocks"]) == shapes.SLACK_MOST
    (first, *_) = body["blocks"]
    assert first["type"] == "section"
    assert "<!date^" in first["text"]["text"]
    assert f"/tables/{game.public_id}/|Open the table>" in first["text"]["text"]


def test_the_language_is_that_of_the_owner(alice: Any, game: Game, receiver: Receiver) -> None:
    alice.language = "es"
    assert "le toca a Alice, hasta " in sent(alice, receiver, [notice(alice, game)])["text"]


def test_an_address_that_is_gone_is_switched_off_and_said_once(alice: Any, game: Game, receiver: Receiver) -> None:
    row, now = webhook(alice, receiver.url), timezone.now()
    receiver.status = 410
    with pytest.raises(Permanent) as caught:
        hook.deliver(alice, str(row.pk), [notice(alice, game)], "m", now)
    assert caught.value.code == "gone"
    row.refresh_from_db()
    assert row.off_at == now
    assert hook.ready(alice) == []
    with pytest.raises(Permanent) as caught:
        hook.deliver(alice, str(row.pk), [notice(alice, game)], "m", now)
    assert caught.value.code == "off"
    (told,) = Notice.objects.filter(kind=Notice.Kind.CHANNEL_OFF)
    assert (told.user_id, told.game_id, told.data) == (
        alice.pk, None, {"channel": "hook", "label": "Our room", "host": "127.0.0.1"},
    )  # fmt: skip
    assert len(receiver.got) == 1


@pytest.mark.parametrize(("status", "code"), [(500, "status"), (403, "status"), (302, "redirect"), (429, "status")])
def test_a_day_of_failures_switches_off_and_a_success_in_between_forgets(
    status: int, code: str, alice: Any, game: Game, receiver: Receiver
) -> None:
    row, start = webhook(alice, receiver.url), timezone.now()

    def post(hours: float) -> str:
        try:
            hook.deliver(alice, str(row.pk), [notice(alice, game)], "m", start + timedelta(hours=hours))
        except Temporary as error:
            return f"temporary {error.code}"
        except Permanent as error:
            return f"permanent {error.code}"
        return "sent"

    receiver.status = status
    assert [post(0), post(5), post(23.9)] == [f"temporary {code}"] * 3
    receiver.status = 200
    assert post(23.95) == "sent"
    receiver.status = status
    assert [post(24.1), post(48)] == [f"temporary {code}"] * 2
    assert not Notice.objects.filter(kind=Notice.Kind.CHANNEL_OFF).exists()
    assert [post(48.2), post(49)] == ["permanent off"] * 2
    assert Notice.objects.filter(kind=Notice.Kind.CHANNEL_OFF).count() == 1
    assert Webhook.objects.get().off_at == start + timedelta(hours=48.2)


def test_in_production_an_address_that_now_leads_inside_is_not_posted_to(alice: Any, game: Game) -> None:
    row = webhook(alice, "https://127.0.0.1/in")
    with pytest.raises(Temporary) as caught:
        hook.deliver(alice, str(row.pk), [notice(alice, game)], "m", timezone.now())
    assert caught.value.code == "refused"
    assert Webhook.objects.get().failing_since is not None


def test_a_webhook_serves_its_owner_alone(alice: Any, bob: Any, game: Game, receiver: Receiver) -> None:
    row = webhook(alice, receiver.url)
    assert (hook.ready(alice), hook.ready(bob)) == ([str(row.pk)], [])
    with pytest.raises(Permanent):
        hook.deliver(bob, str(row.pk), [notice(bob, game)], "m", timezone.now())
    assert receiver.got == []
