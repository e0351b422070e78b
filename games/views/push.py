"""Web push: the site's public key, signing a browser up and off, the service worker at the root of the site."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.channels import push
from games.channels.forms import DeviceForm
from games.channels.limits import over
from games.models import PushSubscription
from games.views.answers import go_on, signed_in
from games.views.hooks import BACK, SECONDS, TESTS_MOST, not_now, tried
from games.views.hooks import person as _person
from hotmk_site.texts import t

SUBSCRIBES_MOST = 30
ROW = re.compile(r"[0-9]{1,18}")
WORKER_POLICY = {"default-src": [NONE], "connect-src": [SELF], "img-src": [SELF]}


@lru_cache(maxsize=1)
def _worker() -> bytes:
    return (Path(settings.BASE_DIR) / "static" / "js" / "worker.js").read_bytes()


@csp_replace(WORKER_POLICY)
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows pushes. It stands at the root, so that it may open any page of the site; it is looked for
    anew each time, so that a mended one comes into use."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response["Service-Worker-Allowed"] = "/"
    return response


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to put the site on its start screen; there alone some of them let it push."""
    icons = [
        {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": static("img/favicon-180.png"), "sizes": "180x180", "type": "image/png"},
    ]
    name = t("site.name")
    body = {
        "id": "/", "name": name, "short_name": name, "start_url": "/", "scope": "/", "display": "standalone",
        "background_color": "#1f2b2b", "theme_color": "#1f2b2b", "icons": icons,
    }  # fmt: skip
    return JsonResponse(body, content_type="application/manifest+json")


@require_safe
def push_key(request: HttpRequest) -> HttpResponse:
    """The public key that a browser is signed up with. 404 where the site has none."""
    key = push.public_key()
    if not key:
        raise Http404("no key")
    return JsonResponse({"key": key})


@require_POST
@signed_in
def push_subscribe(request: HttpRequest) -> HttpResponse:
    """Sign a browser up: a form with endpoint, p256dh, auth, label; or the same as JSON, as browsers spell it."""
    if not push.public_key():
        raise Http404("no key")
    if over(f"push-subscribe {request.user.pk}", SUBSCRIBES_MOST, SECONDS):
        return _answer(request, 429, t("channel.said.too_often"))
    form = DeviceForm(_told(request))
    if not form.is_valid():
        return _answer(request, 422, next(str(error) for errors in form.errors.values() for error in errors))
    form.save(_person(request))
    return _answer(request, 201, t("channel.said.push_on"))


@require_POST
@signed_in
def push_unsubscribe(request: HttpRequest) -> HttpResponse:
    """Sign a browser off, by its ``id`` or its ``endpoint``."""
    told = _told(request)
    row, endpoint = str(told.get("id", "")), str(told.get("endpoint", ""))
    mine = PushSubscription.objects.filter(user=_person(request))
    if ROW.fullmatch(row):
        mine.filter(pk=int(row)).delete()
    elif endpoint.isprintable():
        mine.filter(endpoint=endpoint).delete()
    return _answer(request, 200, t("channel.said.push_gone"))


@require_POST
@signed_in
def push_test(request: HttpRequest, pk: int) -> HttpResponse:
    """Push a line to see whether it arrives."""
    device = get_object_or_404(PushSubscription, pk=pk, user_id=request.user.pk)
    if over(f"push-test {request.user.pk}", TESTS_MOST, SECONDS):
        return not_now(request)
    payload = {
        "title": t("site.name"), "body": t("channel.trial"), "url": reverse(BACK), "tag": "trial",
        "icon": static("img/favicon-180.png"), "lang": _person(request).language,
    }  # fmt: skip
    return tried(request, lambda: push.send(device, payload, timezone.now()))


def _is_json(request: HttpRequest) -> bool:
    return request.content_type == "application/json"


def _told(request: HttpRequest) -> Any:
    """The fields that were sent; {} when they are none."""
    if not _is_json(request):
        return request.POST
    try:
        told = json.loads(request.body)
    except ValueError:
        return {}
    if not isinstance(told, dict):
        return {}
    keys = told.get("keys")
    return {**(keys if isinstance(keys, dict) else {}), **{name: told[name] for name in told if name != "keys"}}


def _answer(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """A sentence: as JSON to a script, else on the next page."""
    if _is_json(request):
        return JsonResponse({"text": sentence}, status=status)
    if status < 400:
        return go_on(request, sentence, reverse(BACK))
    messages.error(request, sentence)
    return redirect(BACK)
