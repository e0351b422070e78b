"""What a browser and its push service do with a message: check who signed it, open it."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

import http_ece
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.channels.receiver import Got


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """Keys of a subscription, as a browser makes them."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.p256dh, self.secret = packed(point), b"0123456789abcdef"
        self.auth = packed(self.secret)

    def opened(self, got: Got) -> dict[str, Any]:
        """The message, decrypted."""
        assert got.headers["content-encoding"] == "aes128gcm"
        plain = http_ece.decrypt(got.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return dict(json.loads(plain))


def claims(got: Got, site_key: str) -> dict[str, Any]:
    """What the VAPID token says; AssertionError unless it is signed with the key that browsers were given."""
    scheme, _, rest = got.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", site_key)
    head, body, mark = parts["t"].split(".")
    assert json.loads(unpacked(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = unpacked(mark)
    signature = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(site_key))
    key.verify(signature, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(unpacked(body))
    assert time.time() < found["exp"] <= time.time() + 24 * 3600
    return found
