"""A move as a request: its time early and late, beside a bare locked transaction that renders a page of the same size.

Both are POSTs through the whole stack of middleware, in this process, in turns with each other. The bare one locks the
Game row, writes the Box and a row of the log, and renders as many bytes by a plain loop of a template.
"""

from __future__ import annotations

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

from games.models import Box, Game, Move
from hotmk_site import urls as site

SEATS = 5
GAMES = 3
EARLY, LAST = range(5, 16), 11
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
    site.urlpatterns.append(path("bench-bare/", bare))
    settings.ALLOWED_HOSTS = ["testserver"]
    users = people(SEATS)
    clients = {user.pk: signed_in(user) for user in users}
    moves, plain, sizes = [], [], []
    for _ in range(GAMES):
        found, beside, size = play_one(users, clients)
        moves.append(found)
        plain += beside
        sizes += size
    early = [t for game in moves for t in game[EARLY.start : EARLY.stop]]
    last = [t for game in moves for t in game[-LAST:]]
    whole = [t for game in moves for t in game]
    print(
        f"{len(whole)} moves of {GAMES} five-player games on {connection.vendor}, pages of {int(median(sizes))} bytes"
    )
    print(f"a move request: median {ms(median(whole))}, 99 of 100 under {ms(quantile(whole, 0.99))}")
    print(
        f"about move 10: {ms(median(early))}; the last moves: {ms(median(last))}; ratio {median(last) / median(early):.2f}"
    )
    print(f"bare request: median {ms(median(plain))}")
    print(f"a move request is {median(whole) / median(plain):.2f} times the bare one (target under 3)")


def signed_in(user: Any) -> Client:
    """A client with a session of this person."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def play_one(users: list[Any], clients: dict[int, Client]) -> tuple[list[float], list[float], list[int]]:
    """One game: seconds of each move's request, of bare requests between them, and the sizes of the pages."""
    game, other = started(users), started(users)
    moves: list[float] = []
    beside: list[float] = []
    sizes: list[int] = []
    while (found := next_move(game, len(moves))) is not None:
        seat, text = found
        client, url = clients[seat.user_id], f"/tables/{game.public_id}/act/"
        form = {"key": seat.decision_key, "line": text}
        seconds, answer = timed(lambda c=client, u=url, f=form: c.post(u, f, headers={"HX-Request": "true"}))
        if answer.status_code != 200:
            raise SystemExit(f"{text}: {answer.status_code} {answer.content.decode()[:3000]}")
        moves.append(seconds)
        sizes.append(len(answer.content))
        if len(moves) % 5 == 0:
            form = {"game": str(other.pk), "size": str(sizes[-1]), "state": "2200"}
            beside.append(timed(lambda c=client, f=form: c.post("/bench-bare/", f))[0])
    return moves, beside, sizes


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
