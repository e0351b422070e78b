"""The accounts app."""

from django.apps import AppConfig
from django.conf import settings


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """On a developer's computer and in tests, edited text catalogues are compiled at the start."""
        if settings.LOCAL:
            from accounts.management.commands.compile_texts import compile_all

            compile_all()
