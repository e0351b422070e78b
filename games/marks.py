"""The five marks of the players: colour, pattern and letter, one for each seat, the same everywhere (also in mails)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mark:
    """``key`` names the pattern and the text ``mark.<key>``; ``letter`` stands on the plain disc."""

    key: str
    letter: str
    colour: str
    deep: str
    ink: str


MARKS = (
    Mark("birch", "B", "#f3eddf", "#c9bc9c", "#241c13"),
    Mark("rowan", "R", "#c4122f", "#8a0b20", "#ffffff"),
    Mark("heather", "H", "#3e1966", "#270e43", "#ffffff"),
    Mark("spruce", "S", "#237c75", "#135650", "#ffffff"),
    Mark("tarn", "T", "#5ac8f6", "#2f93bf", "#0c2430"),
)
TEXT_IDS = tuple(f"mark.{mark.key}" for mark in MARKS)


def mark_of(seat: int) -> Mark:
    """The mark of a seat (from 1). More seats than marks begin again from the first."""
    return MARKS[(seat - 1) % len(MARKS)]
