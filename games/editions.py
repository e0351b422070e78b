"""Editions: reading a folder of component data, freezing it under its content hash, and giving it back to the rules.

A rule set keeps its editions in ``games/rules/<slug>/data/<name>/``, one folder of TOML files each; what is in the
files is the rule set's affair (``edition_from_files``, ``check_edition``). This module does the reading and writing.
A game names the hash of its edition, so later edits of the files never reach it.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from games.models import Edition
from games.rules.registry import REGISTRY

DEFAULT = "house"


class NoEdition(LookupError):
    """There is no such game, or no such folder of data."""


def package(slug: str) -> Any:
    """The package of a rule set. Raises NoEdition for a slug that is not registered."""
    if slug not in REGISTRY:
        raise NoEdition(slug)
    return import_module(REGISTRY[slug])


def folder(slug: str) -> Path:
    """Where the editions of a rule set lie."""
    return Path(str(package(slug).__file__)).parent / "data"


def names(slug: str) -> list[str]:
    """The editions that lie in the folder, in alphabetical order."""
    return sorted(path.name for path in folder(slug).iterdir() if path.is_dir() and any(path.glob("*.toml")))


def files(slug: str, name: str = DEFAULT) -> dict[str, str]:
    """File name -> text of the files of an edition. Raises NoEdition."""
    if name not in names(slug):
        raise NoEdition(f"{slug} {name}")
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((folder(slug) / name).glob("*.toml"))}


def read(slug: str, name: str = DEFAULT) -> Any:
    """The typed edition in a folder. Raises NoEdition, and BadEdition of the rule set with every fault it finds."""
    return _read(slug, name, _content(slug, name))


def _content(slug: str, name: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(files(slug, name).items()))


@lru_cache(maxsize=32)
def _read(slug: str, name: str, content: tuple[tuple[str, str], ...]) -> Any:
    """Understanding the files takes time, so it is done once for each content."""
    return package(slug).edition_from_files(dict(content), name)


def check(slug: str, edition: Any) -> list[Any]:
    """What the rulebook says against an edition: records with ``area``, ``statement`` and ``seen``; empty is good."""
    return list(package(slug).check_edition(edition))


def dump(edition: Any) -> str:
    """An edition as JSON text that is the same for the same content (keys sorted)."""
    return msgspec.json.encode(msgspec.to_builtins(edition, str_keys=True), order="sorted").decode()


def thaw(slug: str, data: str) -> Any:
    """The typed edition in a stored text."""
    return msgspec.json.decode(data, type=package(slug).EDITION)


def content_hash(data: str) -> str:
    """The name under which a text is stored."""
    return hashlib.sha256(data.encode()).hexdigest()


@lru_cache(maxsize=32)
def _frozen(slug: str, name: str, content: tuple[tuple[str, str], ...]) -> tuple[str, str]:
    data = dump(_read(slug, name, content))
    return content_hash(data), data


def freeze(slug: str, name: str = DEFAULT) -> Edition:
    """The stored row of an edition as its files are now; made if this content has not been stored yet."""
    key, data = _frozen(slug, name, _content(slug, name))
    return store(slug, name, data, key)


def store(slug: str, name: str, data: str, key: str = "") -> Edition:
    """The row of an edition given as text (see ``dump``); made if it is new."""
    row, _ = Edition.objects.get_or_create(
        hash=key or content_hash(data), defaults={"slug": slug, "name": name, "data": data}
    )
    return row
