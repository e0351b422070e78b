"""What the operator sets, in processes of their own: the poll is scheduled, mistakes are told in a sentence, and the
command speaks to a mail server by its exit code."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.test_settings import ROOT, manage, value

REPLY = "post+{token}@post.example"
MAIL = f"From: alice@example.org\nTo: {REPLY.replace('{token}', '1-' + 'a' * 32)}\n\nend\n"


def test_the_mailbox_is_polled_only_when_there_is_one(tmp_path: Path) -> None:
    ask = "sorted(s.CELERY_BEAT_SCHEDULE), s.ANYMAIL"
    assert "imap" not in value(tmp_path, ask, SITE_MODE="local")
    more = {"IMAP_URL": "imaps://a:b@post.example/", "ANYMAIL_WEBHOOK_SECRET": "a:b", "ANYMAIL_X_KEY": "c"}
    found = value(tmp_path, ask, SITE_MODE="local", **more)
    assert "'imap'" in found
    assert "{'WEBHOOK_SECRET': 'a:b', 'X_KEY': 'c'}" in found


@pytest.mark.parametrize("address", ["post@post.example", "{token}", f"{'x' * 19}{{token}}@post.example"])
def test_a_reply_address_that_cannot_work_is_one_sentence(address: str, tmp_path: Path) -> None:
    done = manage(tmp_path, "check", SITE_MODE="local", REPLY_ADDRESS=address)
    assert done.returncode != 0
    assert done.stderr.startswith("REPLY_ADDRESS must look like post+{token}@example.org")


@pytest.mark.parametrize("database", ["postgres://a@127.0.0.1:9/b", "sqlite:///{}/none.sqlite3"])
def test_a_mail_server_keeps_the_mail_while_the_database_is_away(database: str, tmp_path: Path) -> None:
    env = {"PATH": "", "VAR_DIR": str(tmp_path), "SITE_MODE": "local", "REPLY_ADDRESS": REPLY, "ENV_FILE": "/none"}
    command = [sys.executable, "manage.py", "receive_mail"]
    env["DATABASE_URL"] = database.format(tmp_path)
    done = subprocess.run(command, cwd=ROOT, env=env, input=MAIL, capture_output=True, text=True, timeout=60)
    assert done.returncode == 75, done.stderr
    done = subprocess.run(
        command, cwd=ROOT, env=env, input="Subject: a\n\nb", capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout.strip()) == (0, "elsewhere"), done.stderr
