"""Who sat where from when to when. What was done in a tenure stays with its person, whoever has the seat later.

A tenure ends when the wheel is taken or given away, and goes on when its person comes back; only then, and at the end
of the game, is it known how it went.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.models import Seat, Tenure

if TYPE_CHECKING:
    from games.play.desk import Desk


def begin(desk: Desk, chairs: list[Seat], *, substitute: bool = False) -> None:
    """These people have their seats from now on."""
    Tenure.objects.bulk_create(
        Tenure(
            game=desk.game,
            number=chair.number,
            user_id=chair.user_id,
            substitute=substitute,
            from_number=desk.game.last_number,
            began_at=desk.now,
        )
        for chair in chairs
        if chair.user_id is not None
    )


def end(desk: Desk, chair: Seat, how: str) -> None:
    """The person of this seat has left it (``how``: see Tenure), also when an absent one is now gone for good."""
    rows = Tenure.objects.filter(game=desk.game, number=chair.number, user=chair.user_id)
    if not rows.filter(ended_at=None).update(ended_at=desk.now, how=how):
        rows.filter(how__in=["expired", "handed", "resigned"]).update(how=how)


def was_here(desk: Desk, user: Any) -> bool:
    """Whether this person has sat at this table."""
    return Tenure.objects.filter(game=desk.game, user=user).exists()


def go_on(desk: Desk, chair: Seat) -> None:
    """The person of this seat is back."""
    last = Tenure.objects.filter(game=desk.game, number=chair.number, user=chair.user_id).order_by("-pk").first()
    if last is not None:
        Tenure.objects.filter(pk=last.pk).update(ended_at=None, how="")


def finish(desk: Desk) -> None:
    """The game is over for everybody who is still there."""
    Tenure.objects.filter(game=desk.game, ended_at=None).update(ended_at=desk.now, how="finished")
