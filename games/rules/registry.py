"""The games of the site: slug -> package of the rule set. Adding a game is one line here (docs/architecture.md)."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

REGISTRY = {"hall": "games.rules.hall"}


def package(slug: str) -> ModuleType:
    """The package of a registered game. Raises KeyError for any other slug."""
    return import_module(REGISTRY[slug])
