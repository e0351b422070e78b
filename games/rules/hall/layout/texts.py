"""The text ids that the layout makes from keys, for the check of the catalogues."""

from __future__ import annotations

from games.rules.hall.edition import CLANS, KINDS
from games.rules.hall.layout.final import SOURCES
from games.rules.hall.layout.log import OWN, PUBLIC, UNDOABLE
from games.rules.hall.layout.magic import ASKED
from games.rules.hall.layout.smoot import CLOSER
from games.rules.hall.layout.turn import STEPS
from games.rules.hall.layout.words import PLAIN, VERBS

SPELLS = (
    "earth_ritual", "motley_vein", "soft_rock", "night_shift", "deep_smelt", "haggle", "harvest_moon", "wake_drum",
    "free_wheels",
    "ghost_push", "siren_stone", "shiny_pebbles", "toll", "changing_guard", "changeling", "late_foundation",
    "open_door",
)  # fmt: skip
HEADINGS = ("gate", "draft", "magic", "main", "place", "finish_tunnel", "extra", "hall", "statues", "end")

TEXT_IDS = (
    *(f"hall.kind.{kind}" for kind in KINDS),
    *(f"hall.count.{kind}" for kind in KINDS),
    *(f"hall.count.cart_{clan}" for clan in CLANS),
    *(f"hall.cart.{clan}" for clan in CLANS),
    *(f"hall.clan.{clan}" for clan in (*CLANS, "mud")),
    *(f"hall.colour.{tier}" for tier in range(1, 6)),
    *(f"hall.verb.{verb}" for verb in VERBS),
    *(f"hall.word.{word}" for word in PLAIN),
    *(f"hall.step.{step}" for step in STEPS),
    *(f"hall.heading.{name}" for name in HEADINGS),
    *(f"hall.need.{step}" for step in ("magic", "main", "statues")),
    *(f"hall.switch.{half}" for half in ("recruit", "dig", "skip")),
    *(f"hall.deed.{verb}" for verb in UNDOABLE),
    *(f"hall.log.{code}" for code in (*PUBLIC, "drafted_card", "drew")),
    *(f"hall.log.{code}.you" for code in OWN),
    *(f"hall.score.{source}" for source in SOURCES),
    *(f"hall.score.{source}.about" for source in SOURCES),
    *(f"hall.ask.{kind}" for kind in ASKED),
    *(f"hall.closer.{part}" for part in CLOSER),
    "hall.reason.coronation",
    "hall.reason.time",
    "hall.reason.resigned",
    *(f"hall.spell.{spell}.effect" for spell in SPELLS),
)
