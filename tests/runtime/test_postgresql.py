"""An idle connection to PostgreSQL is known to be alive without a statement, and a statement is planned once."""

import pytest
from django.db import connection, connections

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL only"),
    pytest.mark.django_db,
]


def test_a_connection_that_the_server_ended_is_not_used_again() -> None:
    other = connections.create_connection("default")
    other.settings_dict = connection.settings_dict
    other.ensure_connection()
    try:
        assert other.is_usable()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [other.connection.info.backend_pid])
        assert not other.is_usable()
    finally:
        other.close()


def test_an_idle_connection_is_asked_nothing() -> None:
    other = connections.create_connection("default")
    other.settings_dict = connection.settings_dict
    other.ensure_connection()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT 42")

        assert other.is_usable()

        with connection.cursor() as cursor:
            cursor.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [other.connection.info.backend_pid])
            assert cursor.fetchone() == ("SELECT 42",)
    finally:
        other.close()


def test_a_statement_that_is_sent_again_and_again_is_planned_once() -> None:
    other = connections.create_connection("default")
    other.settings_dict = connection.settings_dict
    other.ensure_connection()
    try:
        with other.cursor() as cursor:
            for number in range(5):
                cursor.execute("SELECT %s + 1", [number])
            cursor.execute("SELECT statement FROM pg_prepared_statements")
            assert cursor.fetchall() == [("SELECT $1 + 1",)]
    finally:
        other.close()
