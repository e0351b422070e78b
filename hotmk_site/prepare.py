"""Brings the database, the texts and the static files to the state the code wants; does nothing when they are."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections
from django.db.migrations.executor import MigrationExecutor

Say = Callable[[str], None]


class CannotPrepare(RuntimeError):
    """One sentence that says what to do."""


def database(say: Say) -> None:
    """Apply what is missing of the migrations; make the table of the shared cache."""
    connection = connections[DEFAULT_DB_ALIAS]
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as error:
        where = connection.settings_dict["HOST"] or connection.settings_dict["NAME"]
        raise CannotPrepare(f"The database ({where}) does not answer: {str(error).splitlines()[0]}") from error
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        say(f"preparing the database ({len(plan)} steps)")
        call_command("migrate", verbosity=0, interactive=False)
    call_command("createcachetable", verbosity=0)


def texts() -> None:
    """Compile the catalogues that changed."""
    call_command("compile_texts", verbosity=0)


def static_files(say: Say) -> None:
    """Collect the static files when one of them changed since the last time."""
    mark = Path(settings.STATIC_ROOT) / ".collected"
    state = _static_state()
    if mark.exists() and mark.read_text() == state:
        return
    say("collecting static files")
    call_command("collectstatic", verbosity=0, interactive=False)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.write_text(state)


def _static_state() -> str:
    total = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            seen = os.stat(storage.path(name))
            total.update(f"{name} {seen.st_size} {seen.st_mtime_ns}\n".encode())
    return total.hexdigest()


def demo(say: Say) -> None:
    """On the very first start of a local site: people to be and games to look at.

    A demo that was cut short is begun again at the next start.
    """
    from accounts.models import User

    pending = Path(settings.VAR_DIR) / "demo.pending"
    if "demo" not in get_commands() or (User.objects.exists() and not pending.exists()):
        return
    say("laying out the demo")
    pending.touch()
    call_command("demo")
    pending.unlink()
