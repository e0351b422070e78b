"""Ratings of people, one for each game of the site (openskill, PlackettLuce). Outbox work, own transaction, once.

Who counts, in a finished game: the people who hold seats, by the places of the result (seats that share a standing are
one team). Who left, or was away at the end, is last, below all of them. Who took a seat over from somebody else can
rise by that game, not fall. Bots are left out, and a game with fewer than two sides of people rates nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from openskill.models import PlackettLuce, PlackettLuceRating

from games.models import Game, RatedGame, Rating, RatingRow, Seat, Tenure

MODEL = PlackettLuce()
STAYED = ("", "finished")
"""What a tenure's ``how`` says when its person did not leave."""


@dataclass
class Side:
    """People who share a result: ``place`` from 1, ``users`` their ids. ``left``: they went away, or were away at the
    end."""

    place: int
    users: list[int] = field(default_factory=list)
    left: bool = False


def rate(game_id: int, now: datetime) -> bool:
    """Rate a finished game, if nobody has. Answers whether this call did. May run twice, late or in parallel."""
    game = Game.objects.filter(pk=game_id, status=Game.Status.FINISHED).first()
    if game is None or game.result is None or RatedGame.objects.filter(pk=game_id).exists():
        return False
    with transaction.atomic():
        _, new = RatedGame.objects.get_or_create(game=game, defaults={"at": now})  # the second of two waits here
        found = sides(game) if new else []
        if len(found) > 1 and not all(side.left for side in found):
            _write(game, found, now)
    return new


def sides(game: Game) -> list[Side]:
    """Who is rated with whom and by what place, best first; the leavers last, each alone."""
    seats = {seat.number: seat for seat in Seat.objects.filter(game=game)}
    gone = _gone(game, seats)
    found: list[Side] = []
    for standing in game.result["standings"] if game.result else ():
        users = [seats[n].user_id for n in standing["seats"] if n in seats]
        stayed = [user for user in users if user is not None and user not in gone]
        if stayed:
            found.append(Side(int(standing["place"]), stayed))
    found.sort(key=lambda side: side.place)
    places = [1 + sum(other.place < side.place for other in found) for side in found]
    found = [Side(place, side.users) for place, side in zip(places, found, strict=True)]
    return found + [Side(len(found) + 1, [user], left=True) for user in sorted(gone)]


def _gone(game: Game, seats: dict[int, Seat]) -> set[int]:
    """Ids of those who left for good or were away at the end; not who left and sat there again when it ended."""
    here = {seat.user_id for seat in seats.values() if seat.user_id is not None and not seat.autopilot}
    away = {seat.user_id for seat in seats.values() if seat.user_id is not None and seat.autopilot}
    left = Tenure.objects.filter(game=game, user__isnull=False).exclude(how__in=STAYED)
    return (away | set(left.values_list("user_id", flat=True))) - here


def _write(game: Game, found: list[Side], now: datetime) -> None:
    rows = _locked(game, [user for side in found for user in side.users])
    before = [[MODEL.rating(mu=rows[user].mu, sigma=rows[user].sigma) for user in side.users] for side in found]
    after = MODEL.rate(before, ranks=[float(side.place) for side in found])
    subs = set(Tenure.objects.filter(game=game, substitute=True).values_list("user_id", flat=True))
    for side, olds, news in zip(found, before, after, strict=True):
        for user, old, new in zip(side.users, olds, news, strict=True):
            spared = user in subs and not side.left and new.mu < old.mu
            _store(game, rows[user], side.place, old, old if spared else new, now)


def _locked(game: Game, users: list[int]) -> dict[int, Rating]:
    """The rating rows of these people under lock, taken in the order of their ids: in any other order two games of the
    same people could wait for each other for ever."""
    for user in sorted(users):
        Rating.objects.get_or_create(
            user_id=user, slug=game.slug, defaults={"mu": MODEL.mu, "sigma": MODEL.sigma, "games": 0}
        )
    rows = Rating.objects.select_for_update().filter(user__in=users, slug=game.slug).order_by("user_id")
    return {row.user_id: row for row in rows}


def _store(
    game: Game, row: Rating, place: int, old: PlackettLuceRating, new: PlackettLuceRating, now: datetime
) -> None:
    RatingRow.objects.create(
        game=game, user_id=row.user_id, place=place, at=now,
        mu_before=old.mu, sigma_before=old.sigma, mu_after=new.mu, sigma_after=new.sigma,
    )  # fmt: skip
    row.mu, row.sigma, row.games = new.mu, new.sigma, row.games + 1
    row.save(update_fields=["mu", "sigma", "games"])
