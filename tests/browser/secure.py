"""A site behind https, as on a server: what passes on requests to it can be cut and mended."""

import re
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any

from tests.served.proxies import certificate
from tests.served.servers import free_port

HEAD_ENDS = b"\r\n\r\n"
MORE = b"\r\nX-Forwarded-Proto: https\r\nConnection: close"


class Https:
    """Serves https at ``port`` and passes each request on to a server of this machine, which speaks plain http."""

    def __init__(self, folder: Path, upstream: int) -> None:
        certificate(folder)
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(folder / "site.pem", folder / "site.key")
        self.port, self._upstream = free_port(), upstream
        self._server: ThreadingTCPServer | None = None

    def mend(self) -> None:
        """Let requests through."""
        context, upstream = self._context, self._upstream

        class Passing(BaseRequestHandler):
            def handle(self) -> None:
                with suppress(OSError), context.wrap_socket(self.request, server_side=True) as client:
                    _pass_on(client, upstream)

        class Server(ThreadingTCPServer):
            allow_reuse_address, daemon_threads, block_on_close = True, True, False

            def handle_error(self, request: Any, client_address: Any) -> None:
                """Say nothing: a browser ends connections as it likes."""

        self._server = Server(("127.0.0.1", self.port), Passing)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def cut(self) -> None:
        """Refuse connections."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


def _pass_on(client: ssl.SSLSocket, upstream: int) -> None:
    request = b""
    while HEAD_ENDS not in request:
        part = client.recv(65536)
        if not part:
            return
        request += part
    head, _, body = request.partition(HEAD_ENDS)
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    while length and len(body) < int(length[1]):
        body += client.recv(65536)
    head = re.sub(rb"(?i)\r\nconnection: [^\r]*", b"", head) + MORE
    with socket.create_connection(("127.0.0.1", upstream), 30) as server:
        server.sendall(head + HEAD_ENDS + body)
        while part := server.recv(65536):
            client.sendall(part)


@contextmanager
def https(folder: Path, upstream: int) -> Iterator[Https]:
    """Serve https in front of a server."""
    folder.mkdir()
    front = Https(folder, upstream)
    front.mend()
    try:
        yield front
    finally:
        front.cut()
