"""In the Hall of the Mountain King: two to five trolls' leaders dig for the crown. Rules, texts, drawings and bots."""

from __future__ import annotations

from games.rules.hall import texts
from games.rules.hall.bots import BOTS, HOUSE_BOT
from games.rules.hall.edition import HallEdition
from games.rules.hall.edition.checking import check_edition
from games.rules.hall.edition.drawings import BadEdition
from games.rules.hall.edition.reading import edition_from_files
from games.rules.hall.rules import SLUG, VERSION, HallRules

SEATS = (2, 5)
EDITION = HallEdition


__all__ = [
    "BOTS",
    "EDITION",
    "HOUSE_BOT",
    "SEATS",
    "SLUG",
    "VERSION",
    "BadEdition",
    "HallRules",
    "build",
    "check_edition",
    "edition_from_files",
    "messages",
]


def build(edition: HallEdition) -> HallRules:
    """The rule set for an edition."""
    return HallRules(edition)


def messages() -> list[str]:
    """The ids of every text this game shows that no template names."""
    return texts.ids()
