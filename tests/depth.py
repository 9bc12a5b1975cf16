"""The depth of random tests: as in CI, or deeper with ``bin/test --long``.

``BARPOINT_DEPTH`` is ``long`` or a multiple of CI's depth. A depth of 1 plays the same games every time, any other
depth plays new ones; how to repeat a failure is printed with it. Tests name the number for CI: properties in
``@settings``, all others in ``deeper`` and ``and_long``.
"""

import os
from collections.abc import Iterable
from typing import Final

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, settings

CI, LONG = 1, 10
AS_FOUND: Final = "as-found"  # shows a failing example as it was found, without looking for a simpler one
# Where hypothesis stores the settings of a property; there is no public name for it.
SETTINGS_OF_A_PROPERTY: Final = "_hypothesis_internal_use_settings"


def depth_of(text: str) -> int:
    """Return the depth for a value of ``BARPOINT_DEPTH``."""
    depth = {"": CI, "long": LONG}.get(text) or int(text)
    if depth < CI:
        raise ValueError(f"BARPOINT_DEPTH is neither long nor a number from {CI} on: {text!r}")
    return depth


# When a process that a test started is taken for stuck: less than pytest's own limit, but a machine may stand still.
STUCK_SECONDS: Final = 500
DEPTH: Final = depth_of(os.environ.get("BARPOINT_DEPTH", ""))


in_a_long_run: Final = pytest.mark.skipif(DEPTH < LONG, reason="deeper than CI: bin/test --long")
ON_POSTGRESQL: Final = bool(os.environ.get("DATABASE_URL", "").strip())  # Some import this without Django's settings.
in_ci_on_sqlite: Final = pytest.mark.skipif(
    DEPTH < LONG and ON_POSTGRESQL, reason="the same on both: on this one in a long run"
)
in_ci_on_a_server: Final = pytest.mark.skipif(
    DEPTH < LONG and not ON_POSTGRESQL, reason="what servers do: on this one in a long run"
)


def deeper(count: int) -> int:
    """Return how often to do what CI does ``count`` times."""
    return count * DEPTH


def and_long[Case](usual: Iterable[Case], long: Iterable[Case]) -> list[Case]:
    """Return the usual cases, and in a long run the others too."""
    return [*usual, *(long if DEPTH >= LONG else ())]


def load_profile() -> None:
    """Set hypothesis up for all tests."""
    settings.register_profile(
        "barpoint",
        deadline=None,
        derandomize=DEPTH == CI,
        database=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
    settings.register_profile(AS_FOUND, settings.get_profile("barpoint"), phases=[Phase.explicit, Phase.generate])
    settings.load_profile("barpoint")


def pytest_report_header() -> str:
    """Return the line with the depth at the start of a run."""
    return f"depth: {DEPTH} × CI"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deepen each property once, however many of its cases are collected.

    Not those that write to a server: all examples share one transaction, in which PostgreSQL keeps the plans that it
    made for empty tables.
    """
    on_a_server = connection.vendor != "sqlite"
    properties = {
        item.obj
        for item in items
        if isinstance(item, pytest.Function) and not (on_a_server and item.get_closest_marker("django_db"))
    }
    for each in properties:
        own = getattr(each, SETTINGS_OF_A_PROPERTY, None)
        if own is not None:
            setattr(each, SETTINGS_OF_A_PROPERTY, settings(own, max_examples=deeper(own.max_examples)))
