"""Texts in templates: ``{% load texts %}{% t "lobby.seats_free" n=free %}``.

``t`` escapes the text and its values (values marked safe, such as an icon, stay markup); ``t_html`` trusts the markup
of the text. Both take ``as name``. In a plain-text mail (``{% autoescape off %}``) nothing is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.template.context import Context
from django.utils.html import escape

from hotmk_site import texts

register = template.Library()


@register.simple_tag(takes_context=True, name="t")
def text(context: Context, ident: str, **values: Any) -> str:
    """The text of an id, escaped, with its placeholders filled."""
    if not context.autoescape:
        return texts.t(ident, **values)
    return texts.fill_html(escape(texts.find(ident, values.get("n"))), ident, values)


@register.simple_tag(takes_context=True, name="t_html")
def text_html(context: Context, ident: str, **values: Any) -> str:
    """The text of an id whose markup is kept; the values are escaped."""
    return texts.t_html(ident, **values) if context.autoescape else texts.t(ident, **values)


@register.filter
def list_and(items: Iterable[object]) -> str:
    """``{{ names|list_and }}`` -> "Ola, Wen and Kim"."""
    return texts.join_list(list(items), "and")


@register.filter
def list_or(items: Iterable[object]) -> str:
    """``{{ names|list_or }}`` -> "Ola, Wen or Kim"."""
    return texts.join_list(list(items), "or")


@register.filter
def in_words(number: int) -> str:
    """``{{ 3|in_words }}`` -> "three"; digits above twelve."""
    return texts.number_word(number)
