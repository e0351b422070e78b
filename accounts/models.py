"""People. Sign-in is by mail address; the name is what others see; nothing here knows a game."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from accounts.names import clean_name, name_key, validate_name
from hotmk_site.texts import t


class UserManager(BaseUserManager["User"]):
    """Makes accounts; every way in passes ``create_user``."""

    def create_user(self, email: str, name: str, password: str | None = None, **fields: Any) -> User:
        """A new account; the caller has checked the name (``check_name``). IntegrityError when something is taken."""
        user = self.model(email=email, name=name, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, name: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, name, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """One person's account. ``theme`` is empty where the device decides. ``name_key`` is the look-alike key of the name
    (accounts/names.py), unique. ``quiet_from``, ``quiet_to``: quiet hours, minutes of the local day (None: none);
    ``auto_vacation``: a vacation may begin by itself when a bank is nearly gone. A deleted account keeps its row,
    without anything personal."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=40, unique=True, validators=[validate_name])
    name_key = models.CharField(max_length=120, unique=True, editable=False)
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=8, choices=settings.LANGUAGES, default="en")
    theme = models.CharField(max_length=8, blank=True, default="")
    keys_on = models.BooleanField(default=False)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_to = models.PositiveSmallIntegerField(null=True, blank=True)
    auto_vacation = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.email = self.email.strip().lower()
        self.name_key = name_key(self.name)
        if fields := kwargs.get("update_fields"):
            kwargs["update_fields"] = {*fields, "name_key"} if "name" in fields else fields
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """The name others read; in their language, when the account is gone."""
        return t("accounts.deleted_name", number=self.pk) if self.deleted_at else self.name

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the account; UTC when the name is not known to this machine."""
        try:
            return ZoneInfo(self.time_zone)
        except (KeyError, ValueError, OSError):
            return ZoneInfo("UTC")

    @property
    def is_confirmed(self) -> bool:
        """Whether the mail address of the account has been confirmed (needed to play)."""
        from allauth.account.models import EmailAddress

        return EmailAddress.objects.filter(user=self, email__iexact=self.email, verified=True).exists()

    def check_name(self, name: str) -> str:
        """The name as it would be kept; ValidationError when it is refused or looks like another's."""
        name = clean_name(name)
        if User.objects.filter(name_key=name_key(name)).exclude(pk=self.pk).exists():
            raise ValidationError(t("accounts.name.taken"), code="taken")
        return name

    def anonymise(self) -> None:
        """Take everything personal out of the account; the row stays, so that old games keep their players."""
        self.name = f"deleted player #{self.pk}"
        self.email = f"deleted-{self.pk}-{secrets.token_hex(4)}@invalid.invalid"
        self.set_unusable_password()
        self.is_active = self.is_staff = self.is_superuser = False
        self.time_zone, self.language, self.theme = "UTC", settings.LANGUAGE_CODE, ""
        self.quiet_from, self.quiet_to, self.auto_vacation = None, None, False
        self.deleted_at = timezone.now()
        self.save()
