"""What things are worth to the steward, in honour: resources now and later, production, a whole hoard.

The numbers are judgement, not rules: a resource late in the game is worth its share of a set of three, earlier what it
can still become. Only the hope for great halls (``digging.HALL``, ``hallroom.LACKING``) was chosen by self-play, each
set of numbers against a steward without it: 60 games for two gave 38 wins and 2.8 honour more a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from games.rules.hall import purse, smoot, turn
from games.rules.hall.book import kind_of
from games.rules.hall.edition import KINDS, MINERALS
from games.rules.hall.purse import Held
from games.rules.hall.scene import FULL, Scene, trolls_of

LATE = 0.3
"""A resource at the very end: about a third of a set, or a quarter of a trade."""
EARLY = {"stone": 0.4, "iron": 0.5, "heartstone": 0.6, "coin": 0.5, "cart": 0.6, "hammer": 0.45, "rune": 0.45}
HEAP = (0.0, 0.0, 0.15, 0.5, 1.0, 1.5, 1.6, 1.7, 1.9)
"""What so many minerals of one kind are worth beside their single values: they pay for larger tunnels."""
GRADE = {"stone": 0.6, "iron": 0.9, "heartstone": 1.2}
PURSE = (0.0, 0.0, 0.4, 0.4, 0.5, 1.2, 1.2)
"""What so many coins are worth beside their single values: two recruit from the middle row, five from the top."""
FIRST = {"hammer": 0.3, "rune": 0.25, "cart": 0.2}
"""The first of a kind opens a door."""
REFILLS = 0.18
"""What it is worth to take a resource from a troll rather than from storage: the troll fills again."""


class Outlook:
    """How the game stands for the seat that acts."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.state, self.seat = scene, scene.state, scene.seat

    @cached_property
    def turns(self) -> int:
        """Own turns still to come, the one under way included: known once the end is in sight, guessed before."""
        left = turn.turns_left(self.state)
        if left is not None:
            return left[str(self.seat)] + 1
        missing = sorted(FULL - trolls_of(player) for player in self.state.players)
        return max(3, missing[0 if self.state.seats == 2 else 1] + 3 + max(missing[0] - 2, 0) // 2)

    @cached_property
    def future(self) -> float:
        """1.0 with a long game ahead, 0.0 in the last turn."""
        return min(1.0, (self.turns - 1) / 4)

    @property
    def last(self) -> bool:
        return self.turns <= 1

    def single(self, kind: str) -> float:
        """One resource by itself."""
        return LATE + (EARLY[kind] - LATE) * self.future

    def goods(self, symbols: Iterable[str]) -> float:
        """Several resources or symbols by themselves."""
        return sum(self.single(kind_of(symbol)) for symbol in symbols)

    def hoard(self, counts: Mapping[str, int], digs: bool = True) -> float:
        """All resources of a kind together; ``digs``: another tunnel can be paid with them."""
        total = sum(self.single(kind) * counts.get(kind, 0) for kind in KINDS)
        if digs or not self.last:
            for kind in MINERALS:
                total += GRADE[kind] * HEAP[min(counts.get(kind, 0), len(HEAP) - 1)]
        if not self.last:
            total += self.future * PURSE[min(counts.get("coin", 0), len(PURSE) - 1)]
            total += sum(value for kind, value in FIRST.items() if counts.get(kind, 0)) * self.future
        return total

    def counts(self) -> dict[str, int]:
        """What the seat owns, by kind."""
        return dict(purse.count(self.scene.owned))

    def freed(self, paid: Iterable[Held]) -> float:
        """What it is worth that these come from trolls."""
        return REFILLS * self.future * sum(held.source != purse.STORAGE for held in paid)

    def exchange(self, paid: Iterable[Held], gained: Iterable[str], digs: bool = True) -> float:
        """What giving these and gaining those is worth."""
        before = self.counts()
        after = dict(before)
        paid = list(paid)
        for held in paid:
            after[held.kind] -= 1
        for kind in gained:
            after[kind] = after.get(kind, 0) + 1
        return self.hoard(after, digs) - self.hoard(before, digs) + self.freed(paid)

    def production(self, symbols: Iterable[str], place: smoot.Place) -> float:
        """What a troll in this place will still give when others are placed above it."""
        row, i = place
        above = [
            (r, p)
            for r in range(row + 1, 4)
            for p in range(max(0, i - (r - row)), min(i, 3 - r) + 1)
            if smoot.at(self.scene.player, (r, p)) is None
        ]
        chances = min(len(above), max(self.turns - 2, 0) / 2)
        return 0.55 * chances * self.goods(symbols)
