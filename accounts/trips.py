"""Vacations on the page of absences: going on one, coming back early, letting one begin by itself.

``games.play.vacation`` writes them and carries them to the tables; this module asks and says.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from games import clocks, clockwords
from games.play import vacation
from hotmk_site.formwords import in_our_words
from hotmk_site.texts import t, tl


class VacationForm(forms.Form):
    """So many days from now on, or up to the end of a day: one of the two. ``length``: the days that come of it."""

    days = forms.IntegerField(label=tl("away.days"), required=False, min_value=1, max_value=clocks.VACATION_DAYS)
    last = forms.DateField(
        label=tl("away.last"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )

    def __init__(self, person: Any, data: Any = None) -> None:
        super().__init__(data)
        self.person = person
        in_our_words(self)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if self.errors:
            return values
        days, last = values.get("days"), values.get("last")
        if (days is None) == (last is None):
            raise ValidationError(t("away.days_or_last"))
        values["length"] = days or vacation.until_days(self.person, values["last"], timezone.now())
        if not values["length"]:
            self.add_error("last", t("away.last_past"))
        elif values["length"] > clocks.VACATION_DAYS:
            self.add_error("last", t("away.last_far", n=clocks.VACATION_DAYS))
        return values


def facts(person: Any, now: datetime) -> dict[str, Any]:
    """What the page says of a person's vacations: days left this year, the one under way (in words, else None)."""
    found = vacation.current(person, now)
    under_way = None
    if found is not None:
        ends = clockwords.clock(found.ends_at, person.zone, now)
        under_way = {"automatic": found.automatic, "ends": ends, "left": clockwords.left(found.ends_at, now)}
    return {
        "current": under_way, "left": vacation.balance(person, now), "most": clocks.VACATION_DAYS,
        "year": timezone.localdate(now).year,
    }  # fmt: skip
