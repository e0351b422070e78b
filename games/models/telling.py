"""What people are told, and by what way. A Notice is a fact for one person, written in the transaction that makes it
true; routing makes Deliveries of it (one a channel) by the person's preferences; a sender leases, re-checks, sends."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.tables import Game


class Notice(models.Model):
    """A row of the outbox: something a person is to be told.

    ``key`` tells apart notices of one kind at one table: the decision key ("your_turn", "reminder" with its mark), the
    number of a proposal, a move or a line of talk. ``data``: plain facts for the sentence, none that the person may not
    know. ``routed_at``: when its Deliveries were made (none at all when the person wants none).
    """

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn"
        REMINDER = "reminder"
        CLAIM_WINDOW = "claim_window"
        AUTOPILOT = "autopilot"
        SEAT_OFFERED = "seat_offered"
        SEAT_CHANGED = "seat_changed"
        MOVED = "moved"
        LAST_TURNS = "last_turns"
        GAME_STARTED = "game_started"
        GAME_ENDED = "game_ended"
        TABLE_CLOSED = "table_closed"
        TABLE_UNFILLED = "table_unfilled"
        TABLE_FULL = "table_full"
        INVITATION = "invitation"
        CHAT = "chat"
        MENTION = "mention"
        VOTE = "vote"
        VOTE_ENDED = "vote_ended"
        PACE_CHANGED = "pace_changed"
        VACATION = "vacation"
        CHANNEL_OFF = "channel_off"
        SECURITY = "security"

    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="notices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    key = models.CharField(max_length=64, blank=True)
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    routed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "user", "kind", "key"], name="notice_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["id"], name="notice_unrouted", condition=Q(routed_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"notice {self.pk}"


class Delivery(models.Model):
    """One notice on its way through one channel. ``target``: the webhook or push subscription ("" for mail).

    ``due_at``: not before this instant (a digest's hour, the end of a bundle, the second look at presence). ``mode``:
    "now", "bundle", "digest". A sender leases it (``leased_until``), re-checks, sends what belongs together in one
    message (``message``: its id), marks it ``sent_at``, ``dropped_at`` (``why``: a code) or ``failed_at`` (given up;
    ``fallback`` then tells the channel that took over). ``trouble``: the kind of the last error, never its text.
    """

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=8)
    target = models.CharField(max_length=24, blank=True)
    mode = models.CharField(max_length=8, default="now")
    due_at = models.DateTimeField()
    looks = models.PositiveSmallIntegerField(default=0)
    leased_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    message = models.CharField(max_length=40, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=16, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=80, blank=True)
    fallback = models.CharField(max_length=8, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["notice", "channel", "target"], name="delivery_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["due_at"],
                name="delivery_waiting",
                condition=Q(sent_at__isnull=True, dropped_at__isnull=True, failed_at__isnull=True),
            ),
            models.Index(fields=["user", "-id"], name="delivery_log"),
        ]

    def __str__(self) -> str:
        return f"delivery {self.pk}"


class NoticeSettings(models.Model):
    """A person's choices. ``matrix``: event -> channel -> mode ("now", "bundle", "digest", "off"), only what differs
    from the house's default. ``digest_minute``: minute of the local day. ``reminders``: "half", "fifth", "hour".
    ``order``: channels in the order in which one takes over from another. ``muted``: nothing is told by any channel but
    what cannot be switched off; the matrix is kept for later."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="notice_settings"
    )
    matrix = models.JSONField(default=dict)
    digest_minute = models.PositiveSmallIntegerField(default=8 * 60)
    reminders = models.JSONField(null=True, blank=True)
    order = models.JSONField(null=True, blank=True)
    muted = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"notice settings of user {self.user_id}"


class TableNotices(models.Model):
    """What differs at one table: a matrix like that of NoticeSettings."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="table_notices")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="table_notices")
    matrix = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "game"], name="table_notices_once"),
        ]

    def __str__(self) -> str:
        return f"table notices {self.pk}"


class PushSubscription(models.Model):
    """A browser that takes web push. ``label``: what the person calls the device."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push")
    endpoint = models.URLField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    label = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"push subscription {self.pk}"


class Webhook(models.Model):
    """An address that is posted to. ``shape``: "json", "discord", "slack". ``secret`` signs the JSON shape. Off after
    failing for a day (``off_at``)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=600)
    shape = models.CharField(max_length=8, default="json")
    secret = models.CharField(max_length=64)
    label = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "url"], name="webhook_once"),
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk}"


class FeedKey(models.Model):
    """The secret part of a feed's address ("atom" or "ical"). Revoking makes a new one."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feed_keys")
    kind = models.CharField(max_length=4)
    token = models.CharField(max_length=48, unique=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "kind"], name="feed_key_once"),
        ]

    def __str__(self) -> str:
        return f"feed key {self.pk}"


class DigestDay(models.Model):
    """The digest of one local day by one channel to one target: the row lets one out. ``at``: when it was due."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="digest_days")
    channel = models.CharField(max_length=8)
    target = models.CharField(max_length=24, blank=True)
    day = models.DateField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "channel", "target", "day"], name="digest_once"),
        ]

    def __str__(self) -> str:
        return f"digest {self.pk}"


class ReceivedMail(models.Model):
    """An incoming mail that has been dealt with, by the hash of its Message-ID: the same mail is not dealt with twice.
    ``outcome``: a code. ``answered_at``: when the one answer to it was sent."""

    key = models.CharField(primary_key=True, max_length=64)
    seat = models.PositiveBigIntegerField(null=True, blank=True)
    outcome = models.CharField(max_length=16)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"received mail {self.key[:8]}"
