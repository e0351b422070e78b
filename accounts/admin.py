"""People in Django's admin: no password field, no session, no key is shown or can be typed.

Addresses and sessions are only looked at: an address changed here would not be the one that signs in.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin

from accounts.models import User
from games.admin import ReadOnly

admin.site.unregister([EmailAddress, UserSession])


class PersonForm(forms.ModelForm[User]):
    """A name given here is refused like one that is chosen."""

    def clean_name(self) -> str:
        return self.instance.check_name(self.cleaned_data["name"])


@admin.register(User)
class UserAdmin(admin.ModelAdmin[User]):
    """Accounts: found by name or address; passwords are changed by their owners alone."""

    form = PersonForm
    list_display = ("name", "email", "is_active", "is_staff", "date_joined", "deleted_at")
    list_filter = ("is_active", "is_staff", "language")
    search_fields = ("name", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("email", "date_joined", "last_login", "deleted_at")
    fields = (
        "name", "email", "language", "time_zone", "theme", "is_active", "is_staff", "date_joined", "last_login",
        "deleted_at",
    )  # fmt: skip
    actions = None

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        return False


@admin.register(EmailAddress)
class AddressAdmin(ReadOnly):
    """Whether an address was confirmed."""

    shown = ("user", "email", "verified", "primary")
    list_filter = ("verified",)
    search_fields = ("email", "user__name")


@admin.register(UserSession)
class SessionAdmin(ReadOnly):
    """When somebody was last here, never the key of the session."""

    shown = ("user", "created_at", "last_seen_at")
    search_fields = ("user__name",)
