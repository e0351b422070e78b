"""What must hold afterwards, read from the database and the inbox alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count

from games.models import Delivery, Game, Move, Notice, Seat
from games.play.verify import difference
from tests.endure.load import Answered


def moves(answered: Sequence[Answered]) -> list[str]:
    """Moves that were acknowledged and are not there, or are there twice; logs that do not lead to what is stored."""
    wrong = []
    for deed in answered:
        rows = Move.objects.filter(game=deed.game, decision_key=deed.key, kind=Move.Kind.ACTION)
        if rows.count() != 1:
            wrong.append(f"move {deed.line!r} of game {deed.game} is there {rows.count()} times")
    doubled = Move.objects.filter(kind=Move.Kind.ACTION).exclude(decision_key="").values("game", "decision_key", "text")
    wrong += [f"doubled: {row}" for row in doubled.annotate(n=Count("id")).filter(n__gt=1)]
    for game in Game.objects.filter(started_at__isnull=False):
        if found := difference(game):
            wrong.append(f"game {game.pk}: {found}")
        numbers = list(Move.objects.filter(game=game).order_by("number").values_list("number", flat=True))
        if numbers != list(range(1, len(numbers) + 1)):
            wrong.append(f"game {game.pk}: the log has a gap")
    return wrong


def notices(copies: Counter[str]) -> tuple[list[str], int]:
    """(notices that were lost, how many messages came more than once: copies beyond the first)."""
    wrong = []
    if count := Notice.objects.filter(routed_at__isnull=True).count():
        wrong.append(f"{count} notices were never routed")
    waiting = Delivery.objects.filter(sent_at__isnull=True, dropped_at__isnull=True, failed_at__isnull=True)
    if count := waiting.count():
        wrong.append(f"{count} deliveries still wait")
    if count := Delivery.objects.filter(failed_at__isnull=False).count():
        wrong.append(f"{count} deliveries were given up")
    came = {ident.strip("<>").partition("@")[0] for ident in copies}
    sent = set(Delivery.objects.filter(sent_at__isnull=False).values_list("message", flat=True))
    wrong += [f"message {message} was marked sent and never came" for message in sorted(sent - came)]
    for game in Game.objects.filter(status=Game.Status.FINISHED):
        told = Notice.objects.filter(game=game, kind=Notice.Kind.GAME_ENDED).values("user").annotate(n=Count("id"))
        if any(row["n"] > 1 for row in told):
            wrong.append(f"game {game.pk}: its end was told twice")
    return wrong, sum(number - 1 for number in copies.values())


def overdue(before: datetime) -> list[str]:
    """Seats whose time was up before that instant and which nothing has been done about."""
    rows = Seat.objects.filter(game__status=Game.Status.RUNNING, bot="", autopilot=False, due_at__lte=before)
    rows = rows.exclude(decision_key="").filter(claim_until__isnull=True)
    return [f"seat {seat.number} of game {seat.game_id} is due since {seat.due_at}" for seat in rows]
