"""`python -m tests.suite [pytest arguments]`: servers up, tests, servers down, one line at the end.

Without arguments: everything on PostgreSQL with a real browser, then what touches the database once more on SQLite.
With arguments: one run of pytest with them, on PostgreSQL. TEST_DATABASE_URL, TEST_REDIS_URL and CHROMIUM name what is
already there. Whatever was started is gone afterwards, however the run ends.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hotmk_site import broker
from hotmk_site.supervisor import GaveUp, Supervisor
from tests.suite.browser import chromium
from tests.suite.processes import end_all_below
from tests.suite.servers import Missing, Postgres, postgres_binaries

ROOT = Path(__file__).resolve().parents[2]
PR_SET_CHILD_SUBREAPER = 36
ON_SQLITE = ("tests/accounts", "tests/play", "tests/race", "tests/web")
PARALLEL = ["-n", os.environ.get("TEST_PROCESSES", "2"), "--dist", "loadgroup"]


def say(sentence: str) -> None:
    print(f"· {sentence}", flush=True)


class Ended(BaseException):
    """A signal told us to end."""


def _end(number: int, _frame: Any) -> None:
    raise Ended(number)


def main(arguments: list[str]) -> int:
    """Run; returns the exit code for the shell."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)  # what outlives its parent comes to us, and is ended below
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    began = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="lantern-", ignore_cleanup_errors=True) as scratch:
            os.chmod(scratch, 0o711)  # PostgreSQL's account passes through
            with _servers(Path(scratch)) as env:
                results = _runs(arguments, env)
    except (Missing, GaveUp, broker.NoBroker) as problem:
        print(problem, file=sys.stderr)
        return 1
    except Ended as ended:
        say("stopped; servers and browsers are gone")
        return 128 + int(ended.args[0])
    finally:
        end_all_below(os.getpid())  # children of killed children have become ours
    return _sum_up(results, time.monotonic() - began)


@contextlib.contextmanager
def _servers(scratch: Path) -> Iterator[dict[str, str]]:
    """Start what is not named by the environment; yields the environment for pytest."""
    env = {**os.environ, "TEST_SCRATCH": str(scratch / "t"), **chromium(say)}
    if not env.get("TEST_DATABASE_URL", "").startswith("sqlite"):
        env["TESTS_COMPLETE"] = "1"  # on a named SQLite, what needs two connections at once is left out
    env["PYTEST_DEBUG_TEMPROOT"] = env["TEST_SCRATCH"]
    Path(env["TEST_SCRATCH"]).mkdir()
    parts = []
    if not env.get("TEST_DATABASE_URL"):
        postgres = Postgres(scratch / "pg", postgres_binaries(say))
        postgres.create()
        parts.append(postgres.part())
        env["TEST_DATABASE_URL"] = postgres.url
    if not env.get("TEST_REDIS_URL"):
        parts.append(broker.part(scratch / "broker", scratch / "broker.sock", keep=False))
        env["TEST_REDIS_URL"] = broker.url(scratch / "broker.sock")
    boss = Supervisor(parts, [part.name for part in parts], say)
    try:
        for part in parts:
            boss.start(part.name)
        yield env
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # tidying up is not interrupted; it takes a second
        boss.stop()


def _runs(arguments: list[str], env: dict[str, str]) -> list[tuple[str, int]]:
    if arguments:
        return [("tests", _pytest(arguments, env))]
    results = [("PostgreSQL", _pytest(PARALLEL, env))]
    folders = [folder for folder in ON_SQLITE if (ROOT / folder).is_dir()]
    choice = ["-m", "not browser and not postgres", *folders]
    results.append(("SQLite", _pytest([*PARALLEL, *choice], {**env, "TEST_DATABASE_URL": ""})))
    return results


def _pytest(arguments: list[str], env: dict[str, str]) -> int:
    where = "PostgreSQL" if env["TEST_DATABASE_URL"].startswith("postgres") else "SQLite"
    say(f"pytest on {where}: {' '.join(arguments)}")
    with subprocess.Popen([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, env=env) as run:
        try:
            return run.wait()
        except Ended:
            with contextlib.suppress(subprocess.TimeoutExpired):
                run.send_signal(signal.SIGINT)
                run.wait(15)
            run.kill()
            raise


def _sum_up(results: list[tuple[str, int]], seconds: float) -> int:
    words = ", ".join(f"{name} {'passed' if code == 0 else f'FAILED ({code})'}" for name, code in results)
    say(f"{words}; {seconds / 60:.0f} min {seconds % 60:.0f} s")
    return next((code for _, code in results if code), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
