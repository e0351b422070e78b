"""What the house keeps of a game. Only ``games/play`` writes these rows; ``Box`` is opened by ``games/play`` alone.

Plan: "One move, one transaction". Everything that a reader must not know lies in ``Box`` (state, secret), in
``Seat.decision_key``, ``Game.invite_code`` and in ``EventRow`` rows that are not open to everybody.
"""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.clocks import Terms
from hotmk_site.texts import t


class Edition(models.Model):
    """The frozen component data of a game, under its content hash. Later edits of the data files never reach it."""

    hash = models.CharField(primary_key=True, max_length=64)
    slug = models.CharField(max_length=32)
    name = models.CharField(max_length=64)
    data = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.slug} {self.name} {self.hash[:8]}"


class Game(models.Model):
    """A table, from its opening to its end. ``options`` are the full options of the rule set; ``progress`` is the rule
    set's public ``progress``; ``last_number`` is the number of the last Move; ``wake_at`` the next instant anything
    is to be done here (None: nothing). ``terms``: the time settings (``games.clocks.Terms`` as JSON). ``pauses``: pairs
    of ISO instants in which every clock of the table stands still. ``countdown_at``: when the last turns began.
    ``salt``: the public words of the joiners."""

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CLOSED = "closed"

    class Visibility(models.TextChoices):
        OPEN = "open"
        PRIVATE = "private"
        INVITED = "invited"

    public_id = models.CharField(max_length=16, unique=True)
    slug = models.CharField(max_length=32)
    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="games")
    title = models.CharField(max_length=80)
    options = models.JSONField(default=dict)
    seats_count = models.PositiveSmallIntegerField()
    random_order = models.BooleanField(default=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.OPEN)
    invite_code = models.CharField(max_length=32, blank=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="opened_games"
    )
    secret_hash = models.CharField(max_length=64)
    salt = models.TextField(blank=True)
    terms = models.JSONField(default=dict)
    pauses = models.JSONField(default=list)
    countdown_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    wake_at = models.DateTimeField(null=True, blank=True)
    last_number = models.PositiveIntegerField(default=0)
    progress = models.JSONField(default=dict)
    result = models.JSONField(null=True, blank=True)
    closed_reason = models.CharField(max_length=32, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(status__in=["open", "running", "finished", "closed"]), name="game_status"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["wake_at"], name="game_wake", condition=Q(wake_at__isnull=False)),
            models.Index(fields=["status", "-created_at"], name="game_lobby"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def time(self) -> Terms:
        """The time settings, typed."""
        return Terms.read(self.terms)

    @property
    def is_open(self) -> bool:
        """Whether people may still join."""
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        """Whether it is being played."""
        return self.status == self.Status.RUNNING

    @property
    def is_finished(self) -> bool:
        """Whether it was played to its end."""
        return self.status == self.Status.FINISHED


class Box(models.Model):
    """The inside of a game: packed State, the secret of the dice, the counters of draws. Opened by ``games/play``
    alone."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="box")
    state = models.BinaryField(default=b"")
    secret = models.BinaryField()
    counters = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"box of game {self.game_id}"


class Seat(models.Model):
    """A chair: a person (``user``), a bot (key in ``bot``), or nobody (free while the table is open; afterwards the
    chair of a deleted account). ``decision_key`` is "" exactly when the seat is not asked; ``question`` is the code
    it is asked, ``silent``: nobody else may know of it. ``due_at`` None: no limit. ``acts``: actions of this seat so
    far, undone ones too. ``seen_move``: number of the last Move that its person's page has shown, ``seen_chat`` the id
    of the last line of talk.

    The clock: ``bank`` is what the seat owned when it was asked (between questions: what it owns); ``habits`` the quiet
    hours and zone that count for this question (frozen when it was asked); ``spent_turn`` the last turn in which it
    spent time, ``credited_turn`` the last for which it got its credit; ``reminders`` the marks still to come, each with
    the seconds that are left then; ``claim_until`` the end of an open claim window, ``grants`` the seats that have
    given time in this turn. ``here_at``: last act of its person at this very table, written by ``notices.presence``.
    Absence: ``away_since`` and ``away`` ("expired", "handed", "resigned", "banned", "deleted") say since when and why
    the autopilot drives; ``offered_until``: the bench may take the seat until then; ``walked_out``: how often its
    person has left by own will."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=32, blank=True)
    joined_at = models.DateTimeField(null=True, blank=True)
    salt_word = models.CharField(max_length=40, blank=True)
    decision_key = models.CharField(max_length=32, blank=True)
    question = models.CharField(max_length=32, blank=True)
    silent = models.BooleanField(default=False)
    asked_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    autopilot = models.BooleanField(default=False)
    acts = models.PositiveIntegerField(default=0)
    seen_move = models.PositiveIntegerField(default=0)
    seen_chat = models.PositiveBigIntegerField(default=0)
    bank = models.DurationField(default=timedelta)
    habits = models.JSONField(null=True, blank=True)
    spent_turn = models.PositiveIntegerField(null=True, blank=True)
    credited_turn = models.PositiveIntegerField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    reminders = models.JSONField(default=list)
    claim_until = models.DateTimeField(null=True, blank=True)
    grants = models.JSONField(default=list)
    here_at = models.DateTimeField(null=True, blank=True)
    away = models.CharField(max_length=12, blank=True)
    away_since = models.DateTimeField(null=True, blank=True)
    offered_until = models.DateTimeField(null=True, blank=True)
    walked_out = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number"),
            models.UniqueConstraint(fields=["game", "user"], name="seat_user", condition=Q(user__isnull=False)),
            models.UniqueConstraint(fields=["decision_key"], name="seat_decision_key", condition=~Q(decision_key="")),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id}"

    @property
    def is_free(self) -> bool:
        """Nobody sits here: neither a person nor a bot."""
        return self.user_id is None and not self.bot

    @property
    def is_empty(self) -> bool:
        """Nobody is at the wheel: on autopilot, or the account of the person is gone. The house plays ``fallback``."""
        return self.autopilot or self.is_free

    @property
    def is_asked(self) -> bool:
        """Whether a question waits for this seat."""
        return bool(self.decision_key)

    def label(self) -> str:
        """The name to show, in the active language: the person's, the bot's, or that nobody sits here."""
        if self.bot:
            return t(f"{self.game.slug}.bot.{self.bot}")
        if self.user is not None:
            return str(self.user.shown_name)
        return t("play.seat.free") if self.joined_at is None else t("play.seat.gone", n=self.number)


class Invitation(models.Model):
    """A person asked to take a seat. ``answer``: "" (open), "joined", "declined"."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    answer = models.CharField(max_length=8, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "user"], name="invitation_once"),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} to game {self.game_id}"


class Move(models.Model):
    """One row of a game's numbered log: an action, an undo or a table act. Table acts never touch the State.

    ``text``: the action, the name of the table act, or the undone ordinals. ``ordinal``: the how-manieth action of this
    seat (None for others), the name by which undo speaks of it. ``line``: on the first row of a line, the line as sent.
    ``halted``: why the rest of the line was not played. ``state``/``counters``: packed, as they are AFTER this row,
    kept where a turn begins. ``clock``: the mover's clock before this row (what undo gives back). ``data``: of a table
    act, what its sentence needs. ``turn``: the turn it was
    played in.
    """

    class Kind(models.TextChoices):
        ACTION = "action"
        UNDO = "undo"
        TABLE = "table"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    ordinal = models.PositiveIntegerField(null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    via = models.CharField(max_length=12, default="web")
    text = models.TextField()
    line = models.TextField(blank=True)
    halted = models.JSONField(null=True, blank=True)
    decision_key = models.CharField(max_length=32, blank=True)
    draws = models.JSONField(default=list)
    turn = models.PositiveIntegerField(default=0)
    barrier = models.BooleanField(default=False)
    closes_all = models.BooleanField(default=False)
    sealed = models.BooleanField(default=False)
    silent = models.BooleanField(default=False)
    undone_by = models.PositiveIntegerField(null=True, blank=True)
    clock = models.JSONField(null=True, blank=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField()
    state = models.BinaryField(null=True, blank=True)
    counters = models.JSONField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="move_number"),
            models.UniqueConstraint(
                fields=["game", "seat", "ordinal"], name="move_ordinal", condition=Q(ordinal__isnull=False)
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game", "decision_key"], name="move_key", condition=~Q(decision_key="")),
            models.Index(fields=["game", "-number"], name="move_kept", condition=Q(state__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"move {self.number} of game {self.game_id}"


class EventRow(models.Model):
    """One Event of a Move. ``seats``: who may read it (None: everybody). ``until``: the name under which it will be
    opened; ``opened``: the name this event opens; ``is_open``: it has been opened, everybody may read it."""

    move = models.ForeignKey(Move, on_delete=models.CASCADE, related_name="events")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    index = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=48)
    data = models.JSONField(default=dict)
    seats = models.JSONField(null=True, blank=True)
    until = models.CharField(max_length=48, blank=True)
    opened = models.CharField(max_length=48, blank=True)
    is_open = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["move", "index"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["move", "index"], name="event_index"),
        ]

    def __str__(self) -> str:
        return f"event {self.pk} of game {self.game_id}"
