"""Our own words for what is wrong with a field of a form. Django's are of another tone, formal ones in Spanish."""

from __future__ import annotations

from typing import Any

from django.forms import BaseForm, EmailField, Field

from hotmk_site.texts import tl

#: Django's code of an error -> our text.
WORDS = {
    "required": "form.required",
    "invalid": "form.invalid",
    "invalid_choice": "form.invalid_choice",
    "invalid_list": "form.invalid_choice",
    "null_characters_not_allowed": "form.letters",
    "min_value": "form.number_range",
    "max_value": "form.number_range",
    "max_length": "form.too_long",
}
TEXT_IDS = (*dict.fromkeys(WORDS.values()), "form.email")


def in_our_words(form: BaseForm) -> None:
    """Replace Django's sentences on every field; those that a field was given stay."""
    for field in form.fields.values():
        for code, ident in WORDS.items():
            if field.error_messages.get(code) is _django_says(field, code):
                field.error_messages[code] = tl(_special(field, ident), **_limits(field))


def _django_says(field: Field, code: str) -> Any:
    """Django's own sentence (None where it comes from a validator)."""
    kinds = (vars(kind).get("default_error_messages", {}) for kind in type(field).__mro__)
    return next((words[code] for words in kinds if code in words), None)


def _special(field: Field, ident: str) -> str:
    return "form.email" if isinstance(field, EmailField) and ident == "form.invalid" else ident


def _limits(field: Field) -> dict[str, Any]:
    return {
        "n": getattr(field, "max_length", None) or 0,
        "least": getattr(field, "min_value", None),
        "most": getattr(field, "max_value", None),
    }
