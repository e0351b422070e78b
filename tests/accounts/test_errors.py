"""Pages for what went wrong; old pages; headers of every page; mails of the local mode."""

from email.mime.image import MIMEImage
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clocks, play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "words"), [("en", "Nothing is here"), ("es", "Aquí no hay nada")])
def test_an_unknown_address(client: Client, language: str, words: str) -> None:
    answer = client.get("/nowhere", headers={"accept-language": language})
    assert answer.status_code == 404
    assert words in answer.content.decode()


@pytest.mark.parametrize(("language", "words"), [("en", "Nothing was changed."), ("es", "No ha cambiado nada.")])
def test_the_address_of_a_button_opened_like_a_page(client: Client, language: str, words: str) -> None:
    """A sentence and a way on; a table is named by its address alone, so nothing is told about it."""
    for path, way in (
        ("/tables/some-id/act/", "/tables/some-id/"),
        ("/tables/x/undo/", "/tables/x/"),
        ("/language", "/"),
    ):
        answer = client.get(path, headers={"accept-language": language})
        page = answer.content.decode()
        assert (answer.status_code, answer["Allow"]) == (405, "POST")
        assert words in page
        assert f'<a class="btn" href="{way}">' in page
    assert client.get("/language", headers={"HX-Request": "true"}).content == b""
    assert client.head("/language").status_code == 405


def test_a_failure_gives_a_number_to_quote_and_asks_no_data_base(monkeypatch, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("accounts.rulebook.games_here", lambda: 1 / 0)
    client = Client(raise_request_exception=False)
    with django_assert_num_queries(0):
        answer = client.get(reverse("rules"))
    page = answer.content.decode()
    assert answer.status_code == 500
    assert "quote the number" in page
    assert "ZeroDivisionError" not in page


def test_an_old_page_says_what_was_typed(alice: User) -> None:
    """Field report 20: a page left open for hours."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    data = {"line": "dig elbow iron I13e", "password": "hush", "csrfmiddlewaretoken": "old"}
    answer = client.post(reverse("settings"), data, headers={"referer": "http://testserver/settings"})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "dig elbow iron I13e" in page
    assert "hush" not in page
    assert 'href="http://testserver/settings"' in page


def test_an_old_fragment_becomes_a_whole_page(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    headers = {"hx-request": "true", "hx-current-url": "http://testserver/tables/abc/"}
    answer = client.post(reverse("settings"), {"line": "end"}, headers=headers)
    assert answer.status_code == 403
    assert answer.content == b""
    page = client.get(answer["HX-Redirect"]).content.decode()
    assert "<code>end</code>" in page
    assert 'href="http://testserver/tables/abc/"' in page


@pytest.mark.parametrize("fragment", [True, False])
def test_a_move_sent_after_the_session_ended_is_not_lost(alice: User, bob: User, fragment: bool) -> None:
    """Field report 20: after signing in again it is said what was to be played."""
    game = play.open_table(alice, "hall", "Snow", 2, {}, terms=clocks.per_turn(24))
    play.join(bob, game)
    client, headers = Client(), {"referer": "http://testserver/elsewhere"} if not fragment else {"hx-request": "true"}
    sent = client.post(
        reverse("act", args=[game.public_id]), {"line": "gate ne", "key": "key-of-an-old-page"}, headers=headers
    )
    login = sent["HX-Redirect"] if fragment else sent.url
    assert login.startswith(reverse("account_login"))
    assert b"<html" not in sent.content, "never a page inside the board"
    data = {"login": alice.email, "password": "lantern in the window"}
    page = client.post(login, data, follow=True).content.decode()
    assert "<code>gate ne</code>" in page
    assert "key-of-an-old-page" not in page
    assert "Nothing was played" in page


@pytest.mark.parametrize("box", ["", "x", "a:b:c"])
def test_nobody_else_can_put_words_on_that_page(client: Client, box: str) -> None:
    answer = client.get(reverse("press_again"), {"kept": box})
    assert answer.status_code == 200
    assert 'class="kept"' not in answer.content.decode()


def test_the_way_back_never_leads_elsewhere(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    page = strict.post(
        reverse("language"), {"language": "es"}, headers={"referer": "https://evil.example/x"}
    ).content.decode()
    assert "evil.example" not in page


def test_every_page_varies_and_brings_no_inline_script(client: Client) -> None:
    answer = client.get("/rules")
    assert "HX-Request" in answer["Vary"]
    assert "Cookie" in answer["Vary"]
    assert answer["Content-Language"] == "en"
    page = answer.content.decode()
    assert page.count("<script") == page.count("<script src=")
    assert " style=" not in page
    assert "onclick" not in page
    assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_pages_of_a_person_are_kept_by_no_shared_cache(alice: User) -> None:
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert "private" in client.get("/")["Cache-Control"]


def test_too_often_is_said(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = {"reset_password": "1/m/ip"}
    for _ in range(2):
        answer = client.post(reverse("account_reset_password"), {"email": "ola@example.org"})
    assert answer.status_code == 429
    assert "Wait a few minutes" in answer.content.decode()
    cache.clear()


@pytest.fixture
def mailbox(settings, tmp_path: Path) -> Path:  # type: ignore[no-untyped-def]
    settings.DEV_MAILBOX = str(tmp_path)
    settings.EMAIL_BACKEND = "hotmk_site.local.MailboxBackend"
    return tmp_path


def test_mails_of_this_computer(client: Client, mailbox: Path) -> None:
    letter = EmailMultiAlternatives("Über <b>alles</b>", "text of it", "post@localhost", ["ola@example.org"])
    letter.attach_alternative("<p>html of it</p>", "text/html")
    letter.send()
    listing = client.get(reverse("dev_mail")).content.decode()
    assert "Über &lt;b&gt;alles" in listing
    name = next(mailbox.glob("*.eml")).stem
    assert "text of it" in client.get(reverse("dev_mail_one", args=[name])).content.decode()
    html = client.get(reverse("dev_mail_html", args=[name]))
    assert b"html of it" in html.content
    assert "default-src 'none'" in html["Content-Security-Policy"]
    assert html["X-Frame-Options"] == "SAMEORIGIN"


def test_pictures_of_a_mail_are_shown(client: Client, mailbox: Path) -> None:
    letter = EmailMultiAlternatives("Turn", "text", "post@localhost", ["ola@example.org"])
    letter.attach_alternative('<img src="cid:one@mail"><img src="cid:two@mail">', "text/html")
    picture = MIMEImage(b"dots", "png")
    picture["Content-ID"] = "<one@mail>"
    letter.attach(picture)
    letter.send()
    name = next(mailbox.glob("*.eml")).stem
    html = client.get(reverse("dev_mail_html", args=[name])).content.decode()
    assert '<img src="data:image/png;base64,ZG90cw=="><img src="cid:two@mail">' in html


@pytest.mark.parametrize("name", ["..", "x", "..%2Fsecret_key", "a.b"])
def test_no_other_file_can_be_read(client: Client, mailbox: Path, name: str) -> None:
    assert client.get(f"/dev/mail/{name}").status_code == 404


def test_in_production_there_is_no_mail_page(client: Client, mailbox: Path, settings) -> None:  # type: ignore[no-untyped-def]
    settings.LOCAL = False
    assert client.get(reverse("dev_mail")).status_code == 404
    settings.LOCAL, settings.DEV_MAILBOX = True, ""
    assert client.get(reverse("dev_mail")).status_code == 404
