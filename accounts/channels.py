"""The ways to a person: the mail address, browsers that take web push, webhooks, feeds behind secret addresses.

What stands here is changed by the views of ``games.views`` that the buttons of this page lead to.
"""

from __future__ import annotations

from typing import Any

from django.forms import ChoiceField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.channels.forms import WebhookForm
from games.channels.shapes import SHAPES
from games.channels.shown import channels_of
from games.views.answers import signed_in
from hotmk_site.formwords import in_our_words
from hotmk_site.texts import t

FEEDS = ("atom", "ical")
LABELS = {"label": "ways.hook_label", "url": "ways.hook_url", "shape": "ways.hook_shape"}
TEXT_IDS = (
    *LABELS.values(),
    *(f"ways.shape.{shape}" for shape in SHAPES),
    *(f"ways.feed.{kind}" for kind in FEEDS),
    *(f"ways.feed.{kind}_what" for kind in FEEDS),
)


@require_safe
@signed_in
def channels(request: HttpRequest) -> HttpResponse:
    """The page."""
    return show(request)


def show(request: HttpRequest, form: WebhookForm | None = None, status: int = 200) -> HttpResponse:
    """The page; with the form of a webhook as it was filled in, when that was refused (``status`` 422)."""
    person: Any = request.user
    shown = channels_of(person, timezone.now())
    context = {
        "shown": shown, "feeds": [(kind, shown.feeds.get(kind, "")) for kind in FEEDS],
        "form": _labelled(form or WebhookForm(person)), "confirmed": person.is_confirmed, "refused": form is not None,
    }  # fmt: skip
    return render(request, "accounts/channels.html", context, status=status)


def _labelled(form: WebhookForm) -> WebhookForm:
    """The form in the words of this page."""
    for name, ident in LABELS.items():
        form[name].label = t(ident)
    form["url"].help_text = t("ways.hook_url_help")
    shape = form.fields["shape"]
    assert isinstance(shape, ChoiceField)
    shape.choices = [(code, t(f"ways.shape.{code}")) for code in SHAPES]
    if not form.is_bound:
        in_our_words(form)
    return form
