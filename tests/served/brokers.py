"""Message brokers for tests: RabbitMQ and Redis on free ports, with temporary data."""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from .servers import STOP_SECONDS, free_port, wait_until

RABBITMQ = sorted(Path("/usr/lib/rabbitmq/lib").glob("rabbitmq_server-*/sbin/rabbitmq-server"))
EPMD, REDIS = shutil.which("epmd"), shutil.which("redis-server")
MISSING = {
    "rabbitmq": None if RABBITMQ and EPMD else "RabbitMQ is not installed (Debian's package: rabbitmq-server)",
    "redis": None if REDIS else "Redis is not installed (Debian's package: redis-server)",
}


class Broker:
    """A broker that can be killed as by a power switch, and started again on the same port and data."""

    def __init__(self, folder: Path, address: str, words: list[str], hello: tuple[bytes, bytes]) -> None:
        self.address, self.environment = address, dict[str, str]()
        self._folder, self._words, self._hello = folder, words, hello
        self._port = urlsplit(address).port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and return when it answers."""
        nothing = subprocess.DEVNULL
        # In a process group of its own, because RabbitMQ's helper processes must be killed with it.
        self._process = subprocess.Popen(
            self._words,
            cwd=self._folder,  # for the remains of a killed broker
            env=os.environ | self.environment,
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            start_new_session=True,
        )
        wait_until(self._speaks, f"the broker at {self.address}")

    def kill(self) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(STOP_SECONDS)
            self._process = None

    def _speaks(self) -> bool:
        assert self._process is None or self._process.poll() is None, "the broker ended"
        query, answered = self._hello
        try:
            with socket.create_connection(("127.0.0.1", self._port), timeout=2) as line:
                line.sendall(query)
                return line.recv(100).startswith(answered)
        except OSError:
            return False


@contextmanager
def a_broker(kind: str, folder: Path) -> Iterator[Broker]:
    """Yield a broker of a kind; stop it at the end."""
    folder.mkdir()
    if kind == "redis":
        with _until_the_end(_redis(folder)) as broker:
            yield broker
        return
    with _names() as port, _until_the_end(_rabbitmq(folder, port)) as broker:
        yield broker


@contextmanager
def _until_the_end(broker: Broker) -> Iterator[Broker]:
    try:
        broker.start()
        yield broker
    finally:
        broker.kill()


def _redis(folder: Path) -> Broker:
    """Return a Redis that stores nothing on disk, so its messages are lost when it is killed."""
    port = free_port()
    words = [str(REDIS), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", ""]
    return Broker(folder, f"redis://127.0.0.1:{port}/0", words, (b"PING\r\n", b"+PONG"))


def _rabbitmq(folder: Path, names: int) -> Broker:
    port = free_port()
    (folder / "plugins").write_text("[].")
    (folder / "rabbitmq.conf").write_text("")
    # It answers any other protocol with the name of its own.
    hello = (b"HELLO\r\n\r\n", b"AMQP")
    broker = Broker(folder, f"amqp://guest:guest@127.0.0.1:{port}//", [str(RABBITMQ[-1])], hello)
    broker.environment = {
        "HOME": str(folder),
        "ERL_EPMD_PORT": str(names),
        "ERL_EPMD_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODENAME": f"barpoint-{port}@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_MNESIA_BASE": str(folder / "data"),
        "RABBITMQ_LOG_BASE": str(folder / "log"),
        "RABBITMQ_PID_FILE": str(folder / "pid"),
        "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
    }
    return broker


@contextmanager
def _names() -> Iterator[int]:
    """Run the name service of Erlang, and yield its port."""
    port = free_port()
    process = subprocess.Popen([str(EPMD), "-port", str(port), "-address", "127.0.0.1"], stdin=subprocess.DEVNULL)
    try:
        yield port
    finally:
        process.kill()
        process.wait(STOP_SECONDS)
