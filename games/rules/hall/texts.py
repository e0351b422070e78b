"""The message ids of Hall that are made from keys."""

from __future__ import annotations


def ids() -> list[str]:
    return []
