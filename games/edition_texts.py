"""The message ids of component names, one for each name that an edition in a folder gives (read by ``check_texts``)."""

from __future__ import annotations

from games.editions import names, read
from games.rules.registry import REGISTRY

TEXT_IDS = tuple(
    dict.fromkeys(f"{slug}.{key}" for slug in REGISTRY for edition in names(slug) for key in read(slug, edition).names)
)
