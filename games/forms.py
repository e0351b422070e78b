"""Forms of the tables: opening one, filtering the lobby, inviting. Every limit here is said in words when it is met."""

from __future__ import annotations

import unicodedata
from importlib import import_module
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games.clocks import PRESETS
from games.clockwords import preset_name
from games.rules.kernel import Illegal, Option
from games.rules.registry import REGISTRY
from games.termforms import TimeForm
from hotmk_site.formwords import in_our_words
from hotmk_site.texts import t, tl

TITLE_LENGTH = 60
INVITED_MOST = 10
WORD_LENGTH = 24
VISIBILITIES = ("open", "private", "invited")
TEXT_IDS = tuple(f"create.visibility.{key}" for key in VISIBILITIES)


def package(slug: str) -> Any:
    """The rule set's package. KeyError for an unknown slug."""
    return import_module(REGISTRY[slug])


def bot_choices(slug: str) -> list[tuple[str, str]]:
    """(key, name) of a game's bots, the house bot first."""
    found = package(slug)
    keys = sorted(found.BOTS, key=lambda key: key != found.HOUSE_BOT)
    return [(key, t(f"{slug}.bot.{key}")) for key in keys]


def game_choices() -> list[tuple[str, str]]:
    """(slug, name in the reader's language) of every game."""
    return [(slug, t(f"{slug}.name")) for slug in REGISTRY]


def clean_line(value: str) -> str:
    """One line of a person's text, normalised and with blanks folded.

    Raises ValidationError for control and formatting characters (line ends, direction marks, zero-width letters): they
    forge mail headers and names.
    """
    text = unicodedata.normalize("NFC", value)
    if any(unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for letter in text):
        raise ValidationError(t("create.error.letters"), code="letters")
    return " ".join(text.split())


def offer(form: forms.Form, name: str, choices: list[tuple[Any, str]]) -> None:
    """Give a choice field its choices (they are in the reader's language, so each form makes them anew)."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


class LineField(forms.CharField):
    """A single line of text, see ``clean_line``."""

    def to_python(self, value: Any) -> str:
        return clean_line(super().to_python(value) or "")


class LobbyFilter(forms.Form):
    """The filters of the lobby; kept in the address. An unknown value is an error, never silently all."""

    game = forms.ChoiceField(required=False, label=tl("lobby.filter.game"))
    seats = forms.TypedChoiceField(required=False, coerce=int, empty_value=None, label=tl("lobby.filter.seats"))
    pace = forms.ChoiceField(required=False, label=tl("lobby.filter.pace"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        most = max(package(slug).SEATS[1] for slug in REGISTRY)
        least = min(package(slug).SEATS[0] for slug in REGISTRY)
        counts = [(n, t("lobby.seats", n=n)) for n in range(least, most + 1)]
        offer(self, "game", [("", t("lobby.filter.any_game")), *game_choices()])
        offer(self, "seats", [("", t("lobby.filter.any_seats")), *counts])
        paces = [(key, preset_name(key)) for key in (*PRESETS, "custom")]
        offer(self, "pace", [("", t("lobby.filter.any_pace")), *paces])
        in_our_words(self)


class TableForm(TimeForm):
    """Opening a table. ``slug`` and ``seats`` decide which chairs and options are asked for.

    After ``is_valid``: ``bots()`` (keys in seat order), ``invited()`` (names), ``options()`` (typed values by name),
    ``terms()``.
    """

    field_order = ("title", "visibility", "invited_names", "word")

    title = LineField(
        label=tl("create.title"),
        max_length=TITLE_LENGTH,
        error_messages={"required": tl("create.error.title"), "max_length": tl("create.error.title_long")},
    )
    visibility = forms.ChoiceField(label=tl("create.visibility"), widget=forms.RadioSelect)
    invited_names = LineField(
        label=tl("create.invited"),
        required=False,
        max_length=400,
        error_messages={"max_length": tl("create.error.invited_long")},
    )
    word = LineField(
        label=tl("create.word"),
        required=False,
        max_length=WORD_LENGTH,
        error_messages={"max_length": tl("create.error.word_long")},
    )

    def __init__(self, *args: Any, slug: str, seats: int, options: tuple[Option, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slug, self.seats, self.typed = slug, seats, options
        offer(self, "visibility", [(key, t(f"create.visibility.{key}")) for key in VISIBILITIES])
        self.fields["visibility"].initial = "open"
        people = [("", t("create.person"))]
        for number in range(2, seats + 1):
            self.fields[f"chair_{number}"] = forms.ChoiceField(
                label=t("create.chair", number=number), choices=people + bot_choices(slug), required=False
            )
        for option in options:
            self.fields[f"option_{option.name}"] = option_field(slug, option)
        in_our_words(self)

    def chairs(self) -> list[forms.BoundField]:
        """The fields of the seats two and up."""
        return [self[f"chair_{number}"] for number in range(2, self.seats + 1)]

    def option_fields(self) -> list[forms.BoundField]:
        """The fields made from the rule set's options."""
        return [self[f"option_{option.name}"] for option in self.typed]

    def bots(self) -> list[str]:
        """Keys of the bots chosen, in seat order."""
        chosen = (self.cleaned_data[f"chair_{number}"] for number in range(2, self.seats + 1))
        return [key for key in chosen if key]

    def invited(self) -> list[str]:
        """The names typed, parted by commas, each once."""
        names = (clean_line(part) for part in self.cleaned_data["invited_names"].split(","))
        return list(dict.fromkeys(name for name in names if name))

    def options(self) -> dict[str, Any]:
        """The chosen options by name, typed."""
        return {option.name: self.cleaned_data[f"option_{option.name}"] for option in self.typed}

    def clean(self) -> dict[str, Any]:
        """What no single field can see: too many invited, or an invited table that invites nobody."""
        data = super().clean() or self.cleaned_data
        if "invited_names" in data and "visibility" in data:
            names = self.invited()
            if len(names) > INVITED_MOST:
                self.add_error("invited_names", t("create.error.invited_many", n=INVITED_MOST))
            elif data["visibility"] == "invited" and not names and self.people_left(data) > 0:
                self.add_error("invited_names", t("create.error.invited_none"))
        return data

    def refuse_options(self, error: Illegal) -> None:
        """Say which rule the chosen options break, beside the option it is about when the rules name one."""
        name = f"option_{error.data.get('option') or error.code.removeprefix('bad_')}"
        place = name if name in self.fields else None
        self.add_error(place, t(f"{self.slug}.refused.{error.code}", **error.data))

    def people_left(self, data: dict[str, Any]) -> int:
        """Seats that wait for people beside the opener."""
        return sum(1 for number in range(2, self.seats + 1) if not data.get(f"chair_{number}"))


def option_field(slug: str, option: Option) -> forms.Field:
    """A rule set's typed option as a field. Texts: ``<slug>.option.<name>`` and ``<slug>.option.<name>.<choice>``."""
    label = t(f"{slug}.option.{option.name}")
    if option.kind == "flag":
        return forms.BooleanField(label=label, required=False, initial=bool(option.default))
    if option.kind == "number":
        return forms.IntegerField(
            label=label, min_value=option.minimum, max_value=option.maximum, initial=option.default
        )
    choices = [(key, t(f"{slug}.option.{option.name}.{key}")) for key in option.choices]
    if option.kind == "many":
        return forms.MultipleChoiceField(
            label=label, choices=choices, initial=option.default, required=False, widget=forms.CheckboxSelectMultiple
        )
    return forms.ChoiceField(label=label, choices=choices, initial=option.default, widget=forms.RadioSelect)
