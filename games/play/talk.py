"""Table talk: lines that the people at a table write to each other. Watchers never read it, also not after the end.

A line is stored under the lock of its game, so that ids grow in the order in which readers can see them: what was read
is one number a seat, the same in all tabs. Talk is no move: it stands in no log.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Max
from django.utils import timezone

from games.models import ChatLine, Game, Notice, Seat
from games.play import nudge
from games.play.desk import lock
from games.play.errors import BadInput, Closed, Missing, NotYours, TooMany

LENGTH = 1000
MOST, WITHIN = 20, timedelta(minutes=5)
"""Lines that one person may write in that time, at all tables together."""
AGAIN = timedelta(seconds=10)
"""The very same line within this time is a second press of the button."""


def say(user: Any, game: Game | int, text: str) -> ChatLine:
    """Write a line to the others of the table. Who is named in it (``@Name``) is told as somebody named.

    Raises NotYours, Closed("closed"), BadInput("bad_talk"), TooMany("too_fast"), Missing.
    """
    now, text = timezone.now(), _clean(text)
    with transaction.atomic():
        row = lock(game if isinstance(game, int) else game.pk)
        if row is None:
            raise Missing()
        seats = list(Seat.objects.filter(game=row).select_related("user"))
        mine = next((seat for seat in seats if seat.user_id == user.pk), None)
        if mine is None:
            raise NotYours("not_seated")
        if row.status == Game.Status.CLOSED:
            raise Closed("closed")
        said = ChatLine.objects.filter(user=user, at__gt=now - WITHIN)
        double = said.filter(game=row, text=text, at__gt=now - AGAIN).last()
        if double is not None:
            return double
        if said.count() >= MOST:
            raise TooMany("too_fast")
        line = ChatLine.objects.create(game=row, user=user, text=text, at=now)
        _tell(row, line, mine, [seat for seat in seats if seat.user_id is not None and seat is not mine])
    return line


def _clean(text: str) -> str:
    """The text as it is kept: blanks at the ends gone, no empty lines in a row, nothing unprintable (direction marks
    forge names)."""
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\t", " ").strip()
    text = re.sub(r"\n\s*\n\s*", "\n\n", text)
    if not 0 < len(text) <= LENGTH or not all(line.isprintable() for line in text.split("\n")):
        raise BadInput("bad_talk", n=LENGTH)
    return text


def _tell(game: Game, line: ChatLine, mine: Seat, others: list[Seat]) -> None:
    named = mentioned(line.text, [(seat.number, seat.user.name) for seat in others if seat.user])
    Notice.objects.bulk_create(
        Notice(
            game=game,
            user_id=seat.user_id or 0,
            kind=Notice.Kind.MENTION if seat.number in named else Notice.Kind.CHAT,
            seat=mine.number,
            key=str(line.pk),
            created_at=line.at,
        )
        for seat in others
    )
    if others:
        nudge.soon("send_notices")


def mentioned(text: str, names: Iterable[tuple[int, str]]) -> set[int]:
    """The seats whose names stand in a text after an ``@``, in any case. Of two names one of which begins like the
    other, the longer one is meant."""
    found: set[int] = set()
    rest = text.casefold()
    for seat, name in sorted(names, key=lambda pair: -len(pair[1])):
        rest, count = re.subn(rf"@{re.escape(name.casefold())}(?!\w)", "", rest)
        if count:
            found.add(seat)
    return found


def lines(user: Any, game: Game, before: int | None = None, limit: int = 50) -> list[ChatLine]:
    """The last lines of the talk (those before a line's id), oldest first, with their writers; nothing for who does not
    sit here."""
    if user is None or not user.is_authenticated or not Seat.objects.filter(game=game, user=user).exists():
        return []
    rows = ChatLine.objects.filter(game=game).select_related("user")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return list(rows.order_by("-pk")[:limit])[::-1]


def read(user: Any, game: Game, upto: int | None = None) -> None:
    """Remember that this person has read the talk up to a line's id (None: all of it), in whatever tab."""
    last = ChatLine.objects.filter(game=game).aggregate(last=Max("pk"))["last"] or 0
    upto = last if upto is None else min(upto, last)
    Seat.objects.filter(game=game, user=user, seen_chat__lt=upto).update(seen_chat=upto)


def unread(user: Any) -> dict[int, int]:
    """Id of a game -> how many lines of others wait to be read there; only games with any."""
    rows = ChatLine.objects.filter(game__seats__user=user, pk__gt=F("game__seats__seen_chat")).exclude(user=user)
    return dict(rows.order_by().values_list("game").annotate(n=Count("pk")))


def unread_here(user: Any, game: Game) -> int:
    """How many lines of others wait to be read at this table."""
    seat = Seat.objects.filter(game=game, user=user).first() if user is not None and user.is_authenticated else None
    return unread_at(seat) if seat is not None else 0


def unread_at(seat: Seat) -> int:
    """How many lines of others wait to be read by who sits there."""
    rows = ChatLine.objects.filter(game=seat.game_id, pk__gt=seat.seen_chat)
    return rows.exclude(user=seat.user_id).count()
