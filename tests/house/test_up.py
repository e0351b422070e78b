"""`manage.py up` as a person has it: served, mended when a part is killed, gone after Ctrl-C, quick the second time."""

import contextlib
import http.client
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import environ
import psycopg
import pytest
from celery import Celery

from tests.suite.processes import alive, below

ROOT = Path(__file__).resolve().parents[2]
#: How the parts are known by their command lines.
PARTS = {"broker": "valkey-server", "web": "gunicorn", "worker": " -Q celery ", "clock": " -Q clock ", "beat": " beat "}

T = TypeVar("T")
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("up")]


class Site:
    """One `manage.py up` in a folder of its own, on a free port."""

    def __init__(self, var: Path, **env: str) -> None:
        self.var = var
        self.env = env
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen[str] | None = None
        self.said = ""

    def command(self) -> tuple[list[str], dict[str, str]]:
        env = {"PATH": os.environ["PATH"], "HOME": str(self.var), "VAR_DIR": str(self.var), "PORT": str(self.port)}
        env |= {"SITE_MODE": "local", "DEBUG": "0", "PYTHONUNBUFFERED": "1", **self.env}
        return [sys.executable, "manage.py", "up", "--no-demo"], env

    def start(self) -> float:
        """Start and wait until it says that it is open; returns the seconds that took."""
        command, env = self.command()
        began = time.monotonic()
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout
        self.said = ""
        for line in self.process.stdout:
            self.said += line
            if "is open" in line:
                return time.monotonic() - began
        raise AssertionError(self.said)

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page."""
        with contextlib.closing(http.client.HTTPConnection("localhost", self.port, timeout=20)) as talk:
            talk.request("GET", path)
            answer = talk.getresponse()
            return answer.status, answer.read().decode()

    def children(self) -> dict[int, str]:
        assert self.process
        return below(self.process.pid)

    def part(self, name: str) -> int:
        """The number of the process that leads this part, once it runs."""
        assert self.process
        top = self.process.pid

        def leader() -> int:
            return next((pid for pid, line in self.children().items() if PARTS[name] in line and parent(pid) == top), 0)

        return wait(leader, 15)

    def socket_path(self) -> str:
        """Where the broker listens."""
        return re.findall(r"unixsocket:(\S+)", " ".join(self.children().values()))[0]

    def stop(self, number: int = signal.SIGINT) -> int:
        assert self.process
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=40)
        self.said += rest
        return self.process.returncode


def parent(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def wait(what: Callable[[], T], seconds: float) -> T:
    """Ask until the answer is true; the last answer fails the test when it never is."""
    end = time.monotonic() + seconds
    while not (answer := what()):
        assert time.monotonic() < end, f"not within {seconds} seconds"
        time.sleep(0.05)
    return answer


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    place = Site(tmp_path / "var")
    yield place
    if place.process and place.process.poll() is None:
        place.stop(signal.SIGTERM)
    if place.process and place.process.stdout:
        place.process.stdout.close()


def worker_answers(site: Site) -> bool:
    """Whether the worker is there behind the broker."""
    with Celery(broker=f"redis+socket://{site.socket_path()}", set_as_current=False) as app:
        try:
            return bool(app.control.ping(timeout=0.5))
        except (OSError, app.connection().transport.connection_errors):
            return False


def test_it_serves_keeps_its_data_and_starts_quickly_the_second_time(site: Site) -> None:
    site.start()
    assert site.get("/healthz") == (200, "ok")
    status, page = site.get("/")
    assert status == 200
    styles = re.findall(r'href="(/static/[^"]+\.css)"', page)
    assert styles
    assert all(site.get(style)[0] == 200 for style in styles)
    assert f"each is a file in {site.var}/mail, to be read at http://localhost:{site.port}/dev/mail" in site.said
    assert site.get("/dev/mail")[0] == 200
    assert site.stop() == 0
    with contextlib.closing(sqlite3.connect(site.var / "site.sqlite3")) as data, data:
        data.execute("CREATE TABLE kept (word TEXT)")
    key = (site.var / "secret_key").read_text()
    seconds = site.start()
    assert seconds < 8, "a second start takes about a second on a quiet machine"
    assert "preparing" not in site.said
    assert "collecting" not in site.said
    with contextlib.closing(sqlite3.connect(site.var / "site.sqlite3")) as data:
        assert data.execute("SELECT count(*) FROM kept").fetchone() == (0,)
        assert data.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert (site.var / "secret_key").read_text() == key


def test_a_killed_part_is_started_again_and_nothing_is_left_after_ctrl_c(site: Site) -> None:
    site.start()
    for name in PARTS:
        old = site.part(name)
        group = [pid for pid in site.children() if pid == old or parent(pid) == old]
        os.kill(old, signal.SIGKILL)
        wait(lambda old=old: not alive(old), 5)
        assert site.part(name) != old
        wait(lambda group=group: not any(alive(pid) for pid in group), 5)
    assert site.get("/healthz") == (200, "ok")
    wait(lambda: worker_answers(site), 30)
    everyone = list(site.children())
    assert len(everyone) >= len(PARTS)
    assert site.stop(signal.SIGINT) == 0
    assert not [pid for pid in everyone if alive(pid)]
    for name in PARTS:
        assert f"{name} stopped by itself and is started again" in site.said
    with pytest.raises(ConnectionRefusedError):
        site.get("/healthz")


def test_the_parts_end_when_the_supervisor_itself_is_killed(site: Site) -> None:
    site.start()
    for name in PARTS:
        site.part(name)
    everyone = list(site.children())
    folder = Path(site.socket_path()).parent
    site.stop(signal.SIGKILL)
    wait(lambda: not any(alive(pid) for pid in everyone), 25)
    if folder != site.var:
        folder.rmdir()  # what holds no data, and only a killed supervisor leaves


def test_two_cannot_share_a_folder(site: Site) -> None:
    site.start()
    command, env = site.command()
    other = subprocess.run(command, cwd=ROOT, env={**env, "PORT": "0"}, capture_output=True, text=True, timeout=30)
    assert other.returncode != 0
    assert f"already running from {site.var}" in other.stderr


def test_a_long_path_is_no_obstacle_for_the_socket(tmp_path: Path) -> None:
    site = Site(tmp_path / ("long" * 30) / "var")
    site.start()
    wait(lambda: site.part("worker"), 10)
    folder = Path(site.socket_path()).parent
    assert folder != site.var
    assert site.stop(signal.SIGTERM) == 0
    assert not folder.exists()
    assert site.process
    assert site.process.stdout
    site.process.stdout.close()


@pytest.fixture
def empty_database() -> Iterator[str]:
    """The address of a fresh database on the PostgreSQL of the tests, dropped afterwards."""
    url = os.environ["TEST_DATABASE_URL"]
    base, _, name = url.rpartition("/")
    options = environ.Env.db_url_config(url)
    where = {"host": options["HOST"], "port": options["PORT"] or None, "user": options["USER"], "dbname": name}
    with psycopg.connect(**where, password=options["PASSWORD"] or None, autocommit=True) as server:
        server.execute("CREATE DATABASE lantern_up")
        yield f"{base}/lantern_up"
        server.execute("DROP DATABASE lantern_up WITH (FORCE)")


@pytest.mark.postgres
@pytest.mark.broker
def test_the_same_command_serves_from_postgresql_and_a_named_broker(tmp_path: Path, empty_database: str) -> None:
    site = Site(tmp_path / "var", DATABASE_URL=empty_database, BROKER_URL=os.environ["TEST_REDIS_URL"])
    site.start()
    try:
        assert site.get("/")[0] == 200
        site.part("worker")
        assert not [line for line in site.children().values() if PARTS["broker"] in line]
    finally:
        assert site.stop() == 0
    assert not (site.var / "site.sqlite3").exists()
    assert site.process
    assert site.process.stdout
    site.process.stdout.close()
