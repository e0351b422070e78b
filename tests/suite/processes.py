"""Who runs below whom, read from /proc (Linux)."""

import contextlib
import os
import signal
import time
from pathlib import Path


def below(top: int) -> dict[int, str]:
    """All living descendants of process `top`: number → command line. Ended ones not yet waited for do not count."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                parents[int(stat.parent.name)] = int(parent)
    found = {top}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return {pid: _command(pid) for pid in sorted(found - {top})}


def _command(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    return ""


def alive(pid: int) -> bool:
    """Whether the process still runs (one that ended and was not waited for does not)."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def end_all_below(top: int) -> None:
    """End every descendant; children of killed children come to us when we are their reaper, and are ended, too."""
    for _ in range(100):
        found = below(top)
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not found:
            return
        time.sleep(0.05)
