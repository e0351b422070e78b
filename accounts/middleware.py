"""The reader of a page: language and time zone come from the account, else from what the browser says.

Who opens the address of a deed like a page (405) gets a page that says so, in that language.

Stands after the session and authentication middleware. Every page may differ by cookie and by being asked for as a
fragment, so ``Vary`` says so; what a signed-in reader sees is kept by no shared cache.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from django.conf import settings
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control, patch_vary_headers

from accounts.errors import only_by_button
from accounts.zones import known_zone

Handler = Callable[[HttpRequest], HttpResponse]


def reader(get_response: Handler) -> Handler:
    """Activates the reader's language and time zone for the length of the request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        if user.is_authenticated and user.language in dict(settings.LANGUAGES):
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        timezone.activate(user.zone if user.is_authenticated else browser_zone(request))
        try:
            response = get_response(request)
            if response.status_code == 405 and not response.content and _is_page(request):
                response.content = only_by_button(request).encode()
        finally:
            timezone.deactivate()
        if request.method == "POST" and response.status_code == 200 and _has_errors(response):
            response.status_code = 422  # the library's pages call a refused form a success
        response.headers.setdefault("Content-Language", translation.get_language() or settings.LANGUAGE_CODE)
        patch_vary_headers(response, ["HX-Request", "Cookie"])
        if user.is_authenticated and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True)
        return response

    return middleware


def _is_page(request: HttpRequest) -> bool:
    """Whether somebody looks at the answer as a page of its own."""
    return request.method in ("GET", "HEAD") and not request.headers.get("HX-Request")


def _has_errors(response: HttpResponse) -> bool:
    form = (getattr(response, "context_data", None) or {}).get("form")
    return isinstance(form, BaseForm) and bool(form.errors)


def browser_zone(request: HttpRequest) -> ZoneInfo:
    """The zone the browser told in the cookie ``zone`` (set by site.js); UTC when it told none that we know."""
    return ZoneInfo(known_zone(unquote(request.COOKIES.get("zone", ""))) or "UTC")
