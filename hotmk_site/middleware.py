"""Small headers of every answer."""

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
