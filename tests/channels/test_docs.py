"""docs/channels.md says what is sent: its example has the fields of a real post, its code checks a real signature."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from django.utils import timezone

from games.channels import hook
from games.models import Game
from games.notices.matrix import EVENT_OF
from tests.channels.receiver import Receiver
from tests.channels.test_hook import notice, webhook

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "channels.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    """The page's example in this language."""
    (found,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)
    return str(found)


def shape(value: Any) -> Any:
    """Names and kinds of a JSON value, without what it says."""
    if isinstance(value, dict):
        return {name: shape(part) for name, part in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else type(value).__name__


def test_the_example_has_the_fields_of_a_real_post(alice: Any, table: Game, receiver: Receiver) -> None:
    hook.deliver(alice, str(webhook(alice, receiver.url).pk), [notice(alice, table)], "m", timezone.now())
    assert shape(json.loads(block("json"))) == shape(json.loads(receiver.got[0].body))


def test_the_code_of_the_page_checks_a_real_signature(alice: Any, table: Game, receiver: Receiver) -> None:
    row, room = webhook(alice, receiver.url), dict[str, Any]()
    hook.deliver(alice, str(row.pk), [notice(alice, table)], "m", timezone.now())
    exec(block("python"), room)
    (got,) = receiver.got
    header = got.headers["x-lantern-signature"]
    assert room["is_ours"](header, got.body, row.secret)
    assert not room["is_ours"](header, got.body, "another secret")
    assert not room["is_ours"](header.replace("t=1", "t=2"), got.body, row.secret)


def test_the_page_names_every_event_a_webhook_carries() -> None:
    line = next(line for line in PAGE.splitlines() if line.startswith("| `event` |"))
    named = set(re.findall(r"`(\w+)`", line)) - {"event"}
    assert named == {event for kind, event in EVENT_OF.items() if hook.carries(kind)}
