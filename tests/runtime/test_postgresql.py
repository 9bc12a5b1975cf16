"""An idle connection to PostgreSQL is known to be alive without a statement, and a statement is planned once."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL only"),
    pytest.mark.django_db,
]


PREPARED = "SELECT statement FROM pg_prepared_statements"


@pytest.fixture
def other() -> Iterator[BaseDatabaseWrapper]:
    """Another connection to the database of the tests."""
    other = connections.create_connection("default")
    other.settings_dict = connection.settings_dict
    other.ensure_connection()
    yield other
    other.close()


def test_a_connection_that_the_server_ended_is_not_used_again(other: BaseDatabaseWrapper) -> None:
    assert other.is_usable()

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [other.connection.info.backend_pid])

    assert not other.is_usable()


def test_an_idle_connection_is_asked_nothing(other: BaseDatabaseWrapper) -> None:
    with other.cursor() as cursor:
        cursor.execute("SELECT 42")

    assert other.is_usable()

    with connection.cursor() as cursor:
        cursor.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [other.connection.info.backend_pid])
        assert cursor.fetchone() == ("SELECT 42",)


def test_a_statement_that_is_sent_again_and_again_is_planned_once(other: BaseDatabaseWrapper) -> None:
    with other.cursor() as cursor:
        for number in range(5):
            cursor.execute("SELECT %s + 1", [number])

        cursor.execute(PREPARED)
        assert cursor.fetchall() == [("SELECT $1 + 1",)]


def test_what_is_refused_and_rolled_back_leaves_statements_planned(other: BaseDatabaseWrapper) -> None:
    with other.cursor() as cursor:
        for number in range(5):
            cursor.execute("SELECT %s + 1", [number])

        other.set_autocommit(False)
        for statement in ("SAVEPOINT mine", "SELECT 42", "ROLLBACK TO SAVEPOINT mine"):
            cursor.execute(statement)
        other.rollback()
        other.set_autocommit(True)

        cursor.execute(PREPARED)
        assert cursor.fetchall() == [("SELECT $1 + 1",)]


@pytest.mark.parametrize(
    "undo",
    [
        lambda driver: driver.execute("ROLLBACK TO SAVEPOINT mine"),
        lambda driver: driver.execute("ROLLBACK"),
        lambda driver: driver.rollback(),
    ],
)
def test_after_a_table_was_changed_and_changed_back_statements_are_planned_anew(
    other: BaseDatabaseWrapper, undo: Callable[[Any], None]
) -> None:
    with other.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE toys (a int)")
        for statement in ("BEGIN", "SAVEPOINT mine", "ALTER TABLE toys ADD COLUMN b int"):
            cursor.execute(statement)
        for _ in range(5):
            cursor.execute("SELECT * FROM toys")
        undo(other.connection)

        cursor.execute("SELECT * FROM toys")

        assert [column[0] for column in cursor.description] == ["a"]
