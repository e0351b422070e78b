"""The site as separate processes that can be killed one by one, and a mail server that remembers what it got."""

from __future__ import annotations

import os
import random
import signal
import socket
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

from hotmk_site import broker
from hotmk_site.supervisor import Part

RECOVERY = 60
"""Seconds after which a part that was started again counts as not coming back."""
TARGETS = ("worker", "clock", "beat", "web", "broker")


class Inbox:
    """A real SMTP server on a free port. ``copies``: Message-ID -> how often a message with it came."""

    def __init__(self) -> None:
        self.copies: Counter[str] = Counter()
        self.lock = threading.Lock()
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self.controller.start()

    @property
    def url(self) -> str:
        """For EMAIL_URL."""
        return f"smtp://127.0.0.1:{self.controller.port}"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content, policy=policy.default)
        with self.lock:
            self.copies[str(message["Message-ID"])] += 1
        return "250 OK"


def free_port() -> int:
    with socket.socket() as talk:
        talk.bind(("127.0.0.1", 0))
        return int(talk.getsockname()[1])


def make(var: Path, port: int) -> dict[str, Part]:
    """The parts that may be killed; their environment is this process's own."""
    python, sock = [sys.executable, "-m"], var / "broker.sock"
    celery = [*python, "celery", "-q", "-A", "hotmk_site"]
    quiet = ["-P", "threads", "-l", "error", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    web = [*python, "gunicorn", "hotmk_site.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", "2", "--threads", "4"]
    parts = [
        broker.part(var / "broker", sock),
        Part("web", [*web, "--worker-class", "gthread", "--log-level", "error", "--no-control-socket"]),
        Part("worker", [*celery, "worker", "-Q", "celery", "-c", "4", *quiet]),
        Part("clock", [*celery, "worker", "-Q", "clock", "-n", "clock@%h", "-c", "2", *quiet]),
        Part("beat", [*celery, "beat", "-s", str(var / "schedule"), "--pidfile=", "-l", "error"]),
    ]
    return {part.name: part for part in parts}


class Killer(threading.Thread):
    """Kills a random part at random moments and starts it again. ``up``: everything runs, since ``back`` (monotonic
    seconds). ``recovered``: how long after each start the work was done again."""

    def __init__(self, parts: dict[str, Part], seed: int, pause: tuple[float, float]) -> None:
        super().__init__(daemon=True)
        self.parts, self.random, self.pause = parts, random.Random(seed), pause
        self.kills: Counter[str] = Counter()
        self.up, self.back = True, time.monotonic()
        self.recovered: list[float] = []
        self.done, self.calm = threading.Event(), threading.Event()

    def run(self) -> None:
        while not self.done.wait(self.random.uniform(*self.pause)):
            self.kill(self.random.choice(TARGETS))
        self.calm.set()
        threading.Event().wait()  # a part ends with the thread that started it, and this thread has started some

    def kill(self, name: str) -> None:
        """kill -9 the part with all its processes; after a moment it is started again."""
        from django.utils import timezone

        from games import pulse

        part = self.parts[name]
        assert part.process is not None
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(part.process.pid, signal.SIGKILL)
        part.process.wait()
        self.kills[name] += 1
        self.up = False
        self.done.wait(self.random.uniform(0, 2))
        part.start()
        again, began = timezone.now(), time.monotonic()
        # A part is back when its work is: the sweep has ended well once more since then.
        until(lambda: part.ready() and (pulse.last("sweep") or again) > again, RECOVERY)
        self.recovered.append(time.monotonic() - began)
        self.back, self.up = time.monotonic(), True

    def stop(self) -> None:
        """No more kills; every part runs afterwards."""
        self.done.set()
        self.calm.wait()


def until(true: Any, seconds: float) -> bool:
    """Wait until something is so; False when it never came."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
