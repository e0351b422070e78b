"""Tags for the cached pictures of a game: a symbol or a face by reference to its sheet (addresses in the context)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def sym(context: Any, ident: str, css: str = "r") -> SafeString:
    """A symbol of the icon sheet; never read out, the words beside it say the same. "" gives nothing."""
    return _symbol(context["sheet_icons"], ident, css) if ident else mark_safe("")


@lru_cache(maxsize=1024)
def _symbol(sheet: str, ident: str, css: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>', css, sheet, ident
    )


@register.simple_tag(takes_context=True)
def face(context: Any, card: str, coat: int = 0) -> SafeString:
    """The face on a card; ``coat`` is the seat whose colour a starting troll wears."""
    return _face(context["sheet_faces"], card, coat)


@lru_cache(maxsize=1024)
def _face(sheet: str, card: str, coat: int) -> SafeString:
    return format_html(
        '<svg class="face coat-{}" viewBox="0 0 120 84" aria-hidden="true" focusable="false">'
        '<use href="{}#t-{}"/></svg>',
        coat, sheet, card,
    )  # fmt: skip


@register.filter
def drawing(text: str) -> SafeString:
    """SVG made by a rule set's layout from its own data, every word in it escaped there."""
    return mark_safe(text)  # noqa: S308
