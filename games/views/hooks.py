"""Webhooks of a person: add one, try it, switch it on again, take it away."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.channels import show
from accounts.models import User
from games.channels import Trouble, failing, hook, push, shapes
from games.channels.forms import WebhookForm
from games.channels.limits import over
from games.models import Webhook
from games.views.answers import go_on, signed_in
from hotmk_site.formwords import in_our_words
from hotmk_site.texts import t

BACK = "channels"
ADDS_MOST, TESTS_MOST, SECONDS = 30, 10, 600
TEXT_IDS = tuple(f"channel.trouble.{code}" for code in sorted({*hook.TROUBLES, *push.TROUBLES}))


@require_POST
@signed_in
def hook_add(request: HttpRequest) -> HttpResponse:
    """A new webhook, or the page again with what was typed and why it was refused."""
    form = WebhookForm(person(request), request.POST)
    in_our_words(form)
    if over(f"hook-add {request.user.pk}", ADDS_MOST, SECONDS):
        return not_now(request)
    if not form.is_valid():
        return show(request, form, status=422)
    form.save()
    return go_on(request, t("channel.said.hook_added"), reverse(BACK))


@require_POST
@signed_in
def hook_test(request: HttpRequest, pk: int) -> HttpResponse:
    """Post a line to see whether it arrives."""
    row = _own(request, pk)
    if over(f"hook-test {request.user.pk}", TESTS_MOST, SECONDS):
        return not_now(request)
    now = timezone.now()
    return tried(request, lambda: hook.send(row, shapes.trial(row, now), f"test-{secrets.token_hex(8)}", now))


@require_POST
@signed_in
def hook_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Use it again, after it was switched off."""
    failing.switch_on(_own(request, pk))
    return go_on(request, t("channel.said.hook_on"), reverse(BACK))


@require_POST
@signed_in
def hook_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Nothing is posted there any more."""
    _own(request, pk).delete()
    return go_on(request, t("channel.said.hook_gone"), reverse(BACK))


def person(request: HttpRequest) -> User:
    """Who has signed in (``signed_in`` lets nobody else through)."""
    return cast(User, request.user)


def _own(request: HttpRequest, pk: int) -> Webhook:
    return get_object_or_404(Webhook, pk=pk, user_id=request.user.pk)


def tried(request: HttpRequest, send: Callable[[], None]) -> HttpResponse:
    """Send something now; the next page says how it went."""
    try:
        send()
    except Trouble as error:
        messages.error(request, t("channel.said.test_failed", why=t(f"channel.trouble.{error.code}")))
        return redirect(BACK)
    return go_on(request, t("channel.said.test_sent"), reverse(BACK))


def not_now(request: HttpRequest) -> HttpResponse:
    """Too often."""
    messages.error(request, t("channel.said.too_often"))
    return redirect(BACK)
