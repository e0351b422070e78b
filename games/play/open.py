"""Opening a table, its bots, its invitations, closing it. Sitting down and the start are in ``chairs``."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import clocks, editions
from games.clocks import Terms
from games.models import Box, Edition, Game, Invitation, Move, Notice, Seat
from games.play import codes, nudge
from games.play.chairs import must_be_open, one_line, shut, sit, start_when_full
from games.play.desk import opened
from games.play.errors import BadInput, Closed, NotYours, Refused
from games.play.rulesets import package, rules_for
from games.rules import kernel

OPEN_MOST = 20
"""Tables that one person may have waiting for players at a time."""
INVITED_MOST = 30
TITLE_LENGTH = 60


def open_table(
    user: Any,
    slug: str,
    title: str,
    seats: int,
    options: dict[str, Any],
    *,
    visibility: str = "open",
    terms: Terms | None = None,
    bots: Sequence[str] = (),
    invited: Sequence[Any] = (),
    edition: str | Edition | None = None,
    random_order: bool = True,
    word: str = "",
) -> Game:
    """Open a table of ``seats`` chairs. The opener takes the first, bots the last ones; a full table starts at once.

    ``user`` None: a table of bots alone. ``word``: the opener's public word for the dice ("" = a random one).
    ``terms``: the time settings (None: ``clocks.DEFAULT``).
    Raises BadInput with the code of what is wrong, Refused("too_many_tables").
    """
    terms = terms or clocks.DEFAULT
    _check_shape(slug, seats, terms, visibility)
    _check_bots(slug, seats, bots, user)
    now = timezone.now()
    with transaction.atomic():
        frozen = edition if isinstance(edition, Edition) else editions.freeze(slug, edition or editions.DEFAULT)
        title = one_line(title, TITLE_LENGTH, "bad_title")
        game = _new_game(user, slug, title, seats, terms, visibility, frozen, now)
        game.random_order = random_order
        game.options = _options(game, options)
        secret = secrets.token_bytes(32)
        game.secret_hash = hashlib.sha256(secret).hexdigest()
        game.save()
        Box.objects.create(game=game, secret=secret)
        _chairs(game, user, bots, word, now)
        _invite_all(game, user, invited, now)
        with opened(game, now, user.pk if user else None) as desk:
            desk.note(Move.Kind.TABLE, "open", user=user.pk if user else None)
            start_when_full(desk)
    return desk.game


def _check_shape(slug: str, seats: int, terms: Terms, visibility: str) -> None:
    low, high = package(slug).SEATS
    if not low <= seats <= high:
        raise BadInput("bad_seats", low=low, high=high)
    if wrong := terms.problems():
        raise BadInput("bad_terms", field=wrong[0])
    if visibility not in Game.Visibility.values:
        raise BadInput("bad_visibility")


def _check_bots(slug: str, seats: int, bots: Sequence[str], user: Any) -> None:
    if any(bot not in package(slug).BOTS for bot in bots):
        raise BadInput("bad_bot")
    if len(bots) > seats - (1 if user is not None else 0) or (user is None and len(bots) != seats):
        raise BadInput("bad_bot")
    if user is not None and Game.objects.filter(opened_by=user, status=Game.Status.OPEN).count() >= OPEN_MOST:
        raise Refused("too_many_tables", n=OPEN_MOST)


def _new_game(
    user: Any, slug: str, title: str, seats: int, terms: Terms, visibility: str, edition: Edition, now: Any
) -> Game:
    return Game(
        public_id=codes.new_address(),
        slug=slug,
        edition=edition,
        title=title,
        seats_count=seats,
        terms=terms.named().dump(),
        visibility=visibility,
        invite_code=secrets.token_urlsafe(16) if visibility == Game.Visibility.PRIVATE else "",
        opened_by=user,
        created_at=now,
        closes_at=now + clocks.OPEN_TABLE,
    )


def _options(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    try:
        return dict(rules_for(game).check_options(options, game.seats_count))
    except kernel.Illegal as error:
        raise BadInput("bad_options", why=error.code) from None


def _chairs(game: Game, user: Any, bots: Sequence[str], word: str, now: Any) -> None:
    chairs = [Seat(game=game, number=n) for n in range(1, game.seats_count + 1)]
    if user is not None:
        sit(chairs[0], user, word, now)
    for chair, bot in zip(reversed(chairs), reversed(bots), strict=False):
        chair.bot, chair.joined_at = bot, now
    Seat.objects.bulk_create(chairs)


def close(user: Any, game: Game | int) -> Game:
    """Close an open table for good (its host alone). Everybody seated is told."""
    with opened(game, timezone.now(), user.pk) as desk:
        must_be_open(desk.game)
        _must_be_host(desk.game, user)
        shut(desk, "host")
    return desk.game


def _must_be_host(game: Game, user: Any) -> None:
    if game.opened_by_id != user.pk:
        raise NotYours("not_host")


def add_bot(user: Any, game: Game | int, bot: str) -> Game:
    """Give the last free chair to a bot (host alone). A full table starts."""
    with opened(game, timezone.now(), user.pk) as desk:
        must_be_open(desk.game)
        _must_be_host(desk.game, user)
        if bot not in package(desk.game.slug).BOTS:
            raise BadInput("bad_bot")
        chair = next((seat for seat in reversed(desk.seats) if seat.is_free), None)
        if chair is None:
            raise Closed("full")
        chair.bot, chair.joined_at = bot, desk.now
        desk.touch(chair)
        start_when_full(desk)
    return desk.game


def remove_bot(user: Any, game: Game | int, number: int) -> Game:
    """Free the chair of a bot (host alone)."""
    with opened(game, timezone.now(), user.pk) as desk:
        must_be_open(desk.game)
        _must_be_host(desk.game, user)
        chair = next((seat for seat in desk.seats if seat.number == number and seat.bot), None)
        if chair is None:
            raise BadInput("bad_bot")
        chair.bot, chair.joined_at = "", None
        desk.touch(chair)
    return desk.game


def invite(user: Any, game: Game | int, other: Any) -> Invitation:
    """Ask a person to take a seat (anybody seated may). Asking twice is one invitation."""
    with opened(game, timezone.now(), user.pk) as desk:
        must_be_open(desk.game)
        desk.seat_of(user)
        _invite_all(desk.game, user, [other], desk.now)
    return Invitation.objects.get(game=desk.game, user=other)


def _invite_all(game: Game, user: Any, others: Sequence[Any], now: Any) -> None:
    others = [other for other in others if user is None or other.pk != user.pk]
    if Invitation.objects.filter(game=game).count() + len(others) > INVITED_MOST:
        raise BadInput("bad_input")
    for other in others:
        _, new = Invitation.objects.get_or_create(game=game, user=other, defaults={"created_at": now})
        if new:
            Notice.objects.create(game=game, user=other, kind=Notice.Kind.INVITATION, created_at=now)
            nudge.soon("send_notices")


def decline(user: Any, game: Game | int) -> None:
    """Say no to an invitation; it can still be taken up later while the table is open."""
    Invitation.objects.filter(game=game, user=user, answer="").update(answer="declined")
