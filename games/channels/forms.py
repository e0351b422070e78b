"""Forms by which a person adds ways to be told."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.utils import timezone

from accounts.models import User
from games.channels import guard
from games.channels.push import good_keys
from games.channels.shapes import SHAPES
from games.channels.words import plain
from games.models import PushSubscription, Webhook
from hotmk_site.texts import t

HOOKS_MOST, DEVICES_MOST = 10, 20
TEXT_IDS = tuple(f"channel.refused.{code}" for code in guard.REFUSALS)


def refusal_words(code: str) -> str:
    """Why an address is not taken, and what to do."""
    return t(f"channel.refused.{code}")


class WebhookForm(forms.Form):
    """A new webhook of a person: what it is called, where to, in which shape."""

    label = forms.CharField(max_length=60, required=False)
    url = forms.CharField(max_length=guard.URL_MOST)
    shape = forms.ChoiceField(choices=[(shape, shape) for shape in SHAPES])

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_label(self) -> str:
        """In one line."""
        return plain(self.cleaned_data["label"])

    def clean_url(self) -> str:
        """Refused with the reason where the guard would not post there now, or where it is there already."""
        url = str(self.cleaned_data["url"]).strip()
        try:
            guard.check(url)
        except guard.Refusal as error:
            raise forms.ValidationError(refusal_words(error.code), code=error.code) from None
        if Webhook.objects.filter(user=self.user, url=url).exists():
            raise forms.ValidationError(t("channel.refused.twice"), code="twice")
        return url

    def clean(self) -> dict[str, Any]:
        """There is an end to how many one person has."""
        if Webhook.objects.filter(user=self.user).count() >= HOOKS_MOST:
            raise forms.ValidationError(t("channel.refused.many", n=HOOKS_MOST), code="many")
        return self.cleaned_data

    def save(self) -> Webhook:
        """The new row, with a secret of its own."""
        found = self.cleaned_data
        hook, _made = Webhook.objects.get_or_create(
            user=self.user,
            url=found["url"],
            defaults={
                "shape": found["shape"],
                "label": found["label"],
                "secret": secrets.token_hex(32),
                "created_at": timezone.now(),
            },
        )
        return hook


class DeviceForm(forms.Form):
    """What a browser tells when it signs up."""

    endpoint = forms.CharField(max_length=guard.URL_MOST)
    p256dh = forms.CharField(max_length=120)
    auth = forms.CharField(max_length=60)
    label = forms.CharField(max_length=60, required=False)

    def clean_endpoint(self) -> str:
        """A push service is an address that anybody can type: the same guard."""
        url = str(self.cleaned_data["endpoint"])
        try:
            guard.check(url)
        except guard.Refusal as error:
            raise forms.ValidationError(refusal_words(error.code), code=error.code) from None
        return url

    def clean(self) -> dict[str, Any]:
        """The keys must be keys, else every push to this browser would fail."""
        found = self.cleaned_data
        if "p256dh" in found and "auth" in found and not good_keys(found["p256dh"], found["auth"]):
            raise forms.ValidationError(t("channel.refused.keys"), code="keys")
        return found

    def save(self, user: User) -> PushSubscription:
        """The row of this browser: whoever signed up last in it is told there. Beyond the limit the oldest go."""
        found = self.cleaned_data
        row, _made = PushSubscription.objects.update_or_create(
            endpoint=found["endpoint"],
            defaults={
                "user": user,
                "p256dh": found["p256dh"],
                "auth": found["auth"],
                "label": plain(found["label"]),
                "created_at": timezone.now(),
                "failing_since": None,
                "off_at": None,
            },
        )
        kept = PushSubscription.objects.filter(user=user).order_by("-created_at").values_list("pk", flat=True)
        PushSubscription.objects.filter(user=user).exclude(pk__in=list(kept[:DEVICES_MOST])).delete()
        return row
