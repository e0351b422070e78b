"""Posting to an address that a person has typed in, without becoming their arm inside our own network.

An address is https on a usual port, with a plain host name and no credentials. The name is resolved once; every
answer must be an address of the public internet; the connection goes to the very address that was checked, so a name
that changes its mind between check and connection (rebinding) gains nothing. Certificate and ``Host`` stay those of the
name. Redirects are answers, not ways: never followed. No proxy of the environment is used. Time and size are limited.
``settings.HOOKS_ALLOW_LOCAL`` (never in production) lets plain http, other ports and this computer pass.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import certifi
import idna
from django.conf import settings

CONNECT_SECONDS, TOTAL_SECONDS = 5.0, 10.0
READ_MOST = 64 * 1024
"""Bytes of an answer that are read at most."""
URL_MOST = 600
TRIED_MOST = 4
"""Addresses of one name that are tried."""
PORTS = (443, 8443)
IPv4, IPv6 = ipaddress.IPv4Address, ipaddress.IPv6Address
WORLD6 = ipaddress.IPv6Network("2000::/3")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
CLOSED = [
    ipaddress.ip_network(net)
    for net in (
        "192.0.0.0/24",  # protocols' own, and a cloud's services
        "192.88.99.0/24",  # 6to4 relays
        "168.63.129.16/32",  # a cloud's own services, on an address that looks public
        "2001::/23",  # Teredo, benchmarks, ORCHID
        "2001:db8::/32",
        "2002::/16",  # 6to4: carries an IPv4 address of its own
        "3fff::/20",
    )
]
"""Addresses that Python's own lists have called global in one version or another, and that no receiver has."""
HOST = re.compile(r"(?=.{1,253}$)(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+")
DOTTED = re.compile(r"(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}")
PRINTED = re.compile(r"[!-~]+")


class Refusal(Exception):
    """The address is not posted to. ``code``: one of REFUSALS; "unknown": no such name; "inside": not an address of the
    public internet."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


REFUSALS = ("long", "spelling", "scheme", "credentials", "port", "host", "unknown", "inside")


class Unreached(Exception):
    """No answer. ``code``: "connect", "tls", "timeout", "answer" (none that is HTTP)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Place:
    """A checked address: where to connect (``host`` is a name or an address, without brackets) and what to ask for."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def header(self) -> str:
        """What the ``Host`` header says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == {"https": 443, "http": 80}[self.scheme] else f"{host}:{self.port}"


@dataclass(frozen=True)
class Answer:
    """The status of an answer."""

    status: int

    @property
    def good(self) -> bool:
        """Whether the message was taken."""
        return 200 <= self.status < 300


def read(url: str) -> Place:
    """What an address says, by its spelling alone. Raises Refusal."""
    if len(url) > URL_MOST:
        raise Refusal("long")
    if "\\" in url or not url.isprintable() or " " in url:
        raise Refusal("spelling")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refusal("spelling") from None
    local = settings.HOOKS_ALLOW_LOCAL
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise Refusal("scheme")
    if "@" in parts.netloc:
        raise Refusal("credentials")
    port = port or (443 if parts.scheme == "https" else 80)
    if port not in PORTS and not local:
        raise Refusal("port")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not PRINTED.fullmatch(path):
        raise Refusal("spelling")
    return Place(parts.scheme, _host(parts.netloc, parts.hostname or ""), port, path)


def _host(netloc: str, host: str) -> str:
    """The host in its one spelling. Numbers in other forms than the usual four (0x7f.1, 2130706433, 017700000001),
    a dot at the end and names without a dot are refused, not guessed."""
    if netloc.startswith("["):
        try:
            if "%" in host:  # a zone of this machine
                raise Refusal("host")
            return str(IPv6(host))
        except ValueError:
            raise Refusal("host") from None
    try:
        name = host if host.isascii() else idna.encode(host, uts46=True).decode().lower()
    except idna.IDNAError:
        raise Refusal("host") from None
    if settings.HOOKS_ALLOW_LOCAL and name == "localhost":
        return name
    last = name.rpartition(".")[2]
    if re.fullmatch(r"[0-9]+|0x[0-9a-f]*", last):
        if not DOTTED.fullmatch(name) or any(int(part) > 255 for part in name.split(".")):
            raise Refusal("host")
        return name
    if not HOST.fullmatch(name):
        raise Refusal("host")
    return name


def addresses(place: Place) -> list[str]:
    """The addresses of a place, each of them checked. Raises Refusal("unknown"), Refusal("inside")."""
    found = _resolve(place.host, place.port)
    if not found:
        raise Refusal("unknown")
    if not settings.HOOKS_ALLOW_LOCAL and not all(is_public(address) for address in found):
        raise Refusal("inside")
    return found


def _resolve(host: str, port: int) -> list[str]:
    """Ask the resolver, in a thread of its own: it knows no limit of time."""
    found: list[str] = []

    def ask() -> None:
        try:
            found.extend(str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            return

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(CONNECT_SECONDS)
    return [] if thread.is_alive() else list(dict.fromkeys(found))


def is_public(address: str) -> bool:
    """Whether this is an address of the public internet, also looking into IPv6 that carries IPv4."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6) and ip in NAT64:
        return is_public(str(IPv4(int(ip) & 0xFFFFFFFF)))
    if isinstance(ip, IPv6) and (ip not in WORLD6 or _isatap(ip)):
        return False
    if any(ip.version == net.version and ip in net for net in CLOSED):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback)


def _isatap(ip: ipaddress.IPv6Address) -> bool:
    """Whether the last half is a tunnel's: 0000:5efe or 0200:5efe before an IPv4 address."""
    return (int(ip) >> 32) & 0xFDFFFFFF == 0x5EFE


def check(url: str) -> Place:
    """An address that may be posted to now. Raises Refusal."""
    place = read(url)
    addresses(place)
    return place


def tls() -> ssl.SSLContext:
    """Certificates are checked against the system's and certifi's authorities."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """POST once. Raises Refusal, Unreached."""
    place = read(url)
    found = addresses(place)
    until = time.monotonic() + TOTAL_SECONDS
    sock = _connect(found, place.port, until)
    handle = sock.dup()  # TLS takes the socket over; the watch keeps a hold of its own on the same connection
    watch = threading.Timer(max(0.0, until - time.monotonic()), _cut, [handle])
    watch.daemon = True
    watch.start()
    try:
        return _exchange(sock, place, body, headers, until)
    except (OSError, http.client.HTTPException, ValueError) as error:
        if time.monotonic() >= until or isinstance(error, TimeoutError):
            raise Unreached("timeout") from None
        raise Unreached("tls" if isinstance(error, ssl.SSLError) else "answer") from None
    finally:
        watch.cancel()
        handle.close()
        sock.close()


def _connect(found: list[str], port: int, until: float) -> socket.socket:
    """A connection to the first of the checked addresses that takes one. No name is looked up here."""
    for address in found[:TRIED_MOST]:
        sock = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
        sock.settimeout(max(0.1, min(CONNECT_SECONDS, until - time.monotonic())))
        try:
            sock.connect((address, port))
        except OSError:
            sock.close()
            continue
        return sock
    raise Unreached("connect")


def _cut(handle: socket.socket) -> None:
    """The time is up: whatever reads or writes there ends at once."""
    try:
        handle.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


def _exchange(sock: socket.socket, place: Place, body: bytes, headers: Mapping[str, str], until: float) -> Answer:
    """One request and the head of its answer; of the rest so much that the other side may finish."""
    connection = http.client.HTTPConnection(place.host, place.port)
    connection.sock = tls().wrap_socket(sock, server_hostname=place.host) if place.scheme == "https" else sock
    sent = {"Host": place.header, "User-Agent": "LanternPost", "Accept-Encoding": "identity", "Connection": "close"}
    try:
        connection.request("POST", place.path, body, {**sent, **headers})
        response = connection.getresponse()
        if time.monotonic() >= until:  # the head was cut, wherever it then was
            raise TimeoutError
        with suppress(OSError, http.client.HTTPException, ValueError):
            response.read(READ_MOST)
        return Answer(response.status)
    finally:
        connection.close()
