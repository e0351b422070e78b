"""The guard before addresses that people type: production refuses everything that leads inside."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.channels import guard
from tests.channels.receiver import Receiver, listening
from tests.channels.tls import Authority

PUBLIC = "93.184.216.34"


class Resolver:
    """Answers as told, one list a question; the last for ever. Remembers the questions."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers, self.asked = list(answers), list[str]()

    def __call__(self, host: str, port: int, *args: Any, **kwargs: Any) -> list[Any]:
        self.asked.append(host)
        now = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if not now:
            raise socket.gaierror("no such name")
        return [
            (socket.AF_INET6 if ":" in one else socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in now
        ]


@pytest.fixture
def resolve(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Resolver]:
    """``resolve([addresses], …)``: from now on names have these addresses."""

    def answers(*lists: list[str]) -> Resolver:
        resolver = Resolver(*lists)
        monkeypatch.setattr(socket, "getaddrinfo", resolver)
        return resolver

    return answers


class Caught(socket.socket):
    """A socket that remembers where it was to connect, and goes nowhere."""

    went: list[Any] = []

    def connect(self, address: Any) -> None:
        self.went.append(address)
        raise ConnectionRefusedError


@pytest.fixture
def went(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Where connections were to go; none is made."""
    monkeypatch.setattr(socket, "socket", Caught)
    monkeypatch.setattr(Caught, "went", [])
    return Caught.went


def refusal(url: str) -> str:
    """Why a post there is refused."""
    with pytest.raises(guard.Refusal) as caught:
        guard.post(url, b"{}", {})
    return caught.value.code


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://hooks.example.org/in", "scheme"),
        ("ftp://hooks.example.org/in", "scheme"),
        ("//hooks.example.org/in", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("https://me:word@hooks.example.org/", "credentials"),
        ("https://hooks.example.org@127.0.0.1/", "credentials"),
        ("https://hooks.example.org:22/", "port"),
        ("https://hooks.example.org:6379/", "port"),
        ("https://hooks.example.org:80/", "port"),
        ("https://hooks.example.org:0x1bb/", "spelling"),
        ("https://hooks.example.org:99999/", "spelling"),
        ("https://127.0.0.1\\@hooks.example.org/", "spelling"),
        ("https://hooks.example.org/a b", "spelling"),
        ("https://hooks.example.org/\r\nHost: inside", "spelling"),
        ("https://hooks.example.org/\x00", "spelling"),
        ("https://hooks.example.org/ñ", "spelling"),
        ("https://hooks.example.org/" + "x" * 600, "long"),
        ("https:///in", "host"),
        ("https://localhost/", "host"),
        ("https://localhost./", "host"),
        ("https://intranet/", "host"),
        ("https://hooks.example.org./", "host"),
        ("https://-hooks.example.org/", "host"),
        ("https://hooks_.example.org/", "host"),
        ("https://hooks..example.org/", "host"),
        ("https://[::1/", "spelling"),
        ("https://[hooks.example.org]/", "spelling"),
        ("https://[fe80::1%25eth0]/", "host"),
        # numbers by other names
        ("https://2130706433/", "host"),
        ("https://0x7f000001/", "host"),
        ("https://0x7f.1/", "host"),
        ("https://127.1/", "host"),
        ("https://0177.0.0.1/", "host"),
        ("https://127.0.0.01/", "host"),
        ("https://1.2.3.4.5/", "host"),
        ("https://256.256.256.256/", "host"),
        ("https://127.0.0.1./", "host"),
        ("https://hooks.example.0x7f/", "host"),
        # letters that become something else
        ("https://①②⑦.⓪.⓪.①/", "inside"),
        ("https://127。0。0。1/", "inside"),
        ("https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "host"),
        ("https://‮hooks.example.org/", "spelling"),
        ("https://ho\u00adoks.example.org%00/", "spelling"),
    ],
)
def test_odd_spellings_are_refused(url: str, code: str, went: list[Any], resolve: Callable[..., Resolver]) -> None:
    resolve([PUBLIC]) if code != "inside" else None
    assert refusal(url) == code
    assert went == []


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.9.10", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "100.100.100.200", "192.0.0.192", "192.0.2.1", "198.18.0.1", "192.88.99.1", "224.0.0.1", "239.1.2.3",
        "240.0.0.1", "255.255.255.255", "168.63.129.16",
        "::", "::1", "fe80::1", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "ff0e::1", "100::1", "2001:db8::1",
        "3fff::1", "5f00::1",
        "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "::127.0.0.1", "::8.8.8.8",
        "2002:7f00:1::", "2002:0808:0808::1", "2001:0:7f00:1::", "2001:0:4136:e378:8000:63bf:80ff:fffe",
        "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1", "64:ff9b::a00:1",
        "2a00:1450::5efe:7f00:1", "2a00:1450::200:5efe:a00:1",
    ],
)  # fmt: skip
def test_names_that_lead_inside_are_refused(address: str, went: list[Any], resolve: Callable[..., Resolver]) -> None:
    resolve([address])
    assert refusal("https://hooks.example.org/in") == "inside"
    resolve([PUBLIC, address])  # one bad answer among good ones
    assert refusal("https://hooks.example.org/in") == "inside"
    assert went == []


@pytest.mark.parametrize("host", ["127.0.0.1", "169.254.169.254", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]"])
def test_addresses_that_lead_inside_are_refused(host: str, went: list[Any]) -> None:
    assert refusal(f"https://{host}/latest/meta-data") == "inside"
    assert refusal(f"https://{host}:8443/") == "inside"
    assert went == []


@pytest.mark.parametrize("address", ["8.8.8.8", PUBLIC, "2606:2800:220:1::1", "2a00:1450::1", "64:ff9b::808:808"])
def test_the_public_internet_is_reached(address: str, went: list[Any], resolve: Callable[..., Resolver]) -> None:
    resolve([address])
    with pytest.raises(guard.Unreached):
        guard.post("https://hooks.example.org/in", b"{}", {})
    assert went == [(address, 443)]


def test_a_name_that_is_unknown_or_slow_to_be_found_is_said_to_be_unknown(
    resolve: Callable[..., Resolver], monkeypatch: pytest.MonkeyPatch
) -> None:
    resolve([])
    assert refusal("https://hooks.example.org/") == "unknown"
    monkeypatch.setattr(guard, "CONNECT_SECONDS", 0.1)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_kwargs: time.sleep(0.5) or [])
    assert refusal("https://hooks.example.org/") == "unknown"


def test_rebinding_between_check_and_connection_gains_nothing(
    went: list[Any], resolve: Callable[..., Resolver]
) -> None:
    """The name means a public address when it is checked, and this computer ever after: one question is asked, and the
    connection goes where it was checked."""
    resolver = resolve([PUBLIC], ["127.0.0.1"])
    with pytest.raises(guard.Unreached):
        guard.post("https://rebind.example.org/in", b"{}", {})
    assert resolver.asked == ["rebind.example.org"]
    assert went == [(PUBLIC, 443)]


def test_a_later_post_is_checked_anew(went: list[Any], resolve: Callable[..., Resolver]) -> None:
    resolve([PUBLIC], ["127.0.0.1"])
    guard.check("https://rebind.example.org/in")
    assert refusal("https://rebind.example.org/in") == "inside"
    assert went == []


@pytest.fixture
def authority(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Authority:
    made = Authority(tmp_path)
    monkeypatch.setattr(guard, "tls", made.trusting)
    return made


def test_the_connection_goes_to_the_checked_address_and_speaks_to_the_name(
    local: None, authority: Authority, resolve: Callable[..., Resolver]
) -> None:
    with listening(authority.serving("hooks.example.org")) as receiver:
        resolver = resolve(["127.0.0.1"], ["203.0.113.9"])
        answer = guard.post(f"https://hooks.example.org:{receiver.port}/in?a=1", b"hello", {"X-Odd": "1"})
    assert answer.good
    assert resolver.asked == ["hooks.example.org"]
    assert receiver.names == ["hooks.example.org"]
    (got,) = receiver.got
    assert (got.path, got.body, got.headers["x-odd"]) == ("/in?a=1", b"hello", "1")
    assert got.headers["host"] == f"hooks.example.org:{receiver.port}"


def test_a_certificate_of_another_name_or_of_nobody_is_refused(
    local: None, authority: Authority, resolve: Callable[..., Resolver], tmp_path: Path
) -> None:
    resolve(["127.0.0.1"])
    (tmp_path / "other").mkdir()
    for context in (authority.serving("other.example.org"), Authority(tmp_path / "other").serving("hooks.example.org")):
        with listening(context) as receiver, pytest.raises(guard.Unreached) as caught:
            guard.post(f"https://hooks.example.org:{receiver.port}/", b"", {})
        assert caught.value.code == "tls"
        assert receiver.got == []


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(status: int, receiver: Receiver) -> None:
    with listening() as inside:
        receiver.status, receiver.headers = status, {"Location": f"http://127.0.0.1:{inside.port}/admin"}
        answer = guard.post(receiver.url, b"{}", {})
    assert (answer.status, answer.good) == (status, False)
    assert len(receiver.got) == 1
    assert inside.got == []


def test_no_proxy_of_the_environment_is_used(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert guard.post(receiver.url, b"{}", {}).good
    assert (len(receiver.got), proxy.got) == (1, [])


@pytest.fixture
def odd() -> Iterator[Callable[[Callable[[socket.socket], None]], int]]:
    """``odd(talk)``: the port of a server that does as ``talk`` does with its first caller."""
    servers: list[socket.socket] = []
    threads: list[threading.Thread] = []

    def serve(talk: Callable[[socket.socket], None]) -> int:
        server = socket.create_server(("127.0.0.1", 0))

        def run() -> None:
            try:
                caller, _ = server.accept()
            except OSError:
                return
            with caller:
                try:
                    talk(caller)
                except OSError:
                    return

        threads.append(threading.Thread(target=run, daemon=True))
        threads[-1].start()
        servers.append(server)
        return int(server.getsockname()[1])

    yield serve
    for server in servers:
        server.close()
    for thread in threads:
        thread.join(5)


def drip(caller: socket.socket) -> None:
    """An answer whose head never ends, a byte at a time: no single wait is long."""
    caller.recv(4096)
    caller.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    for _ in range(100):
        caller.sendall(b"x")
        time.sleep(0.05)


def test_the_time_of_a_post_is_limited_however_the_answer_trickles(
    local: None, odd: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "TOTAL_SECONDS", 0.4)
    for talk, scheme in ((drip, "http"), (drip, "https"), (lambda caller: time.sleep(1.5), "https")):
        port, began = odd(talk), time.monotonic()
        with pytest.raises(guard.Unreached) as caught:
            guard.post(f"{scheme}://127.0.0.1:{port}/", b"{}", {})
        assert time.monotonic() - began < 1.4
        assert caught.value.code in ("timeout", "tls")


def test_an_endless_answer_is_not_read_to_its_end(local: None, odd: Callable[..., int]) -> None:
    sent = []

    def flood(caller: socket.socket) -> None:
        caller.recv(4096)
        caller.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        sent.extend(caller.send(b"x" * 65536) for _ in range(4000))

    began = time.monotonic()
    assert guard.post(f"http://127.0.0.1:{odd(flood)}/", b"{}", {}).good
    assert time.monotonic() - began < 5
    assert sum(sent) < 64 * 1024 * 1024


@pytest.mark.parametrize("answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 \r\n\r\n", b"SSH-2.0-OpenSSH_9\r\n"])
def test_an_answer_that_is_no_answer_is_said_to_be_none(answer: bytes, local: None, odd: Callable[..., int]) -> None:
    def talk(caller: socket.socket) -> None:
        caller.recv(4096)
        caller.sendall(answer)

    with pytest.raises(guard.Unreached) as caught:
        guard.post(f"http://127.0.0.1:{odd(talk)}/", b"{}", {})
    assert caught.value.code == "answer"


def test_the_test_mode_cannot_be_had_in_production(tmp_path: Path) -> None:
    env = {
        "PATH": os.environ["PATH"], "SITE_MODE": "production", "SECRET_KEY": "x" * 60, "HOOKS_ALLOW_LOCAL": "1",
        "ENV_FILE": str(tmp_path / "none"), "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "hotmk_site.settings",
    }  # fmt: skip
    code = "from django.conf import settings; print(settings.HOOKS_ALLOW_LOCAL)"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
