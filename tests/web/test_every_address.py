"""Every address of the URLconf, by every method, for every reader: no page fails, none betrays a secret, and looking
changes nothing. An address that is new is walked by itself; one with a new kind of part asks for samples here."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import translation

from accounts.models import User
from games import play
from games.feeds import keys
from games.models import (
    BenchEntry,
    Box,
    ChatLine,
    Delivery,
    EventRow,
    FeedKey,
    Game,
    Invitation,
    Move,
    Notice,
    NoticeSettings,
    Proposal,
    PushSubscription,
    Seat,
    TableNotices,
    Vacation,
    Webhook,
)
from games.play import reading
from games.play.rulesets import rules_for, unpack
from hotmk_site.texts import t
from tests.conftest import PASSWORD
from tests.web.conftest import Opener, play_on

HTMX = {"HX-Request": "true"}
ODD = "?w=%00&page=-1&step=9&eyes=1&known=%F0&next=//evil.example&v=x&game=1&seats=a&q=x&o=9&kept=x"
KEPT = (
    BenchEntry, Box, ChatLine, Delivery, EventRow, FeedKey, Game, Invitation, Move, Notice, NoticeSettings, Proposal,
    PushSubscription, Seat, TableNotices, User, Vacation, Webhook,
)  # fmt: skip
HOOK, DEVICE = "https://hooks.example.org/bobs-own-channel", "https://push.example.org/bobs-own-browser"


class World:
    """Tables in every state, people of every kind, and what each of them must never read."""

    def __init__(self, people: dict[str, User], tables: dict[str, Game]) -> None:
        self.people, self.tables = people, tables
        self.card = min(self.held(1))

    def held(self, number: int) -> set[str]:
        """The starting trolls that this seat of the draft holds."""
        game = self.tables["draft"]
        draft = unpack(rules_for(game), Box.objects.get(game=game).state).drafts[number - 1]
        return {card for card in [*draft.drawn, *draft.slots] if card}

    def hidden_from(self, who: str) -> dict[str, str]:
        """Text -> what it is: everything this reader must find nowhere."""
        me = self.people.get(who)
        found: dict[str, str] = {}
        for name, game in self.tables.items():
            box = Box.objects.get(game=game)
            if not game.is_finished:
                found[bytes(box.secret).hex()] = f"secret of {name}"
            seats = Seat.objects.filter(game=game).exclude(user=me) if me else Seat.objects.filter(game=game)
            found |= {seat.decision_key: f"key in {name}" for seat in seats if seat.decision_key}
            if game.invite_code and not (me and game.seats.filter(user=me).exists()):
                found[game.invite_code] = f"link of {name}"
                if who != "staff":
                    found |= {game.public_id: f"address of {name}", game.title: f"title of {name}"}
        for session in Session.objects.all():
            found[session.session_key] = "a session"
        found |= {HOOK: "address of a webhook", DEVICE: "address of a browser"}
        if who != "bob":
            found |= {hook.secret: "secret of a webhook" for hook in Webhook.objects.all()}
            found |= {key.token: "address of a feed" for key in FeedKey.objects.all()}
        found |= {user.password: "a password" for user in self.people.values() if user.password}
        return found

    def cards_hidden_from(self, who: str, url: str) -> dict[str, str]:
        """The drafted cards this reader must not find at this address; the books of the rules name them all."""
        others = [game.public_id for game in self.tables.values() if game.title != "Drafting"]
        if url.startswith(("/rules", "/help")) or any(name in url for name in others):
            return {}
        seats = {"alice": {1}, "bob": {2}}.get(who, set())
        known: set[str] = set().union(*(self.held(n) for n in seats)) if seats else set()
        found = {}
        for card in (self.held(1) | self.held(2)) - known - {card for card in (self.card,) if card in url}:
            found[card] = "a drafted card"
            for language in ("en", "es"):
                with translation.override(language):
                    found[t(f"hall.troll.{card}")] = "a drafted card"
        return found


@pytest.fixture
def world(alice: User, bob: User, charlie: User, open_table: Opener, settings: Any, tmp_path: Path) -> World:
    settings.DEV_MAILBOX = str(tmp_path)
    Client().post("/account/login/", {"login": bob.email, "password": PASSWORD})  # a session with a row of its own
    staff = User.objects.create_superuser("root@example.org", "Superuser Sam", "a word for the house")
    _ways_of(bob)
    play.volunteer(charlie, "hall", True)
    draft = play.join(bob, open_table(2, "Drafting", random_order=False))
    while reading.look(None, draft).view["phase"] == "gates":
        draft = play_on(draft, 1)
    for seat in Seat.objects.select_related("user").filter(game=draft):
        card = reading.look(seat.user, draft).legal(["draft"]).words[0].text
        play.act(seat.user, draft, seat.decision_key, f"draft {card} 1")
    late = play.resign(bob, play_on(play.join(bob, open_table(2, "Under way")), 60))
    finished = play_on(play.join(bob, open_table(2, "Over")), 5000)
    closed = open_table(3, "Given up")
    play.close(alice, closed)
    tables = {
        "draft": draft, "late": late, "finished": finished, "open": open_table(3, "Waiting"), "closed": closed,
        "private": open_table(3, "Porta clausa", visibility="private"),
        "shut in": play.join(bob, _private(bob, open_table)),
    }  # fmt: skip
    for game in tables.values():
        game.refresh_from_db()
    return World({"alice": alice, "bob": bob, "charlie": charlie, "staff": staff}, tables)


def _ways_of(bob: User) -> None:
    """Bob is told by a webhook, in a browser and by feeds."""
    now = bob.date_joined
    Webhook.objects.create(user=bob, url=HOOK, secret="5ec4e7" * 8, created_at=now)
    PushSubscription.objects.create(user=bob, endpoint=DEVICE, p256dh="p", auth="a", created_at=now)
    for kind in keys.KINDS:
        keys.renew(bob, kind)


def _private(bob: User, open_table: Opener) -> Game:
    """A private table under way where Alice and Bob play."""
    return open_table(2, "Camera obscura", visibility="private", invited=[bob])


def addresses(patterns: Any = None, before: str = "") -> Iterator[tuple[str, str]]:
    """(route, name) of every pattern of the site."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route, str(pattern.name)


def samples(world: World) -> dict[str, list[str]]:
    """What stands for each part of an address."""
    game, session = world.tables["late"], str(UserSession.objects.get().pk)
    return {
        "public_id": [*(table.public_id for table in world.tables.values()), "nowhere"],
        "code": [world.tables["private"].invite_code, "wrong"], "step": ["0", "3", "99999999999999999999"],
        "number": ["1", "2", "0", "99999999999999999999"],
        "pk": [str(world.people["alice"].pk), "0", "99999999999999999999"],
        "slug": [game.slug, "no-such"], "edition": [game.edition_id[:16], "0" * 16, "0"], "name": ["icons", "x" * 300],
        "content_type_id": ["1", "x"],
        "object_id": [session, str(world.people["bob"].pk), game.edition_id, "-1", "x%00", "99999999999999999999"],
        "app_label": ["games"], "url": ["nowhere", "games/game"],
        "key": ["x", "MQ:1abcde:x", "set-password"], "uidb36": ["1", "zzzzzzzzzzzzz"],
        "token": ["wrong", "A" * 43], "kind": ["atom", "no-such"],
    }  # fmt: skip


PART = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^)]*\))*\)")


def spelled(route: str, values: dict[str, list[str]]) -> Iterator[str]:
    """Every address of a route, one for each choice of samples."""
    names = [one or other for one, other in PART.findall(route)]
    assert set(names) <= set(values), f"{route} has a part that ``samples`` does not know"
    plain = PART.sub("{}", route).replace("^", "").replace("$", "").replace(r"\Z", "")
    for chosen in product(*(values[name] for name in names)):
        yield "/" + plain.format(*chosen)


def all_paths(world: World) -> list[str]:
    values = samples(world)
    return list(dict.fromkeys(path for route, _ in addresses() for path in spelled(route, values)))


def reader(world: World, who: str, language: str = "en") -> Client:
    client = Client(raise_request_exception=False, headers={"accept-language": language})
    if who in world.people:
        User.objects.filter(pk=world.people[who].pk).update(language=language)
        client.force_login(world.people[who], backend="django.contrib.auth.backends.ModelBackend")
    return client


def everything(response: Any) -> str:
    """Body and headers, with markup undone."""
    content = b"".join(response.streaming_content) if response.streaming else response.content
    head = "\n".join(f"{name}: {value}" for name, value in response.items())
    return html.unescape(content.decode("utf-8", "replace")) + head


def failed(response: Any) -> str:
    """What went wrong; a 503 without an error is the health page telling that something is late."""
    error = getattr(response, "exc_info", None)
    if response.status_code < 500 or (response.status_code == 503 and error is None):
        return ""
    return f"{response.status_code} {error[1]!r}" if error else str(response.status_code)


def leaks(text: str, hidden: dict[str, str], path: str) -> list[str]:
    """What of the hidden things a page holds that was not in the question itself."""
    low = text.lower().replace(path.lower(), "")
    return [what for secret, what in hidden.items() if _holds(low, secret.lower(), path.lower())]


def _holds(low: str, secret: str, path: str) -> bool:
    if secret in path or secret not in low:
        return False
    return re.search(rf"(?<![\w-]){re.escape(secret)}(?![\w-])", low) is not None


def kept() -> dict[str, list[Any]]:
    """Everything stored that looking may not change (what a page has shown to its reader, and when, is noted at the
    seat)."""
    rows = {model.__name__: list(model.objects.order_by("pk").values()) for model in KEPT}
    for row in [*rows["Seat"], *rows["User"]]:
        for field in ("seen_move", "seen_chat", "here_at", "last_login", "language"):
            row.pop(field, None)
    return {name: [str(row) for row in found] for name, found in rows.items()}


READERS = ("nobody", "charlie", "alice", "bob", "staff")


@pytest.mark.slow
@pytest.mark.parametrize("who", READERS)
def test_looking_at_any_address_fails_nowhere_betrays_nothing_and_changes_nothing(world: World, who: str) -> None:
    """Field reports 92, 95, 97, 100, 107: as a page, as a fragment, and with nonsense in the query."""
    client, before = reader(world, who), kept()
    hidden = world.hidden_from(who)
    problems = []
    for path in all_paths(world):
        if path.endswith("/link/" + world.tables["private"].invite_code + "/"):
            hidden_here = {s: w for s, w in hidden.items() if "private" not in w}  # the key of the door opens it
        else:
            hidden_here = hidden
        for query, headers in (("", {}), (f"?w=draft+{world.card}+2", {}), (ODD, HTMX), ("?q=x", {})):
            response = client.get(path + query, headers=headers)
            secrets = hidden_here | world.cards_hidden_from(who, path + query)
            faults = [failed(response), *leaks(everything(response), secrets, path)]
            problems += [(path + query, fault) for fault in faults if fault]
    assert not problems, "\n".join(map(str, problems))
    assert kept() == before


@pytest.mark.slow
@pytest.mark.parametrize("who", READERS)
def test_no_method_and_no_empty_or_odd_form_makes_any_address_fail(world: World, who: str) -> None:
    """Whatever is done is undone after each request, so every form meets the same tables."""
    client, problems = reader(world, who), []
    hidden = world.hidden_from(who)
    fields = ("key", "line", "word", "name", "bot", "seat", "upto", "title")
    odd = dict.fromkeys(fields, "\x00\u202e\U0001f479" * 9)
    for path in all_paths(world):
        calls = [("post", {}), ("post", odd), ("head", None), ("put", None), ("delete", None), ("options", None)]
        for method, data in calls:
            with transaction.atomic():
                response = getattr(client, method)(path, data) if data is not None else getattr(client, method)(path)
                faults = [failed(response)]
                if method == "post" and "link/" not in path:
                    faults += leaks(everything(response), hidden | world.cards_hidden_from(who, path), path)
                problems += [(method, path, fault) for fault in faults if fault]
                transaction.set_rollback(True)
    assert not problems, "\n".join(map(str, problems))


def test_every_language_is_asked() -> None:
    assert [code for code, _ in settings.LANGUAGES] == ["en", "es"]
