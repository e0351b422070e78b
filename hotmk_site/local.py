"""What the local mode keeps under `var/`: the generated secret key and one file for every mail."""

import os
import secrets
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

_numbers = count(1)


def writable(folder: Path) -> Path:
    """The folder, made if need be. Raises ImproperlyConfigured with one sentence where nothing can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        reason = "" if os.access(folder, os.W_OK) else "no permission"
    except OSError as error:
        reason = error.strerror or str(error)
    if reason:
        raise ImproperlyConfigured(f"Cannot write into {folder} ({reason}): name another folder by VAR_DIR.")
    return folder


def secret_key(var_dir: Path) -> str:
    """The secret key of this computer: read from `var/secret_key`, made on first use, readable by its owner alone."""
    path = writable(var_dir) / "secret_key"
    if not path.exists():
        draft = path.with_name(f"secret_key.{os.getpid()}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)  # whoever comes first wins, also when two commands start at once
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


class MailboxBackend(BaseEmailBackend):
    """Writes each mail to a file of its own in `settings.DEV_MAILBOX`: `<time>-<process>-<number>.eml`."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = Path(settings.DEV_MAILBOX)
        folder.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
            name = f"{stamp}-{os.getpid()}-{next(_numbers):04d}"
            draft = folder / f".{name}"
            draft.write_bytes(message.message().as_bytes())
            draft.rename(folder / f"{name}.eml")  # a reader never sees half a mail
        return len(email_messages)
