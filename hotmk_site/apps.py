"""The house itself as an app, for its management commands."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "hotmk_site"
    verbose_name = "Lantern Post"
