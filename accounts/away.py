"""Times in which a person does not play: quiet hours of every day, and vacations (design: "Clocks").

Quiet hours are the account's own; they count from the next question on. Vacations are written by ``games.play``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from accounts import trips
from accounts.models import User
from accounts.trips import VacationForm
from games import clocks, clockwords
from games.models import Game, Seat
from games.play import vacation
from games.play.errors import Refused
from games.views.answers import go_on, sentence_of, signed_in
from hotmk_site.formwords import in_our_words
from hotmk_site.texts import t, tl

DAY_MINUTES = 24 * 60
STEP = 30
"""Minutes between the choices of quiet hours."""


@dataclass
class TableRow:
    """A running table of mine, and which of my times stop its clock."""

    title: str
    url: str
    quiet: bool
    vacation: bool
    untimed: bool


class QuietForm(forms.Form):
    """From and to on the reader's own clock, as minutes of the day; both "": no quiet hours."""

    quiet_from = forms.TypedChoiceField(label=tl("away.quiet_from"), required=False, coerce=int, empty_value=None)
    quiet_to = forms.TypedChoiceField(label=tl("away.quiet_to"), required=False, coerce=int, empty_value=None)

    def __init__(self, person: Any, data: Any = None) -> None:
        super().__init__(data)
        for name in ("quiet_from", "quiet_to"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.initial = kept = getattr(person, name)
            minutes = sorted({*range(0, DAY_MINUTES, STEP), *([] if kept is None else [kept])})
            field.choices = [("", t("away.quiet_none")), *((minute, _clock(minute)) for minute in minutes)]
        in_our_words(self)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        first, last = values.get("quiet_from"), values.get("quiet_to")
        if self.errors or first is last is None:
            return values
        if first is None or last is None:
            self.add_error("quiet_from" if first is None else "quiet_to", t("away.quiet_both"))
            return values
        length = length_of(first, last)
        if not length:
            self.add_error("quiet_to", t("away.quiet_same"))
        elif length > clocks.QUIET_MOST:
            span = clockwords.span(timedelta(minutes=length))
            most = clockwords.span(timedelta(minutes=clocks.QUIET_MOST))
            raise ValidationError(t("away.quiet_too_long", span=span, most=most))
        return values


def length_of(first: int, last: int) -> int:
    """Minutes from one minute of the day to another, over midnight if need be."""
    return (last - first) % DAY_MINUTES


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def away(request: HttpRequest) -> HttpResponse:
    """The page; POST keeps quiet hours."""
    if request.method != "POST":
        return show(request)
    person: Any = request.user
    form = QuietForm(person, request.POST)
    if not form.is_valid():
        return show(request, quiet=form, status=422)
    first, last = form.cleaned_data["quiet_from"], form.cleaned_data["quiet_to"]
    User.objects.filter(pk=person.pk).update(quiet_from=first, quiet_to=last)
    return _said(request, "away.quiet_kept" if first is not None else "away.quiet_gone")


@require_POST
@signed_in
def vacation_start(request: HttpRequest) -> HttpResponse:
    """Go on vacation now."""
    person: Any = request.user
    form = VacationForm(person, request.POST)
    if not form.is_valid():
        return show(request, trip=form, status=422)
    try:
        vacation.start_vacation(person, form.cleaned_data["length"])
    except Refused as error:
        form.add_error(None, sentence_of(error))
        return show(request, trip=form, status=error.status)
    return _said(request, "away.vacation_began")


@require_POST
@signed_in
def vacation_end(request: HttpRequest) -> HttpResponse:
    """Be back before the planned end."""
    try:
        vacation.end_vacation(request.user)
    except Refused as error:
        return show(request, refused=sentence_of(error), status=error.status)
    return _said(request, "away.vacation_over")


@require_POST
@signed_in
def vacation_auto(request: HttpRequest) -> HttpResponse:
    """Whether a vacation may begin by itself."""
    wanted = "auto" in request.POST
    person: Any = request.user
    User.objects.filter(pk=person.pk).update(auto_vacation=wanted)
    return _said(request, "away.auto_on" if wanted else "away.auto_off")


def show(
    request: HttpRequest,
    quiet: QuietForm | None = None,
    trip: VacationForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page with these forms as they were filled in, else with what is kept."""
    person: Any = request.user
    context = {
        "quiet": quiet or QuietForm(person), "quiet_words": quiet_words(person), "rows": _tables(person),
        "trip": trip or VacationForm(person), "refused": refused, **trips.facts(person, timezone.now()),
    }  # fmt: skip
    return render(request, "accounts/away.html", context, status=status)


def quiet_words(person: Any) -> str:
    """ "22:00 to 07:00, 9 hours a day, in Oslo", "" without quiet hours."""
    if person.quiet_from is None or person.quiet_to is None:
        return ""
    length = timedelta(minutes=length_of(person.quiet_from, person.quiet_to))
    words = {"start": _clock(person.quiet_from), "end": _clock(person.quiet_to), "span": clockwords.span(length)}
    return t("away.quiet_words", **words, city=clockwords.city(person.zone))


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _tables(person: Any) -> list[TableRow]:
    """The running tables of a person, and which of its times stop the clock there."""
    seats = Seat.objects.filter(user=person, game__status=Game.Status.RUNNING).select_related("game")
    rows = []
    for seat in seats.order_by("game__title", "pk"):
        terms = seat.game.time
        url = reverse("table", args=[seat.game.public_id])
        rows.append(TableRow(seat.game.title, url, terms.quiet, terms.vacation, terms.untimed))
    return rows


def _said(request: HttpRequest, ident: str) -> HttpResponse:
    return go_on(request, t(ident), reverse("away"))
