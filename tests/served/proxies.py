"""nginx and Caddy with the configuration that docs/operators documents, in front of servers of these tests."""

import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPSConnection
from pathlib import Path

from runtime.server.addresses import hall_addresses

from .clients import Client
from .servers import ROOT, free_port, wait_until

HOST = "play.example.org"
UNCHECKED = ssl._create_unverified_context()  # noqa: S323 -- our own certificate


class Proxied(Client):
    """A client that reaches the server through the proxy."""

    def __init__(self, port: int, token: str = "") -> None:
        super().__init__(port, token)
        self._connection = through(port)


def through(port: int) -> HTTPSConnection:
    """Return a connection to the site as the proxy at ``port`` offers it."""
    connection = HTTPSConnection(HOST, context=UNCHECKED, timeout=30)
    # The name is in no directory, so the address is given here.
    connection._create_connection = lambda *_: socket.create_connection((address(), port), 30)  # type: ignore[attr-defined] # it has no other way in
    return connection


def address() -> str:
    """Return an address of this machine that is not the loopback, because the laptop itself has no limits."""
    return next(iter(hall_addresses()), "127.0.0.1")


def documented(language: str) -> str:
    """Return the configuration that docs/operators shows in a language."""
    text = (ROOT / "docs" / "operators" / "README.md").read_text()
    return next(re.finditer(rf"```{language}\n(.*?)```", text, re.DOTALL))[1]


def nginx(folder: Path, port: int, upstreams: list[int]) -> list[str]:
    """Write the configuration for nginx, with our ports and certificate; return the command that runs it."""
    text = _our_ports(documented("nginx"), upstreams)
    text = re.sub(r"listen \[::\]:\d+[^;]*;", "", text).replace("listen 443", f"listen {port}")
    text = text.replace("listen 80", f"listen {free_port()}")
    text = re.sub(r"/etc/ssl/play\.example\.org\.(pem|key)", rf"{folder}/site.\1", text)
    places = "\n".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"user root; daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{ worker_connections 4096; }}\nhttp {{ access_log off;\n{places}\n{text}\n}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, upstreams: list[int]) -> list[str]:
    """Write the configuration for Caddy, with our ports and certificate; return the command that runs it."""
    text = _our_ports(documented("caddy"), upstreams)
    ours = f"admin off\n    http_port {free_port()}\n    https_port {port}\n    skip_install_trust\n"
    text = re.sub(r"\A\{\n", f"{{\n    {ours}", text)
    text = text.replace(f"{HOST} {{\n", f"{HOST} {{\n    tls {folder}/site.pem {folder}/site.key\n")
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES = {"nginx": nginx, "caddy": caddy}


def _our_ports(text: str, upstreams: list[int]) -> str:
    for theirs, ours in zip((8001, 8002), upstreams, strict=True):
        text = text.replace(f"127.0.0.1:{theirs}", f"127.0.0.1:{ours}")
    return text


def certificate(folder: Path) -> None:
    """Make a certificate for the site."""
    words = [
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={HOST}", "-days", "2",
        "-keyout", str(folder / "site.key"), "-out", str(folder / "site.pem"),
    ]  # fmt: skip
    subprocess.run(words, check=True, capture_output=True)


@contextmanager
def running(name: str, folder: Path, upstreams: list[int]) -> Iterator[int]:
    """Run a proxy in front of the servers; yield its port."""
    folder.mkdir(mode=0o755)
    certificate(folder)
    port = free_port()
    words = PROXIES[name](folder, port, upstreams)
    with (folder / "out").open("wb") as output, subprocess.Popen(words, stdout=output, stderr=output) as proxy:
        try:
            wait_until(lambda: _listens(port), name)
            yield port
        finally:
            proxy.terminate()


def _listens(port: int) -> bool:
    try:
        socket.create_connection((address(), port), 1).close()
    except OSError:
        return False
    return True
