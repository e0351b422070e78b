"""The time settings of a table on its way from the form to whoever thinks of joining."""

from __future__ import annotations

from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import translation

from games import clocks, play
from games.clocks import DAY, HOUR, Terms
from games.clockwords import terms_words
from games.models import Game
from games.termforms import address_of, fields_of
from tests.web.conftest import SLUG, Opener

CHOSEN = Terms(
    preset="custom", bank=30 * HOUR, credit=5 * HOUR, cap=60 * HOUR, grace=12 * HOUR, weekend=True, quiet=False,
    vacation=False, claim=24 * HOUR, pilot="bot", endgame="short", bench_days=3, least=80,
)  # fmt: skip


def sent(terms: Terms, **more: str) -> dict[str, str]:
    return {"game": SLUG, "seats": "3", "title": "Slow", "visibility": "open", **dict(address_of(terms)), **more}


@pytest.mark.parametrize("terms", [*clocks.PRESETS.values(), CHOSEN], ids=lambda terms: terms.preset)
def test_a_table_has_the_times_that_were_chosen(alice: Any, enter: Any, terms: Terms) -> None:
    answer = enter(alice).post(
        reverse("create"), {**sent(terms), "option_start": "random", "option_workshops": "drawn"}
    )
    assert answer.status_code == 303
    assert Game.objects.get().time == terms


def test_own_times_that_are_a_preset_carry_its_name(alice: Any, enter: Any) -> None:
    fields = sent(Terms(), preset="custom", option_start="random", option_workshops="drawn")
    assert enter(alice).post(reverse("create"), fields).status_code == 303
    assert Game.objects.get().time.preset == "standard"


def test_what_is_typed_into_own_times_matters_only_with_them(alice: Any, enter: Any) -> None:
    fields = sent(Terms(), bank_hours="x", cap_hours="", option_start="random", option_workshops="drawn")
    assert enter(alice).post(reverse("create"), fields).status_code == 303
    assert Game.objects.get().time == Terms()


def test_other_seats_reload_the_form_with_all_times(alice: Any, enter: Any) -> None:
    """Nothing typed is lost, boxes without a tick stay without one."""
    client = enter(alice)
    answer = client.post(reverse("create"), {**sent(CHOSEN), "again": "1"})
    form = client.get(answer["Location"]).context["form"]
    shown = {name: form[name].value() for name in fields_of(CHOSEN)}
    assert {name: str(value) for name, value in shown.items()} == {
        name: str(value) for name, value in fields_of(CHOSEN).items()
    }
    assert form.more_is_open()


def test_an_error_stands_beside_its_field_and_opens_what_is_folded(alice: Any, enter: Any) -> None:
    answer = enter(alice).post(reverse("create"), sent(Terms(), claim_hours="100"))
    assert answer.status_code == 422
    text = answer.content.decode()
    assert '<details class="many more-time" open>' in text
    assert 'aria-describedby="id_claim_hours-help id_claim_hours-error" aria-invalid="true"' in text
    assert 'value="100"' in text


def test_the_usual_form_has_nothing_unfolded(alice: Any, enter: Any) -> None:
    client = enter(alice)
    assert '<details class="many more-time">' in client.get(reverse("create")).content.decode()
    answer = client.post(reverse("create"), sent(Terms(), title=""))
    assert '<details class="many more-time">' in answer.content.decode()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("page", ["lobby", "waiting room", "invitation", "secret link"])
def test_every_time_setting_is_told_before_joining(
    bob: Any, enter: Any, open_table: Opener, page: str, language: str
) -> None:
    """B29: in words, in the zone of who reads, wherever a seat can be taken."""
    type(bob).objects.filter(pk=bob.pk).update(language=language, time_zone="Asia/Kathmandu")
    kind: dict[str, dict[str, Any]] = {
        "invitation": {"visibility": "invited", "invited": [bob]}, "secret link": {"visibility": "private"},
    }  # fmt: skip
    game = open_table(3, terms=CHOSEN, **kind.get(page, {}))
    address = {
        "waiting room": reverse("table", args=[game.public_id]),
        "secret link": reverse("secret_link", args=[game.public_id, game.invite_code or "none"]),
    }.get(page, reverse("lobby"))
    text = unescape(enter(bob).get(address).content.decode())
    with translation.override(language):
        for sentence in terms_words(CHOSEN, ZoneInfo("Asia/Kathmandu")):
            assert sentence in text
    assert "Kathmandu" in text


def test_what_is_not_as_usual_is_seen_without_unfolding(bob: Any, enter: Any, open_table: Opener) -> None:
    open_table(3, "Plain")
    open_table(3, "Free weekends", terms=Terms(weekend=True))
    rows = {row.game.title: row.unusual for row in enter(bob).get(reverse("lobby")).context["rows"]}
    assert rows["Plain"] == []
    assert len(rows["Free weekends"]) == 1


@pytest.mark.parametrize("terms", [Terms(bank=-1), Terms(cap=DAY), Terms(grace=1), Terms(claim=0), Terms(pilot="x")])
def test_no_table_opens_with_times_no_form_sends(alice: Any, terms: Terms) -> None:
    with pytest.raises(play.BadInput) as caught:
        play.open_table(alice, SLUG, "Slow", 3, {}, terms=terms)
    assert caught.value.code == "bad_terms"
    assert not Game.objects.exists()
