"""The message ids of Hall that other floors make from its slug and keys: names, options, bots, questions."""

from __future__ import annotations

from games.rules.hall.bots import BOTS
from games.rules.hall.options import SIDES, WORKSHOPS

ELEVEN = (
    "cartwright",
    "charmcrafter",
    "coinpress",
    "metalworks",
    "pickforge",
    "quartermaster",
    "runesmithy",
    "stonegrinder",
    "stonemill",
    "toolforge",
    "wheeljack",
)
"""The workshops of the rulebook; every edition has these and two tiles of each."""
OPTIONS = ("side", "start", "team", "workshops", "workshop_list", "hidden_totals")
DRAWS = (
    "bag",
    "deck",
    "draft",
    "setup_clans",
    "setup_start",
    "setup_statue",
    "setup_tokens",
    "setup_workshops",
    "spells",
)
"""The labels of the dice, without numbers, "_" for the dots: what each draws, for the page that checks the dice."""
QUESTIONS = ("gate", "draft", "turn", "place")


def ids() -> list[str]:
    """Every such id."""
    choices = [f"side.{side}" for side in SIDES] + [f"workshops.{way}" for way in WORKSHOPS]
    choices += ["start.random", *(f"start.{seat}" for seat in range(1, 6))]
    choices += [f"workshop_list.{key}{copy}" for key in ELEVEN for copy in ("", ".2")]
    names = ["name", "about", *(f"asked.{code}" for code in QUESTIONS), *(f"bot.{bot}" for bot in BOTS)]
    names += [f"dice.{label}" for label in DRAWS]
    return [f"hall.{name}" for name in names] + [f"hall.option.{name}" for name in (*OPTIONS, *choices)]
