"""The bots of Hall. Each sees an imagined world of its seat and names one action (``games.rules.bot.Bot``)."""

from __future__ import annotations

from games.rules.bot import Bot, random_action
from games.rules.hall.bots.steward import steward

BOTS: dict[str, Bot] = {"random": random_action, "steward": steward}
HOUSE_BOT = "steward"
