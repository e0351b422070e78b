"""The strip "since you last looked" and the log: deeds summed by turn, numbers on the board, all of it to unfold."""

from __future__ import annotations

import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from django.utils import timezone

from games.models import Game, Move, Seat
from games.play import reading
from games.views import table_deeds as deeds
from tests.web.conftest import SLUG, play_on
from tests.web.test_table_page import asked, body, to_turns, url


def strip(page: str) -> str:
    found = re.search(r'<section class="since.*?</section>', page, re.S)
    return found[0] if found else ""


def waiting_seat(game: Game) -> Seat:
    return Seat.objects.select_related("user").get(game=game, decision_key="")


def test_the_first_visit_says_so_and_how_the_table_was_set_up(running: Game, enter: Any) -> None:
    user = asked(running).user
    client = enter(user)
    first = strip(body(client.get(url(running))))
    assert "Round 1. You have not looked here yet" in first
    assert '<span class="fact">' in first
    assert strip(body(client.get(url(running)))) == first  # the picks of one visit move nothing
    assert strip(body(enter(user).get(url(running)))) == ""  # another visit: nothing is new


def test_deeds_are_numbered_in_the_list_and_on_the_board(running: Game, enter: Any) -> None:
    game = to_turns(running)
    waiter = waiting_seat(game)
    client = enter(waiter.user)
    client.get(url(game))
    while not Move.objects.filter(game=game, text="end").exists():
        game = play_on(game, 1)
    page = body(client.get(url(game)))
    found = strip(page)
    numbers = re.findall(r'class="num" aria-hidden="true">(\d)<', found)
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert 1 <= len(numbers) <= deeds.NEWS_MOST
    assert "ended the turn" not in found
    dug = Move.objects.filter(game=game, text__startswith="dig").exists()
    assert ('<g class="news"' in page) == dug
    watch = re.search(r'class="btn quiet" href="([^"]+)"', found)
    assert watch
    assert client.get(watch[1]).status_code == 200
    kept = strip(body(client.get(url(game, "?text=1"))))
    assert kept == found  # it stays through one visit


def test_at_most_five_are_numbered_and_the_rest_summed(running: Game, enter: Any) -> None:
    game = to_turns(running)
    watcher = waiting_seat(game)
    enter(watcher.user).get(url(game))
    game = play_on(game, 90)
    look = reading.look(watcher.user, game)
    found = deeds.news(look, 1, timezone.now())
    assert found
    assert len(found["items"]) == deeds.NEWS_MOST
    assert found["more"] > 0
    assert all(item["seat"] != watcher.number for item in found["items"])


def test_every_row_of_a_turn_is_under_its_sum_and_old_turns_are_folded(running: Game, enter: Any) -> None:
    game = play_on(to_turns(running), 30)
    look = reading.look(None, game)
    now = timezone.now()
    turns = deeds.log_turns(look, None, now)
    shown = [line for turn in turns for line in turn["lines"]]
    assert len(shown) >= 8
    assert any(turn["folded"] for turn in turns)
    later = deeds.log_turns(look, None, now + timedelta(days=2))
    assert all(turn["folded"] or not old["folded"] for turn, old in zip(later, turns, strict=True))
    assert not any(turn["folded"] for turn in later if len(turn["lines"]) == 1)
    page = body(enter(asked(game).user).get(url(game)))
    assert page.count('<details id="turn-') == sum(turn["folded"] for turn in turns)


def reader_of() -> deeds.Reader:
    """A reader of the log without a table behind it."""
    game = SimpleNamespace(slug=SLUG)
    reader = deeds.Reader(SimpleNamespace(game=game, seats=[], number=None))  # type: ignore[arg-type]
    reader.who = lambda seat: f"P{seat}"
    return reader


def test_small_deeds_are_counted_and_parts_go_with_their_deed() -> None:
    reader = reader_of()
    entry = reading.Entry
    paid = [["stone", "s"]] * 4
    trade = ("trade", {"seat": 1, "paid": paid, "gain": "iron"})
    dig = ("dig", {"seat": 1, "shape": "elbow", "mineral": "iron", "squares": ["A1", "A2"], "spot": "A1a",
                   "paid": paid, "honour": 2, "total": 5, "hammers": 0})  # fmt: skip
    put = ("set", {"seat": 1, "clan": "fire", "square": "A2", "tier": 1, "token": 3})
    rows = [entry(n, "action", 1, 7, n, events=[event]) for n, event in enumerate([trade, dig, put, trade], 1)]
    rows.append(entry(5, "action", 2, 8, 5, events=[("trade", {"seat": 2, "paid": paid, "gain": "iron"})]))
    one, two = reader.turns(rows)
    assert [len(turn.deeds) for turn in (one, two)] == [1, 0]
    assert (one.small, two.small) == (2, 1)
    assert one.deeds[0].square == "A2"
    assert len(one.deeds[0].parts) == 1


def test_a_turn_of_two_lines_is_folded_after_a_day() -> None:
    now = timezone.now()
    rows = [reading.Entry(n, "action", 1, 7, n, events=[("skip", {"seat": 1})], at=now) for n in (1, 2)]
    reader = reader_of()
    (turn,) = reader.turns(rows)
    shown = [deeds.told(reader, turn, when) for when in (now, now + timedelta(days=2))]
    assert [data["folded"] for data in shown if data] == [False, True]
