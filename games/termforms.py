"""The time settings of a table as form fields: a preset or own times, and what else there is to choose about time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms

from games.clocks import (
    BENCH_MOST,
    CLAIM_LEAST,
    CLAIM_MOST,
    DEFAULT,
    ENDGAMES,
    GRACES,
    HOUR,
    LONGEST,
    PILOTS,
    PRESETS,
    Terms,
)  # fmt: skip
from games.clockwords import bank_words, preset_name, span
from hotmk_site.texts import t, tl

OWN = ("bank_hours", "credit_hours", "cap_hours")
"""The fields that count only with the preset "custom"."""
FLAGS = ("quiet", "weekend", "vacation", "pause")
NAMES = (
    "preset", *OWN, "grace", *FLAGS, "claim_hours", "pilot", "endgame", "bench_days", "least",
)  # fmt: skip
TEXT_IDS = (
    *(f"create.time.pilot.{pilot}" for pilot in PILOTS),
    *(f"create.time.endgame.{endgame}" for endgame in ENDGAMES),
)


class NumberField(forms.IntegerField):
    """A whole number in a plain box: its limits are said in words beside it, also when the box is folded away."""

    def __init__(self, label: str, least: int, most: int, initial: int, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "size": 5, "autocomplete": "off"})
        super().__init__(label=tl(label), min_value=least, max_value=most, initial=initial, widget=widget, **kwargs)


class TimeForm(forms.Form):
    """The time settings. After ``is_valid``: ``terms()``."""

    preset = forms.ChoiceField(label=tl("create.time.preset"), widget=forms.RadioSelect)
    bank_hours = NumberField("create.time.bank", 1, LONGEST // HOUR, DEFAULT.bank // HOUR, required=False)
    credit_hours = NumberField("create.time.credit", 0, LONGEST // HOUR, DEFAULT.credit // HOUR, required=False)
    cap_hours = NumberField("create.time.cap", 1, LONGEST // HOUR, DEFAULT.cap // HOUR, required=False)
    grace = forms.TypedChoiceField(label=tl("create.time.grace"), coerce=int)
    quiet = forms.BooleanField(label=tl("create.time.quiet"), required=False)
    weekend = forms.BooleanField(label=tl("create.time.weekend"), required=False)
    vacation = forms.BooleanField(label=tl("create.time.vacation"), required=False)
    pause = forms.BooleanField(label=tl("create.time.pause"), required=False)
    claim_hours = NumberField("create.time.claim", CLAIM_LEAST // HOUR, CLAIM_MOST // HOUR, DEFAULT.claim // HOUR)
    pilot = forms.ChoiceField(label=tl("create.time.pilot"), widget=forms.RadioSelect)
    endgame = forms.ChoiceField(label=tl("create.time.endgame"), widget=forms.RadioSelect)
    bench_days = NumberField("create.time.bench", 0, BENCH_MOST, DEFAULT.bench_days)
    least = NumberField("create.time.least", 0, 100, DEFAULT.least)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: dict[str, list[tuple[Any, str]]] = {
            "preset": [(key, preset_name(key)) for key in (*PRESETS, "custom")],
            "grace": [(grace // HOUR, _grace_name(grace)) for grace in GRACES],
            "pilot": [(key, t(f"create.time.pilot.{key}")) for key in PILOTS],
            "endgame": [(key, t(f"create.time.endgame.{key}")) for key in ENDGAMES],
        }
        for name, found in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = found
        for name, value in fields_of(DEFAULT).items():
            self.fields[name].initial = value

    def cards(self) -> list[dict[str, Any]]:
        """The presets as the page shows them: the radio button, its name, what it means."""
        told = {key: bank_words(terms) for key, terms in PRESETS.items()} | {"custom": t("create.time.custom_help")}
        radios = zip((*PRESETS, "custom"), self["preset"].subwidgets, strict=True)
        return [{"key": key, "radio": radio, "about": told[key]} for key, radio in radios]

    def own_fields(self) -> list[forms.BoundField]:
        """The fields of the preset "custom"."""
        return [self[name] for name in OWN]

    def more_is_open(self) -> bool:
        """Whether what stands under "more" has something to see: another choice than usual, or an error."""
        usual = fields_of(DEFAULT)
        names = [name for name in NAMES if name not in ("preset", *OWN)]
        return any(self[name].errors or _plain(self[name].value()) != _plain(usual[name]) for name in names)

    def clean(self) -> dict[str, Any]:
        """Own times are asked for with "custom" alone; a clock holds no less at most than it starts with."""
        data = super().clean() or self.cleaned_data
        if data.get("preset") != "custom":
            for name in OWN:
                self.errors.pop(name, None)
            return data
        for name in OWN:
            if data.get(name) is None and name not in self.errors:
                self.add_error(name, t("form.required"))
        if not any(name in self.errors for name in OWN) and data["cap_hours"] < data["bank_hours"]:
            self.add_error("cap_hours", t("create.time.cap_low"))
        return data

    def terms(self) -> Terms:
        """The time settings that were chosen."""
        data = self.cleaned_data
        base = PRESETS.get(data["preset"])
        bank, credit, cap = (base.bank, base.credit, base.cap) if base else tuple(data[name] * HOUR for name in OWN)
        return Terms(
            preset=data["preset"], bank=bank, credit=credit, cap=cap, grace=data["grace"] * HOUR, quiet=data["quiet"],
            weekend=data["weekend"], vacation=data["vacation"], pause=data["pause"],
            claim=data["claim_hours"] * HOUR, pilot=data["pilot"], endgame=data["endgame"],
            bench_days=data["bench_days"], least=data["least"],
        )  # fmt: skip


def fields_of(terms: Terms) -> dict[str, Any]:
    """Time settings as values of the form's fields. Own times of less than an hour become an hour."""
    hours = {f"{name}_hours": max(1, getattr(terms, name) // HOUR) for name in ("bank", "cap", "claim")}
    plain = {name: getattr(terms, name) for name in ("preset", *FLAGS, "pilot", "endgame", "bench_days", "least")}
    return plain | hours | {"credit_hours": terms.credit // HOUR, "grace": terms.grace // HOUR}


def address_of(terms: Terms) -> list[tuple[str, str]]:
    """Time settings as they stand in an address that fills the form: a box without a tick is not in it."""
    values = fields_of(terms)
    return [(name, "on" if value is True else str(value)) for name, value in values.items() if value is not False]


def _plain(value: Any) -> str:
    """A value of a field as text, so that what was sent and what is usual compare."""
    return "" if value is None or value is False else str(value)


def _grace_name(grace: int) -> str:
    return t("create.time.grace_some", span=span(timedelta(seconds=grace))) if grace else t("create.time.grace_none")
