"""The substitute bench (design: "When time runs out", 4): people who volunteer to take over absent seats of a game.

A seat on autopilot is offered for the table's number of days. The first who takes it has it, with a full bank and new
keys; what the leaver did stays with the leaver. Seats of tables that are not open to everybody are offered to those
who were invited there.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import BenchEntry, Game, Invitation, Move, Notice, Seat, TableNotices, Tenure
from games.play import outbox, reliability, tenures, timing
from games.play.desk import Desk, opened
from games.play.errors import BadInput, Closed, NotYours, Refused
from games.play.rulesets import package

OFFERED_MOST = 50
"""So many people are told of one seat, who has waited longest first."""


def volunteer(user: Any, slug: str, on: bool) -> None:
    """Sit down on the bench of a game, or get up. Raises BadInput for an unknown game."""
    package(slug)
    if on:
        BenchEntry.objects.get_or_create(user=user, slug=slug, defaults={"since": timezone.now()})
    else:
        BenchEntry.objects.filter(user=user, slug=slug).delete()


def offer(desk: Desk, chair: Seat, key: str) -> None:
    """Offer a seat whose person is away; tell the bench."""
    days = desk.game.time.bench_days
    if not days:
        return
    chair.offered_until = desk.now + timedelta(days=days)
    data = {"until": chair.offered_until.isoformat()}
    for entry in _waiting(desk.game)[:OFFERED_MOST]:
        if not _is_welcome(entry.user, desk.game):
            continue
        outbox.tell_person(desk, Notice.Kind.SEAT_OFFERED, entry.user_id, chair.number, key, data)


def _waiting(game: Game) -> QuerySet[BenchEntry]:
    """Who may be told of a seat of this table: nobody who sits or sat there."""
    rows = BenchEntry.objects.filter(slug=game.slug, user__is_active=True).select_related("user").order_by("since")
    rows = rows.exclude(user__in=Seat.objects.filter(game=game, user__isnull=False).values("user"))
    rows = rows.exclude(user__in=Tenure.objects.filter(game=game, user__isnull=False).values("user"))
    if game.visibility != Game.Visibility.OPEN:
        rows = rows.filter(user__in=Invitation.objects.filter(game=game).values("user"))
    return rows


def _is_welcome(user: Any, game: Game) -> bool:
    """Whether the table would have this person."""
    try:
        reliability.check(user, game)
    except Refused:
        return False
    return True


def offers(user: Any) -> list[Seat]:
    """The seats that this person could take over now, of the games volunteered for; the most urgent first."""
    slugs = list(BenchEntry.objects.filter(user=user).values_list("slug", flat=True))
    rows = _offered(timezone.now()).filter(game__slug__in=slugs)
    rows = rows.filter(Q(game__visibility=Game.Visibility.OPEN) | Q(game__invitations__user=user)).distinct()
    mine = Seat.objects.filter(user=user).values("game")
    once = Tenure.objects.filter(user=user).values("game")
    return list(rows.exclude(game__in=mine).exclude(game__in=once).select_related("game").order_by("offered_until"))


def _offered(now: datetime) -> QuerySet[Seat]:
    return Seat.objects.filter(autopilot=True, offered_until__gt=now, game__status=Game.Status.RUNNING)


def take_seat(user: Any, game: Game | int, number: int) -> Game:
    """Take over a seat that is on offer; who has it already is simply there. The first taker wins, the lock decides.

    Raises Closed ("not_offered", "finished"), NotYours ("was_here", "not_invited"), Refused ("seated",
    "unreliable"), BadInput.
    """
    with opened(game, timezone.now(), user.pk) as desk:
        chair = next((seat for seat in desk.seats if seat.number == number), None)
        if chair is None:
            raise BadInput("bad_seat")
        if chair.user_id == user.pk and not chair.autopilot:
            return desk.game
        _may_take(desk, user, chair)
        desk.open_box()
        _change(desk, chair, user)
        row = desk.note(Move.Kind.TABLE, "substitute", seat=chair.number, user=user.pk)
        outbox.tell_others(desk, Notice.Kind.SEAT_CHANGED, chair, str(row.number), {"act": "substitute"})
        tenures.begin(desk, [chair], substitute=True)
    return desk.game


def _may_take(desk: Desk, user: Any, chair: Seat) -> None:
    game = desk.game
    if not game.is_running:
        raise Closed("not_started" if game.is_open else "finished")
    if any(seat.user_id == user.pk for seat in desk.seats):
        raise Refused("seated")
    invited = Invitation.objects.filter(game=game, user=user)
    left = Tenure.objects.filter(game=game, user=user).order_by("-pk").first()
    if left is not None and not invited.filter(created_at__gt=left.ended_at or desk.now).exists():
        raise NotYours("was_here")
    if game.visibility != Game.Visibility.OPEN and not invited.exists():
        raise NotYours("not_invited")
    if not chair.autopilot or chair.offered_until is None or chair.offered_until <= desk.now:
        raise Closed("not_offered")
    if not invited.exists():
        reliability.check(user, game)


def _change(desk: Desk, chair: Seat, user: Any) -> None:
    """The seat changes hands: nothing that the leaver kept stays in force, no key that the leaver knows works."""
    TableNotices.objects.filter(game=desk.game, user=chair.user_id).delete()
    Seat.objects.filter(pk=chair.pk).update(seen_move=0, seen_chat=0, here_at=None)
    chair.user, chair.autopilot, chair.walked_out = user, False, 0
    chair.away, chair.away_since, chair.offered_until, chair.grants = "", None, None, []
    chair.bank = timing.first_bank(desk.game)
    chair.spent_turn = chair.credited_turn = None
    desk.touch(chair)
    question = desk.asked.get(chair.number)
    if question is not None:
        desk.put(chair, question)
