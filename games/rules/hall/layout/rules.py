"""Which paragraph of the rules page tells more: for each refusal, and for each part of the table.

An anchor is the ``id`` of a paragraph of ``templates/hall/rules_<language>.html``; a test keeps them together.
"""

from __future__ import annotations

from games.rules.hall.refusals import REFUSALS

STEPS = {"magic": "h-spell", "main": "h-turn", "hall": "h-hall", "statues": "h-move", "end": "h-end"}
"""Step of the turn -> anchor."""
PARTS = {"gate": "h-setup", "draft": "h-draft", "recruit": "h-recruit", "place": "h-cascade", "dig": "h-dig",
         "extra": "h-dig", "trade": "h-trade", "workshop": "h-workshop", "finish": "h-pedestal",
         "site": "h-site"}  # fmt: skip
"""Open part of a panel -> anchor, where it is another than that of the step."""
_BY_ANCHOR = {
    "h-turn": (
        "not_asked", "step_over", "step_two_first", "must_recruit_or_dig", "must_dig", "wrong_phase", "unknown_verb",
        "no_window", "unfinished", "not_understood", "second_this_turn",
    ),
    "h-setup": ("no_such_start", "start_taken", "start_not_open"),
    "h-draft": ("card_not_in_hand", "no_such_slot", "slot_taken"),
    "h-pay": ("not_owned", "not_exact"),
    "h-carts": ("clan_cart",),
    "h-trade": ("not_four",),
    "h-bribes": ("not_enough_coins", "no_recruit", "not_in_horde"),
    "h-cost": ("not_enough_minerals", "no_mineral", "one_mineral", "no_tile_left", "no_such_shape"),
    "h-spell": (
        "already_cast", "no_rune", "no_such_spell", "spell_not_open", "no_spell_castable", "bad_choice", "bad_rune",
        "nothing_to_smelt", "not_two", "all_full", "no_bribes", "all_bribed", "decks_empty", "no_equal_level",
        "no_statue_beside", "no_night_shift",
    ),
    "h-workshop": (
        "workshop_open", "already_activated", "no_workshop_in_reach", "no_workshop_there", "workshop_not_touched",
        "no_workshop_open", "no_such_exchange", "not_held",
    ),
    "h-recruit": ("choose_pedestal_first", "no_pedestal_to_choose", "not_in_bag", "pyramid_full"),
    "h-place": ("place_first", "nothing_to_place", "no_such_place", "no_support", "place_taken"),
    "h-spot": (
        "no_dig_possible", "no_spot", "wrong_shape", "off_map", "workshop_site", "heart", "overlap",
        "not_touching_own",
    ),
    "h-apart": ("touches_opponent",),
    "h-rubble": ("not_enough_hammers",),
    "h-pedestal": (
        "no_fresh_tunnel", "no_anchor", "anchor_taken", "no_such_clan", "no_pedestal", "pair_used", "no_pedestal_held",
        "no_anchor_open",
    ),
    "h-site": ("no_workshop_left", "no_site_there", "no_site_beside", "workshop_gone"),
    "h-hall": ("no_hall_fits", "no_such_hall", "hall_gone", "over_gate", "over_hall", "bare_ground", "not_own"),
    "h-move": (
        "no_cart", "no_statue_can_move", "nothing_to_move", "no_such_square", "no_statue_there",
        "not_in_own_network", "occupied", "too_far", "no_way",
    ),
}  # fmt: skip
ANCHORS = {code: anchor for anchor, codes in _BY_ANCHOR.items() for code in codes if code in REFUSALS}


def rule_of(code: str) -> str:
    """The anchor of the paragraph behind a refusal; "" where the refusal is of no rule of the game."""
    return ANCHORS.get(code, "")


def rule_of_step(step: str, kind: str) -> str:
    """The anchor behind a step of the turn panel, or behind what is open in it."""
    return PARTS.get(kind, STEPS[step])
