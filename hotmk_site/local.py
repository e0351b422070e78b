"""What the local mode keeps under `var/`: the generated secret keys and one file for every mail."""

import base64
import os
import secrets
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

_numbers = count(1)
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


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
    """The secret key of this computer, kept in `var/secret_key`."""
    return _kept(var_dir, "secret_key", lambda: secrets.token_urlsafe(50))


def vapid_key(var_dir: Path) -> str:
    """The key that signs web pushes from this computer (32 bytes, base64url), kept in `var/vapid_key`."""
    return _kept(var_dir, "vapid_key", _new_vapid_key)


def is_vapid_key(text: str) -> bool:
    """Whether this is 32 bytes in base64url that can be a key of the curve P-256."""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return False
    return len(raw) == 32 and 0 < int.from_bytes(raw, "big") < P256_ORDER


def _new_vapid_key() -> str:
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def _kept(var_dir: Path, name: str, make: Callable[[], str]) -> str:
    """A secret of this computer: read from its file, made on first use, readable by its owner alone."""
    path = writable(var_dir) / name
    if not path.exists():
        draft = path.with_name(f"{name}.{os.getpid()}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(make())
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
