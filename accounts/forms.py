"""Forms of the account pages, in our own words, in both languages."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from accounts.models import User
from accounts.names import LONGEST
from accounts.zones import grouped_choices
from hotmk_site.formwords import in_our_words
from hotmk_site.texts import tl

THEMES = [("", tl("accounts.theme.system")), ("light", tl("accounts.theme.light")), ("dark", tl("accounts.theme.dark"))]


def _name_field() -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": LONGEST, "spellcheck": "false"})
    return forms.CharField(
        label=tl("accounts.field.name"),
        help_text=tl("accounts.field.name_help"),
        max_length=80,
        strip=False,
        widget=widget,
    )


def _words(field: forms.Field, label: str, autocomplete: str, help_text: str = "") -> None:
    """Our own label and help on a field of the library, without its placeholder."""
    field.label = tl(label)
    field.help_text = tl(help_text) if help_text else ""
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs["autocomplete"] = autocomplete


class SignUpForm(allauth_forms.SignupForm):
    """Mail address, name, password; the browser's time zone comes along as a suggestion."""

    name = _name_field()
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-zone-guess": "always"}))
    field_order = ("email", "name", "password1")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _words(self.fields["email"], "accounts.field.email", "email", "accounts.field.email_help")
        _words(self.fields["password1"], "accounts.field.password", "new-password", "accounts.field.password_help")
        in_our_words(self)

    def clean_name(self) -> str:
        return User().check_name(self.cleaned_data["name"])


class SignInForm(allauth_forms.LoginForm):
    """Mail address and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _words(self.fields["login"], "accounts.field.email", "email")
        _words(self.fields["password"], "accounts.field.password", "current-password")
        in_our_words(self)


class ForgottenForm(allauth_forms.ResetPasswordForm):
    """The address to which a link is sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _words(self.fields["email"], "accounts.field.email", "email")
        in_our_words(self)


class NewPasswordForm(allauth_forms.ResetPasswordKeyForm):
    """A new password, after the link of the mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _words(self.fields["password1"], "accounts.field.new_password", "new-password", "accounts.field.password_help")
        _words(self.fields["password2"], "accounts.field.again", "new-password")
        in_our_words(self)


class ChangePasswordForm(allauth_forms.ChangePasswordForm):
    """The old password and a new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _words(self.fields["oldpassword"], "accounts.field.old_password", "current-password")
        _words(self.fields["password1"], "accounts.field.new_password", "new-password", "accounts.field.password_help")
        _words(self.fields["password2"], "accounts.field.again", "new-password")
        in_our_words(self)


class ChangeEmailForm(allauth_forms.AddEmailForm):
    """A new address; it counts once it is confirmed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _words(self.fields["email"], "accounts.field.new_email", "email", "accounts.field.new_email_help")
        in_our_words(self)


class ReauthenticateForm(allauth_forms.ReauthenticateForm):
    """The password once more, before something that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _words(self.fields["password"], "accounts.field.password", "current-password")
        in_our_words(self)


class SettingsForm(forms.ModelForm[User]):
    """Name, language, time zone, look and keys of one's own account."""

    name = _name_field()
    language = forms.ChoiceField(
        label=tl("accounts.field.language"), choices=settings.LANGUAGES, widget=forms.RadioSelect()
    )
    time_zone = forms.ChoiceField(
        label=tl("accounts.field.zone"), help_text=tl("accounts.field.zone_help"), choices=grouped_choices
    )
    theme = forms.ChoiceField(
        label=tl("accounts.field.theme"), choices=THEMES, required=False, widget=forms.RadioSelect()
    )
    keys_on = forms.BooleanField(
        label=tl("accounts.field.keys"), help_text=tl("accounts.field.keys_help"), required=False
    )

    class Meta:
        model = User
        fields = ("name", "language", "time_zone", "theme", "keys_on")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        in_our_words(self)

    def clean_name(self) -> str:
        return self.instance.check_name(self.cleaned_data["name"])


class DeleteForm(forms.Form):
    """The password once more, before the account is emptied."""

    password = forms.CharField(
        label=tl("accounts.field.password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        in_our_words(self)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.request.user.check_password(password):
            raise ValidationError(tl("accounts.delete.wrong_password"))
        return password
