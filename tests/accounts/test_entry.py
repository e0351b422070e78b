"""Sign up, confirm, sign in, forgotten password, change of address; and what must not work."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User

PASSWORD = "a lamp on the pass"
LINK = re.compile(r"https?://\S+/account/\S+")
pytestmark = pytest.mark.django_db


def sign_up(client: Client, name: str = "Ragna", email: str = "Ragna@Example.org", **more: str):  # type: ignore[no-untyped-def]
    data = {"email": email, "name": name, "password1": PASSWORD, "zone": "Europe/Oslo", **more}
    return client.post(reverse("account_signup"), data, headers={"accept-language": more.get("language", "en")})


def link_of(message: mail.EmailMessage) -> str:
    found = LINK.search(str(message.body))
    assert found, message.body
    return "/" + found[0].split("/", 3)[3]


def confirm(client: Client) -> None:
    path = link_of(mail.outbox[-1])
    assert client.get(path).status_code == 200
    assert not EmailAddress.objects.filter(verified=True).exists(), "opening the page alone confirms nothing"
    assert client.post(path).status_code == 302


def test_sign_up_confirm_play(client: Client) -> None:
    assert sign_up(client).url == reverse("account_email_verification_sent")
    person = User.objects.get()
    assert (person.email, person.name, person.time_zone, person.language) == (
        "ragna@example.org",
        "Ragna",
        "Europe/Oslo",
        "en",
    )
    assert not person.is_confirmed
    assert client.get(reverse("settings")).status_code == 302, "nobody is in before the address is confirmed"
    confirm(client)
    assert User.objects.get().is_confirmed
    assert client.get(reverse("settings")).status_code == 200


def test_signing_in_before_confirming_sends_the_link_again(client: Client) -> None:
    sign_up(client)
    cache.clear()
    other = Client()
    answer = other.post(reverse("account_login"), {"login": "ragna@example.org", "password": PASSWORD})
    assert answer.url == reverse("account_email_verification_sent")
    assert other.get(reverse("settings")).status_code == 302


def test_mails_are_in_the_language_of_the_account(client: Client) -> None:
    sign_up(client, language="es")
    assert User.objects.get().language == "es"
    message = mail.outbox[0]
    assert message.subject == "Confirma tu dirección en Lantern Post"
    html = message.alternatives[0][0]  # type: ignore[attr-defined]
    assert '<html lang="es"' in html
    assert "Confirmar mi dirección" in html


def test_links_of_mails_ignore_a_forged_host(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.ALLOWED_HOSTS = ["testserver", "evil.example"]
    data = {"email": "x@example.org", "name": "Xaver", "password1": PASSWORD}
    client.post(reverse("account_signup"), data, headers={"host": "evil.example"})
    assert "evil.example" not in mail.outbox[0].body
    assert settings.SITE_URL in mail.outbox[0].body


def test_an_address_that_has_an_account_is_not_told(client: Client, alice: User) -> None:
    answer = sign_up(client, name="Somebody else", email=alice.email)
    assert answer.url == reverse("account_email_verification_sent")
    assert User.objects.count() == 1
    assert mail.outbox[-1].to == [alice.email]
    assert mail.outbox[-1].subject == "You have an account already"


@pytest.mark.parametrize("name", ["Admin", "Al\u200bice", "A1ice", "x"])
def test_a_refused_name_is_said_on_the_form_and_nothing_typed_is_lost(client: Client, alice: User, name: str) -> None:
    answer = sign_up(client, name=name)
    assert answer.status_code == 422
    assert User.objects.count() == 1
    page = answer.content.decode()
    assert 'aria-invalid="true"' in page
    assert 'id="id_name-error"' in page
    assert 'value="Ragna@Example.org"' in page.replace("ragna@example.org", "Ragna@Example.org")


def test_a_name_taken_in_the_meantime_is_said_on_the_form(client: Client, alice: User, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(User, "check_name", lambda self, name: name)
    answer = sign_up(client, name="Alice")
    assert answer.status_code == 422
    assert User.objects.count() == 1
    assert "or one that looks the same" in answer.content.decode()


def test_sign_in_and_out(client: Client, alice: User) -> None:
    wrong = client.post(reverse("account_login"), {"login": alice.email, "password": "no"})
    assert "Address and password do not go together." in wrong.content.decode()
    answer = client.post(reverse("account_login"), {"login": "ALICE@example.org", "password": "lantern in the window"})
    assert answer.status_code == 302
    assert answer.url == "/"
    assert client.get(reverse("settings")).status_code == 200
    client.get(reverse("account_logout"))
    assert client.get(reverse("settings")).status_code == 200, "a link alone signs nobody out"
    client.post(reverse("account_logout"))
    assert client.get(reverse("settings")).status_code == 302


def test_too_many_wrong_passwords_are_slowed_down(client: Client, alice: User) -> None:
    for _ in range(6):
        answer = client.post(reverse("account_login"), {"login": alice.email, "password": "no"})
    assert "Too many wrong tries" in answer.content.decode()
    right = client.post(reverse("account_login"), {"login": alice.email, "password": "lantern in the window"})
    assert right.status_code == 422
    assert not right.wsgi_request.user.is_authenticated


ELSEWHERE = [
    "https://evil.example/", "//evil.example/", "///evil.example", "\\\\evil.example", "javascript:alert(1)",
    "http:evil.example",
]  # fmt: skip


@pytest.mark.parametrize("target", ELSEWHERE)
def test_no_redirect_to_elsewhere(client: Client, alice: User, target: str) -> None:
    data = {"login": alice.email, "password": "lantern in the window", "next": target}
    answer = client.post(reverse("account_login") + "?next=" + target, data)
    assert answer.status_code == 302
    assert answer.url == "/"


def test_next_inside_the_site_is_followed(client: Client, alice: User) -> None:
    data = {"login": alice.email, "password": "lantern in the window", "next": "/settings"}
    assert client.post(reverse("account_login"), data).url == "/settings"


def test_forgotten_password(client: Client, alice: User) -> None:
    answer = client.post(reverse("account_reset_password"), {"email": alice.email})
    assert answer.url == reverse("account_reset_password_done")
    path = link_of(mail.outbox[-1])
    page = client.get(path, follow=True)
    action = page.redirect_chain[-1][0]
    client.post(action, {"password1": PASSWORD, "password2": PASSWORD})
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)
    again = Client().get(path, follow=True)
    assert "too old, or was used already" in again.content.decode()
    assert mail.outbox[-1].subject == "Your password was changed"


def test_a_forgotten_password_of_nobody_looks_the_same(client: Client) -> None:
    answer = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert answer.url == reverse("account_reset_password_done")
    assert mail.outbox[-1].subject == "No account with this address"


def test_a_new_address_counts_once_it_is_confirmed(client: Client, alice: User) -> None:
    client.post(reverse("account_login"), {"login": alice.email, "password": "lantern in the window"})
    asked = client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    assert asked.url.startswith(reverse("account_reauthenticate")), "the password is asked once more"
    assert client.get(asked.url).status_code == 200
    assert not mail.outbox
    client.post(asked.url, {"password": "lantern in the window"})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert alice.is_confirmed
    confirmation = next(message for message in mail.outbox if message.to == ["new@example.org"])
    client.post(link_of(confirmation))
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    assert alice.is_confirmed


def test_change_of_password_needs_the_old_one(client: Client, alice: User) -> None:
    client.post(reverse("account_login"), {"login": alice.email, "password": "lantern in the window"})
    url = reverse("account_change_password")
    client.post(url, {"oldpassword": "no", "password1": PASSWORD, "password2": PASSWORD})
    alice.refresh_from_db()
    assert not alice.check_password(PASSWORD)
    client.post(url, {"oldpassword": "lantern in the window", "password1": PASSWORD, "password2": PASSWORD})
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)
    assert client.get(reverse("settings")).status_code == 200, "one stays signed in here"
