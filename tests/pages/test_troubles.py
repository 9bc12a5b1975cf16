"""What a person and a program get when the machine can't do it: a code and a sentence, never a bare 500."""

import json

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from journal.verify import verify
from runtime.troubles import troubles
from tests.factories import Program, a_caller, a_club, an_event, an_owner
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.http.troubles import failed

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the faults are SQLite's"),
]


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


def break_tables() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tournaments_tournament RENAME TO moved_away")


def test_tables_of_another_version_are_said_to_a_person(visitor: Client) -> None:
    break_tables()

    answer = visitor.get("/")

    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    page = answer.content.decode()
    assert "database.version" in page
    assert "manage.py migrate was not run" in page
    assert "Everything recorded before is safe" in page


def test_and_to_a_program_in_the_usual_shape(visitor: Client) -> None:
    break_tables()

    answer = visitor.get("/api/v1/tournaments/1/")

    assert answer.status_code == 503
    assert json.loads(answer.content) == {
        "code": "database.version",
        "facts": {},
        "detail": "The database is of another version than the program: manage.py migrate was not run.",
    }


@pytest.mark.usefixtures("emptied_memory")
def test_a_full_disk_refuses_the_entry_with_its_code_and_stores_nothing_of_it(visitor: Client) -> None:
    owner = an_owner()
    visitor.force_login(owner)
    program = Program(owner)
    program.client.raise_request_exception = False
    name = {"name": "Bilbao " * 11}
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # pages of earlier tests that are free now
        cursor.execute("PRAGMA max_page_count = 1")  # that is: no page more than it has
        try:
            api = [program.post("clubs/", name) for _ in range(60)][-1]
            page = visitor.post("/clubs/new/", name)
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")

    assert (api.status, api.data["code"], api.headers["Retry-After"]) == (507, "disk.full", "30")
    assert (page.status_code, page["Retry-After"]) == (507, "30")
    assert "The disk is full, so nothing was stored." in page.content.decode()
    assert verify() == []
    assert program.post("clubs/", name).status == 201, "it goes on by itself once there is room"


def test_missing_static_files_are_said_on_a_page_without_styles(visitor: Client, settings: Settings) -> None:
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }

    answer = visitor.get("/")

    assert answer.status_code == 503
    page = answer.content.decode()
    assert "static.missing" in page
    assert "manage.py collectstatic was not run" in page
    assert "<link" not in page


def test_a_page_that_failed_so_is_counted_for_the_mark_at_the_desk(visitor: Client) -> None:
    break_tables()
    before = troubles.counts["database.version"]

    visitor.get("/")

    assert troubles.counts["database.version"] == before + 1


def test_a_defect_has_a_code_too(visitor: Client) -> None:
    event = an_event()
    enter(event.pk, [Entry("Ana Ruiz")], a_caller())
    a_club("Another")

    answer = failed(visitor.get("/").wsgi_request)

    assert answer.status_code == 500
    assert "the program has a defect here" in answer.content.decode()
    assert "defect" in answer.content.decode()
