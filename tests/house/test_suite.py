"""What bin/test starts around the tests is gone after Ctrl-C, also what the tests themselves had started."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.suite.processes import alive, below

ROOT = Path(__file__).resolve().parents[2]
SLEEPER = """
import subprocess, time

def test_sleeps(db, tmp_path):
    from django.db import connection

    subprocess.Popen(["sleep", "600"], start_new_session=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT version()")
        open("%s", "w").write(cursor.fetchone()[0])
    time.sleep(600)
"""

pytestmark = pytest.mark.slow


@pytest.fixture
def scratch() -> Iterator[Path]:
    """An empty temporary folder with a short path (for sockets), which PostgreSQL's own account may pass through."""
    with tempfile.TemporaryDirectory(prefix="suite-", dir="/tmp") as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_after_a_signal_nothing_is_left(tmp_path: Path, scratch: Path, number: signal.Signals) -> None:
    started = tmp_path / "started"
    (tmp_path / "test_sleeper.py").write_text(SLEEPER % started)
    env = {
        **os.environ,
        "TMPDIR": str(scratch),
        "PYTEST_DEBUG_TEMPROOT": "",
        "TEST_DATABASE_URL": "",
        "TEST_REDIS_URL": "",
    }
    env.pop("TEST_SCRATCH", None)
    command = [sys.executable, "-m", "tests.suite", "-c", str(ROOT / "pyproject.toml"), str(tmp_path)]
    suite = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    end = time.monotonic() + 60
    while not started.exists() or not started.read_text():
        assert suite.poll() is None, suite.communicate()[0]
        assert time.monotonic() < end
        time.sleep(0.1)
    everyone = below(suite.pid)
    assert started.read_text().startswith("PostgreSQL")
    assert any("sleep 600" in line for line in everyone.values())
    suite.send_signal(number)
    said, _ = suite.communicate(timeout=60)
    assert suite.returncode == 128 + number, said
    assert "servers and browsers are gone" in said
    assert not {pid: line for pid, line in everyone.items() if alive(pid)}
    assert list(scratch.iterdir()) == []


def test_a_failing_test_fails_the_command(tmp_path: Path) -> None:
    (tmp_path / "test_wrong.py").write_text("def test_wrong():\n    assert False\n")
    command = [sys.executable, "-m", "tests.suite", "-c", str(ROOT / "pyproject.toml"), str(tmp_path)]
    env = {**os.environ, "TEST_DATABASE_URL": f"sqlite:///{tmp_path}/x.sqlite3", "TEST_REDIS_URL": "memory://"}
    env.pop("TEST_SCRATCH", None)
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "tests FAILED (1)" in done.stdout
