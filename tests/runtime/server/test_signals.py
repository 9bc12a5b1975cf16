"""A worker or a server ends when it is told to, whatever it is doing when the signal comes."""

import signal
import subprocess
import sys

import uvicorn

from runtime.server.connections import Crowd
from runtime.server.process import Server, working
from tests.depth import STUCK_SECONDS

IN_A_CLEARED_REFERENCE = """
import os, signal, weakref
from tournaments.management.commands.worker import stop_at_once

def signalled(reference):
    os.kill(os.getpid(), signal.SIGTERM)
    for _ in range(1000):
        pass

signal.signal(signal.SIGTERM, stop_at_once)
something = type("Something", (), {})()
reference = weakref.ref(something, signalled)
del something
print("went on")
"""


def test_a_worker_that_is_stopped_while_it_starts_ends_where_python_drops_exceptions() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", IN_A_CLEARED_REFERENCE],
        capture_output=True, text=True, check=False, timeout=STUCK_SECONDS,
    )  # fmt: skip

    assert (ended.returncode, ended.stdout) == (0, "")


def test_a_server_heeds_a_signal_that_comes_before_uvicorn_takes_over_and_ignores_the_one_after() -> None:
    with working() as background:
        server = Server(uvicorn.Config("config.asgi:application"), background, "", Crowd(1, frozenset()))

        server.handle_early_or_again(signal.SIGTERM, None)
        assert server.should_exit

        server.handle_early_or_again(signal.SIGINT, None)
        assert not server.force_exit
