"""Values no form of ours sends, old pages, wrong states: an answer of 4xx with a sentence in the reader's language, and
nothing changed."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.clocks import DEFAULT
from games.models import Game
from games.termforms import address_of
from tests.conftest import PASSWORD
from tests.web.conftest import SLUG, Opener
from tests.web.test_every_address import kept

BAD = {
    "nul": "\x00",
    "binary": "\x01\x02\x7f\x9f", "wide": "\U0001f479" * 40, "direction": "\u202egnol", "zero": "\u200b",
    "line ends": "a\r\nBcc: x@example.org", "huge": "x" * 20_000, "huge number": "9" * 400, "negative": "-1",
    "float": "1.5", "infinity": "-1e999", "arabic figures": "٣", "list": "['a']", "json": '{"$gt": ""}',
    "sql": "'; DROP TABLE games_game; --", "markup": "<script>alert(1)</script>", "template": "{{ settings.SECRET }}",
    "blanks": "   ", "combining": "e" + "\u0301" * 300,
}  # fmt: skip
FIELDS = {
    "act": ("line", "key"), "undo": ("upto", "key"), "bot_here": ("bot",), "bot_away": ("seat",), "invite": ("name",),
    "create": (
        "title", "game", "seats", "preset", "grace", "claim_hours", "least", "pilot", "visibility", "invited_names",
        "chair_2",
    ),
    "settings": ("name", "time_zone", "language", "theme"), "delete_account": ("password",),
    "account_login": ("login",), "account_reset_password": ("email",), "account_signup": ("email", "name"),
}  # fmt: skip
GOOD = {
    "act": {"line": "end"}, "undo": {}, "bot_here": {"bot": "random"}, "bot_away": {"seat": "3"}, "invite": {},
    "create": {"title": "Evening", "game": SLUG, "seats": "2", "visibility": "open", **dict(address_of(DEFAULT))},
    "settings": {"name": "Alice", "time_zone": "UTC", "language": "es", "theme": ""}, "delete_account": {},
    "account_login": {"login": "alice@example.org", "password": "wrong"}, "account_reset_password": {},
    "account_signup": {"email": "new@example.org", "name": "Ragnhild", "password1": "a lamp on the pass"},
}  # fmt: skip
AT_TABLE = ("act", "undo", "bot_here", "bot_away", "invite")
SPANISH = re.compile(r"[áéíóúñ¿¡]|\b(el|la|los|las|de|que|no|una?|se|es)\b", re.I)
SAID = re.compile(r'<(\w+)[^>]*(?:role="alert"|class="[^"]*(?:error|refused|said)[^"]*")[^>]*>(.*?)</\1>', re.S)


def said(response: Any) -> str:
    """The words of the page that tell what was wrong."""
    text = html.unescape(response.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", words) for _, words in SAID.findall(text))


@pytest.fixture
def spanish(alice: User, enter: Any) -> Client:
    User.objects.filter(pk=alice.pk).update(language="es")
    return enter(alice)


@pytest.mark.parametrize("name", FIELDS)
def test_a_bad_value_is_refused_in_a_sentence_of_the_readers_language(
    name: str, spanish: Client, running: Game, open_table: Opener
) -> None:
    waiting = open_table(3)
    tables = {"act": running, "undo": running}
    client = Client(headers={"accept-language": "es"}) if name in ("account_login", "account_signup") else spanish
    args = [tables.get(name, waiting).public_id] if name in AT_TABLE else []
    before, wrong = kept(), []
    for field in FIELDS[name]:
        for what, value in BAD.items():
            with transaction.atomic():
                answer = client.post(reverse(name, args=args), {**GOOD[name], field: value})
                transaction.set_rollback(True)
            words = said(answer)
            if not 400 <= answer.status_code < 500 or not SPANISH.search(words):
                wrong.append((field, what, answer.status_code, " ".join(words.split())[:100]))
    assert not wrong, "\n".join(map(str, wrong))
    assert kept() == before


PATHS = ("/", "/lobby/", "/tables/{}/", "/tables/{}/now/", "/account/login/", "/settings", "/admin/", "/press-again")
HEADERS = {
    "octal": {"Cookie": 'sessionid="\\000abcdefghijklmnop"'}, "no session": {"Cookie": "sessionid=" + "x" * 4000},
    "zone": {"Cookie": "zone=..%2F..%2Fetc%2Fpasswd"}, "nul zone": {"Cookie": "zone=%00; django_language=%00"},
    "messages": {"Cookie": "messages=x:y:z; csrftoken=short; django_language=tlh"},
    "languages": {"Accept-Language": "x-" * 900 + ",es;q=nan,*;q=9"}, "tag": {"If-None-Match": "\\x00é*"},
    "fragment": {"HX-Request": "true", "HX-Current-URL": "http://[evil", "HX-Boosted": "x"},
    "from": {"Referer": "http://[evil", "Origin": "null"}, "range": {"Range": "bytes=0-0"}, "type": {"Accept": "\\"},
}  # fmt: skip


@pytest.mark.parametrize("name", HEADERS)
def test_no_cookie_and_no_header_makes_a_page_fail(name: str, running: Game) -> None:
    client = Client(raise_request_exception=False)
    for path in PATHS:
        for method in ("get", "post"):
            answer = getattr(client, method)(path.format(running.public_id), headers=HEADERS[name])
            assert answer.status_code < 500, (path, method)


@pytest.mark.parametrize(
    "path", ["/%00", "/tables/%00/", "/tables/%FF%FE/", "/people/%D9%A3", "/" + "x" * 9000, "/%2e%2e/"]
)
def test_an_address_that_makes_no_sense_is_a_page_that_says_so(path: str) -> None:
    answer = Client(raise_request_exception=False).get(path, headers={"accept-language": "es"})
    assert answer.status_code == 404
    assert 'lang="es"' in answer.content.decode()


def test_forms_too_great_or_of_another_kind_are_refused_in_a_sentence(running: Game, spanish: Client) -> None:
    spanish.raise_request_exception = False
    where, before = reverse("act", args=[running.public_id]), kept()
    many = {f"field{n}": "x" for n in range(600)}
    answers = [
        spanish.post(where, many),
        spanish.post(where, {"line": "x" * 300_000}),
        spanish.post(where, "x" * 300_000, content_type="application/x-www-form-urlencoded"),
        spanish.post(where, b"--x\r\nbroken", content_type="multipart/form-data; boundary=x"),
        spanish.post(where, b"--x\r\nbroken", content_type="multipart/form-data"),
        spanish.post(where, b"line=%FF%FE&key=%00", content_type="application/x-www-form-urlencoded; charset=utf-16"),
        spanish.post(where, b'{"line": "end"}', content_type="application/json"),
        spanish.generic("POST", where, b"line=end", content_type="text/plain; charset=nonsense"),
        spanish.get("/", headers={"host": "evil.example"}),
    ]
    for number, answer in enumerate(answers):
        assert 400 <= answer.status_code < 500, number
        assert SPANISH.search(re.sub(r"<[^>]+>", " ", answer.content.decode())), number
    assert kept() == before


ELSEWHERE = [*BAD.values(), "//evil.example", "javascript:alert(1)", "/\\evil.example", "/a\r\nX: y"]


@pytest.mark.parametrize("value", ELSEWHERE)
def test_the_switch_of_the_language_leads_nowhere_else(value: str, client: Client) -> None:
    for data in ({"language": "es", "next": value}, {"language": value, "next": "/rules"}):
        answer = client.post(reverse("language"), data)
        assert answer.status_code == 302
        assert re.match(r"/(?![/\\])[^\r\n]*$", answer["Location"]), answer["Location"]
    assert client.cookies["django_language"].value == "es"


@pytest.mark.parametrize("value", ELSEWHERE)
def test_signing_in_and_out_leads_nowhere_else(value: str, client: Client, alice: User) -> None:
    data = {"login": alice.email, "password": PASSWORD}
    for answer in (
        client.post(reverse("account_login"), {**data, "next": value}),
        client.post(reverse("account_logout"), {"next": value}),
        client.post(reverse("account_login"), data, QUERY_STRING=urlencode({"next": value})),
        client.get(reverse("account_login"), {"next": value}),
    ):
        assert answer.status_code == 302
        assert re.match(r"/(?![/\\])[^\r\n]*$", answer["Location"]), answer["Location"]
