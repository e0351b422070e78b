"""Parts of a table's page, each drawn once: ``{% part "hall/parts/card.html" card=card %}``.

A part is drawn from its data, the language and the addresses of the game, and from nothing else; so what was drawn
for the same data is used again, whoever reads it. Most of a table is the same before and after a move, and for all who
look at it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec
from django import template
from django.conf import settings
from django.template.context import Context
from django.template.loader import get_template
from django.utils import translation
from django.utils.safestring import SafeString

register = template.Library()
MOST = 2048
"""Parts kept in a process; the oldest goes first. A part is one to ten kilobytes."""
SHARED = ("game", "sheet_icons", "sheet_faces")
"""What every part may use beside its own data."""
_drawn: dict[Hashable, SafeString] = {}


@register.simple_tag(takes_context=True)
def part(context: Context, name: str, **data: Any) -> SafeString:
    """A template drawn from ``data`` (what JSON can hold, and dataclasses)."""
    shared = {key: context[key] for key in SHARED}
    key = (
        name, translation.get_language(), shared["game"].public_id, shared["sheet_icons"], shared["sheet_faces"],
        msgspec.json.encode(data),
    )  # fmt: skip
    found = _drawn.get(key)
    if found is not None:
        return found
    drawn = SafeString(get_template(name).render(data | shared))
    if not settings.DEBUG:
        _keep(key, drawn)
    return drawn


def _keep(key: Hashable, drawn: SafeString) -> None:
    while len(_drawn) >= MOST:
        _drawn.pop(next(iter(_drawn), None), None)
    _drawn[key] = drawn
