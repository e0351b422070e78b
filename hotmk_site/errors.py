"""Error reports without the values a program held: no local variables, no form contents, no cookies, no settings.

A game's secrets live in local variables while a move is made, so a report names places and ids only. Addresses that
are keys (the secret link of a table, the links of mails) are cut short in reports and in the log.
"""

import logging
import re
import traceback
from collections.abc import ItemsView
from typing import Any

from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

KEYS = re.compile(r"(/link/|/confirm-email/|/reset/key/|/feeds/|/stop/)[^/\s]+")


def without_keys(text: str) -> str:
    """The text with every address that opens something cut short."""
    return KEYS.sub(r"\1…", text)


class NoKeys(logging.Filter):
    """For every handler of the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_keys(record.getMessage()), None
        return True


class NoValues(SafeExceptionReporterFilter):
    """The filter for every report Django makes, its debug page included."""

    def is_active(self, request: HttpRequest | None) -> bool:
        return True

    def get_safe_settings(self) -> dict[str, Any]:
        return {}

    def get_safe_request_meta(self, request: HttpRequest) -> dict[str, Any]:
        return {}

    def get_safe_cookies(self, request: HttpRequest) -> dict[str, Any]:
        return {}

    def get_post_parameters(self, request: HttpRequest | None) -> MultiValueDict[str, str]:
        return MultiValueDict()

    def get_traceback_frame_variables(self, request: Any, tb_frame: Any) -> ItemsView[str, Any]:
        return {}.items()


class PlainReporter(ExceptionReporter):
    """The text of an error mail: which address, which account number, the traceback."""

    def get_traceback_text(self) -> SafeString:
        lines = []
        if self.request is not None:
            user = getattr(self.request, "_cached_user", None)  # only if it was read already: the database may be ill
            lines.append(f"{self.request.method} {without_keys(self.request.path)}")
            lines.append(f"account {getattr(user, 'pk', None)}")
        if self.exc_value is not None:
            lines.extend(line.rstrip("\n") for line in traceback.format_exception(self.exc_value))
        return SafeString("\n".join(lines))  # plain text: nothing in it is escaped
