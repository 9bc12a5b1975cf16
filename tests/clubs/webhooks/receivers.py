"""A receiver of webhooks on a real port, which answers as a test wants."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PATIENCE_SECONDS = 60


@dataclass
class Receiver:
    """What came in: (headers, body) of each request. The first ``fails`` requests are answered 503.

    While ``opened`` is not set, nothing is answered.
    """

    address: str = ""
    fails: int = 0
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    requests: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    taken: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    opened: threading.Event = field(default_factory=threading.Event)

    @property
    def events(self) -> list[dict[str, Any]]:
        """The bodies that were taken, each event once, in the order in which they first came."""
        once = {headers["webhook-id"]: json.loads(body) for headers, body in reversed(self.taken)}
        return list(reversed(once.values()))


@contextmanager
def a_receiver(fails: int = 0, status: int = 204, *, port: int = 0, **headers: str) -> Iterator[Receiver]:
    """Listen on a port of this machine, a free one if none is named."""
    receiver = Receiver(fails=fails, status=status, headers=headers)
    receiver.opened.set()

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            request = ({name.lower(): value for name, value in self.headers.items()}, body)
            receiver.requests.append(request)
            fails = len(receiver.requests) <= receiver.fails
            if not fails:
                receiver.taken.append(request)
            receiver.opened.wait(PATIENCE_SECONDS)
            self.send_response(503 if fails else receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Answering)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    receiver.address = f"http://127.0.0.1:{server.server_address[1]}/hook"
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
