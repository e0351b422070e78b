"""The secret addresses of feeds: hard to guess, easily renewed, kept by no shared cache, without a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.channels.shown import channels_of
from games.feeds import keys
from games.models import FeedKey, Game
from games.views import feeds as views
from tests.feeds.test_atom import asked

Enter = Callable[[Any], Client]


def path_of(key: FeedKey) -> str:
    return keys.feed_url(key).removeprefix("http://localhost:8000")


@pytest.mark.parametrize(("kind", "ending"), [("atom", "atom"), ("ical", "ics")])
def test_an_address_is_made_renewed_and_revoked(
    kind: str, ending: str, alice: Any, bob: Any, enter: Enter, client: Client
) -> None:
    mine = enter(alice)
    assert channels_of(alice, timezone.now()).feeds[kind] == ""
    assert mine.post(f"/settings/feeds/{kind}/renew").status_code == 303
    first = FeedKey.objects.get()
    assert len(first.token) * 6 >= 256
    assert channels_of(alice, timezone.now()).feeds[kind] == f"http://localhost:8000/feeds/{first.token}.{ending}"
    assert client.get(path_of(first)).status_code == 200
    mine.post(f"/settings/feeds/{kind}/renew")
    second = FeedKey.objects.get()
    assert second.token != first.token
    assert client.get(f"/feeds/{first.token}.{ending}").status_code == 404
    assert client.get(path_of(second)).status_code == 200
    enter(bob).post(f"/settings/feeds/{kind}/revoke")
    assert client.get(path_of(second)).status_code == 200
    mine.post(f"/settings/feeds/{kind}/revoke")
    assert client.get(path_of(second)).status_code == 404


def test_the_address_of_one_kind_opens_no_other(alice: Any, client: Client) -> None:
    key = keys.renew(alice, "atom")
    assert client.get(f"/feeds/{key.token}.ics").status_code == 404


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "A" * 44, "é" * 43, "A" * 42 + "%00", "A" * 5000])
def test_a_wrong_address_is_not_there(token: str, alice: Any, client: Client) -> None:
    keys.renew(alice, "atom")
    assert client.get(f"/feeds/{token}.atom").status_code == 404


def test_wrong_addresses_are_limited_and_hold_up_no_right_one(
    alice: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "WRONG_MOST", 3)
    key = keys.renew(alice, "ical")
    found = [client.get(f"/feeds/{'A' * 43}.ics").status_code for _ in range(5)]
    assert found == [404, 404, 404, 429, 429]
    assert client.get(path_of(key)).status_code == 200


def test_reading_is_limited(alice: Any, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "READS_MOST", 2)
    key = keys.renew(alice, "ical")
    responses = [client.get(path_of(key)) for _ in range(3)]
    assert [response.status_code for response in responses] == [200, 200, 429]
    assert responses[-1]["Retry-After"] == "3600"


@pytest.mark.parametrize("kind", keys.KINDS)
def test_no_cache_keeps_it_and_no_cookie_comes_along(kind: str, alice: Any, game: Game, client: Client) -> None:
    response = client.get(path_of(keys.renew(alice, kind)))
    assert "private" in response["Cache-Control"]
    assert "public" not in response["Cache-Control"]
    assert response["Referrer-Policy"] == "no-referrer"
    assert response["X-Robots-Tag"] == "noindex"
    assert not response.cookies


@pytest.mark.parametrize("kind", keys.KINDS)
def test_who_has_it_already_gets_nothing_new(kind: str, alice: Any, game: Game, client: Client) -> None:
    asked(alice, game)
    path = path_of(keys.renew(alice, kind))
    first, second = client.get(path), client.get(path)
    assert first.content == second.content
    assert first["ETag"] == second["ETag"]
    again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert "private" in again["Cache-Control"]
    assert again["Referrer-Policy"] == "no-referrer"
    Game.objects.filter(pk=game.pk).update(title="Another title")
    assert client.get(path, headers={"if-none-match": first["ETag"]}).status_code == 200
    assert client.head(path).status_code == 200
    assert client.post(path).status_code == 405


@pytest.mark.parametrize("kind", keys.KINDS)
def test_a_closed_account_has_no_feed(kind: str, alice: Any, client: Client) -> None:
    path = path_of(keys.renew(alice, kind))
    alice.is_active = False
    alice.save()
    assert client.get(path).status_code == 404


def test_the_buttons_need_an_account_a_token_and_a_known_kind(alice: Any, enter: Enter, client: Client) -> None:
    assert client.post("/settings/feeds/atom/renew").status_code == 302
    assert enter(alice).post("/settings/feeds/rss/renew").status_code == 404
    assert enter(alice).get("/settings/feeds/atom/renew").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert strict.post("/settings/feeds/atom/renew").status_code == 403
    assert not FeedKey.objects.exists()
