"""The admin looks, it never writes, and it sees no secret: ``games/play`` is the one writer.

Every model is registered with the fields it shows named one by one. Never named: State, secret and counters of a Box,
keys of decisions, codes of links, draws, the text and State of moves, data of events, tokens of unfinished lines.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import CharField, Model
from django.http import HttpRequest

from games.models import Box, Delivery, Edition, EventRow, Game, Invitation, Move, Notice, Seat

LONGEST_NUMBER = 19
"""Figures of the greatest number a database can hold."""


class ReadOnly(admin.ModelAdmin):
    """Lists and shows the fields of ``shown``; adds, changes and deletes nothing."""

    shown: ClassVar[tuple[str, ...]] = ()
    actions = None

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.shown

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.shown

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        return ("id_shown", *self.shown)

    @admin.display(description="#")
    def id_shown(self, obj: Model) -> str:
        """The row's id as the link to its page."""
        return str(obj.pk)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row, or None for what no row could be called (a database fails on it)."""
        key = self.opts.pk
        if isinstance(key, CharField):
            possible = object_id.isprintable() and len(object_id) <= (key.max_length or 0)
        else:
            possible = object_id.isascii() and object_id.isdigit() and len(object_id) < LONGEST_NUMBER
        return super().get_object(request, object_id, from_field) if possible else None

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only the filters of the page: any other could spell out a hidden field letter by letter."""
        return lookup.split("__")[0] in self.list_filter

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Edition)
class EditionAdmin(ReadOnly):
    shown = ("slug", "name", "created_at")


@admin.register(Game)
class GameAdmin(ReadOnly):
    shown = (
        "public_id", "slug", "title", "status", "visibility", "seats_count", "options", "terms", "opened_by",
        "created_at", "started_at", "finished_at", "closes_at", "wake_at", "progress", "result", "secret_hash",
        "closed_reason",
    )  # fmt: skip
    list_filter = ("status", "slug", "visibility")
    search_fields = ("public_id", "title")

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        return (
            "public_id",
            "slug",
            "title",
            "status",
            "visibility",
            "seats_count",
            "opened_by",
            "created_at",
            "wake_at",
        )


@admin.register(Box)
class BoxAdmin(ReadOnly):
    shown = ("game",)


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    shown = ("game", "number", "user", "bot", "joined_at", "autopilot")
    list_filter = ("autopilot",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    shown = ("game", "user", "answer", "created_at")


@admin.register(Move)
class MoveAdmin(ReadOnly):
    shown = ("game", "kind", "turn", "undone_by")
    list_filter = ("kind",)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Silent answers stay silent here too."""
        return super().get_queryset(request).filter(silent=False)


@admin.register(EventRow)
class EventAdmin(ReadOnly):
    shown = ("game", "code")

    def get_queryset(self, request: HttpRequest) -> Any:
        """Only what everybody may read."""
        rows = super().get_queryset(request).filter(move__silent=False)
        return (rows.filter(seats__isnull=True) | rows.filter(is_open=True)).distinct()


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    shown = ("game", "user", "kind", "created_at", "routed_at")
    list_filter = ("kind",)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    # Neither which notice it is nor why it was dropped: "already played" would tell of answers given in silence.
    shown = (
        "user", "channel", "mode", "due_at", "tries", "leased_until", "sent_at", "failed_at", "trouble", "fallback",
    )  # fmt: skip
    list_filter = ("channel", "mode", "fallback")
    list_select_related = ("user",)
