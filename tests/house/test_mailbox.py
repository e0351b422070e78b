"""The mailbox of the local mode: one whole file for every mail."""

import email
from email import policy
from pathlib import Path
from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection


def test_each_mail_is_a_file_of_its_own_in_order(settings: Any, tmp_path: Path) -> None:
    settings.DEV_MAILBOX = str(tmp_path / "mail")
    post = [EmailMultiAlternatives(f"Turn {n} — tu turno", "words", to=["a@example.org"]) for n in range(3)]
    post[0].attach_alternative("<p>words</p>", "text/html")
    assert get_connection("hotmk_site.local.MailboxBackend").send_messages(post) == 3
    files = sorted((tmp_path / "mail").iterdir())
    assert [file.suffix for file in files] == [".eml"] * 3
    read = [email.message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
    assert [message["Subject"] for message in read] == [f"Turn {n} — tu turno" for n in range(3)]
    assert read[0].get_body(("html",)).get_content().strip() == "<p>words</p>"
