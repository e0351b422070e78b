"""Rules and help: our own words, in the reader's language, with the pictures of the game."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils import translation
from django.views.decorators.http import require_safe

from accounts.home import games_here
from games import editions
from games.rules.registry import REGISTRY
from games.sentences import layout_of
from games.views import table_art
from hotmk_site.texts import t


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of every game here, and the help pages."""
    return render(request, "rules/index.html", {"games": games_here()})


@require_safe
def rules_of(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game, in the reader's language: ``templates/<slug>/rules_<language>.html``."""
    _known(slug)
    for code in (_language(), settings.LANGUAGE_CODE):
        try:
            get_template(f"{slug}/rules_{code}.html")
        except TemplateDoesNotExist:
            continue
        return render(request, f"{slug}/rules_{code}.html", _pictures(slug))
    raise Http404


@require_safe
def facts_of(request: HttpRequest, slug: str) -> HttpResponse:
    """The components of the house edition of a game on one page, for printing: ``templates/<slug>/facts.html``."""
    _known(slug)
    layout, context = layout_of(slug), _pictures(slug)
    edition = editions.thaw(slug, context["edition"].data)
    facts = layout.facts(edition, t, lambda name: table_art.address(slug, context["edition"].pk, name))
    return render(request, f"{slug}/facts.html", context | {"facts": facts})


@require_safe
def help_page(request: HttpRequest, name: str) -> HttpResponse:
    """How clocks work, the keys, the notation: ``templates/help/<name>_<language>.html``."""
    return render(request, f"help/{name}_{_language()}.html", {"games": list(REGISTRY)})


def _language() -> str:
    return (translation.get_language() or settings.LANGUAGE_CODE)[:2]


def _known(slug: str) -> None:
    if slug not in REGISTRY:
        raise Http404


def _pictures(slug: str) -> dict[str, Any]:
    """What the templates of a game draw with: its name, the sheets of the house edition."""
    edition = editions.freeze(slug)
    context = {"slug": slug, "name": t(f"{slug}.name"), "edition": edition, "style": f"games/{slug}.css"}
    sheets = {f"sheet_{name}": table_art.address(slug, edition.pk, name) for name in ("icons", "faces")}
    return context | sheets
