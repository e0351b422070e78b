"""No action is out of reach: every half-made choice has a working page, and links lead to every legal action."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

from games.models import Game, Seat
from games.play import reading
from tests.web.conftest import play_on
from tests.web.test_table_page import asked, body, to_turns, url

LINK = re.compile(r'href="([^"]*\?[^"]*)"')
CONFIRM = re.compile(r'name="line" value="([^"]+)"')
WITHOUT = ("pay",)


def links(page: str) -> set[str]:
    """The addresses of this table that the page links to, without anchors and board tools."""
    found = set()
    for href in LINK.findall(page):
        address = html.unescape(href).split("#")[0]
        if not any(tool in address for tool in ("zoom=", "names=", "text=", "step=", "/sheets/", "login", "/static/")):
            found.add(address)
    return found


def crawl(client: Any, start: str, most: int, skip: tuple[str, ...]) -> tuple[set[str], int]:
    """Follow links from a page; the lines that some button would send, and how many pages were read."""
    todo, seen, lines = [start], {start}, set()
    while todo and len(seen) <= most:
        answer = client.get(todo.pop())
        assert answer.status_code == 200
        page = body(answer)
        assert 'role="alert"' not in page
        lines |= {html.unescape(line) for line in CONFIRM.findall(page)}
        for address in links(page):
            words = parse_qs(urlsplit(address).query).get("w", [""])[0]
            if address not in seen and not any(word in words.split() for word in skip):
                seen.add(address)
                todo.append(address)
    return lines, len(seen)


def spelled(look: reading.Look, words: list[str], skip: tuple[str, ...]) -> Iterator[str]:
    """Every legal action that can be spelled without the words to be skipped."""
    found = look.legal(words)
    if found.complete:
        yield " ".join(words)
    for word in found.words:
        if word.text not in skip and "@" not in word.text:
            yield from spelled(look, [*words, word.text], skip)


def whole(lines: set[str]) -> set[str]:
    """Actions inside lines: placing a troll is sent together with taking it."""
    return {action for line in lines for action in line.split("; ")}


def test_every_gate_can_be_reached(running: Game, enter: Any) -> None:
    chair = asked(running)
    lines, _ = crawl(enter(chair.user), url(running), 60, ())
    assert set(spelled(reading.look(chair.user, running), [], ())) == lines


def test_every_draft_can_be_reached(running: Game, enter: Any) -> None:
    game = running
    while reading.look(None, game).view["phase"] == "gates":
        game = play_on(game, 1)
    chair = asked(game)
    lines, _ = crawl(enter(chair.user), url(game), 60, ())
    assert set(spelled(reading.look(chair.user, game), [], ())) == lines


def test_every_action_of_a_turn_can_be_reached(running: Game, enter: Any) -> None:
    """Trades and chosen payments are spelled unit by unit; they have tests of their own."""
    game = to_turns(running)
    skip = ("trade", *WITHOUT)
    for _ in range(60):  # how much a turn allows is up to the dice: the first one that allows plenty
        chair = asked(game)
        legal = set(spelled(reading.look(chair.user, game), [], skip))
        if len(legal) > 20:
            break
        game = play_on(game, 1)
    lines, pages = crawl(enter(chair.user), url(game), 400, skip)
    assert pages < 400
    assert len(legal) > 20
    assert legal <= whole(lines)


def test_a_trade_is_spelled_by_pressing_resources(running: Game, enter: Any) -> None:
    game = to_turns(running)
    for _ in range(60):
        chair = asked(game)
        look = reading.look(chair.user, game)
        if look.question is not None and "trade" in {word.text for word in look.legal([]).words}:
            break
        game = play_on(game, 1)
    client, words, rng = enter(chair.user), ["trade"], random.Random(4)
    while not look.legal(words).complete:
        nexts = [word.text for word in look.legal(words).words]
        page = links(body(client.get(url(game, f"?w={'+'.join(words)}"))))
        offered = {parse_qs(urlsplit(a).query).get("w", [""])[0] for a in page}
        assert {" ".join([*words, word]) for word in nexts} <= offered
        words.append(rng.choice(nexts))
    page = body(client.get(url(game, "?w=" + "+".join(words).replace("@", "%40"))))
    assert " ".join(words) in {html.unescape(line) for line in CONFIRM.findall(page)}


def test_every_beginning_of_every_action_has_a_working_page(running: Game, enter: Any) -> None:
    """Random beginnings in positions of a whole game; where words remain, something on the page goes on."""
    game, rng, seen = running, random.Random(11), set()
    for _ in range(36):
        if not game.is_running:
            break
        chair = asked(game)
        client, look = enter(chair.user), reading.look(chair.user, game)
        for _ in range(3):
            words: list[str] = []
            found = look.legal(words)
            while found.words and rng.random() < 0.85:
                words.append(rng.choice(found.words).text)
                found = look.legal(words)
            answer = client.get(url(game), {"w": " ".join(words)})
            page = body(answer)
            assert answer.status_code == 200, words
            assert 'role="alert"' not in page, words
            if found.complete and words and words[0] not in ("recruit",):
                assert 'name="line" value=' in page
            if words:
                seen.add(words[0])
        game = play_on(game, 5)
    assert {"gate", "draft", "recruit", "dig", "trade"} <= seen


def test_whatever_is_shown_can_be_pressed(running: Game, enter: Any) -> None:
    """Field report 131: a game played by following links at random, no button of ours is ever refused."""
    game, rng, pressed = running, random.Random(3), 0
    for _ in range(32):
        chair = asked(game)
        client = enter(chair.user)
        page = body(client.get(url(game)))
        lines = CONFIRM.findall(page)
        for _ in range(8):
            if lines and rng.random() < 0.8:
                break
            ways = sorted(links(page)) or [url(game)]
            page = body(client.get(rng.choice(ways)))
            lines = CONFIRM.findall(page)
        if lines:
            line = html.unescape(rng.choice(lines))
            answer = client.post(url(game, "act/"), {"key": chair.decision_key, "line": line})
            assert answer.status_code == 303, line
            pressed += 1
        else:
            game = play_on(game, 1)
        game.refresh_from_db()
    assert pressed > 12


def test_rotating_and_flipping_reach_every_outline_at_hand(running: Game, enter: Any) -> None:
    """From one spot of a tunnel, rotate and flip alone lead through all its turnings that fit somewhere."""
    game = to_turns(running)
    chair = asked(game)
    client, look = enter(chair.user), reading.look(chair.user, game)
    assert "dig" in {word.text for word in look.legal([]).words}
    shape, mineral = next(
        (s.text, look.legal(["dig", s.text]).words[0].text)
        for s in look.legal(["dig"]).words
        if len({w.text[-1] for w in look.legal(["dig", s.text, look.legal(["dig", s.text]).words[0].text]).words}) > 2
    )
    words = look.legal(["dig", shape, mineral]).words
    letters, todo, seen = set(), [words[0].text], {words[0].text}
    while todo:
        spot = todo.pop()
        letters.add(spot[-1])
        page = body(client.get(url(game, f"?w=dig+{shape}+{mineral}+{spot}")))
        for key in ("rotate", "flip"):
            link = re.search(rf'href="[^"]*w=dig\+{shape}\+{mineral}\+(\w+)[^"]*" data-key="." data-keep="{key}"', page)
            if link and link[1] not in seen:
                seen.add(link[1])
                todo.append(link[1])
    assert letters == {word.text[-1] for word in words}


def test_an_answer_sent_twice_is_played_once(running: Game, enter: Any) -> None:
    """Browser Back and a second press: the same key and line are answered as the first time."""
    chair = asked(running)
    client, key = enter(chair.user), chair.decision_key
    start = reading.look(chair.user, running).legal(["gate"]).words[0].text
    first = client.post(url(running, "act/"), {"key": key, "line": f"gate {start}"})
    again = client.post(url(running, "act/"), {"key": key, "line": f"gate {start}"})
    assert first.status_code == again.status_code == 303
    other = client.post(url(running, "act/"), {"key": key, "line": "gate se"})
    assert other.status_code == 409
    assert Seat.objects.get(pk=chair.pk).decision_key != key
