"""What was typed on a page that had grown too old to be accepted: it is carried to the next page and said, never lost.

The values travel in the address, signed and for a short time, so that nobody can put words into another's mouth.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core import signing
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

SALT, LONGEST, MAX_AGE = "kept", 1500, 3600
PRIVATE = ("csrfmiddlewaretoken", "password", "password1", "password2", "oldpassword", "next", "key")


def typed(request: HttpRequest) -> list[str]:
    """The words of a form that was sent, without secrets and hidden keys."""
    found = [value.strip() for name in request.POST if name not in PRIVATE for value in request.POST.getlist(name)]
    return [value[:400] for value in found if value][:8]


def page_before(request: HttpRequest, otherwise: str = "") -> str:
    """The address of the page the form was on, when it is one of ours; else ``otherwise`` or the start."""
    before = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    secure = request.is_secure()
    if before and url_has_allowed_host_and_scheme(before, {request.get_host()}, require_https=secure):
        return before
    return otherwise or reverse("home")


def kept_url(request: HttpRequest, otherwise: str = "") -> str:
    """The address of a page that says what was typed and leads back to the page it was typed on."""
    page = page_before(request, otherwise)
    box = signing.dumps({"words": typed(request), "page": page}, salt=SALT, compress=True)
    if len(box) > LONGEST:
        box = signing.dumps({"words": [], "page": page[:400]}, salt=SALT, compress=True)
    return f"{reverse('press_again')}?{urlencode({'kept': box})}"


def opened(box: str) -> dict[str, Any]:
    """What ``kept_url`` packed; empty when it is old or not ours."""
    try:
        return dict(signing.loads(box, salt=SALT, max_age=MAX_AGE))
    except signing.BadSignature:
        return {"words": [], "page": reverse("home")}
