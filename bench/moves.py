"""A move as a request: its time early and late, beside a bare locked transaction that renders a page of the same size.

Both are POSTs through the whole stack of middleware, in this process, in turns with each other. The bare one locks the
Game row, writes the Box and a row of the log, and renders as many bytes by a plain loop of a template.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from _tools import median, ms, next_move, people, quantile, started, timed
from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path
from django.utils import timezone

from games import play
from games.models import Box, Game, Move
from hotmk_site import urls as site

SEATS = 5
GAMES = 3
EARLY, LAST = range(1, 20), 6
PAGE = engines["django"].from_string(
    "<!doctype html><title>{{ title }}</title>{% for row in rows %}"
    '<div class="row {{ row.kind }}" id="r{{ row.number }}"><b>{{ row.name }}</b> {{ row.text }}</div>{% endfor %}'
)


def bare(request: HttpRequest) -> HttpResponse:
    """Three statements under a lock, and a page of the asked size."""
    game = int(request.POST["game"])
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game)
        Box.objects.filter(pk=game).update(counters={"n": 1}, state=b"x" * int(request.POST["state"]))
        Move.objects.create(game=row, number=10**6 + row.last_number, kind="table", text="bare", at=timezone.now())
        Game.objects.filter(pk=game).update(last_number=row.last_number + 1)
    rows = [
        {"kind": "even", "number": n, "name": "A name of a person", "text": "what happened & why, in a line of a log"}
        for n in range(int(request.POST["size"]) // 125)
    ]
    return HttpResponse(PAGE.render({"title": "Bare", "rows": rows}))


def main() -> None:
    logging.disable(logging.WARNING)
    site.urlpatterns.append(path("bench-bare/", bare))
    settings.ALLOWED_HOSTS = ["testserver"]
    users = people(SEATS)
    clients = {user.pk: signed_in(user) for user in users}
    games = [play_one(users, clients) for _ in range(GAMES)]
    plain = [seconds for game in games for seconds in game.bare]
    size = int(median(n for game in games for n in game.sizes))
    count = sum(len(game.drawn) + len(game.sent) + len(game.alone) for game in games)
    print(f"{count} moves of {GAMES} five-player games on {connection.vendor}, pages of about {size} bytes")
    tell("a move answered by the table drawn anew", [game.drawn for game in games], plain)
    tell("a move answered by a redirect", [game.sent for game in games], plain)
    tell("its transaction alone, without any request", [game.alone for game in games], plain)
    print(f"a bare locked transaction with three statements and a page of that size: median {ms(median(plain))}")


def tell(name: str, games: list[dict[int, float]], plain: list[float]) -> None:
    """Times of one kind of answer: all, about move 10, the last ones, and beside the bare request."""
    whole = [seconds for game in games for seconds in game.values()]
    early = [seconds for game in games for number, seconds in game.items() if number in EARLY]
    last = [seconds for game in games for seconds in list(game.values())[-LAST:]]
    ratio = median(last) / median(early)
    print(f"{name}: median {ms(median(whole))}, 99 of 100 under {ms(quantile(whole, 0.99))}")
    print(f"    about move 10 {ms(median(early))}, the last moves {ms(median(last))}: ratio {ratio:.2f}")
    print(f"    {median(whole) / median(plain):.2f} times the bare request (target under 3)")


def signed_in(user: Any) -> Client:
    """A client with a session of this person."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@dataclass
class Times:
    """Seconds by number of the move: answered with the table (``drawn``), by a redirect (``sent``); of the
    transaction ``alone``; of ``bare``
    requests."""

    drawn: dict[int, float] = field(default_factory=dict)
    sent: dict[int, float] = field(default_factory=dict)
    alone: dict[int, float] = field(default_factory=dict)
    bare: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


def play_one(users: list[Any], clients: dict[int, Client]) -> Times:
    """One game to its end: moves of the three kinds in turn, and bare requests in between."""
    game, other, times, number = started(users), started(users), Times(), 0
    while (found := next_move(game, number)) is not None:
        number += 1
        seat, text = found
        client, url = clients[seat.user_id], f"/tables/{game.public_id}/act/"
        form, kind = {"key": seat.decision_key, "line": text}, number % 3
        if kind == 2:
            act = partial(play.act, seat.user, game.pk, seat.decision_key, text)
            times.alone[number] = timed(act)[0]
            continue
        headers = {"HX-Request": "true"} if kind else {}
        seconds, answer = timed(partial(client.post, url, form, headers=headers))
        if answer.status_code not in (200, 303):
            raise SystemExit(f"{text}: {answer.status_code}")
        (times.drawn if kind else times.sent)[number] = seconds
        if not kind:
            continue
        times.sizes.append(len(answer.content))
        if number % 2 == 0:
            form = {"game": str(other.pk), "size": str(times.sizes[-1]), "state": "2200"}
            times.bare.append(timed(partial(client.post, "/bench-bare/", form))[0])
    return times


def queries() -> None:
    """How often the database is asked for a page of a table, and for a move."""
    users = people(SEATS)
    game = started(users)
    number = 0
    while number < 60 and (found := next_move(game, number)) is not None:
        seat, text = found
        client = signed_in(seat.user)
        with CaptureQueriesContext(connection) as asked:
            client.post(f"/tables/{game.public_id}/act/", {"key": seat.decision_key, "line": text})
        number += 1
    found = next_move(game, number)
    if found is None:
        raise SystemExit("the game ended too early")
    print(f"queries of a move's request (redirect): {len(asked)}")
    for name, user in (
        ("whose turn it is", found[0].user),
        ("who waits", next(u for u in users if u != found[0].user)),
    ):
        client = signed_in(user)
        client.get(f"/tables/{game.public_id}/")
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/tables/{game.public_id}/")
        print(f"queries of the table page for the one {name}: {len(asked)}")
    with CaptureQueriesContext(connection) as asked:
        Client().get(f"/tables/{game.public_id}/")
    print(f"queries of the table page for a watcher: {len(asked)}")


if __name__ == "__main__":
    main()
    queries()
