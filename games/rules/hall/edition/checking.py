"""Does an edition say what the rulebook says (rulebook: Components, General Setup, and every count in the text)?

A statement of the rulebook holds for every edition. A promise is something that an edition makes of itself: the
house edition keeps all of them, printed values need not. ``statements`` lists both kinds, ``check_edition`` what is
broken.
"""

from __future__ import annotations

from games.rules.hall.claims import Claim
from games.rules.hall.edition import Broken, HallEdition, checking_cards, checking_pieces, checking_sides


def statements(edition: HallEdition) -> list[Claim]:
    """All statements and promises, kept or broken, in the order of the files."""
    return [
        *checking_pieces.claims(edition),
        *checking_cards.claims(edition),
        *checking_sides.claims(edition),
    ]


def check_edition(edition: HallEdition) -> list[Broken]:
    """What is broken; empty for a sound edition."""
    broken = [claim for claim in statements(edition) if not claim.kept]
    return [Broken(claim.area, claim.statement, claim.seen, claim.promise) for claim in broken]
