"""Keeps the parts of the site running: starts in order, restarts what dies, stops in order, leaves nothing behind.

Each part leads a session of its own, so Ctrl-C in the terminal reaches the supervisor alone and a part can be ended
with all its children. Where the system can (Linux), a part is told to stop when the supervisor itself is killed.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FrameType

PR_SET_PDEATHSIG = 1
QUICK_DEATHS = 5  # so many deaths, each right after its start, and the supervisor gives up
SOON = 5.0  # seconds: what "right after" means
WAITS = (0.0, 0.5, 1.0, 2.0, 4.0)  # seconds before the next start after 1, 2, … quick deaths


class GaveUp(RuntimeError):
    """A part does not stay alive; the message names it."""


class Interrupted(BaseException):
    """A signal to stop came while something interruptible was going on."""


@dataclass
class Part:
    """One process: how it is started, how it shows that it is ready, how it is asked to stop, how many seconds that
    may take. `user` is the number of the account it runs under, where that differs from ours (we are root)."""

    name: str
    argv: list[str]
    env: dict[str, str] = field(default_factory=dict)
    fds: tuple[int, ...] = ()
    user: int | None = None
    ending: signal.Signals = signal.SIGTERM
    ready: Callable[[], bool] = lambda: True
    patience: float = 10.0
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    quick_deaths: int = 0
    due: float = 0.0  # when it may be started again (monotonic seconds)

    def start(self) -> None:
        """Start it; returns at once."""
        self.due = 0.0
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            self.argv,
            env={**os.environ, **self.env},
            stdin=subprocess.DEVNULL,
            pass_fds=self.fds,
            start_new_session=True,
            user=self.user,
            extra_groups=None if self.user is None else [],
            preexec_fn=_die_with_parent(os.getpid()),
        )

    def dead(self) -> bool:
        """Whether it ended by itself; if so, what it left behind is ended too before its number is given back."""
        if self.process is None:
            return False
        if os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            return False
        self._end_group(signal.SIGKILL)
        self.process.wait()
        self.process = None
        return True

    def stop(self, hurry: Callable[[], bool]) -> None:
        """Ask it to stop, wait as long as it may take or until `hurry`, then insist."""
        if self.process is None:
            return
        if not hurry():
            self.process.send_signal(self.ending)
            end = time.monotonic() + self.patience
            while not self.dead() and self.process is not None and time.monotonic() < end and not hurry():
                time.sleep(0.02)
        if self.process is not None:
            self._end_group(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def _end_group(self, number: signal.Signals) -> None:
        assert self.process is not None
        # Nobody left in it: Linux says so, macOS answers "not permitted" for a group of ended processes.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, number)


class Supervisor:
    """Runs parts. `start` in the given order, `watch` until a signal comes, `stop` in the order of `stop_order`."""

    def __init__(self, parts: list[Part], stop_order: list[str], say: Callable[[str], None]) -> None:
        self.parts = parts
        self.stop_order = stop_order
        self.say = say
        self.signals: list[int] = []
        self._raising = False
        self._awake, self._wake = os.pipe()

    def catch_signals(self) -> None:
        """From now on a signal to stop is remembered, and `watch` ends."""
        os.set_blocking(self._awake, False)
        os.set_blocking(self._wake, False)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._caught)
        signal.signal(signal.SIGCHLD, lambda _caught, _frame: None)

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """A signal to stop breaks off what is done inside, by Interrupted."""
        self._raising = True
        try:
            if self.signals:
                raise Interrupted
            yield
        finally:
            self._raising = False

    def start(self, name: str, limit: float = 20.0) -> None:
        """Start one part and wait until it is ready. Raises GaveUp when it is not within `limit` seconds."""
        part = self._part(name)
        part.start()
        end = time.monotonic() + limit
        while not part.ready():
            if self.signals:
                return
            if part.dead() or time.monotonic() > end:
                raise GaveUp(f"{part.name} does not start; what it said stands above.")
            self._sleep(0.02)

    def launch(self, name: str) -> None:
        """Start one part without waiting for it."""
        self._part(name).start()

    def watch(self) -> None:
        """Restart what dies, until a signal comes. Raises GaveUp when a part dies again and again at once."""
        while not self.signals:
            for part in self.parts:
                if part.dead():
                    self._plan_restart(part)
                elif part.process is None and part.due and time.monotonic() >= part.due:
                    part.start()
            self._sleep(0.2 if any(part.due and not part.process for part in self.parts) else 5.0)

    def stop(self) -> None:
        """Stop every part in order; a second signal meanwhile ends them at once."""
        already = len(self.signals)
        for name in self.stop_order:
            self._part(name).stop(lambda: len(self.signals) > already)

    def _caught(self, number: int, _frame: FrameType | None) -> None:
        self.signals.append(number)
        if self._raising:
            self._raising = False
            raise Interrupted

    def _plan_restart(self, part: Part) -> None:
        lived = time.monotonic() - part.started
        part.quick_deaths = part.quick_deaths + 1 if lived < SOON else 0
        if part.quick_deaths >= QUICK_DEATHS:
            raise GaveUp(f"{part.name} stops right after each start; what it said stands above.")
        part.due = time.monotonic() + WAITS[min(part.quick_deaths, len(WAITS) - 1)]
        self.say(f"{part.name} stopped by itself and is started again")

    def _part(self, name: str) -> Part:
        return next(part for part in self.parts if part.name == name)

    def _sleep(self, seconds: float) -> None:
        if select.select([self._awake], [], [], seconds)[0]:
            os.read(self._awake, 4096)


def _die_with_parent(parent: int) -> Callable[[], None] | None:
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None, use_errno=True)  # loaded here: after the fork only plain calls are safe

    def before_exec() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return before_exec
