"""Every code with which Hall refuses an action or an option; the sentence is the text ``hall.refused.<code>``."""

from __future__ import annotations

ASKING = ("not_asked", "no_window", "unfinished", "unknown_verb", "wrong_phase", "not_understood")
ORDER = (
    "step_over",
    "step_two_first",
    "workshop_open",
    "place_first",
    "choose_pedestal_first",
    "must_recruit_or_dig",
    "must_dig",
    "second_this_turn",
    "already_cast",
    "already_activated",
)
SETTING_UP = ("no_such_start", "start_taken", "start_not_open", "card_not_in_hand", "no_such_slot", "slot_taken")
PAYING = (
    "not_owned",
    "not_exact",
    "clan_cart",
    "not_four",
    "not_enough_coins",
    "not_enough_minerals",
    "no_rune",
    "no_cart",
)
CASTING = (
    "no_such_spell",
    "spell_not_open",
    "no_spell_castable",
    "bad_choice",
    "bad_rune",
    "nothing_to_smelt",
    "not_two",
    "all_full",
    "no_bribes",
    "all_bribed",
    "decks_empty",
    "no_recruit",
    "no_equal_level",
    "no_statue_can_move",
    "no_statue_beside",
    "no_pedestal_held",
    "no_anchor_open",
)
WORKING = (
    "no_workshop_in_reach",
    "no_workshop_there",
    "workshop_not_touched",
    "no_workshop_open",
    "no_such_exchange",
    "not_held",
)
RECRUITING = (
    "pyramid_full",
    "not_in_horde",
    "no_pedestal_to_choose",
    "not_in_bag",
    "nothing_to_place",
    "no_such_place",
    "no_support",
    "place_taken",
)
DIGGING = (
    "no_dig_possible",
    "no_night_shift",
    "no_such_shape",
    "no_tile_left",
    "no_spot",
    "no_mineral",
    "one_mineral",
    "wrong_shape",
    "off_map",
    "workshop_site",
    "heart",
    "overlap",
    "touches_opponent",
    "not_touching_own",
    "not_enough_hammers",
)
FOUNDING = (
    "no_fresh_tunnel",
    "no_anchor",
    "anchor_taken",
    "no_such_clan",
    "no_pedestal",
    "pair_used",
    "no_workshop_left",
    "no_site_there",
    "no_site_beside",
    "workshop_gone",
)
HALLS = ("no_hall_fits", "no_such_hall", "hall_gone", "over_gate", "over_hall", "bare_ground", "not_own")
STATUES = (
    "nothing_to_move",
    "no_such_square",
    "no_statue_there",
    "not_in_own_network",
    "occupied",
    "too_far",
    "no_way",
)
OPTIONS = ("bad_seats", "unknown_option", "bad_option", "bad_workshop_list", "bad_team_start")
REFUSALS = (
    *ASKING,
    *ORDER,
    *SETTING_UP,
    *PAYING,
    *CASTING,
    *WORKING,
    *RECRUITING,
    *DIGGING,
    *FOUNDING,
    *HALLS,
    *STATUES,
    *OPTIONS,
)
TEXT_IDS = tuple(f"hall.refused.{code}" for code in REFUSALS)
