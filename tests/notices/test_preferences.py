"""What a person wants to be told: what is kept, what is refused, what holds where nobody has chosen."""

from typing import Any

import pytest

from games.models import Game, Notice, NoticeSettings, TableNotices
from games.notices import matrix, preferences
from games.notices.preferences import BadChoice


def test_every_kind_of_notice_has_an_event_with_a_default_for_every_channel() -> None:
    assert set(matrix.EVENT_OF) == set(Notice.Kind)
    assert set(matrix.EVENT_OF.values()) <= set(matrix.EVENTS)
    assert set(matrix.DEFAULT) == {*matrix.EVENTS, *matrix.HIDDEN}
    for cells in matrix.DEFAULT.values():
        assert tuple(cells) == matrix.CHANNELS
        assert set(cells.values()) <= set(matrix.MODES)


def test_the_house_tells_turns_at_once_collects_talk_and_leaves_moves_alone(alice: Any) -> None:
    mode = preferences.read(alice).mode
    assert [mode(event, "mail") for event in ("turn", "ended", "chat", "moved")] == ["now", "now", "bundle", "off"]
    assert {e for e in matrix.EVENTS if mode(e, "hook") != "off"} == {"turn", "claim", "ended"}
    assert all(mode(e, "push") == mode(e, "mail") for e in matrix.EVENTS)


def test_a_choice_holds_until_it_is_taken_back(alice: Any) -> None:
    preferences.write(alice, matrix={"turn": {"mail": "digest"}, "moved": {"mail": "off"}})
    assert NoticeSettings.objects.get().matrix == {"turn": {"mail": "digest"}}
    assert preferences.mode(alice, "turn", "mail") == "digest"
    assert preferences.read(alice).matrix["turn"] == {"mail": "digest", "push": "now", "hook": "now"}
    preferences.set_mode(alice, "turn", "push", "off")
    assert preferences.read(alice).matrix["turn"] == {"mail": "digest", "push": "off", "hook": "now"}
    assert preferences.usual(alice).mode("turn", "mail") == "now"


def test_a_table_may_differ(alice: Any, bob: Any, table: Game) -> None:
    preferences.write(alice, matrix={"turn": {"mail": "off"}})
    preferences.write_table(alice, table, {"turn": {"mail": "bundle", "push": ""}, "moved": {"mail": "now"}})
    assert preferences.mode(alice, "turn", "mail", table) == "bundle"
    assert preferences.mode(alice, "turn", "mail") == "off"
    assert preferences.mode(alice, "moved", "mail", table) == "now"
    assert preferences.mode(bob, "moved", "mail", table) == "off"
    assert [row.game for row in preferences.tables(alice)] == [table]
    preferences.set_mode(alice, "moved", "mail", "off", table)
    assert preferences.read(alice).at_tables[table.pk] == {"turn": {"mail": "bundle"}, "moved": {"mail": "off"}}
    preferences.write_table(alice, table, {})
    assert not TableNotices.objects.exists()


def test_muted_means_nothing_but_account_security_and_the_choices_stay(alice: Any, table: Game) -> None:
    preferences.write(alice, matrix={"moved": {"mail": "now"}}, muted=True)
    preferences.write_table(alice, table, {"turn": {"mail": "now"}})
    wishes = preferences.read(alice)
    modes = {(e, c): wishes.mode(e, c, table.pk) for e in matrix.EVENTS for c in matrix.CHANNELS}
    assert {cell for cell, mode in modes.items() if mode != "off"} == {("security", "mail")}
    assert all(wishes.is_silent(channel) for channel in matrix.CHANNELS)
    assert preferences.write(alice, muted=False).mode("moved", "mail") == "now"


def test_account_security_cannot_be_switched_off_nor_sent_where_others_read(alice: Any) -> None:
    preferences.write(alice, matrix={"security": {"mail": "off", "hook": "now", "push": "off"}})
    assert NoticeSettings.objects.get().matrix == {"security": {"push": "off"}}
    assert preferences.read(alice).matrix["security"] == {"mail": "now", "push": "off", "hook": "off"}


@pytest.mark.parametrize(
    "choice",
    [
        {"matrix": {"weather": {"mail": "now"}}},
        {"matrix": {"turn": {"pigeon": "now"}}},
        {"matrix": {"turn": {"mail": "sometimes"}}},
        {"digest_minute": 24 * 60},
        {"digest_minute": -1},
        {"reminders": ["half", "quarter"]},
        {"order": ["mail", "pigeon"]},
    ],
)
def test_what_does_not_exist_is_refused_and_nothing_kept(alice: Any, choice: Any) -> None:
    with pytest.raises(BadChoice):
        preferences.write(alice, **choice)
    assert not NoticeSettings.objects.exists()


def test_reminders_order_and_the_hour_of_the_digest(alice: Any) -> None:
    usual = preferences.read(alice)
    assert (usual.reminders, usual.order, usual.digest_minute) == (
        ["half", "fifth", "hour"],
        ["push", "mail", "hook"],
        480,
    )
    kept = preferences.write(alice, reminders=["hour", "half"], order=["hook"], digest_minute=1439)
    assert (kept.reminders, kept.order, kept.digest_minute) == (["half", "hour"], ["hook", "push", "mail"], 1439)
    assert preferences.write(alice, reminders=[]).reminders == []


def test_words_that_a_later_version_dropped_count_as_not_chosen(alice: Any) -> None:
    NoticeSettings.objects.create(
        user=alice, matrix={"turn": {"mail": "fax", "pigeon": "now"}, "weather": {"mail": "off"}, "chat": 7},
        order=["pigeon", "mail"], reminders=["week", "hour"], digest_minute=5000,
    )  # fmt: skip
    wishes = preferences.read(alice)
    assert wishes.mode("turn", "mail") == "now"
    assert (wishes.order, wishes.reminders, wishes.digest_minute) == (["mail", "push", "hook"], ["hour"], 480)
