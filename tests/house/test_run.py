"""bin/run says in one sentence what is in its way, and ends; nothing is installed or changed then."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("sh", "dirname", "cmp", "cp", "rm", "grep", "mkdir", "id", "touch", "cat")
NOBODY = 65534


@pytest.fixture
def site() -> Iterator[Path]:
    """A fresh checkout with a PATH of its own beside it, which holds no Python yet."""
    with tempfile.TemporaryDirectory(prefix="lantern-run-") as name:
        place = Path(name)
        place.chmod(0o755)
        (place / "path").mkdir()
        for tool in TOOLS:
            (place / "path" / tool).symlink_to(shutil.which(tool) or "/bin/false")
        shutil.copytree(ROOT / "bin", place / "site" / "bin")
        for file in ("requirements.lock", "requirements-dev.lock", "manage.py"):
            shutil.copy(ROOT / file, place / "site" / file)
        yield place / "site"


def program(site: Path, name: str, text: str) -> None:
    """Put a shell script on the path of that checkout."""
    path = site.parent / "path" / name
    path.unlink(missing_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def run(site: Path, user: int | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    plain = {"PATH": str(site.parent / "path"), "HOME": "/nonexistent", **env}
    groups = None if user is None else []
    where = [str(site / "bin" / "run")]
    return subprocess.run(
        where, env=plain, capture_output=True, text=True, timeout=60, user=user, group=user, extra_groups=groups
    )


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The only line on the error output of a run that ended badly."""
    assert done.returncode not in (0, None)
    lines = done.stderr.strip().splitlines()
    assert "Error" not in done.stderr
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_no_python(site: Path) -> None:
    assert "there is no python3 here" in one_sentence(run(site))


def test_too_old_a_python(site: Path) -> None:
    # Answers the question for its version, and fails where a newer one is asked for.
    program(site, "python3", 'case "$2" in *exit*) exit 1;; *) echo 3.9;; esac')
    sentence = one_sentence(run(site))
    assert "Python 3.11 or newer is needed, this python3 is 3.9" in sentence
    assert "PYTHON=" in sentence


def test_a_python_that_is_named_but_too_old(site: Path) -> None:
    program(site, "old", "exit 1")
    assert one_sentence(run(site, PYTHON="old")) == "PYTHON=old is not a Python 3.11 or newer."


def without_venv(site: Path) -> None:
    program(site, "python3", f'case "$2" in *ensurepip*) exit 1;; esac\nexec {sys.executable} "$@"')


def test_a_missing_venv_module(site: Path) -> None:
    without_venv(site)
    program(site, "id", "echo 1000")
    sentence = one_sentence(run(site))
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert "lacks its venv module" in sentence
    assert f"apt install python{version}-venv" in sentence


def test_root_is_told_that_the_venv_module_is_installed(site: Path) -> None:
    without_venv(site)
    program(site, "id", "echo 0")
    program(site, "apt-get", f'echo "$@" >>{site.parent}/asked')
    done = run(site)
    assert "installing python3" in done.stdout
    assert "-venv" in (site.parent / "asked").read_text()
    assert "lacks its venv module" in one_sentence(done)  # for this apt-get installed nothing


def test_no_write_access(site: Path) -> None:
    program(site, "python3", f'exec {sys.executable} "$@"')
    site.chmod(0o555)
    user = NOBODY if os.geteuid() == 0 else None
    assert f"No write access to {site}" in one_sentence(run(site, user=user))


def served(tmp_path: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """bin/run of this very tree, with its environment in place."""
    plain = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "VAR_DIR": str(tmp_path / "var"), **env}
    return subprocess.run([str(ROOT / "bin" / "run")], env=plain, capture_output=True, text=True, timeout=120)


def test_a_taken_port(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        sentence = one_sentence(served(tmp_path, PORT=str(port)))
    assert f"Port {port} is taken by another program" in sentence
    assert f"PORT={port + 1} bin/run" in sentence


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1"])
def test_a_port_that_is_none(tmp_path: Path, port: str) -> None:
    assert f"PORT is '{port}'; it must be a number from 1 to 65535." in one_sentence(served(tmp_path, PORT=port))


def test_data_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    sentence = one_sentence(served(tmp_path, VAR_DIR=str(tmp_path / "file" / "var"), SECRET_KEY="k" * 60))
    assert f"Cannot write into {tmp_path / 'file' / 'var'}" in sentence
    assert "VAR_DIR" in sentence


def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = "postgres://ann:hidden-word@127.0.0.1:1/post"  # nobody listens there
    done = served(tmp_path, DATABASE_URL=url, PORT=str(port))
    sentence = one_sentence(done)
    assert "The database (127.0.0.1) does not answer" in sentence
    assert "hidden-word" not in done.stdout + done.stderr


def test_a_named_broker_that_does_not_answer(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    done = served(tmp_path, BROKER_URL="redis://:hidden-word@127.0.0.1:1/0", PORT=str(port))
    sentence = one_sentence(done)
    assert "does not answer" in sentence
    assert "BROKER_URL" in sentence
    assert "hidden-word" not in done.stdout + done.stderr
