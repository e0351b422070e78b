"""Texts by symbolic id (plan: "Texts").

Every text a person reads has an id like ``lobby.take_seat`` and stands in the catalogue of its room, in English and in
Spanish. ``t`` makes it in the language that is active while it is called, ``tl`` makes it when it is shown, ``t_html``
is for a text that carries markup. Placeholders are ``{name}``; the plural form is chosen by the parameter ``n``.
A list inside a sentence comes from ``join_list``, so that nothing is ever glued together.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver
from django.utils import formats, translation
from django.utils.functional import lazy
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

log = logging.getLogger(__name__)

PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
#: Ids this module makes from keys; ``check_texts`` reads them.
TEXT_IDS = tuple(f"list.{name}" for name in ("comma", "and", "and_before_i", "or", "or_before_o")) + tuple(
    f"number.{n}" for n in range(13)
)


class MissingText(LookupError):
    """No catalogue of the active language has this id."""


class MissingValue(LookupError):
    """A text names a placeholder that was not given."""


def has_text(ident: str) -> bool:
    """Whether the active language (or the fallback, English) has a text with this id."""
    return _lookup(ident, 1) is not None


def t(ident: str, **values: Any) -> str:
    """The text ``ident`` with its placeholders filled, as plain text (not escaped).

    Numbers are written as the language writes them. Raises MissingText or MissingValue while developing and testing
    (``settings.TEXTS_STRICT``); in production the id or an ellipsis stands in and the error is logged.
    """
    return PLACEHOLDER.sub(lambda found: str(_value(ident, found[1], values)), find(ident, values.get("n")))


def t_html(ident: str, **values: Any) -> SafeString:
    """Like ``t`` for a text that holds markup: the text is trusted, every value is escaped (unless marked safe)."""
    return fill_html(find(ident, values.get("n")), ident, values)


tl = lazy(t, str)
tl.__doc__ = """Like ``t``, made anew each time it is shown (form labels, choices, class attributes)."""


def find(ident: str, n: object = None) -> str:
    """The unfilled text of an id in the active language; ``n`` chooses the plural form."""
    number = n if isinstance(n, (int, float)) else 1
    text = _lookup(ident, number)
    if text is not None:
        return text
    if settings.TEXTS_STRICT:
        raise MissingText(f"{ident} ({translation.get_language()})")
    log.error("missing text %s in %s", ident, translation.get_language())
    return ident


def fill_html(text: str, ident: str, values: dict[str, Any]) -> SafeString:
    """Fill trusted markup with escaped values."""
    return mark_safe(  # noqa: S308  the text is ours, the values are escaped
        PLACEHOLDER.sub(lambda found: str(conditional_escape(_value(ident, found[1], values))), text)
    )


def join_list(items: Sequence[object], kind: str = "and") -> str:
    """``["a", "b", "c"]`` -> "a, b and c"; ``kind`` is "and" or "or". Safe markup among the items stays markup."""
    parts = list(items)
    safe = any(isinstance(part, SafeString) for part in parts)
    words = [str(conditional_escape(cast(Any, part))) if safe else str(part) for part in parts]
    if len(words) < 2:
        return words[0] if words else ""
    make = t_html if safe else t
    first = words[0]
    for word in words[1:-1]:
        first = make("list.comma", first=first, last=word)
    return make(_joint(kind, words[-1]), first=first, last=words[-1])


def number_word(number: int) -> str:
    """Numbers up to twelve in words ("three"), greater ones in digits."""
    return t(f"number.{number}") if 0 <= number <= 12 else str(formats.localize(number))


def _joint(kind: str, last: str) -> str:
    """Spanish y and o become e and u before the same sound; English has the same text twice."""
    start = last.lstrip("<«“\"'").lower()
    if kind == "and" and re.match(r"h?[ií](?![aeouáéóú])", start):
        return "list.and_before_i"
    if kind == "or" and re.match(r"h?[oó]", start):
        return "list.or_before_o"
    return f"list.{kind}"


def _value(ident: str, name: str, values: dict[str, Any]) -> Any:
    if name not in values:
        if settings.TEXTS_STRICT:
            raise MissingValue(f"{ident} needs {{{name}}}")
        log.error("text %s needs a value for %s", ident, name)
        return "…"
    value = values[name]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return formats.localize(value)
    return value


def _lookup(ident: str, number: float) -> str | None:
    language = translation.get_language()
    if not language:  # translations switched off, as in some management commands
        with translation.override(settings.LANGUAGE_CODE):
            return _looked_up(settings.LANGUAGE_CODE, ident, number)
    return _looked_up(language, ident, number)


@lru_cache(maxsize=8192)
def _looked_up(language: str, ident: str, number: float) -> str | None:
    """The text in the active language, which ``language`` names; catalogues are read once per process."""
    text = translation.ngettext(ident, ident, number)
    if text == ident:
        text = translation.gettext(ident)
    return None if text == ident or not text else text


@receiver(setting_changed)
def _forget(*, setting: str, **_: Any) -> None:
    """Other catalogues (in tests): what was looked up is looked up again."""
    if setting in ("LOCALE_PATHS", "LANGUAGES", "LANGUAGE_CODE", "USE_I18N"):
        _looked_up.cache_clear()
