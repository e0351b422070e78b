"""What a table may choose about time."""

from __future__ import annotations

import msgspec
import pytest

from games import clocks
from games.clocks import DAY, HOUR, PRESETS, Terms


def test_the_presets_are_those_of_the_house() -> None:
    numbers = {key: (terms.bank / HOUR, terms.credit / HOUR, terms.cap / HOUR) for key, terms in PRESETS.items()}
    assert numbers == {
        "brisk": (24, 8, 48), "standard": (72, 12, 120), "relaxed": (168, 24, 336), "untimed": (0, 0, 0),
    }  # fmt: skip
    assert all(terms.problems() == [] for terms in PRESETS.values())
    assert clocks.per_turn(24).problems() == clocks.per_turn(0).problems() == []


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"bank": -1}, ["bank"]),
        ({"credit": -1}, ["credit"]),
        ({"cap": 71 * HOUR}, ["cap"]),
        ({"cap": clocks.LONGEST + 1}, ["cap"]),
        ({"credit": clocks.LONGEST + 1}, ["credit"]),
        ({"bank": 63 * DAY, "cap": 63 * DAY}, ["bank", "cap"]),
        ({"grace": 7 * HOUR}, ["grace"]),
        ({"grace": -8 * HOUR}, ["grace"]),
        ({"claim": HOUR - 1}, ["claim"]),
        ({"claim": 72 * HOUR + 1}, ["claim"]),
        ({"pilot": "random"}, ["pilot"]),
        ({"endgame": "sudden"}, ["endgame"]),
        ({"bench_days": -1}, ["bench_days"]),
        ({"bench_days": 31}, ["bench_days"]),
        ({"least": 101}, ["least"]),
        ({"preset": "blitz", "pilot": ""}, ["preset", "pilot"]),
    ],
)
def test_settings_no_table_may_have(change: dict[str, object], wrong: list[str]) -> None:
    assert msgspec.structs.replace(Terms(), **change).problems() == wrong


def test_a_preset_is_what_its_numbers_are() -> None:
    assert Terms(preset="brisk").named().preset == "standard"
    assert Terms(preset="standard", credit=HOUR).named().preset == "custom"
    assert Terms(preset="custom", bank=0, cap=5 * HOUR).named().preset == "untimed"
    assert Terms(weekend=True).named() == Terms(weekend=True)


def test_settings_travel_as_json() -> None:
    terms = Terms(preset="custom", bank=5 * HOUR, cap=6 * HOUR, weekend=True, pilot="bot", least=80)
    assert Terms.read(terms.dump()) == terms
    assert clocks.Habits.read(clocks.Habits("Asia/Kathmandu", (1320, 420)).dump()) == clocks.Habits(
        "Asia/Kathmandu", (1320, 420)
    )
    assert clocks.Habits.read(None) == clocks.Habits()
