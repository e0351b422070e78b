"""The picture sheets of a game's edition: symbols, faces, bare boards. Browsers keep them for good.

Their address names the edition and what is drawn, so another edition or another drawing has another address.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import editions
from games.models import Edition
from games.play.errors import BadInput
from games.play.rulesets import package
from games.sentences import layout_of

FOR_GOOD = "public, max-age=31536000, immutable"
SHORT = 16
"""Letters of the edition's hash in an address."""


@require_safe
def sheet(request: HttpRequest, slug: str, edition: str, name: str) -> HttpResponse:
    """One sheet as SVG. 404 for an unknown game, edition or name."""
    text, tag = drawn(slug, edition, name)
    if request.headers.get("If-None-Match") == f'"{tag}"':
        return HttpResponseNotModified(headers={"ETag": f'"{tag}"', "Cache-Control": FOR_GOOD})
    response = HttpResponse(text, content_type="image/svg+xml")
    response["ETag"], response["Cache-Control"] = f'"{tag}"', FOR_GOOD
    return response


def address(slug: str, edition: str, name: str) -> str:
    """Where a sheet is, with a mark of what is drawn on it."""
    short = edition[:SHORT]
    return f"{reverse('sheet', args=[slug, short, name])}?v={drawn(slug, short, name)[1][:8]}"


@lru_cache(maxsize=32)
def drawn(slug: str, edition: str, name: str) -> tuple[str, str]:
    """(text of a sheet, its hash), drawn once per process. Raises Http404."""
    try:
        package(slug)
    except BadInput:
        raise Http404 from None
    row = Edition.objects.filter(pk__startswith=edition, slug=slug).first() if len(edition) == SHORT else None
    if row is None:
        raise Http404
    layout, data = layout_of(slug), editions.thaw(slug, row.data)
    if name not in layout.sheet_names(data):
        raise Http404
    text = str(layout.sheet(data, name))
    return text, hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
