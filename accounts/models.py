"""The account of a person: signs in by mail address, is known to others by name."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone


class UserManager(BaseUserManager["User"]):
    """Makes accounts; the address is kept in lower case, so that one person signs in however it is typed."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())

    def create_user(self, email: str, name: str, password: str | None = None, **extra: Any) -> "User":
        user = self.model(email=email.strip().lower(), name=name, **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, name: str, password: str | None = None, **extra: Any) -> "User":
        return self.create_user(email, name, password, is_staff=True, is_superuser=True, **extra)


class User(AbstractBaseUser, PermissionsMixin):
    """One account. `theme` is empty where the device decides; `language` is empty until chosen."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=30, unique=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=8, blank=True, default="")
    theme = models.CharField(max_length=8, blank=True, default="")
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name
