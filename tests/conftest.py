"""Fixtures for all tests: data of their own, fast passwords, a fixture that empties the memory, a clock."""

import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

# Before Django is loaded, so that neither tests nor their processes touch a real installation.
os.environ["BARPOINT_DATA"] = tempfile.mkdtemp(prefix="barpoint-tests-")

import pytest
from django.conf import settings as django_settings
from django.db import connection
from pytest_django import DjangoDbBlocker

from journal import now
from journal.models import Stream
from journal.triggers import lifted
from tests.depth import load_profile, pytest_collection_modifyitems, pytest_report_header  # noqa: F401 -- pytest's hooks
from tests.migrated import MIGRATED, copy_migrated, template
from tournaments.management.commands.migrate import Command as Migrate

load_profile()


@pytest.fixture(scope="session", autouse=True)
def _settings_for_tests() -> Iterator[None]:
    """Django has read its settings before this file, so replace everything that leads to a real installation."""
    folder = Path(os.environ["BARPOINT_DATA"])
    django_settings.DATA_DIR = folder
    django_settings.STATIC_ROOT = folder / "static"
    django_settings.STATIC_ROOT.mkdir()
    django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    django_settings.STORAGES = django_settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    yield
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> Iterator[pytest.MonkeyPatch]:
    """Begin with a migrated database: on PostgreSQL always, on SQLite where the environment names one."""
    with pytest.MonkeyPatch.context() as patch:
        if connection.vendor == "postgresql":
            patch.setitem(connection.settings_dict["TEST"], "TEMPLATE", template(os.environ["DATABASE_URL"].strip()))
            patch.setattr(Migrate, "handle", lambda *_, **__: None)
        elif path := os.environ.get(MIGRATED):
            patch.setattr(Migrate, "handle", lambda *_, **__: copy_migrated(path))
        yield patch


@pytest.fixture(scope="session")
def django_db_setup(django_db_modify_db_settings: pytest.MonkeyPatch, django_db_setup: None) -> None:
    """Once the database is there, let ``migrate`` migrate again, for the tests that call it."""
    django_db_modify_db_settings.undo()


@pytest.fixture
def emptied_memory(transactional_db: None) -> None:
    """A database with real transactions. Its append-only tables are emptied afterwards, with their triggers lifted."""
    Stream.objects.get_or_create(name="site")


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Return a function that stops the clock at a moment: ``at(moment)``."""

    def stand(moment: datetime) -> None:
        monkeypatch.setattr(now, "read", lambda: moment)

    return stand


def pytest_collection_finish() -> None:
    """Let the collector leave alone what was loaded: looking through all of it again took a tenth of every run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


@pytest.fixture
def collected() -> Iterator[None]:
    """After the test, collect what it left: the warning about a socket that nobody closed then names this test."""
    yield
    # What is young: a look through everything that the whole run keeps would take longer than many a test.
    gc.collect(1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    if not isinstance(item, pytest.Function) or "emptied_memory" not in item.funcargs:  # or it was skipped
        return (yield)
    blocker: DjangoDbBlocker = item._request.getfixturevalue("django_db_blocker")
    with blocker.unblock(), lifted():
        return (yield)
