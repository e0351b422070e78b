"""What each reader may see: views, logs, positions, previews, records, the admin; and what nobody may."""

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.utils import timezone

from games import notices, play
from games.models import Box, EventRow, Game, Move, Seat
from games.play import reading
from games.play.record import replay
from games.play.rulesets import rules_for, unpack
from games.rules.dice import Draw
from tests.play.conftest import hand, seat_of

Do = Callable[..., play.Outcome]


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def all_of(user: Any, game: Game) -> str:
    """Everything a reader can get of a game, as one text."""
    look = reading.look(user, fresh(game))
    past = [reading.history(user, fresh(game), step).view for step in range(look.step + 1)]
    log = [(e.id, e.step, e.kind, e.seat, e.act, e.events, e.text, e.ordinal, str(e.at)) for e in look.log()]
    seats = [(c.number, c.label(), c.bot, c.asked, str(c.due_at), c.salt_word) for c in look.seats]
    question = look.question and (look.question.code, look.question.data)
    return json.dumps([look.view, past, log, seats, question, look.progress, reading.record(fresh(game), user)])


def secrets_of(game: Game) -> list[str]:
    """Texts that nobody may find while the game runs."""
    box = Box.objects.get(game=game)
    secret = bytes(box.secret)
    keys = list(Seat.objects.filter(game=game).exclude(decision_key="").values_list("decision_key", flat=True))
    return [secret.hex(), str(secret), *keys]


def test_hidden_cards_are_in_nobody_elses_answers(table: Game, alice: Any, bob: Any, charlie: Any, do: Do) -> None:
    """E92, E95, E97, E98, E100: from the first position on, in views, log, past positions and record."""
    do(alice, table, f"hide {hand(alice, table)[0]}")
    state = unpack(rules_for(table), Box.objects.get(game=table).state)
    private = {name: json.dumps(state.hands[n] + state.hidden[n])[1:-1] for n, name in enumerate(("alice", "bob"))}
    dealt = {e.seats[0]: json.dumps(e.data["cards"]) for e in EventRow.objects.filter(game=table, code="dealt")}
    for user, own, other in ((alice, 1, 2), (bob, 2, 1)):
        text = all_of(user, table)
        assert dealt[own] in text
        assert dealt[other] not in text
    for user in (charlie, None):
        text = all_of(user, table)
        assert not any(cards in text for cards in dealt.values())
        assert "hid_card" not in text
    assert private["alice"] not in all_of(bob, table)
    for user in (alice, bob, charlie, None):
        assert not any(secret in all_of(user, table) for secret in secrets_of(table))


def test_sealed_answers_are_told_without_their_content_until_they_open(
    table: Game, alice: Any, bob: Any, do: Do
) -> None:
    """E98: 'hid a card' for others, the card for its owner, both for all after the opening."""
    card = hand(alice, table)[0]
    do(alice, table, f"hide {card}")

    def told(user: Any) -> list[Any]:
        return [event for entry in reading.look(user, fresh(table)).log() for event in entry.events]

    assert ("hid_card", {"seat": 1, "card": card}) in told(alice)
    assert ("hid", {"seat": 1}) in told(bob)
    assert not any(code == "hid_card" for code, _ in told(bob))
    for user in (alice, bob, bob):
        do(user, table, f"hide {hand(user, table)[0]}")
    assert ("hid_card", {"seat": 1, "card": card}) in told(bob)
    assert ("hid_card", {"seat": 1, "card": card}) in told(None)


def test_the_notation_of_others_is_shown_after_the_end_only(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    do(alice, at_turns, "step 1; end")
    assert all(e.text is None for e in reading.look(bob, fresh(at_turns)).log() if e.seat == 1)
    assert [e.text for e in reading.look(alice, fresh(at_turns)).log()][-2:] == ["step 1", "end"]
    for user in (bob, alice, bob):
        do(user, at_turns, "end")
    texts = [e.text for e in reading.look(None, fresh(at_turns)).log() if e.kind == "action"]
    assert None not in texts
    assert len(texts) == 9


@pytest.fixture
def voting(alice: Any, bob: Any, charlie: Any, do: Do) -> Game:
    """Three seats; Alice has called for a silent vote of Bob and Charlie."""
    game = play.open_table(alice, "toy", "Vote", 3, {}, random_order=False)
    play.join(bob, game)
    play.join(charlie, game)
    for user in (alice, bob, charlie):
        do(user, game, f"hide {hand(user, game)[0]}; hide {hand(user, game)[1]}")
    do(alice, game, "call")
    return fresh(game)


def test_a_silent_answer_changes_nothing_that_others_see(
    voting: Game, alice: Any, bob: Any, charlie: Any, do: Do
) -> None:
    """E103 at this floor: row counts, steps, times, keys and etag of all others stay exactly as they were."""
    readers = (alice, charlie, None)
    before = [(all_of(user, voting), reading.look(user, fresh(voting)).etag) for user in readers]
    own = reading.look(bob, fresh(voting)).etag
    do(bob, voting, "vote yes")
    assert [(all_of(user, voting), reading.look(user, fresh(voting)).etag) for user in readers] == before
    assert reading.look(bob, fresh(voting)).etag != own
    assert '"vote"' in all_of(bob, voting)
    play.undo(bob, voting, "", upto=3)
    assert [all_of(user, voting) for user in readers] == [text for text, _ in before]
    do(bob, voting, "vote no")
    do(charlie, voting, "vote yes")
    events = [event for e in reading.look(None, fresh(voting)).log() for event in e.events]
    assert ("voted", {"seat": 2, "vote": "no"}) in events
    assert ("voted", {"seat": 2, "vote": "yes"}) not in events


def test_the_etag_is_the_same_until_something_is_seen(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    tags = {user: reading.look(user, fresh(at_turns)).etag for user in (alice, bob, None)}
    assert tags == {user: reading.look(user, fresh(at_turns)).etag for user in (alice, bob, None)}
    do(alice, at_turns, "step 1")
    assert all(tags[user] != reading.look(user, fresh(at_turns)).etag for user in tags)


def test_every_position_can_be_seen_again(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    views = [reading.look(alice, fresh(at_turns)).view]
    for line in ("step 1", "roll", "peek", "step 2"):
        do(alice, at_turns, line)
        views.append(reading.look(alice, fresh(at_turns)).view)
    play.undo(alice, at_turns, seat_of(alice, at_turns).decision_key)
    last = reading.history(alice, fresh(at_turns), 7).last
    assert last == 7
    assert [reading.history(alice, fresh(at_turns), step).view for step in range(4, 8)] == views[:4]
    entry = reading.history(alice, fresh(at_turns), 6).entry
    assert entry is not None
    assert (entry.text, entry.step) == ("roll", 6)
    for step in (-1, 8, 10**9):
        with pytest.raises(play.BadInput):
            reading.history(alice, fresh(at_turns), step)


def test_other_eyes_only_after_the_end(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    do(alice, at_turns, "peek")
    assert reading.history(alice, fresh(at_turns), 5, eyes=1).view["seen"]
    for reader in (bob, None):
        with pytest.raises(play.NotYours):
            reading.history(reader, fresh(at_turns), 5, eyes=1)
    for user in (alice, bob, alice, bob):
        do(user, at_turns, "end")
    assert reading.history(None, fresh(at_turns), 5, eyes=1).view["seen"]
    with pytest.raises(play.BadInput):
        reading.history(None, fresh(at_turns), 5, eyes=9)


def test_a_cold_start_gives_the_same_position(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    """A10: nothing lives in the process; the other player's fresh page sees and can play the very position."""
    from games.play import rulesets

    do(alice, at_turns, "step 1; end")
    before = reading.look(bob, fresh(at_turns)).view
    rulesets.forget()
    assert reading.look(bob, fresh(at_turns)).view == before
    assert do(bob, at_turns, "step 1").steps


def test_a_preview_tells_what_is_certain_and_nothing_else(at_turns: Game, alice: Any, do: Do) -> None:
    stored = list(Box.objects.filter(game=at_turns).values_list()), Move.objects.count()
    look = reading.look(alice, fresh(at_turns))
    shown = look.preview("step 1; step 2")
    assert shown.done == 2
    assert [code for code, _ in shown.events] == ["stepped", "stepped"]
    shown = look.preview("step 1; roll; end")
    assert (shown.done, shown.reveals, shown.stopped) == (1, True, None)
    assert [code for code, _ in shown.events] == ["stepped", "rolled"]
    shown = look.preview("peek")
    assert (shown.reveals, [code for code, _ in shown.events]) == (True, ["peeked"])
    assert shown.view == look.view
    shown = look.preview("step 1; jump")
    assert shown.stopped is not None
    assert (shown.done, shown.stopped.place) == (1, 2)
    assert (list(Box.objects.filter(game=at_turns).values_list()), Move.objects.count()) == stored
    do(alice, at_turns, "step 1; step 2")
    assert reading.look(alice, fresh(at_turns)).view == reading.look(alice, fresh(at_turns)).view


def test_only_who_is_asked_gets_words(at_turns: Game, alice: Any, bob: Any, charlie: Any) -> None:
    look = reading.look(alice, fresh(at_turns))
    assert [word.text for word in look.legal([]).words] == ["step", "roll", "peek", "call", "end"]
    assert look.legal(["step", "2"]).complete
    with pytest.raises(play.IllegalMove):
        look.legal(["fly"])
    for user in (bob, charlie, None):
        other = reading.look(user, fresh(at_turns))
        assert (other.key, other.question) == ("", None)
        for call in (lambda other=other: other.legal([]), lambda other=other: other.preview("step 1")):
            with pytest.raises(play.IllegalMove):
                call()


def test_the_secret_and_everything_else_is_open_after_the_end(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    with pytest.raises(play.Closed):
        reading.dice_check(fresh(at_turns))
    assert reading.look(alice, fresh(at_turns)).secret is None
    assert "secret" not in reading.record(fresh(at_turns), alice)
    do(alice, at_turns, "roll")
    for user in (alice, bob, alice, bob):
        do(user, at_turns, "end")
    game = fresh(at_turns)
    record = json.loads(json.dumps(reading.record(game)))
    assert bytes.fromhex(record["secret"]) == bytes(Box.objects.get(game=game).secret)
    again = replay(rules_for(game), record)
    assert (again.difference, again.result) == ("", game.result)
    assert all(row.is_right for row in reading.dice_check(game))
    assert {row.label for row in reading.dice_check(game)} == {"deal", "roll"}
    broken = {**record, "actions": [*record["actions"][:4], [1, "fly"], *record["actions"][4:]]}
    assert "action 5, seat 1, 'fly'" in replay(rules_for(game), broken).difference
    assert "result differs" in replay(rules_for(game), {**record, "result": {}}).difference


def test_a_draw_that_was_tampered_with_shows(at_turns: Game, alice: Any, bob: Any, do: Do) -> None:
    do(alice, at_turns, "roll")
    row = Move.objects.get(game=at_turns, text="roll")
    draw = Draw(*row.draws[0])
    Move.objects.filter(pk=row.pk).update(draws=[[draw.label, draw.number, draw.bound, (draw.value + 1) % 6]])
    for user in (alice, bob, alice, bob):
        do(user, at_turns, "end")
    assert [row.label for row in reading.dice_check(fresh(at_turns)) if not row.is_right] == ["roll"]


def test_a_state_of_an_older_layout_is_played_on(at_turns: Game, alice: Any, do: Do) -> None:
    """F134, F133: what an older version stored is brought up to date, and the next move is legal."""
    import zlib

    for model, rows in ((Box, Box.objects.filter(game=at_turns)), (Move, Move.objects.filter(state__isnull=False))):
        for row in rows:
            data = json.loads(zlib.decompress(bytes(row.state)))
            data["version"] = 1
            del data["state"]["called"]
            model.objects.filter(pk=row.pk).update(state=zlib.compress(json.dumps(data).encode()))
    view = reading.look(alice, fresh(at_turns)).view
    assert view is not None
    assert view["phase"] == "turn"
    assert do(alice, at_turns, "step 1").steps
    play.undo(alice, at_turns, seat_of(alice, at_turns).decision_key)


def test_the_admin_shows_every_model_and_no_secret(
    at_turns: Game, alice: Any, bob: Any, do: Do, caplog: pytest.LogCaptureFixture
) -> None:
    """E100: lists, pages and histories of the admin hold no State, secret, key, code, draw or hidden event."""
    from accounts.models import User

    caplog.set_level(logging.CRITICAL, logger="django.request")
    private = play.open_table(alice, "toy", "Private", 3, {}, visibility="private", invited=[bob])
    do(alice, at_turns, "step 1; roll; peek")
    hidden = [*secrets_of(at_turns), *secrets_of(private), private.invite_code, "peeked_card", "hide "]
    notices.route_waiting(timezone.now())
    boss = User.objects.create_superuser("boss@example.org", "Boss", "x")
    client = Client()
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    mine = [model for model in admin.site._registry if model._meta.app_label == "games"]
    assert {model.__name__ for model in mine} == {
        "Box", "Delivery", "Edition", "EventRow", "Game", "Invitation", "Move", "Notice", "Seat",
    }  # fmt: skip
    for model in mine:
        base = f"/admin/games/{model._meta.model_name}/"
        pages = [base] + [f"{base}{row.pk}/{verb}/" for row in model.objects.all() for verb in ("change", "history")]
        for page in pages:
            text = client.get(page).content.decode()
            assert not any(secret in text for secret in hidden), page
        assert client.get(base).status_code == 200
        assert client.get(f"{base}add/").status_code == 403
        for field in ("secret", "state", "decision_key", "invite_code", "draws", "game__invite_code", "text"):
            answer = client.get(f"{base}?{field}__contains=a")
            assert answer.status_code in (302, 400)
            assert "e=1" in answer.headers.get("Location", "e=1")
        assert client.post(f"{base}{model.objects.first().pk}/delete/", {"post": "yes"}).status_code == 403
