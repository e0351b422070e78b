"""Reply addresses: signed, and good for one decision of one person on one seat.

``REPLY_ADDRESS`` says what they look like (``post+{token}@example.org``). A token is ``<seat>-<mark><seal>``: the id of
the seat, 60 bits that name the decision, 100 bits of HMAC-SHA256 over seat, person and decision. Mail programs change
the case of addresses, so everything is lower-case base32. The token is what proves that the person got the mail; a From
line can be forged by anybody. Nothing here is looked up: whether a token is genuine is seen from the token.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Seat

MARK, SEAL = 12, 20
"""Letters of base32, 5 bits each."""
TOKEN = re.compile(rf"([1-9][0-9]{{0,17}})-([a-z2-7]{{{MARK}}})([a-z2-7]{{{SEAL}}})")


@dataclass(frozen=True)
class Token:
    """What a reply address says. ``seat``: id of the Seat; nothing of it is proven before ``is_genuine``."""

    seat: int
    mark: str
    seal: str

    def is_genuine(self, user_id: int) -> bool:
        """Whether the house wrote this token to this person."""
        said = f"{self.seat}:{user_id}:{self.mark}"
        keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
        return any(constant_time_compare(self.seal, _letters("seal", said, SEAL, key)) for key in keys)

    def is_of(self, key: str) -> bool:
        """Whether the token is of the decision with this key."""
        keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
        return bool(key) and any(constant_time_compare(self.mark, _letters("mark", key, MARK, s)) for s in keys)


def reply_address(seat: Seat) -> str:
    """The address to which this seat's answer can be sent; "" when there is none: replies are not set up, or nobody is
    asked here."""
    if not settings.REPLY_ADDRESS or not seat.decision_key or seat.user_id is None:
        return ""
    mark = _letters("mark", seat.decision_key, MARK, settings.SECRET_KEY)
    seal = _letters("seal", f"{seat.pk}:{seat.user_id}:{mark}", SEAL, settings.SECRET_KEY)
    return str(settings.REPLY_ADDRESS).replace("{token}", f"{seat.pk}-{mark}{seal}")


def parse(address: str) -> Token | None:
    """An address as it stands in a mail -> its token; None when it is no reply address of this site."""
    before, hole, after = str(settings.REPLY_ADDRESS).lower().partition("{token}")
    found = re.fullmatch(f"{re.escape(before)}{TOKEN.pattern}{re.escape(after)}", address.strip().lower())
    return Token(int(found[1]), found[2], found[3]) if hole and found else None


def _letters(purpose: str, value: str, count: int, secret: Any) -> str:
    digest = salted_hmac(f"games.inbound.{purpose}", value, secret=secret, algorithm="sha256").digest()
    return base64.b32encode(digest).decode("ascii").lower()[:count]
