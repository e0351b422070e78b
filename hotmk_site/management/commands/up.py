"""`manage.py up`: everything the site needs, in one command and one terminal (`bin/run` calls it).

Prepares database, texts and static files, then keeps broker, web server, worker and beat running until Ctrl-C.
"""

import argparse
import errno
import fcntl
import http.client
import os
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from hotmk_site import broker, local, prepare
from hotmk_site.supervisor import GaveUp, Interrupted, Part, Supervisor

STOPPING = ("beat", "clock", "worker", "web", "broker")
LONGEST_SOCKET_PATH = 100  # bytes; the systems allow 103 or 107


class Command(BaseCommand):
    help = "Serve the site: web server, worker, beat and, unless BROKER_URL names one, a broker of its own."
    requires_system_checks: list[str] = []  # the parts check for themselves; a second start should be quick

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="no demo people and games on the first start")

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        var = Path(settings.VAR_DIR)
        try:
            with _alone(var), _door() as door, _socket_folder(var) as folder:
                self._serve(var, door, folder, began, demo=settings.LOCAL and not options["no_demo"])
        except (GaveUp, broker.NoBroker, prepare.CannotPrepare, CommandError) as error:
            sys.exit(str(error))  # the sentence alone, without the kind of the error before it

    def say(self, sentence: str) -> None:
        self.stdout.write(f"· {sentence}")
        self.stdout.flush()

    def _serve(self, var: Path, door: socket.socket, folder: Path, began: float, demo: bool) -> None:
        if settings.BROKER_URL:
            broker.must_answer(settings.BROKER_URL)
        parts = _parts(var, door, folder)
        names = [part.name for part in parts]
        boss = Supervisor(parts, [name for name in STOPPING if name in names], self.say)
        boss.catch_signals()
        try:
            if "broker" in names:
                boss.start("broker")
            with boss.interruptible():
                self._prepare(demo)
            boss.start("web")
            for name in ("worker", "clock", "beat"):
                boss.launch(name)
            if not boss.signals:
                self._greet(time.monotonic() - began)
            boss.watch()
        except Interrupted:
            pass  # Ctrl-C while preparing: what was begun is undone or done again at the next start
        finally:
            self.say("stopping")
            boss.stop()

    def _prepare(self, demo: bool) -> None:
        prepare.database(self.say)
        prepare.texts()
        prepare.static_files(self.say)
        if demo:
            prepare.demo(self.say)
        connections.close_all()

    def _greet(self, seconds: float) -> None:
        site = settings.SITE_URL
        if settings.DEV_MAILBOX:
            self.say(f"mails are not sent: each is a file in {settings.DEV_MAILBOX}, to be read at {site}/dev/mail")
        self.stdout.write(f"\nLantern Post is open: {site}/   (ready in {seconds:.1f} s, Ctrl-C stops it)\n")
        self.stdout.flush()


@contextmanager
def _alone(var: Path) -> Iterator[None]:
    """Two servers must not share one `var` folder."""
    with open(local.writable(var) / "up.lock", "a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(f"The site is already running from {var}; stop it first, or give VAR_DIR.") from None
        yield


@contextmanager
def _door() -> Iterator[socket.socket]:
    """The listening socket. It stays open while the web server is restarted, so that nobody is turned away."""
    host = os.environ.get("BIND") or ("127.0.0.1" if settings.LOCAL else "0.0.0.0")  # noqa: S104  (production is served)
    text = os.environ.get("PORT") or "8000"
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise CommandError(f"PORT is {text!r}; it must be a number from 1 to 65535.")
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, int(text)))
        except OSError as error:
            raise CommandError(_why_not_open(error, host, text)) from error
        door.listen(128)
        yield door


def _why_not_open(error: OSError, host: str, port: str) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program; choose another one, for example: PORT={int(port) + 1} bin/run"
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by this account; choose one above 1023, for example: PORT=8000 bin/run"
    return f"Cannot listen on {host}, port {port}: {error.strerror or error}"


@contextmanager
def _socket_folder(var: Path) -> Iterator[Path]:
    """Where the broker's socket lies: `var`, or a private temporary folder when that path is too long for a socket."""
    if len(os.fsencode(var / "broker.sock")) <= LONGEST_SOCKET_PATH:
        yield var
        return
    with tempfile.TemporaryDirectory(prefix="lantern-") as folder:
        yield Path(folder)


def _parts(var: Path, door: socket.socket, folder: Path) -> list[Part]:
    python = [sys.executable, "-W", "ignore:You're running the worker", "-m"]  # a box of one's own is often root
    celery = [*python, "celery", "-q", "-A", "hotmk_site"]
    (var / "beat").mkdir(exist_ok=True)
    own_broker = [] if settings.BROKER_URL else [_broker(var, folder / "broker.sock")]
    return [
        *own_broker,
        Part("web", [*python, "gunicorn", *_gunicorn(door)], fds=(door.fileno(),), ready=lambda: _answers(door)),
        Part("worker", [*celery, "worker", "-Q", "celery", "-c", "4", *QUIET], patience=5),
        Part("clock", [*celery, "worker", "-Q", "clock", "-n", "clock@%h", "-c", "2", *QUIET], patience=5),
        Part("beat", [*celery, "beat", "-s", str(var / "beat" / "schedule"), "--pidfile=", "-l", "warning"]),
    ]


QUIET = ["-P", "threads", "-l", "warning", "--without-gossip", "--without-mingle", "--without-heartbeat"]


def _gunicorn(door: socket.socket) -> list[str]:
    workers, threads = os.environ.get("WEB_WORKERS", "2"), os.environ.get("WEB_THREADS", "4")
    how = ["--workers", workers, "--threads", threads, "--worker-class", "gthread", "--graceful-timeout", "8"]
    return ["hotmk_site.wsgi", "--bind", f"fd://{door.fileno()}", *how, "--log-level", "warning", "--no-control-socket"]


def _broker(var: Path, path: Path) -> Part:
    # For the other parts, and (Celery reads the second one itself) for the demo, which this process lays out.
    os.environ["BROKER_URL"] = os.environ["CELERY_BROKER_URL"] = broker.url(path)
    return broker.part(var / "broker", path)


def _answers(door: socket.socket) -> bool:
    host, port = door.getsockname()[:2]
    talk = http.client.HTTPConnection("127.0.0.1" if host == "0.0.0.0" else host, port, timeout=0.5)  # noqa: S104
    try:
        talk.request("GET", "/healthz")
        return talk.getresponse().status < 500  # a refusal of this Host is an answer, too
    except OSError:
        return False
    finally:
        talk.close()
