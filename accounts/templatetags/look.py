"""Small parts of the look: ``{% load look %}{% icon "clock" %}``."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str, css: str = "i") -> SafeString:
    """A sign of ``static/img/icons.svg``. It is never read out: the words beside it say the same."""
    return format_html(
        '<svg class="{}" aria-hidden="true" focusable="false"><use href="{}#i-{}"/></svg>',
        css, static("img/icons.svg"), name,
    )  # fmt: skip


@register.inclusion_tag("parts/field.html")
def field(bound: Any, help_text: str = "") -> dict[str, Any]:
    """A form field in the look: label, help, errors tied to the control by ``aria-describedby``."""
    ids = [f"{bound.id_for_label}-help"] if bound.help_text or help_text else []
    ids += [f"{bound.id_for_label}-error"] if bound.errors else []
    attrs = {"aria-describedby": " ".join(ids)} if ids else {}
    if bound.errors:
        attrs["aria-invalid"] = "true"
    return {
        "field": bound,
        "control": bound.as_widget(attrs=attrs),
        "help": help_text or bound.help_text,
        "kind": getattr(bound.field.widget, "input_type", "select"),
    }
