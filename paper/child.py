"""Lay out documents in a process beside the server, which ends after a number of documents, or when nobody prints.

WeasyPrint keeps a third of a megabyte of each document that it lays out: after 1,200 documents a server had 886 MB. It
also computes for seconds, and in a thread of the server every result would wait meanwhile.

The child reads requests from its standard input and ends with it, so it never outlives the server, however that ends.

Source: docs/decisions/0053-paper-in-a-child.md.
"""

import gc
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol

from paper.layout import Layout, weasyprint
from rules.errors import RuleBroken

MOST_DOCUMENTS = 100
IDLE_SECONDS = 60.0
# The longest document takes ten seconds on a slow laptop.
PATIENCE_SECONDS = 120.0

_ROOT = Path(__file__).resolve().parent.parent


# What a document is wanted for, and what an answer holds.
PAGES, PDF, REFUSED, FAILED = b"n", b"p", b"r", b"e"


class ChildError(RuntimeError):
    """The child failed: it ended twice in a row, did not answer, or raised what this says."""


class Printer(Protocol):
    """Whatever lays out documents."""

    def pages(self, html: str) -> int:
        """Return how many pages ``html`` takes."""

    def pdf(self, html: str) -> bytes:
        """Return ``html`` as PDF."""


class Child:
    """The process that lays out documents, one after the other; it is started when the first one comes."""

    def __init__(self, idle_seconds: float = IDLE_SECONDS, most_documents: int = MOST_DOCUMENTS) -> None:
        self._idle_seconds, self._most_documents = idle_seconds, most_documents
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: Connection | None = None
        self._answers: Connection | None = None
        self._documents = 0
        self._idle: threading.Timer | None = None

    @property
    def process_number(self) -> int | None:
        """The number of the process, None while there is none."""
        return self._process.pid if self._process is not None else None

    def pages(self, html: str) -> int:
        """Return how many pages ``html`` takes. Raises RuleBroken ``paper.missing``, ChildError."""
        return int(self._ask(PAGES, html))

    def pdf(self, html: str) -> bytes:
        """Return ``html`` as PDF. Raises RuleBroken ``paper.missing``, ChildError."""
        return self._ask(PDF, html)

    def warm(self) -> None:
        """Start the process, because somebody is about to print."""
        with self._lock:
            self._start()
            self._wait_for_idle()

    def stop(self) -> None:
        """End the process; the next document starts another."""
        with self._lock:
            self._end()

    def _ask(self, what: bytes, html: str) -> bytes:
        with self._lock:
            answer = self._try(what, html) or self._try(what, html)
            self._documents += what == PDF
            if self._documents >= self._most_documents:
                self._end()
            else:
                self._wait_for_idle()
        kind, body = answer[:1], answer[1:]
        if kind == REFUSED:
            refused = json.loads(body)
            raise RuleBroken(refused["code"], **refused["facts"])
        if kind != what:
            raise ChildError(body.decode(errors="replace"))
        return body

    def _try(self, what: bytes, html: str) -> bytes:
        """Return the answer of the child, empty if it ended or is silent."""
        self._start()
        if self._requests is None or self._answers is None:
            return b""
        with suppress(OSError, EOFError):
            self._requests.send_bytes(what + html.encode(errors="surrogatepass"))
            if self._answers.poll(PATIENCE_SECONDS):
                return self._answers.recv_bytes()
        self._end()
        return b""

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self._end()
        process = subprocess.Popen(
            [sys.executable, "-m", "paper.child"], cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        if process.stdin is not None and process.stdout is not None:
            self._requests = Connection(os.dup(process.stdin.fileno()), readable=False)
            self._answers = Connection(os.dup(process.stdout.fileno()), writable=False)
        self._process, self._documents = process, 0

    def _end(self) -> None:
        for connection in (self._requests, self._answers):
            if connection is not None:
                connection.close()
        self._requests = self._answers = None
        if self._process is not None:
            self._process.kill()
            with self._process:
                self._process = None

    def _wait_for_idle(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = threading.Timer(self._idle_seconds, self.stop)
        self._idle.daemon = True
        self._idle.start()


def serve(receive: Callable[[], bytes], send: Callable[[bytes], object]) -> None:
    """Answer requests until there are no more.

    A document is half a million values that are all needed until it is printed: to look for unused ones meanwhile takes
    a tenth of the time and finds none. They are collected once the answer is on its way.
    """
    layout = Layout()
    gc.collect()
    gc.freeze()
    gc.disable()
    while True:
        try:
            request = receive()
        except EOFError:
            return
        send(_answer(layout, request[:1], request[1:].decode(errors="surrogatepass")))
        if request[:1] == PDF:
            gc.collect()


def _answer(layout: Layout, what: bytes, html: str) -> bytes:
    try:
        return what + (layout.pdf(html) if what == PDF else b"%d" % layout.pages(html))
    except RuleBroken as broken:
        return REFUSED + json.dumps({"code": broken.code, "facts": broken.facts}).encode()
    except Exception as error:  # it is raised where the document was wanted
        return FAILED + repr(error).encode(errors="replace")


def main() -> None:
    """Be the child. Ctrl-C in the terminal is for the server, which closes the input then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = Connection(0, writable=False), Connection(os.dup(1), readable=False)
    # Whatever prints, prints to the log, not into an answer.
    os.dup2(2, 1)
    with suppress(RuleBroken):  # the first document says what is missing
        weasyprint()
    serve(requests.recv_bytes, answers.send_bytes)


if __name__ == "__main__":
    main()
