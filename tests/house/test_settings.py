"""Settings of production: complete, strict, and clear about what is missing. Each in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KEY = "a-long-random-key-for-this-test-only-0123456789-abcdefghijklmnop-QRSTUVWXYZ"
PRODUCTION = {"SITE_MODE": "production", "SECRET_KEY": KEY, "ALLOWED_HOSTS": "lantern.example", "DEBUG": "0"}


def manage(tmp_path: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with nothing but this environment (a value stands before what a `.env` file says)."""
    plain = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "VAR_DIR": str(tmp_path / "var"), "BROKER_URL": ""}
    plain |= {"DATABASE_URL": f"sqlite:///{tmp_path / 'site.sqlite3'}", **env}
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, timeout=60)


def value(tmp_path: Path, expression: str, **env: str) -> str:
    """What an expression over the settings gives under this environment."""
    code = f"from django.conf import settings as s; print({expression})"
    done = manage(tmp_path, "shell", "--no-imports", "-c", code, **env)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_production_passes_djangos_own_deployment_check(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout + done.stderr


def test_production_does_not_start_without_a_secret_key(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", **{**PRODUCTION, "SECRET_KEY": ""})
    assert done.returncode != 0
    assert done.stderr.startswith("SECRET_KEY is not set: ")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "var" / "secret_key").exists()


def test_a_command_at_a_bare_desk_takes_the_local_mode_and_a_server_never_does(tmp_path: Path) -> None:
    plain = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "VAR_DIR": str(tmp_path / "var"), "ENV_FILE": "/none"}
    ask = "from django.conf import settings as s; print(s.SITE_MODE)"
    desk = [sys.executable, "manage.py", "shell", "--no-imports", "-c", ask]
    done = subprocess.run(desk, cwd=ROOT, env=plain, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "local", done.stderr
    serve = [sys.executable, "-c", "import hotmk_site.wsgi"]
    done = subprocess.run(serve, cwd=ROOT, env=plain, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert "SECRET_KEY is not set" in done.stderr


@pytest.mark.parametrize("address", ["foo", "mysql://a@b/c", "postgres"])
def test_an_address_of_no_database_we_know_is_one_sentence(tmp_path: Path, address: str) -> None:
    done = manage(tmp_path, "check", SITE_MODE="local", DATABASE_URL=address)
    assert done.returncode != 0
    assert done.stderr.startswith("DATABASE_URL is no address of a database")
    assert done.stderr.count("\n") == 1


def test_an_unknown_mode_is_refused_by_name(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", SITE_MODE="producton", SECRET_KEY=KEY)
    assert done.returncode != 0
    assert done.stderr == "SITE_MODE is 'producton'; it must be 'production' or 'local'.\n"


def test_production_sends_cookies_over_https_only_and_no_stack_traces(tmp_path: Path) -> None:
    wanted = "(s.DEBUG, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.DEV_MAILBOX)"
    assert value(tmp_path, wanted, **PRODUCTION) == "(False, True, True, True, '')"


def test_the_local_mode_makes_a_key_of_its_own_once_and_keeps_it_private(tmp_path: Path) -> None:
    local = {"SITE_MODE": "local", "SECRET_KEY": "", "DEBUG": "0"}
    first, second = (value(tmp_path, "s.SECRET_KEY", **local) for _ in range(2))
    assert first == second
    assert len(first) >= 50
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o077 == 0


def test_the_local_mode_serves_plain_http_without_debug_pages(tmp_path: Path) -> None:
    local = {"SITE_MODE": "local", "SECRET_KEY": KEY, "DEBUG": "0", "PORT": "8055"}
    wanted = "(s.DEBUG, s.SESSION_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SITE_URL)"
    assert value(tmp_path, wanted, **local) == "(False, False, False, 'http://localhost:8055')"


@pytest.mark.parametrize("name", ["BROKER_URL", "REDIS_URL"])
def test_a_broker_and_a_database_come_from_the_environment(tmp_path: Path, name: str) -> None:
    env = {**PRODUCTION, "DATABASE_URL": "postgres://ann:word@db.example:5433/post", name: "redis://r.example/3"}
    wanted = "s.DATABASES['default']['ENGINE'], s.DATABASES['default']['HOST'], s.CELERY_BROKER_URL"
    assert value(tmp_path, wanted, **env) == "django.db.backends.postgresql db.example redis://r.example/3"


def test_mail_comes_from_the_environment(tmp_path: Path) -> None:
    env = {**PRODUCTION, "EMAIL_URL": "smtp+tls://ann:word@mail.example:587"}
    wanted = "s.EMAIL_BACKEND, s.EMAIL_HOST, s.EMAIL_PORT, s.EMAIL_USE_TLS"
    assert value(tmp_path, wanted, **env) == "django.core.mail.backends.smtp.EmailBackend mail.example 587 True"


def test_sqlite_takes_the_write_lock_at_the_beginning(tmp_path: Path) -> None:
    wanted = (
        "s.DATABASES['default']['OPTIONS']['transaction_mode'], s.DATABASES['default'].get('ATOMIC_REQUESTS', False)"
    )
    assert value(tmp_path, wanted, **PRODUCTION) == "IMMEDIATE False"


def test_the_beat_knows_the_periodic_work(tmp_path: Path) -> None:
    wanted = "sorted(row['task'] for row in s.CELERY_BEAT_SCHEDULE.values())"
    assert value(tmp_path, wanted, **PRODUCTION) == str(
        [f"games.tasks.{name}" for name in ("clean", "probe", "send_notices", "sweep")]
    )
