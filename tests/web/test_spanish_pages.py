"""Every page of the site in Spanish: no sentence of the English catalogue, no id, no English of a library."""

from __future__ import annotations

import html
import re
from typing import Any

import polib
import pytest
from django.conf import settings

from tests.web.test_every_address import World, all_paths, reader, world

__all__ = ["world"]
SHORTEST = 12
"""Letters of a piece of English that cannot be met by chance."""
ID = re.compile(r"(?<![\w/.@-])[a-z]+\.[a-z_]+(?:\.[a-z_]+)+(?![\w/-])|\bmissing text\b")
ENGLISH = re.compile(r"\b(the|your|you|this|please|with|have|been|was|enter|password|sign|click|address)\b", re.I)
AS_IT_IS = ("/dev/mail", "/admin/", "/healthz", "/sheets/", "/favicon.ico")
"""For the people who run the site, and pictures."""
HERE_IN_ENGLISH = re.compile(r"<(pre|code|script|style)\b.*?</\1>|<[^>]*\blang=\"en\"[^>]*>[^<]*", re.S)


def catalogues() -> dict[str, dict[str, list[str]]]:
    """Language -> id -> its texts."""
    found: dict[str, dict[str, list[str]]] = {}
    for language, _ in settings.LANGUAGES:
        texts = found.setdefault(language, {})
        for folder in settings.LOCALE_PATHS:
            for entry in polib.pofile(f"{folder}/{language}/LC_MESSAGES/django.po"):
                texts[entry.msgid] = list(entry.msgstr_plural.values()) or [entry.msgstr]
    return found


def pieces(text: str) -> list[str]:
    """The parts of a text between its placeholders and tags that are long enough to be told."""
    bare = re.split(r"\{\w+\}|<[^>]+>", html.unescape(text))
    return [part.strip() for part in bare if len(part.strip()) >= SHORTEST]


def english_alone() -> set[str]:
    """Pieces of English that no Spanish text holds too (names stay as they are)."""
    both = catalogues()
    spanish = "\n".join(text for texts in both["es"].values() for text in texts)
    return {piece for texts in both["en"].values() for text in texts for piece in pieces(text) if piece not in spanish}


def words_of(response: Any) -> str:
    """What a reader or a screen reader is told: text and the attributes that are read out."""
    page = HERE_IN_ENGLISH.sub(" ", response.content.decode())
    read = re.findall(r'\b(?:aria-label|title|alt|placeholder|data-(?!etag|now)\w+)="([^"]*)"', page)
    return html.unescape(re.sub(r"<[^>]+>", " ", page) + " · ".join(["", *read]))


@pytest.mark.slow
@pytest.mark.parametrize("who", ["nobody", "alice", "charlie"])
def test_no_spanish_page_holds_english_or_an_id(world: World, who: str) -> None:
    client, english, wrong = reader(world, who, "es"), english_alone(), []
    for path in all_paths(world):
        if path.startswith(AS_IT_IS):
            continue
        for method in ("get", "post"):
            response = getattr(client, method)(path)
            if "html" not in response.get("Content-Type", "") or (method == "post" and response.status_code < 400):
                continue
            words = words_of(response)
            wrong += [(path, method, piece) for piece in english if piece in words]
            wrong += [(path, method, found) for found in ID.findall(words)]
            wrong += [(path, method, found) for found in set(ENGLISH.findall(words))]
    assert not wrong, "\n".join(map(str, wrong))
