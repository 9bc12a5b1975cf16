"""Server processes with their own data, started, stopped and killed as on a Saturday.

On SQLite one process owns the file. With ``DATABASE_URL`` set, a fresh database is made in that cluster and
several processes serve it.
"""

import atexit
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from psycopg import sql

from tests.depth import ON_POSTGRESQL, STUCK_SECONDS
from tests.migrated import MIGRATED, on_server, template

from .clients import Client

SIGN_IN = """
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from clubs.models import User
user = User.objects.get(email={email!r})
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.create()
print("session " + session.session_key)
"""
ROOT = Path(__file__).resolve().parent.parent.parent
PROCESSES = 3 if ON_POSTGRESQL else 1
START_SECONDS, STOP_SECONDS = 60, 20
# An idle server stops at once, but two shared cores may delay its last line.
QUICK_SECONDS = 8.0


SHEETS_AHEAD = {"BARPOINT_SHEETS_AHEAD": "1"}
BEAROFF_AHEAD = {"BARPOINT_BEAROFF_AHEAD": "1"}


def wait_until(happened: Callable[[], bool], what: str, seconds: float = START_SECONDS) -> None:
    """Return once ``happened`` is true; fail at the deadline, naming ``what``."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.005)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """One server process and its output."""

    def __init__(self, environment: dict[str, str], log: Path, port: int = 0) -> None:
        self.port, self.log = port or free_port(), log
        words = [sys.executable, "manage.py", "run", "--host", "127.0.0.1", "--port", str(self.port)]
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                words, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )

    def answers(self) -> bool:
        """Whether it serves; fail if the process has ended."""
        assert self.process.poll() is None, f"the server ended:\n{self.log.read_text()}"
        try:
            with Client(self.port, patience=5) as client:
                # Behind https it redirects there.
                return client.get("clubs/").status in (200, 301)
        except OSError:
            return False

    def lost_its_port(self) -> bool:
        """Whether it ended because another process took its port."""
        return self.process.poll() is not None and "Address already in use" in self.log.read_text()

    def accepts(self) -> bool:
        """Whether it accepts new connections."""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def terminate(self) -> None:
        self.process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(STOP_SECONDS)


class Site:
    """An installation: its data, its database, and the servers that run on it."""

    def __init__(self, folder: Path, database: str | None) -> None:
        self.folder, self.database = folder, database
        self.servers: list[Server] = []
        # Whether a test brings its machine into trouble, which a server logs.
        self.expects_trouble = False
        self._logs = 0
        self._tokens: dict[str, str] = {}
        self._sessions: dict[str, str] = {}
        (folder / "data" / "static").mkdir(parents=True)
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL")}
        # What a server makes ahead, sheets and a table, would slow down the tests; those about them switch it on.
        ahead = {"BARPOINT_SHEETS_AHEAD": "0", "BARPOINT_BEAROFF_AHEAD": "0"}
        self.environment = kept | ahead | {"BARPOINT_DATA": str(folder / "data")}
        if database is not None:
            self.environment["DATABASE_URL"] = database

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a management command beside the servers."""
        return subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_SECONDS,
        )

    def must(self, *words: str) -> None:
        """Run a management command and fail the test if it fails."""
        answer = self.manage(*words)
        assert answer.returncode == 0, answer.stderr

    def token(self, address: str = "desk@example.org") -> str:
        """Return the token of a director, made on first use."""
        if address not in self._tokens:
            answer = self.manage("token", "--create", address)
            assert answer.returncode == 0, answer.stderr
            self._tokens[address] = answer.stdout.split()[-1]
        return self._tokens[address]

    def take_tokens_of(self, other: "Site") -> None:
        """Take over the tokens of the installation that this one was copied from."""
        self._tokens |= other._tokens

    def session(self, address: str) -> str:
        """Begin a session of the user with this e-mail address without a password, and return its key."""
        if address not in self._sessions:
            answer = self.manage("shell", "-c", SIGN_IN.format(email=address))
            assert answer.returncode == 0, answer.stderr
            self._sessions[address] = answer.stdout.split("session ")[-1].strip()
        return self._sessions[address]

    def client(self, address: str = "desk@example.org", server: int = 0) -> Client:
        return Client(self.servers[server % len(self.servers)].port, self.token(address))

    def start(self, processes: int = PROCESSES, ports: Sequence[int] = ()) -> None:
        """Start servers, on their earlier ``ports`` if given, and return when all of them answer."""
        self.servers += [self._launched(port) for port in ports or [0] * processes]
        for place in range(len(self.servers)):
            wait_until(partial(self._answers, place), f"server {place + 1}")

    def _launched(self, port: int = 0) -> Server:
        self._logs += 1
        return Server(self.environment, self.folder / f"server-{self._logs}.log", port)

    def _answers(self, place: int) -> bool:
        """Whether a server serves; start it again if another process took its port."""
        if self.servers[place].lost_its_port():
            self.servers[place] = self._launched()
        return self.servers[place].answers()

    def stop(self) -> None:
        """Stop all servers cleanly: each must exit with 0 without delay."""
        began = time.monotonic()
        for server in self.servers:
            server.terminate()
        for server in self.servers:
            assert server.process.wait(STOP_SECONDS) == 0, server.log.read_text()
        taken = time.monotonic() - began
        assert taken < QUICK_SECONDS or not self.servers, f"stopping took {taken:.1f} s"
        self.servers.clear()

    def kill(self) -> None:
        """Kill all servers, as a power failure would."""
        for server in self.servers:
            server.process.kill()
        for server in self.servers:
            server.kill()
        self.servers.clear()

    def log(self) -> str:
        """Return the output of the servers so far."""
        return "".join(path.read_text() for path in sorted(self.folder.glob("server-*.log")))

    def owner_link(self) -> str:
        """Return the owner link that the server printed."""
        return str(re.findall(r"http://localhost:\d+/owner/\S+", self.log())[-1])

    def must_be_sound(self) -> None:
        """Fail unless the memory is intact, rows follow from the facts, and no server logged a traceback."""
        rows = self.manage("verify")
        assert rows.returncode == 0, rows.stdout + rows.stderr
        log = self.log()
        trouble = "" if self.expects_trouble else r"|barpoint\.trouble"
        defect = re.search(rf".*(?:Traceback|Internal Server Error|database is locked|deadlock{trouble}).*", log)
        assert defect is None, log[max(0, defect.start() - 500) : defect.end() + 4000]

    def connect(self) -> "psycopg.Connection[tuple[object, ...]]":
        """Open a connection to the PostgreSQL database."""
        assert self.database is not None
        return psycopg.connect(self.database, autocommit=False)


PATIENCE_SECONDS = STUCK_SECONDS


@contextmanager
def a_site(
    folder: Path,
    before: Sequence[str] = (),
    *,
    owned: bool = True,
    environment: Mapping[str, str] | None = None,
    processes: int = PROCESSES,
) -> Iterator[Site]:
    """Yield a running, migrated installation; stop it at the end and check that it is sound.

    ``before`` are commands to run before it starts; its static files are collected. An installation without an owner is
    served by one process, so that only one owner link is printed.
    """
    with _a_copy(_installed(owned), folder) as site:
        site.environment |= environment or {}
        try:
            for command in before:
                site.must(command)
            site.start(processes if owned else 1)
            yield site
            site.stop()
            site.must_be_sound()
        finally:
            site.kill()


@cache
def _installed(owned: bool) -> Site:
    """Return an installation to copy, with its static files, made once: that takes seconds, and copying does not."""
    stack = ExitStack()
    atexit.register(stack.close)
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="barpoint-installed-"))) / "site"
    if owned:
        site = stack.enter_context(_a_copy(_installed(False), folder))
        site.token()
        return site
    if ON_POSTGRESQL:
        cluster = os.environ["DATABASE_URL"].strip()
        site = Site(folder, stack.enter_context(_a_database(on_server(cluster, template(cluster)))))
    else:
        site = Site(folder, None)
        if path := os.environ.get(MIGRATED):
            shutil.copy(path, folder / "data" / "barpoint.sqlite3")
        else:
            site.must("migrate", "--no-input", "-v0")
    site.must("collectstatic", "--no-input", "-v0")
    return site


def migrated_database() -> Path:
    """Return the SQLite file of an installation that was migrated and never started; call it first in one thread."""
    return _installed(False).folder / "data" / "barpoint.sqlite3"


@contextmanager
def _a_copy(of: Site, folder: Path) -> Iterator[Site]:
    """Yield a copy of an installation."""
    with _a_database(of.database) as database:
        site = Site(folder, database)
        shutil.copytree(of.folder / "data", folder / "data", dirs_exist_ok=True)
        site.take_tokens_of(of)
        yield site


@contextmanager
def _a_database(like: str | None) -> Iterator[str | None]:
    """Yield the address of a copy of a database in the cluster of ``DATABASE_URL``; None for SQLite."""
    if like is None:
        yield None
        return
    cluster = os.environ["DATABASE_URL"].strip()
    name, whole = f"served_{uuid4().hex[:12]}", urlsplit(like).path.strip("/")
    names = sql.Identifier(name), sql.Identifier(whole)
    with psycopg.connect(cluster, autocommit=True) as session:
        session.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
        try:
            yield on_server(cluster, name)
        finally:
            session.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(names[0]))
