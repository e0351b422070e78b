"""Tags of the table pages: the players' marks, a game's small picture, and moments in the reader's zone."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.template.loader import select_template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games import clockwords
from games.rules import drawing
from hotmk_site.texts import t

register = template.Library()


@register.simple_tag
def mark(seat: int, label: str = "", size: str = "") -> SafeString:
    """The mark of a seat as SVG. ``label`` is read out; leave it empty where the name stands beside it."""
    return mark_safe(drawing.mark((seat - 1) % len(drawing.PLAYERS) + 1, label, size))  # noqa: S308  numbers and escaped label


@register.simple_tag
def mark_patterns() -> SafeString:
    """The patterns that the marks of a page refer to; once per page."""
    return mark_safe(  # noqa: S308  fixed drawing
        f'<svg class="sheet" width="0" height="0" aria-hidden="true"><defs>{drawing.patterns()}</defs></svg>'
    )


@register.simple_tag
def game_picture(slug: str, size: str = "") -> SafeString:
    """The small picture of a game: ``templates/<slug>/picture.html``. ``size``: "" or "tiny"."""
    found = select_template([f"{slug}/picture.html", "games/parts/picture.html"])
    return mark_safe(found.render({"size": size}))  # noqa: S308  a template of our own


@register.simple_tag(takes_context=True)
def rule_mark(context: Any, anchor: str, what: str = "") -> SafeString:
    """A small question mark that leads to a paragraph of this game's rules. ``what``: the matter, read out."""
    if not anchor:
        return mark_safe("")
    return format_html(
        '<a class="rule-mark" href="{}#{}" aria-label="{}"><span aria-hidden="true">?</span></a>',
        reverse("rules_of", args=[context["game"].slug]), anchor, t("table.rule_mark", what=what),
    )  # fmt: skip


@register.simple_tag
def moment(instant: datetime | None, zone: str = "") -> SafeString:
    """A moment in the reader's zone, machine-readable in UTC. "" for None."""
    if instant is None:
        return mark_safe("")
    words = clockwords.clock(instant, _zone(zone), timezone.now())
    return format_html('<time datetime="{}">{}</time>', instant.astimezone(ZoneInfo("UTC")).isoformat(), words)


def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name) if name else timezone.get_current_timezone()
