"""Web push, from signing a browser up to the message it opens."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import http_ece
import pytest
from django.test import Client
from django.utils import timezone

from games import play
from games.channels import Permanent, Temporary, push
from games.models import Game, Notice, PushSubscription, Seat
from hotmk_site.local import is_vapid_key, vapid_key
from tests.channels.conftest import SLUG
from tests.channels.pushservice import Browser, claims, unpacked
from tests.channels.receiver import Receiver

Enter = Callable[[Any], Client]


@pytest.fixture
def browser_keys() -> Browser:
    return Browser()


@pytest.fixture
def device(alice: Any, receiver: Receiver, browser_keys: Browser) -> PushSubscription:
    return PushSubscription.objects.create(
        user=alice, endpoint=receiver.url, p256dh=browser_keys.p256dh, auth=browser_keys.auth, label="Firefox, Linux",
        created_at=timezone.now(),
    )  # fmt: skip


@pytest.fixture
def asked(alice: Any, game: Game) -> Seat:
    """Alice's seat, asked, with a due instant."""
    seat = Seat.objects.get(game=game, user=alice)
    seat.decision_key, seat.due_at = seat.decision_key or "k" * 20, timezone.now() + timedelta(days=2)
    seat.asked_at = seat.asked_at or timezone.now()
    seat.save()
    return seat


def notice(seat: Seat, kind: str = Notice.Kind.YOUR_TURN) -> Notice:
    return Notice(
        game=seat.game, user=seat.user, kind=kind, seat=seat.number, key=seat.decision_key, created_at=timezone.now()
    )


def test_a_push_arrives_encrypted_for_the_browser_and_signed_by_the_site(
    alice: Any, asked: Seat, device: PushSubscription, receiver: Receiver, browser_keys: Browser, settings: Any
) -> None:
    push.deliver(alice, str(device.pk), [notice(asked)], "m", timezone.now())
    (got,) = receiver.got
    told = browser_keys.opened(got)
    assert (told["title"], told["lang"], told["tag"]) == (
        "Your turn at Snow on the pass", "en", f"table-{asked.game.public_id}",
    )  # fmt: skip
    assert told["url"] == f"/tables/{asked.game.public_id}/"
    assert told["body"].startswith("until ")
    assert set(told) == {"title", "body", "url", "tag", "lang", "icon"}
    found = claims(got, push.public_key())
    assert found["aud"] == f"http://127.0.0.1:{receiver.port}"
    assert found["sub"] == settings.VAPID_SUBJECT
    assert (got.headers["ttl"], got.headers["urgency"]) == ("86400", "normal")
    assert 0 < len(got.headers["topic"]) <= 32
    assert b"Snow" not in got.body
    assert len(got.body) < 4096


def test_another_browser_cannot_open_it(alice: Any, asked: Seat, device: PushSubscription, receiver: Receiver) -> None:
    push.deliver(alice, str(device.pk), [notice(asked)], "m", timezone.now())
    with pytest.raises(http_ece.ECEException):
        Browser().opened(receiver.got[0])


def test_it_is_in_the_readers_language_and_zone(
    alice: Any, asked: Seat, device: PushSubscription, receiver: Receiver, browser_keys: Browser
) -> None:
    alice.language, alice.time_zone = "es", "Asia/Kolkata"
    push.deliver(alice, str(device.pk), [notice(asked)], "m", timezone.now())
    told = browser_keys.opened(receiver.got[0])
    assert told["title"] == "Te toca en Snow on the pass"
    assert told["body"].startswith("hasta ")
    assert told["body"].endswith(" en Kolkata")
    assert told["lang"] == "es"


def test_a_lock_screen_learns_no_more_than_the_table_and_when(
    alice: Any, asked: Seat, device: PushSubscription, receiver: Receiver, browser_keys: Browser
) -> None:
    for kind in Notice.Kind.values:
        one = notice(asked, kind)
        one.data = {"label": "Our room", "text": "SECRET", "who": "SECRET", "line": "SECRET"}
        push.deliver(alice, str(device.pk), [one], "m", timezone.now())
        told = json.dumps(browser_keys.opened(receiver.got[-1]))
        assert "SECRET" not in told
        assert asked.decision_key not in told


def test_notices_of_one_table_take_one_place_and_those_of_many_one_message(
    alice: Any, bob: Any, asked: Seat, device: PushSubscription, receiver: Receiver, browser_keys: Browser
) -> None:
    started = notice(asked, Notice.Kind.GAME_STARTED)
    push.deliver(alice, str(device.pk), [started, notice(asked)], "m", timezone.now())
    told = browser_keys.opened(receiver.got[-1])
    assert told["title"] == "Your turn at Snow on the pass"
    assert told["body"].startswith("Snow on the pass has begun\nuntil ")
    found = [notice(asked)]
    for title in ("Second", "Third", "Fourth", "Fifth", "Sixth"):
        other = play.open_table(alice, SLUG, title, 2, {}, random_order=False)
        play.join(bob, other)
        found.append(notice(Seat.objects.select_related("game", "user").get(game=other, user=alice)))
    push.deliver(alice, str(device.pk), found, "m", timezone.now())
    told = browser_keys.opened(receiver.got[-1])
    assert (told["title"], told["tag"], told["url"]) == ("6 pieces of news from your tables", "house", "/")
    assert len(told["body"].splitlines()) == push.LINES_MOST
    assert len(receiver.got) == 2


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_signed_off_is_forgotten(
    status: int, alice: Any, asked: Seat, device: PushSubscription, receiver: Receiver
) -> None:
    receiver.status = status
    with pytest.raises(Permanent) as caught:
        push.deliver(alice, str(device.pk), [notice(asked)], "m", timezone.now())
    assert caught.value.code == "gone"
    assert not PushSubscription.objects.exists()
    assert push.ready(alice) == []


def test_a_day_of_failures_switches_off_and_says_so(
    alice: Any, asked: Seat, device: PushSubscription, receiver: Receiver
) -> None:
    receiver.status, now = 503, timezone.now()
    for hours, kind in ((0, Temporary), (20, Temporary), (25, Permanent), (26, Permanent)):
        with pytest.raises(kind):
            push.deliver(alice, str(device.pk), [notice(asked)], "m", now + timedelta(hours=hours))
    told = Notice.objects.get(kind=Notice.Kind.CHANNEL_OFF)
    assert told.data == {"channel": "push", "label": "Firefox, Linux", "host": "127.0.0.1"}
    assert push.ready(alice) == []


def test_without_a_key_nobody_is_pushed_to(
    alice: Any, asked: Seat, device: PushSubscription, settings: Any, enter: Enter
) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert (push.ready(alice), push.public_key()) == ([], "")
    with pytest.raises(Permanent):
        push.deliver(alice, str(device.pk), [notice(asked)], "m", timezone.now())
    client = enter(alice)
    assert client.get("/settings/push/key").status_code == 404
    assert client.post("/settings/push/subscribe", {}).status_code == 404


def test_in_production_a_push_service_inside_is_refused(alice: Any, asked: Seat, browser_keys: Browser) -> None:
    device = PushSubscription.objects.create(
        user=alice, endpoint="https://127.0.0.1/push", p256dh=browser_keys.p256dh, auth=browser_keys.auth,
        created_at=timezone.now(),
    )  # fmt: skip
    with pytest.raises(Temporary) as caught:
        push.deliver(alice, str(device.pk), [notice(asked)], "m", timezone.now())
    assert caught.value.code == "refused"


def told_by(browser_keys: Browser, endpoint: str, **more: str) -> dict[str, str]:
    return {"endpoint": endpoint, "p256dh": browser_keys.p256dh, "auth": browser_keys.auth, **more}


def test_a_browser_signs_up_by_form_and_off_again(
    alice: Any, enter: Enter, receiver: Receiver, browser_keys: Browser
) -> None:
    client = enter(alice)
    response = client.post("/settings/push/subscribe", told_by(browser_keys, receiver.url, label="Chrome,\nLinux"))
    assert (response.status_code, response["Location"]) == (303, "/settings/channels")
    row = PushSubscription.objects.get()
    assert (row.user_id, row.label, row.endpoint) == (alice.pk, "Chrome, Linux", receiver.url)
    assert client.post("/settings/push/unsubscribe", {"endpoint": receiver.url}).status_code == 303
    assert not PushSubscription.objects.exists()


def test_a_browser_signs_up_by_json_as_browsers_spell_it(
    alice: Any, enter: Enter, receiver: Receiver, browser_keys: Browser
) -> None:
    client = enter(alice)
    keys = {"p256dh": browser_keys.p256dh, "auth": browser_keys.auth}
    body = {"endpoint": receiver.url, "expirationTime": None, "keys": keys}
    response = client.post("/settings/push/subscribe", json.dumps(body), content_type="application/json")
    assert (response.status_code, response.json()) == (201, {"text": "This device gets notices from now on."})
    for odd in ("[]", "{", '{"keys": 3}', "null", '{"endpoint": {}, "p256dh": [1]}'):
        response = client.post("/settings/push/subscribe", odd, content_type="application/json")
        assert response.status_code == 422
    body = {"id": PushSubscription.objects.get().pk}
    client.post("/settings/push/unsubscribe", json.dumps(body), content_type="application/json")
    assert not PushSubscription.objects.exists()


def test_whoever_signs_up_last_in_a_browser_is_told_there(
    alice: Any, bob: Any, enter: Enter, device: PushSubscription, browser_keys: Browser
) -> None:
    enter(bob).post("/settings/push/subscribe", told_by(browser_keys, device.endpoint))
    assert PushSubscription.objects.get().user_id == bob.pk
    enter(alice).post("/settings/push/unsubscribe", {"id": device.pk})
    enter(alice).post("/settings/push/unsubscribe", {"endpoint": device.endpoint})
    assert PushSubscription.objects.count() == 1


def test_signing_up_needs_a_token_an_account_and_real_keys(
    alice: Any, receiver: Receiver, browser_keys: Browser, enter: Enter
) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    told = told_by(browser_keys, receiver.url)
    assert strict.post("/settings/push/subscribe", told).status_code == 403
    assert Client().post("/settings/push/subscribe", told).status_code == 302
    wrong = [{"p256dh": browser_keys.p256dh[:-4]}, {"auth": "abc"}, {"auth": "?"}, {"p256dh": "A" * 87}]
    for change in wrong:
        response = enter(alice).post(
            "/settings/push/subscribe", json.dumps({**told, **change}), content_type="application/json"
        )
        assert response.status_code == 422
        assert response.json()["text"] == "The keys that this browser sent are not valid. Try again."
    assert not PushSubscription.objects.exists()


def test_an_endpoint_inside_is_refused_in_words(alice: Any, enter: Enter, browser_keys: Browser) -> None:
    body = json.dumps(told_by(browser_keys, "https://192.168.1.1/push"))
    response = enter(alice).post("/settings/push/subscribe", body, content_type="application/json")
    assert response.status_code == 422
    assert "private network" in response.json()["text"]


def test_a_person_has_a_number_of_devices_and_the_oldest_go(
    alice: Any, enter: Enter, receiver: Receiver, browser_keys: Browser
) -> None:
    client = enter(alice)
    for number in range(22):
        client.post("/settings/push/subscribe", told_by(browser_keys, f"{receiver.url}&n={number}"))
    kept = PushSubscription.objects.order_by("pk")
    assert kept.count() == 20
    first = kept.first()
    assert first is not None
    assert first.endpoint.endswith("&n=2")


def test_the_test_button_pushes_and_is_for_the_owner(
    alice: Any, bob: Any, enter: Enter, device: PushSubscription, receiver: Receiver, browser_keys: Browser
) -> None:
    assert enter(bob).post(f"/settings/push/{device.pk}/test").status_code == 404
    assert enter(alice).get(f"/settings/push/{device.pk}/test").status_code == 405
    assert enter(alice).post(f"/settings/push/{device.pk}/test").status_code == 303
    assert browser_keys.opened(receiver.got[0])["body"] == "A test from Lantern Post: notices arrive here."


def test_a_local_site_makes_a_key_once_and_keeps_it_to_itself(tmp_path: Path, settings: Any) -> None:
    key = vapid_key(tmp_path)
    assert vapid_key(tmp_path) == key
    assert (tmp_path / "vapid_key").stat().st_mode & 0o077 == 0
    settings.VAPID_PRIVATE_KEY = key
    assert is_vapid_key(key)
    assert len(unpacked(push.public_key())) == 65


@pytest.mark.parametrize(
    "text", ["", "x", "A" * 43, "_" * 43, "é" * 43, "B" * 44, "B" * 42, "-----BEGIN EC PRIVATE KEY-----"]
)
def test_what_is_no_key_is_refused_at_the_start(text: str) -> None:
    assert not is_vapid_key(text)


def test_the_public_key_is_a_point_that_browsers_take(enter: Enter) -> None:
    key = Client().get("/settings/push/key").json()["key"]
    assert (len(unpacked(key)), unpacked(key)[0]) == (65, 4)
    assert key == push.public_key()


def test_the_service_worker_stands_at_the_root(client: Client) -> None:
    response = client.get("/sw.js")
    assert response.status_code == 200
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Service-Worker-Allowed"] == "/"
    assert "no-cache" in response["Cache-Control"]
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert "sessionid" not in response.cookies
    assert "fetch" not in response.content.decode().replace("between no page", "")


def test_the_manifest_names_the_site(client: Client) -> None:
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    body = response.json()
    assert (body["name"], body["start_url"], body["display"]) == ("Lantern Post", "/", "standalone")
    assert body["icons"]
