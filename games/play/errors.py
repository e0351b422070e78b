"""Refusals of the play floor: each has an HTTP status, a code and the data that fills its sentence.

The sentence is the text ``play.refused.<code>``; an IllegalMove of the rules has ``<slug>.refused.<code>``.
"""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """Nothing was changed. ``code`` names why, ``data`` fills the sentence, ``message_id`` is its text id."""

    status = 409
    default = "refused"

    def __init__(self, code: str = "", **data: Any) -> None:
        super().__init__(code or self.default)
        self.code = code or self.default
        self.data: dict[str, Any] = data

    @property
    def message_id(self) -> str:
        """The id of the sentence a person reads."""
        return f"play.refused.{self.code}"


class Missing(Refused):
    """There is no such table, or none this reader may know of."""

    status = 404
    default = "missing"


class NotYours(Refused):
    """The seat, table or wheel belongs to somebody else."""

    status = 403
    default = "not_yours"


class Stale(Refused):
    """The page this came from is out of date: show the fresh table."""

    status = 409
    default = "stale"


class Closed(Refused):
    """The table is not in the state for this: not started, already started, finished, closed, full."""

    status = 409
    default = "closed"


class BadInput(Refused):
    """Values no form of the site would send."""

    status = 400
    default = "bad_input"


class TooMany(Refused):
    """Too many wrong tries."""

    status = 429
    default = "too_many"


class IllegalMove(Refused):
    """The rules refuse the action. ``slug`` is the game, ``text`` the refused action, ``place`` its place in the line
    (from 1)."""

    status = 422
    default = "illegal"

    def __init__(
        self, code: str, data: dict[str, Any] | None = None, slug: str = "", text: str = "", place: int = 1
    ) -> None:
        super().__init__(code)
        self.data = dict(data or {})
        self.slug, self.text, self.place = slug, text, place

    @property
    def message_id(self) -> str:
        """Codes of the kernel are the house's, all others the rule set's."""
        if not self.slug or self.code in KERNEL_CODES:
            return f"play.refused.{self.code}"
        return f"{self.slug}.refused.{self.code}"


KERNEL_CODES = ("not_asked", "unfinished")

TEXT_IDS = tuple(
    f"play.refused.{code}"
    for code in (
        "refused", "missing", "not_yours", "stale", "closed", "bad_input", "too_many", "illegal", *KERNEL_CODES,
        "already_started", "not_started", "not_finished", "finished", "full", "wrong_code", "not_invited", "not_seated",
        "bad_seats", "bad_title", "bad_bot", "bad_options", "bad_terms", "bad_visibility", "bad_word",
        "line_too_long", "line_empty", "line_letters", "nothing_to_undo", "undo_barrier", "undo_closed", "not_host",
        "too_many_tables", "undo_failed", "bad_step", "unknown_game", "person_unknown",
        "away", "away_for_good", "left_twice", "no_window", "granted", "no_win", "not_two", "bad_seat", "not_offered",
        "seated", "was_here", "both_late",
        "vote_open", "no_vote", "bad_proposal", "same_terms", "paused", "not_paused", "no_pauses", "untimed",
        "on_vacation",
        "somebody_away", "too_many_votes",
        "no_vacation", "bad_days", "no_days_left", "too_fast", "bad_talk", "unreliable",
    )
)  # fmt: skip
