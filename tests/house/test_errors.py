"""Error reports hold places and ids, never values: a secret is in a local variable while a move is made."""

import logging

import pytest
from django.conf import settings
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from django.views.debug import get_exception_reporter_filter, technical_500_response

from hotmk_site.errors import NoKeys

# Put together here, for a traceback shows the lines of the source.
SECRET, COOKIE, CARD = (
    "-".join(words) for words in (("order", "of", "deck"), ("crumb", "of", "alice"), ("card", "held"))
)


def breaks(request: HttpRequest, game: int) -> HttpResponse:
    dice = SECRET
    raise RuntimeError(f"broken after {len(dice)} draws")


urlpatterns = [path("breaks/<int:game>", breaks)]


@pytest.fixture
def report(db: None) -> str:
    """The error mail about a request that carried secrets of its own."""
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = COOKIE
    with override_settings(ROOT_URLCONF=__name__, ADMINS=[("a", "admin@example.org")]):
        client.post("/breaks/7?code=invitation-code", {"draft": CARD})
    assert len(mail.outbox) == 1
    return mail.outbox[0].body + "".join(str(part) for part in mail.outbox[0].alternatives)


def test_a_report_says_where_and_what(report: str) -> None:
    assert "POST /breaks/7" in report
    assert "RuntimeError: broken after 13 draws" in report
    assert "in breaks" in report


@pytest.mark.parametrize("secret", [SECRET, COOKIE, "invitation-code", CARD, "guards nothing at all", "DATABASES"])
def test_a_report_holds_no_values(report: str, secret: str) -> None:
    assert secret not in report


def test_the_debug_page_holds_no_values_either() -> None:
    request = HttpRequest()
    request.method = "POST"
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "HTTP_COOKIE": COOKIE}
    request.POST = request.POST.copy()
    request.POST["draft"] = CARD
    try:
        breaks(request, game=7)
    except RuntimeError as error:
        page = technical_500_response(request, RuntimeError, error, error.__traceback__).content.decode()
    assert "broken after 13 draws" in page
    for secret in (COOKIE, CARD, settings.SECRET_KEY):
        assert secret not in page
    assert get_exception_reporter_filter(request).is_active(request)


def test_the_log_of_an_error_names_no_local_values(caplog: pytest.LogCaptureFixture) -> None:
    django_log = logging.getLogger("django")
    django_log.addHandler(caplog.handler)
    try:
        with override_settings(ROOT_URLCONF=__name__):
            Client(raise_request_exception=False).get("/breaks/7")
    finally:
        django_log.removeHandler(caplog.handler)
    assert "broken after 13 draws" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.parametrize(
    "address",
    [
        "/tables/abc/link/{}/",
        "/account/confirm-email/{}/",
        "/account/password/reset/key/1-{}/",
        "/tables/abc/link/{}",
        "/feeds/{}.atom",
        "/feeds/{}.ics",
        "/stop/{}/",
    ],
)
def test_the_log_and_the_reports_cut_addresses_short_that_open_something(address: str) -> None:
    key = "q8Xz-_17:ab"
    record = logging.LogRecord("x", 30, "x", 1, "%s: %s", ("Forbidden", address.format(key)), None)
    assert NoKeys().filter(record)
    assert key not in record.getMessage()
    assert record.getMessage().startswith("Forbidden: /")
    assert all("no_keys" in handler["filters"] for handler in settings.LOGGING["handlers"].values())
