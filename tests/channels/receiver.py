"""Receivers on this computer: what a webhook or push service is to the site."""

from __future__ import annotations

import http.server
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Got:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """Where it listens, what came, and what it answers. ``names``: what TLS was asked for."""

    port: int = 0
    got: list[Got] = field(default_factory=list)
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/in?key=1"


def _handler(receiver: Receiver) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            receiver.got.append(Got(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_POST

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

    return Handler


@contextmanager
def listening(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver that runs meanwhile."""
    receiver = Receiver()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(receiver))
    if tls is not None:
        tls.sni_callback = lambda _sock, name, _context: receiver.names.append(str(name))  # type: ignore[assignment]
        server.socket = tls.wrap_socket(server.socket, server_side=True)
        server.handle_error = lambda *_args: None  # type: ignore[method-assign]  # refused handshakes are meant
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
