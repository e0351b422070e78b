"""All addresses of the site."""

from importlib.util import find_spec

from django.conf import settings
from django.contrib import admin
from django.urls import URLResolver, include, path

from hotmk_site.health import health, healthz


def mail_hooks() -> list[URLResolver]:
    """Where mail services post incoming mail: nowhere, unless there is a secret for it."""
    if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        return []
    from games.inbound import hooks

    return [path("anymail/", include((hooks.addresses(), "anymail")))]


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("health", health, name="health"),
    path("admin/", admin.site.urls),
    *mail_hooks(),
    *([path("", include("accounts.urls"))] if find_spec("accounts.urls") else []),
    path("account/sessions/", include("allauth.usersessions.urls")),
    path("account/", include("allauth.account.urls")),
    *([path("", include("games.urls"))] if find_spec("games.urls") else []),
]

handler400 = "accounts.errors.bad_request"
handler403 = "accounts.errors.forbidden"
handler404 = "accounts.errors.not_found"
handler500 = "accounts.errors.server_failed"
