"""The cost of a start: processor time of a server from its launch to its first page."""

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Figure, processor_seconds
from tests.served.servers import STOP_SECONDS, Server, Site, a_site

INSTALLATIONS = {"empty": (), "demo": ("demo",)}
# A laptop's server makes sheets ahead; none of this may delay the first page.
ENVIRONMENT = {"BARPOINT_SHEETS_AHEAD": "1"}
PATIENCE_SECONDS = 60
OTHERS = [
    "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.staticfiles",
    "allauth.account", "rest_framework", "drf_spectacular",
]  # fmt: skip
# Django with the applications of others that Barpoint uses, and nothing of its own.
BARE = f"""
from django.conf import settings
settings.configure(
    SECRET_KEY="bare", ROOT_URLCONF="rest_framework.urls",
    INSTALLED_APPS={OTHERS},
    MIDDLEWARE=["allauth.account.middleware.AccountMiddleware"],
    DATABASES={{"default": {{"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}}},
)
import django
django.setup()
import a2wsgi, drf_spectacular.openapi, rest_framework.views, uvicorn, whitenoise.middleware
"""
# As strict as two seconds were where a bare one took 0.55 s.
BOUND = 3.6


class Start:
    """A server on an installation that is migrated and empty, and on one with the demo's event, beside a bare Django.

    Both have been started before, so what a first start compiles and collects is there, as on a laptop.
    """

    figures = (
        Figure("start/bare", "×", "processor time to the first page / of a Django without Barpoint", bound=BOUND),
        Figure("start/bare:demo", "×", "the same with the demo's event", bound=BOUND),
        Figure("start", "s", "processor time to the first page, of a server and its children"),
        Figure("start:demo", "s", "the same with the demo's event"),
        Figure("start:wait", "s", "from launch to that page"),
    )

    def __init__(self, stack: ExitStack) -> None:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="barpoint-bench-")))
        self._sites = [
            stack.enter_context(a_site(folder / name, before, environment=ENVIRONMENT, processes=0))
            for name, before in INSTALLATIONS.items()
        ]
        self._least = {"empty": inf, "demo": inf, "bare": inf}
        for site in self._sites:
            _start(site)

    def run(self) -> tuple[float, float, float, float, float]:
        """Return the figures of one round; the ratios are of the quickest starts so far.

        A neighbour on the machine slows down one of them alone, for seconds.
        """
        (empty, _), (demo, waited) = (_start(site) for site in self._sites)
        taken = {"empty": empty, "demo": demo, "bare": min(_bare() for _ in self._sites)}
        self._least = {name: min(seconds, taken[name]) for name, seconds in self._least.items()}
        bare = self._least["bare"]
        return self._least["empty"] / bare, self._least["demo"] / bare, empty, demo, waited


def _bare() -> float:
    """Return the seconds of processor time that a bare Django takes to be there."""
    before = os.times()
    subprocess.run([sys.executable, "-c", BARE], check=True)  # noqa: S603 -- our own words
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _start(site: Site) -> tuple[float, float]:
    """Start a server; return the seconds of processor time until it answered with a page, and those on the clock."""
    # Compiled code is stored, whatever the environment of the bench says.
    environment = {name: value for name, value in site.environment.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    server = Server(environment, site.folder / "start.log")
    try:
        while not _answers(server):
            time.sleep(0.01)
        return processor_seconds(server.process.pid), time.perf_counter() - began
    finally:
        server.terminate()
        server.process.wait(STOP_SECONDS)


def _answers(server: Server) -> bool:
    if server.process.poll() is not None:
        raise RuntimeError(server.log.read_text())
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return answer.status == 200
