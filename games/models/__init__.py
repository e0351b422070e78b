"""What the house keeps, by room: tables and their logs, people at tables, what people are told, the house's own pulse.

Only ``games/play`` writes the rows of ``tables`` and ``people``; ``Box`` is opened by ``games/play`` alone. The rows of
``telling`` are written by ``games/play`` (Notice), ``games/notices`` (Delivery) and the pages of preferences.
"""

from games.models.house import Heartbeat
from games.models.people import (
    BenchEntry,
    ChatLine,
    Proposal,
    RatedGame,
    Rating,
    RatingRow,
    Tenure,
    TurnRecord,
    Vacation,
)
from games.models.tables import Box, Edition, EventRow, Game, Invitation, Move, Seat
from games.models.telling import (
    Delivery,
    DigestDay,
    FeedKey,
    Notice,
    NoticeSettings,
    PushSubscription,
    ReceivedMail,
    TableNotices,
    Webhook,
)

__all__ = [
    "BenchEntry",
    "Box",
    "ChatLine",
    "Delivery",
    "DigestDay",
    "Edition",
    "EventRow",
    "FeedKey",
    "Game",
    "Heartbeat",
    "Invitation",
    "Move",
    "Notice",
    "NoticeSettings",
    "Proposal",
    "PushSubscription",
    "RatedGame",
    "Rating",
    "RatingRow",
    "ReceivedMail",
    "Seat",
    "TableNotices",
    "Tenure",
    "TurnRecord",
    "Vacation",
    "Webhook",
]
