"""What a person is told, and by what way: event × channel × mode, and what differs at single tables.

The choices are read and written by ``games.notices.preferences``; here they become a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from games.channels import carries
from games.models import Game, TableNotices
from games.notices import preferences
from games.notices.matrix import CHANNELS, EVENT_OF, EVENTS, FIXED, MODES, REMINDERS, Matrix
from games.notices.preferences import Preferences
from games.views.answers import go_on, signed_in
from hotmk_site.formwords import in_our_words
from hotmk_site.texts import join_list, t, tl

MODE_CHOICES = [(mode, tl(f"prefs.mode.{mode}")) for mode in MODES]
REMINDER_CHOICES = [(mark, tl(f"prefs.reminder.{mark}")) for mark in REMINDERS]
TEXT_IDS = (
    *(f"prefs.mode.{mode}" for mode in MODES),
    *(f"prefs.event.{event}" for event in EVENTS),
    *(f"prefs.event.{event}_what" for event in EVENTS),
    *(f"prefs.channel.{channel}" for channel in CHANNELS),
    *(f"prefs.channel_in.{channel}" for channel in CHANNELS),
    *(f"prefs.reminder.{mark}" for mark in REMINDERS),
    *(f"prefs.fixed.{mode}" for mode in ("now", "off")),
)


@dataclass
class Cell:
    """One select, or (``fixed``) the words of what nobody can change. ``usable``: the channel is set up."""

    channel: str
    usable: bool
    select: Any = None
    fixed: str = ""


class NoticesForm(forms.Form):
    """The matrix as one select a cell (``turn-mail``), and when and how the rest is told. Cells of a channel that is
    not set up are shown and not taken from the form: what is kept there stays."""

    digest = forms.TypedChoiceField(label=tl("prefs.digest"), coerce=int)
    reminders = forms.MultipleChoiceField(
        label=tl("prefs.reminders"), required=False, choices=REMINDER_CHOICES, widget=forms.CheckboxSelectMultiple()
    )
    order = forms.ChoiceField(label=tl("prefs.order"), required=False)

    def __init__(self, kept: Preferences, usable: tuple[str, ...], data: Any = None) -> None:
        super().__init__(data)
        self.kept, self.usable = kept, usable
        for event, channel in _cells():
            self.fields[_name(event, channel)] = self._cell(event, channel)
        self._choose("digest", _hours(kept.digest_minute), kept.digest_minute)
        self._choose("order", _orders(usable), " ".join(channel for channel in kept.order if channel in usable))
        self.fields["reminders"].initial = list(kept.reminders)
        in_our_words(self)

    def _cell(self, event: str, channel: str) -> forms.ChoiceField:
        select = forms.Select(attrs={"aria-labelledby": f"ev-{event} ch-{channel}"})
        mode, off = self.kept.matrix[event][channel], channel not in self.usable
        return forms.ChoiceField(choices=MODE_CHOICES, initial=mode, disabled=off, widget=select)

    def _choose(self, name: str, choices: list[tuple[Any, str]], now: Any) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices, field.initial = choices, now

    def rows(self) -> list[tuple[str, list[Cell]]]:
        """(event, its cells), as the page shows them."""
        return [(event, [self._shown(event, channel) for channel in CHANNELS]) for event in EVENTS]

    def _shown(self, event: str, channel: str) -> Cell:
        usable = channel in self.usable
        if _is_free(event, channel):
            return Cell(channel, usable, self[_name(event, channel)])
        return Cell(channel, usable, fixed=t(f"prefs.fixed.{FIXED.get((event, channel), 'off')}"))

    def chosen(self) -> Matrix:
        """The matrix as it was filled in; what the page does not show stays."""
        matrix = {event: dict(cells) for event, cells in self.kept.own.items()}
        for event, channel in _cells():
            matrix.setdefault(event, {})[channel] = self.cleaned_data[_name(event, channel)]
        return matrix

    def takeover(self) -> list[str]:
        """All channels, those that are set up in the chosen order."""
        chosen = self.cleaned_data["order"].split()
        return chosen + [channel for channel in self.kept.order if channel not in chosen]


def _cells() -> list[tuple[str, str]]:
    """Every (event, channel) a person may choose."""
    return [(event, channel) for event in EVENTS for channel in CHANNELS if _is_free(event, channel)]


def _is_free(event: str, channel: str) -> bool:
    """Whether there is anything to choose: it is not fixed, and the channel takes notices of this event."""
    kinds = [kind for kind, belongs in EVENT_OF.items() if belongs == event]
    return (event, channel) not in FIXED and any(carries(channel, kind) for kind in kinds)


def _name(event: str, channel: str) -> str:
    return f"{event}-{channel}"


def _hours(kept: int) -> list[tuple[Any, str]]:
    """Every full hour of the day, and the minute that is kept."""
    minutes = sorted({*range(0, 24 * 60, 60), kept})
    return [(minute, f"{minute // 60:02}:{minute % 60:02}") for minute in minutes]


def _orders(usable: tuple[str, ...]) -> list[tuple[Any, str]]:
    """The channels that are set up, in every order: "web push, then mail"."""
    return [(" ".join(order), _order_words(order)) for order in permutations(usable)]


def _order_words(order: tuple[str, ...]) -> str:
    first, *others = (t(f"prefs.channel_in.{channel}") for channel in order)
    for word in others:
        first = t("prefs.order_then", first=first, second=word)
    return first


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def notices(request: HttpRequest) -> HttpResponse:
    """The page; POST keeps all its choices."""
    person: Any = request.user
    kept, usable = preferences.read(person), usable_channels(person)
    form = NoticesForm(kept, usable, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        when = {"digest_minute": data["digest"], "reminders": data["reminders"]}
        preferences.write(person, matrix=form.chosen(), order=form.takeover(), **when)
        return _said(request, "prefs.saved")
    heads = [(channel, t(f"prefs.channel.{channel}"), channel in usable) for channel in CHANNELS]
    missing = [t(f"prefs.channel_in.{channel}") for channel in CHANNELS if channel not in usable]
    context = {
        "form": form, "rows": form.rows(), "heads": heads, "missing": join_list(missing, "and"),
        "alone": len(usable) == 1, "muted": kept.muted, "tables": _tables(person),
    }  # fmt: skip
    return render(request, "accounts/notices.html", context, status=422 if form.errors else 200)


def usable_channels(person: Any) -> tuple[str, ...]:
    """The channels that are set up for this person. Mail always is."""
    return tuple(channel for channel in CHANNELS if preferences.in_use(person, channel))


@require_POST
@signed_in
def mute(request: HttpRequest) -> HttpResponse:
    """Quiet everything, or speak again."""
    wanted = request.POST.get("muted") == "on"
    person: Any = request.user
    preferences.write(person, muted=wanted)
    return _said(request, "prefs.now_muted" if wanted else "prefs.now_loud")


@require_POST
@signed_in
def usual(request: HttpRequest) -> HttpResponse:
    """Back to what the house has for everybody."""
    person: Any = request.user
    preferences.usual(person)
    return _said(request, "prefs.now_usual")


@require_POST
@signed_in
def forget_table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let one table be like all others again. 404 where the reader has chosen nothing of the kind."""
    person: Any = request.user
    row = get_object_or_404(TableNotices.objects.select_related("game"), user=person, game__public_id=public_id)
    preferences.forget_table(person, row.game)
    return go_on(request, t("prefs.table_forgotten", title=row.game.title), reverse("notices"))


def _tables(person: Any) -> list[dict[str, Any]]:
    """The tables with choices of their own: what is told there, in words."""
    over = (Game.Status.FINISHED, Game.Status.CLOSED)
    rows = [row for row in preferences.tables(person) if row.game.status not in over]
    return [{"game": row.game, "words": _differences(row)} for row in rows]


def _differences(row: TableNotices) -> list[str]:
    cells = [(event, channel, row.matrix.get(event, {}).get(channel)) for event, channel in _cells()]
    return [
        t("prefs.differs", event=t(f"prefs.event.{event}"), channel=t(f"prefs.channel.{channel}"),
          mode=t(f"prefs.mode.{mode}"))
        for event, channel, mode in cells if mode in MODES
    ]  # fmt: skip


def _said(request: HttpRequest, ident: str) -> HttpResponse:
    return go_on(request, t(ident), reverse("notices"))
