"""What every test may ask for: three people, and a real browser with and without script."""

import os
import shutil
from collections.abc import Generator, Iterator
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
PASSWORD = "lantern in the window"
# How quick a shared machine is says nothing about the rules: no example fails for being slow.
hypothesis.settings.register_profile("house", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("house")
#: What a marker needs → how one sees that it is there. bin/test brings all of it and says so by TESTS_COMPLETE.
NEEDS = {
    "postgres": (
        "TEST_DATABASE_URL with a PostgreSQL",
        lambda: "postgresql" in settings.DATABASES["default"]["ENGINE"],
    ),
    "broker": ("TEST_REDIS_URL", lambda: bool(settings.BROKER_URL)),
    "browser": ("CHROMIUM", lambda: bool(_chromium())),
}


def _chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A plain pytest leaves out what needs a server it was not given."""
    for marker, (what, there) in NEEDS.items():
        if item.get_closest_marker(marker) and not there():
            pytest.skip(f"needs {what}; bin/test brings it")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A run of bin/test is complete: there, what is left out has failed."""
    report = yield
    if report.skipped and os.environ.get("TESTS_COMPLETE") and not hasattr(report, "wasxfail"):
        report.longrepr = f"left out of a run that should be complete: {report.longrepr}"
        report.outcome = "failed"
    return report


@pytest.fixture(autouse=True)
def plain_reader() -> Iterator[None]:
    """Every test begins in English and in no zone: a request of the one before may have left its reader's behind."""
    with translation.override(settings.LANGUAGE_CODE), timezone.override(None):
        yield


def person(name: str) -> User:
    """Somebody with a confirmed address."""
    from allauth.account.models import EmailAddress

    user = User.objects.create_user(f"{name.lower()}@example.org", name, PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def alice(db: None) -> User:
    return person("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return person("Bob")


@pytest.fixture
def charlie(db: None) -> User:
    """Signed up, but in nobody's game: the one who must see nothing secret."""
    return person("Charlie")


@pytest.fixture
def enter() -> Any:
    """`enter(user)` gives a test client signed in as that person."""

    def as_user(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return as_user


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Chromium of this computer: `CHROMIUM`, or one on the path."""
    found = _chromium()
    if not found:
        pytest.fail("no browser: set CHROMIUM to a Chromium binary, or run the tests by bin/test, which brings one")
    return {**browser_type_launch_args, "executable_path": found, "args": FLAGS}


@pytest.fixture
def plain_page(browser: Any, live_server: Any) -> Iterator[Any]:
    """A page of a browser in which script is switched off."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.fixture
def sign_in(live_server: Any) -> Any:
    """`sign_in(page, user)` puts the session cookie of that person into the page's browser."""

    def enter_page(page: Any, user: User) -> None:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
        page.context.add_cookies([cookie])

    return enter_page
