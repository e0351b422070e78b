"""Pictures of what changed: small, true to the page's colours, from the reader's view alone."""

import re
from typing import Any

import pytest

from games import pictures
from games.mails.case import Case
from games.models import Game, Notice, Seat
from games.play import reading
from games.play.rulesets import rules_for
from games.sentences import layout_of
from hotmk_site.texts import t
from tests.mail.conftest import asked, to_a_turn


def told(game: Game, actions: int) -> list[tuple[int, list[tuple[str, dict[str, Any]]]]]:
    """The last rows of the log as deeds of a mail."""
    entries = reading.look(asked(game).user, game).log(limit=actions)
    return [(number, entry.events) for number, entry in enumerate(entries, 1)]


def drawn(game: Game, user: Any, deeds: Any) -> tuple[str, str] | None:
    look = reading.look(user, game)
    maker = layout_of(game.slug).change_picture
    found: tuple[str, str] | None = maker(rules_for(game).edition, look.view, deeds, t, str, look.number)  # type: ignore[attr-defined]
    return found


@pytest.fixture
def late(running: Game) -> Game:
    """A game in which much has been dug, also within the last twenty rows of its log, whatever the dice say."""
    game = to_a_turn(running, 65)
    for _ in range(60):
        if drawn(game, asked(game).user, told(game, 20)) is not None:
            return game
        game = to_a_turn(game, 1)
    raise AssertionError("nobody has dug for sixty turns")


def test_a_full_mountain_is_still_a_light_picture(late: Game) -> None:
    found = pictures.of_change(reading.look(asked(late).user, late), told(late, 20), str)
    assert found is not None
    assert found.png.startswith(b"\x89PNG")
    assert len(found.png) <= pictures.HEAVY
    assert found.width == 544
    assert 150 < found.height < 400


def test_every_colour_of_the_drawing_is_known_by_day(late: Game) -> None:
    found = drawn(late, asked(late).user, told(late, 20))
    assert found is not None
    assert "var(--" in found[0]
    assert "var(" not in pictures.plain(found[0])
    assert not re.search(r'href="(?!#)', found[0]), "nothing outside is needed"


def test_numbers_are_those_of_the_mail(late: Game) -> None:
    """Marked in the words and on the picture alike."""
    deeds = [(number + 3, events) for number, events in told(late, 20)]
    found = drawn(late, asked(late).user, deeds)
    assert found is not None
    numbers = set(re.findall(r"Marked (\d+):", found[1]))
    assert numbers
    assert numbers == set(re.findall(r'class="number">(\d+)<', found[0]))
    assert min(map(int, numbers)) > 3


def test_nothing_on_the_mountain_no_picture(running: Game, alice: Any) -> None:
    assert drawn(running, alice, [(1, [("recruit", {"seat": 1})])]) is None
    assert pictures.of_change(reading.look(alice, running), [], str) is None


def test_a_watcher_gets_what_a_watcher_may_see(late: Game, charlie: Any) -> None:
    """The picture is drawn from the view of who reads it; the mountain is open to all, so it is the same."""
    deeds = told(late, 20)
    mine, theirs = drawn(late, asked(late).user, deeds), drawn(late, charlie, deeds)
    assert mine is not None
    assert theirs is not None
    assert mine[0] == theirs[0]


def test_a_heavy_picture_loses_colours_and_then_dots(late: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    found = drawn(late, asked(late).user, told(late, 20))
    assert found is not None
    full = pictures.dots(pictures.plain(found[0]))
    monkeypatch.setattr(pictures, "HEAVY", 1000)
    light = pictures.dots(pictures.plain(found[0]))
    assert len(light[0]) < len(full[0])
    assert light[1:] == full[1:], "it is shown as large as before"


def test_a_mail_about_many_tables_draws_nothing(late: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.utils import timezone

    monkeypatch.setattr(pictures, "of_change", lambda *_: pytest.fail("drawn for nothing"))
    seat: Seat = asked(late)
    notice = Notice(game=late, user=seat.user, kind="your_turn", seat=seat.number, key=seat.decision_key)
    assert Case(notice, timezone.now(), drawn=False).news()["picture"] is None
