"""How django-allauth speaks and links here: our words, our letters, our address (never the one a request claims)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from accounts.zones import known_zone
from games.letters import Letter, absolute, neutral, seal
from hotmk_site.texts import t, tl

LETTERS = {  # what the library calls a mail -> our texts, where its button leads
    "email_confirmation_signup": ("confirm_first", "activate_url"),
    "email_confirmation": ("confirm", "activate_url"),
    "password_reset_key": ("reset", "password_reset_url"),
    "unknown_account": ("unknown", "signup_url"),
    "account_already_exists": ("exists", "password_reset_url"),
    "password_changed": ("password_changed", ""),
    "password_reset": ("password_changed", ""),
    "password_set": ("password_changed", ""),
    "email_changed": ("email_changed", ""),
    "email_confirm": ("email_confirmed", ""),
    "email_deleted": ("email_changed", ""),
}
KINDS = sorted({kind for kind, _ in LETTERS.values()})
TEXT_IDS = tuple(
    f"accounts.mail.{kind}.{part}" for kind in KINDS for part in ("subject", "headline", "lead", "button", "why")
)
ERRORS = (
    "account_inactive", "duplicate_email", "email_password_mismatch", "email_taken", "enter_current_password",
    "incorrect_password", "invalid_or_expired_key", "invalid_login", "invalid_password_reset",
    "too_many_login_attempts", "unknown_email", "unverified_primary_email", "same_as_current", "rate_limited",
    "cannot_remove_primary_email",
)  # fmt: skip
TEXT_IDS += tuple(f"accounts.error.{code}" for code in ERRORS)


class Adapter(DefaultAccountAdapter):
    """Our texts for the library's errors and mails."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        **{code: tl(f"accounts.error.{code}") for code in ERRORS},
    }

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> User:
        """A new account keeps the language it was made in and the zone the browser named."""
        assert isinstance(user, User)
        user.email = form.cleaned_data["email"]
        user.name = form.cleaned_data["name"]
        user.language = (translation.get_language() or settings.LANGUAGE_CODE)[:2]
        user.time_zone = known_zone(form.cleaned_data.get("zone", "")) or "UTC"
        user.set_password(form.cleaned_data["password1"])
        if commit:
            user.save()
        return user

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """One of our letters instead of the library's templates, in the language of the account."""
        user = context.get("user")
        language = user.language if isinstance(user, User) and user.is_active else translation.get_language()
        with translation.override(language or settings.LANGUAGE_CODE):
            mail = seal(letter(template_prefix.rsplit("/", 1)[-1], context))
        to = [email] if isinstance(email, str) else email
        message = EmailMultiAlternatives(mail.subject, mail.text, settings.DEFAULT_FROM_EMAIL, to, headers=headers)
        message.attach_alternative(mail.html, "text/html")
        return message

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return _at_home(super().get_email_confirmation_url(request, emailconfirmation))

    def get_reset_password_from_key_url(self, key: str) -> str:
        return _at_home(super().get_reset_password_from_key_url(key))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("settings")

    def is_safe_url(self, url: str | None) -> bool:
        """Only addresses inside the site: a path, or our own host."""
        if url is None or url.startswith("//") or not url.startswith(("/", "http://", "https://")):
            return False
        return super().is_safe_url(url)


def letter(template: str, context: dict[str, Any]) -> Letter:
    """One of the library's mails as a letter of ours. KeyError for a mail this site does not send."""
    kind, link = LETTERS[template]
    user = context.get("user")
    who = neutral(user.name) if isinstance(user, User) else ""
    address = neutral(str(context.get("email", "")))
    base = f"accounts.mail.{kind}"
    lead = t(f"{base}.lead", who=who, address=address, new=neutral(str(context.get("to_email", ""))))
    url = _at_home(str(context[link])) if link in context else absolute("settings")
    return Letter(
        subject=t(f"{base}.subject"),
        kicker=t("site.name"),
        headline=t(f"{base}.headline", who=who),
        lead=lead.split("\n"),
        button=t(f"{base}.button"),
        url=url,
        why=t(f"{base}.why"),
        settings=t("accounts.mail.help"),
        settings_url=absolute("home"),
        language=translation.get_language() or settings.LANGUAGE_CODE,
        preview=lead.split("\n")[0],
    )


def _at_home(url: str) -> str:
    """The same page under the address of the site: a forged Host header must not reach a mail."""
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    return f"{settings.SITE_URL}{parts.path}{query}"
