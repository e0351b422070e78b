"""Who may take the wheel of a seat back from the autopilot."""

from __future__ import annotations

from games.models import Seat

FOR_GOOD = ("banned", "deleted")
WALKS_MOST = 2
"""Who has walked out so often by own will does not come back."""


def why_not_back(chair: Seat) -> str:
    """The code of what keeps the person of an absent seat from coming back; "" when nothing does."""
    if chair.away in FOR_GOOD:
        return "away_for_good"
    return "left_twice" if chair.away == "resigned" and chair.walked_out >= WALKS_MOST else ""


def may_come_back(chair: Seat) -> bool:
    """Whether a person is away from this seat, and may take it back."""
    return chair.user_id is not None and chair.autopilot and not why_not_back(chair)
