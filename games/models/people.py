"""People at tables, beside the seats themselves: who sat where from when to when, turns in time, ratings, vacations,
votes, the substitute bench, table talk. Written by ``games/play`` (ratings by the outbox work of ``games/ratings.py``).
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.tables import Game


class Tenure(models.Model):
    """A person's time on a seat of a game. ``how``: "" while it lasts, then "finished", "resigned", "expired",
    "handed" (by a co-player), "banned", "deleted". What was done in it stays with this person. ``substitute``: took the
    seat over from somebody else. ``from_number``: the Move number at the beginning."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="tenures")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="tenures"
    )
    substitute = models.BooleanField(default=False)
    from_number = models.PositiveIntegerField(default=0)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    how = models.CharField(max_length=12, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["user", "-ended_at"], name="tenure_user")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "number"], name="tenure_now", condition=models.Q(ended_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"tenure {self.pk} of game {self.game_id}"


class TurnRecord(models.Model):
    """One turn of one person: in time or not. A turn is recorded once, however often it is taken back and ended."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="turn_records")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="turn_records")
    seat = models.PositiveSmallIntegerField()
    turn = models.PositiveIntegerField()
    in_time = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "user", "turn"], name="turn_record_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["user", "-id"], name="turn_record_user")]

    def __str__(self) -> str:
        return f"turn {self.turn} of game {self.game_id}"


class Vacation(models.Model):
    """A stretch in which a person's clocks stand still. ``ends_at`` is the planned end, or the real one once it was cut
    short. ``automatic``: began by itself when a bank was nearly gone. ``spread``: all tables of the person have heard
    of it; ``closed``: also of its end."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    automatic = models.BooleanField(default=False)
    spread = models.BooleanField(default=False)
    closed = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["starts_at"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["ends_at"], name="vacation_open", condition=models.Q(closed=False)),
        ]

    def __str__(self) -> str:
        return f"vacation {self.pk}"


class Proposal(models.Model):
    """A vote at a table that needs every active human: "pause" (data: days), "resume", "pace" (data: terms).
    ``ballots``: seat number as text -> True or False. ``outcome``: "" while open, "passed", "refused", "lapsed"."""

    class Kind(models.TextChoices):
        PAUSE = "pause"
        RESUME = "resume"
        PACE = "pace"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    data = models.JSONField(default=dict)
    by = models.PositiveSmallIntegerField()
    ballots = models.JSONField(default=dict)
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=8, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game"], name="proposal_one", condition=models.Q(closed_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"proposal {self.pk} at game {self.game_id}"


class BenchEntry(models.Model):
    """A person who volunteers to take over seats of a game."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bench")
    slug = models.CharField(max_length=32)
    since = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "slug"], name="bench_once"),
        ]

    def __str__(self) -> str:
        return f"bench entry {self.pk}"


class ChatLine(models.Model):
    """A line of table talk. Only who sits at the table reads and writes it while the game runs."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="chat")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["game", "-id"], name="chat_game")]

    def __str__(self) -> str:
        return f"line {self.pk} at game {self.game_id}"


class Rating(models.Model):
    """A person's rating in one game (openskill, PlackettLuce): ``mu`` and ``sigma``, and how many games made it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    slug = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "slug"], name="rating_once"),
        ]

    def __str__(self) -> str:
        return f"rating {self.pk}"


class RatedGame(models.Model):
    """A finished game that has been rated. The row is the proof that it was rated once."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="rated")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"rated game {self.game_id}"


class RatingRow(models.Model):
    """What one rated game did to one person's rating."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_rows")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_rows")
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "user"], name="rating_row_once"),
        ]

    def __str__(self) -> str:
        return f"rating row {self.pk}"
