"""What every test may ask for: three people, and a real browser with and without script."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

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


def _person(name: str) -> User:
    from allauth.account.models import EmailAddress

    user = User.objects.create_user(f"{name.lower()}@example.org", name, PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def alice(db: None) -> User:
    return _person("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return _person("Bob")


@pytest.fixture
def charlie(db: None) -> User:
    """Signed up, but in nobody's game: the one who must see nothing secret."""
    return _person("Charlie")


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
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
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
