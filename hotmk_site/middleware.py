"""Small things of every request and answer."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

REFUSED = ("browsing-topics", "camera", "geolocation", "microphone", "payment", "usb")
POLICY = ", ".join(f"{power}=()" for power in REFUSED)


def permissions_policy(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The site needs none of the browser's powers, so it refuses them for itself and for anything it might embed."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Permissions-Policy"] = POLICY
        return response

    return middleware


def printable_cookies(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A quoted cookie can spell control characters, which no cookie of ours holds and PostgreSQL fails on: such a
    cookie counts as not sent."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if value.isprintable()}
        return get_response(request)

    return middleware
