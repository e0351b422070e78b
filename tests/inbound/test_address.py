"""Reply addresses: for one decision of one person on one seat, whatever a mail program does to their letters."""

from typing import Any

import pytest

from games import play
from games.inbound.address import parse, reply_address
from games.models import Game, Seat
from tests.play.conftest import seat_of


def test_an_address_fits_into_mail_and_survives_capitals(at_turns: Game, alice: Any) -> None:
    seat = seat_of(alice, at_turns)
    address = reply_address(seat)
    local, _, domain = address.partition("@")
    assert domain == "post.example"
    assert len(local) <= 64
    assert address == address.lower()
    token = parse(f"  {address.upper()} ")
    assert token is not None
    assert (token.seat, token.is_genuine(alice.pk), token.is_of(seat.decision_key)) == (seat.pk, True, True)


def test_an_address_is_for_one_person_and_one_decision(at_turns: Game, alice: Any, bob: Any) -> None:
    seat = seat_of(alice, at_turns)
    token = parse(reply_address(seat))
    assert token is not None
    assert not token.is_genuine(bob.pk)
    play.act(alice, at_turns, seat.decision_key, "step 1")
    later = seat_of(alice, at_turns)
    assert token.is_genuine(alice.pk)
    assert not token.is_of(later.decision_key)
    assert not token.is_of("")
    assert reply_address(later) != reply_address(seat)


def test_there_is_none_for_who_is_not_asked_or_where_replies_are_off(
    at_turns: Game, alice: Any, bob: Any, settings: Any
) -> None:
    assert reply_address(seat_of(bob, at_turns)) == ""
    assert reply_address(Seat(decision_key="x")) == ""
    settings.REPLY_ADDRESS = ""
    assert reply_address(seat_of(alice, at_turns)) == ""
    assert parse("post+1-abc@post.example") is None


def test_another_seat_or_mark_or_seal_is_not_genuine(at_turns: Game, alice: Any) -> None:
    seat = seat_of(alice, at_turns)
    address = reply_address(seat)
    for place in range(len("post+"), address.index("@")):
        if address[place] == "-":
            continue
        other = "3" if address[place] != "3" else "4"
        token = parse(address[:place] + other + address[place + 1 :])
        assert token is not None
        assert not token.is_genuine(alice.pk)


def test_an_old_secret_key_is_good_while_it_is_a_fallback(at_turns: Game, alice: Any, settings: Any) -> None:
    address, key = reply_address(seat_of(alice, at_turns)), seat_of(alice, at_turns).decision_key
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key", [settings.SECRET_KEY]
    token = parse(address)
    assert token is not None
    assert token.is_genuine(alice.pk)
    assert token.is_of(key)
    settings.SECRET_KEY_FALLBACKS = []
    assert not token.is_genuine(alice.pk)


@pytest.mark.parametrize(
    "text",
    ["", "@", "post+@post.example", "post@post.example", "post+0-a@post.example", "post+1-é@post.example", "x" * 9999],
)
def test_other_addresses_are_none_of_ours(text: str) -> None:
    assert parse(text) is None
