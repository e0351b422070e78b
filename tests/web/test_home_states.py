"""The start page tells the state of each table by the one clock: whose turn, paused, away, an autopilot at the reader's
seat, votes, unread talk, seats on offer; and never a question asked in silence."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import escape

from games import clocks, clockwords, play
from games.models import Game, Proposal, Seat, Vacation
from games.play import talk, timing
from tests.web.conftest import Opener


def home(client: Any) -> Any:
    return client.get(reverse("home"))


def asked_and_other(game: Game) -> tuple[Seat, Seat]:
    """The seat that is asked, and one that waits."""
    seats = list(Seat.objects.filter(game=game).select_related("user", "game"))
    asked = next(seat for seat in seats if seat.is_asked)
    return asked, next(seat for seat in seats if not seat.is_asked)


def begun(bob: Any, open_table: Opener, **more: Any) -> Game:
    """A game of two in which one seat alone is asked, openly."""
    return play.join(bob, open_table(2, options={"start": "1"}, random_order=False, **more))


def test_my_turn_is_told_whatever_is_in_the_bank(bob: Any, open_table: Opener, enter: Any) -> None:
    """B38: with days in the bank the turn stands out as with hours; how urgent it is stands apart."""
    game = begun(bob, open_table)
    seat, _ = asked_and_other(game)
    for hours, urgency in ((72, "calm"), (20, "soon"), (3, "late")):
        Seat.objects.filter(pk=seat.pk).update(bank=timedelta(hours=hours))
        page = home(enter(seat.user)).content.decode()
        assert '<span class="badge">Your turn</span>' in page
        assert f'class="task {urgency} next"' in page
        assert "One table waits for you" in page


def test_a_pause_has_the_same_words_in_the_list_and_from_the_one_clock(
    alice: Any, bob: Any, open_table: Opener, enter: Any
) -> None:
    """B25: paused means paused everywhere, and no countdown beside it."""
    game = begun(bob, open_table)
    proposal = play.propose(alice, game, "pause", {"days": 5})
    play.vote(bob, game, proposal.pk, True)
    game.refresh_from_db()
    seat, other = asked_and_other(game)
    with translation.override("en"):
        now = timezone.now()
        words = clockwords.clock_words(timing.clock_of(game, seat, now), ZoneInfo("UTC"), now)
    assert words["left"].startswith("paused until")
    for person in (seat.user, other.user):
        page = home(enter(person)).content.decode()
        assert words["left"] in page
        assert "hours left" not in page
        assert "days left" not in page


def test_a_vacation_of_another_is_told_with_its_end(bob: Any, open_table: Opener, enter: Any) -> None:
    game = begun(bob, open_table)
    seat, other = asked_and_other(game)
    now = timezone.now()
    person: Any = seat.user
    Vacation.objects.create(user=person, starts_at=now, ends_at=now + timedelta(days=9))
    assert "on vacation until" in home(enter(other.user)).content.decode()
    own = home(enter(seat.user)).content.decode()
    assert "You are on vacation until" in own
    assert reverse("away") in own


def test_a_silent_question_of_another_shows_nowhere(bob: Any, open_table: Opener, enter: Any) -> None:
    """Who is asked in silence is "to move" for nobody but for themselves."""
    game = begun(bob, open_table)
    seat, other = asked_and_other(game)
    before = home(enter(other.user)).context["waiting"][0]
    assert before.to_move == seat.label()
    assert before.due_at is not None
    Seat.objects.filter(pk=seat.pk).update(silent=True)
    card = home(enter(other.user)).context["waiting"][0]
    assert (card.to_move, card.due_at, card.clock["left"]) == ("others", None, "")
    assert len(home(enter(seat.user)).context["tasks"]) == 1


def test_time_that_is_up_is_told_with_the_claim_window(bob: Any, open_table: Opener, enter: Any) -> None:
    game = begun(bob, open_table)
    seat, other = asked_and_other(game)
    now = timezone.now()
    late = {"asked_at": now - timedelta(hours=80), "bank": timedelta(hours=72), "due_at": now - timedelta(hours=8)}
    Seat.objects.filter(pk=seat.pk).update(**late, claim_until=now + timedelta(hours=4))
    for person in (seat.user, other.user):
        page = home(enter(person)).content.decode()
        assert "time is up" in page
        assert "the others decide until" in page


def test_the_wheel_can_be_taken_back_from_the_list(alice: Any, bob: Any, open_table: Opener, enter: Any) -> None:
    game = begun(bob, open_table)
    play.resign(alice, game)
    client = enter(alice)
    page = home(client)
    assert [card.wheel for card in page.context["taken"]] == ["You left this game."]
    assert page.context["tasks"] == []
    assert page.context["frame"].waiting == 0
    assert f'action="{reverse("wheel", args=[game.public_id])}"' in page.content.decode()
    client.post(reverse("wheel", args=[game.public_id]))
    assert home(client).context["taken"] == []
    play.resign(alice, game)
    again = home(client)
    assert "The autopilot has your seat" in again.content.decode()
    assert "Take the wheel back" not in again.content.decode()


def test_votes_that_wait_for_me_are_questions(alice: Any, bob: Any, open_table: Opener, enter: Any) -> None:
    game = begun(bob, open_table)
    play.propose(alice, game, "pause", {"days": 3})
    page = home(enter(bob)).content.decode()
    assert "Evening: pause for 3 days?" in page
    assert "1 of 2 says yes" in page
    assert "pause for" not in home(enter(alice)).content.decode()
    proposal = Proposal.objects.get(game=game)
    assert f'name="proposal" value="{proposal.pk}"' in page
    client = enter(bob)
    answer = client.post(reverse("vote", args=[game.public_id]), {"proposal": proposal.pk, "yes": "1"})
    assert answer.status_code == 303
    assert "pause for" not in home(client).content.decode()


def test_an_invitation_tells_all_time_settings_before_the_seat_is_taken(
    alice: Any, bob: Any, open_table: Opener, enter: Any
) -> None:
    """B29: also where a seat can be taken from the start page."""
    terms = clocks.Terms(weekend=True, vacation=False)
    open_table(3, "Stone supper", invited=[bob], terms=terms)
    page = home(enter(bob)).content.decode()
    assert "You are invited to <b>Stone supper</b>." in page
    with translation.override("en"):
        for sentence in clockwords.terms_words(terms, ZoneInfo("UTC")):
            assert escape(sentence) in page


def test_unread_talk_is_counted_and_my_own_is_not(alice: Any, bob: Any, open_table: Opener, enter: Any) -> None:
    game = begun(bob, open_table)
    talk.say(alice, game, "Hello")
    talk.say(alice, game, "Anybody there?")
    assert "2 new messages" in home(enter(bob)).content.decode()
    assert "new message" not in home(enter(alice)).content.decode()


def test_seats_on_offer_are_hinted_at_to_who_volunteered(
    alice: Any, bob: Any, charlie: Any, open_table: Opener, enter: Any
) -> None:
    game = begun(bob, open_table)
    play.resign(alice, game)
    assert "Substitutes wanted" not in home(enter(charlie)).content.decode()
    play.volunteer(charlie, game.slug, True)
    page = home(enter(charlie)).content.decode()
    assert "1 seat is free in a game you volunteered for." in page
    assert reverse("bench") in page


def test_the_list_of_tables_that_wait_for_others_costs_the_same_however_long_it_is(
    bob: Any, open_table: Opener, enter: Any
) -> None:
    client, costs = enter(bob), []
    for _ in range(2):
        for _ in range(3):
            begun(bob, open_table)
        with CaptureQueriesContext(connection) as queries:
            page = home(client)
        costs.append(len(queries))
    assert len(page.context["waiting"]) == 6
    assert costs[0] == costs[1] < 20
