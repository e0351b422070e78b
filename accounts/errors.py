"""Pages for what went wrong: each says what happened, that nothing was changed, and what to do."""

from __future__ import annotations

import logging
import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.views.decorators.csrf import requires_csrf_token
from django.views.decorators.http import require_safe

from accounts.kept import kept_url, opened, page_before, typed

log = logging.getLogger("games.errors")


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return render(request, "errors/404.html", status=404)


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return render(request, "errors/403.html", status=403)


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: more fields or bytes than any form of ours sends, or an address that makes no sense."""
    return render(request, "errors/400.html", status=400)


def only_by_button(request: HttpRequest) -> str:
    """405, the page: the address of a deed was opened like a page. Its table, if it has one, is the way on."""
    found = request.resolver_match
    table = found.kwargs.get("public_id", "") if found else ""
    return render_to_string("errors/405.html", {"table": table}, request)


def server_failed(request: HttpRequest) -> HttpResponse:
    """500, with a number to quote. It asks neither the data base nor the session: they may be what failed."""
    number = secrets.token_hex(4)
    log.error("page failed, number %s, %s %s", number, request.method, request.path)
    language = translation.get_language() or "en"
    page = render_to_string("errors/500.html", {"number": number, "LANGUAGE_CODE": language})
    return HttpResponse(page, status=500)


@requires_csrf_token
def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from a page too old, or from elsewhere. What was typed is said; a fragment becomes a whole page."""
    if request.headers.get("HX-Request"):
        return HttpResponse(status=403, headers={"HX-Redirect": kept_url(request)})
    context = {"words": typed(request), "page": page_before(request)}
    return render(request, "errors/press_again.html", context, status=403)


@require_safe
def press_again(request: HttpRequest) -> HttpResponse:
    """The same page for those whose fragment was refused."""
    return render(request, "errors/press_again.html", opened(request.GET.get("kept", "")))


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What to do without a connection; linked from the help."""
    return render(request, "errors/offline.html")
