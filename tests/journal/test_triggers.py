"""The database refuses to change or delete records and facts."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, models, transaction

from journal.models import Page, Record, Undo, Words
from journal.triggers import append_only_models, lifted, missing
from journal.verify import Flaw, verify
from rules.match.terms import TOP
from runtime.checks import database_state
from tests.factories import a_caller, a_drawn_event, entrant_named, match_of, play, undo
from tournaments.actions.matches.corrections import clear_result
from tournaments.models import Draw, Entrant, Line, Particulars, Result

pytestmark = pytest.mark.django_db


@contextmanager
def refused_by_the_database() -> Iterator[None]:
    with pytest.raises(DatabaseError, match="append only"), transaction.atomic():
        yield


def an_event_with_every_fact() -> None:
    event = a_drawn_event(4)
    play(match_of(event, "A1"), TOP)
    clear_result(match_of(event, "A1").pk, "wrong table", a_caller())
    undo(event.tournament_id, 5, a_caller())


def table_of(model: type[models.Model]) -> str:
    return model._meta.db_table


def test_every_fact_record_and_page_is_append_only() -> None:
    names = {model._meta.label for model in append_only_models()}

    assert names >= {
        "journal.Page", "journal.Record", "journal.Words", "journal.Undo", "clubs.Role", "tournaments.Draw",
        "tournaments.Line", "tournaments.Entrant", "tournaments.Particulars", "tournaments.Withdrawal",
        "tournaments.Start", "tournaments.Result", "tournaments.Game", "tournaments.Clearing", "tournaments.Passage",
        "tournaments.Confirmation",
    }  # fmt: skip
    assert missing() == []


@pytest.mark.parametrize("model", [Page, Record, Words, Undo, Draw, Line, Entrant, Particulars, Result])
def test_no_row_can_be_changed_or_deleted(model: type[models.Model]) -> None:
    an_event_with_every_fact()
    key = model._meta.pk.column if model._meta.pk else "id"
    rows = list(model._default_manager.values())

    with refused_by_the_database(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table_of(model)} SET {key} = {key} + 1000")  # noqa: S608 -- our own names
    with refused_by_the_database(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table_of(model)}")  # noqa: S608 -- a table's own name

    assert rows
    assert list(model._default_manager.values()) == rows


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no TRUNCATE")
@pytest.mark.parametrize("model", [Page, Record, Words, Undo, Draw, Line, Entrant, Particulars, Result])
def test_no_table_can_be_truncated(model: type[models.Model]) -> None:
    an_event_with_every_fact()

    with refused_by_the_database(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"TRUNCATE {table_of(model)} CASCADE")


def test_the_refusal_is_an_integrity_error() -> None:
    an_event_with_every_fact()

    with pytest.raises(IntegrityError, match="append only"), transaction.atomic():
        Record.objects.filter(number=1).update(verb="other")


def test_words_can_be_erased_and_the_memory_stays_intact() -> None:
    an_event_with_every_fact()

    Words.objects.update(salt="", text="")

    assert verify() == []


def test_a_name_can_be_erased_and_the_memory_stays_intact() -> None:
    event = a_drawn_event(3)
    who = entrant_named(event, "Petra Horvat")

    Particulars.objects.filter(entrant=who).update(salt="", name="", club="", country="", rating="")

    assert Particulars.objects.get(entrant=who).digest != ""
    assert verify() == []


@pytest.mark.parametrize(
    "change",
    [
        {"text": "another reason"},
        {"text": ""},
        {"salt": ""},
        {"salt": "", "text": "another reason"},
        {"salt": "", "text": "", "record_id": 1},
        {"salt": "", "text": "", "id": 99},
    ],
)
def test_any_other_change_of_words_is_refused(change: dict[str, object]) -> None:
    an_event_with_every_fact()

    with refused_by_the_database():
        Words.objects.update(**change)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Somebody Else"},
        {"name": "", "salt": ""},
        {"salt": "", "name": "", "club": "", "country": "", "rating": "", "digest": "0" * 64},
        {"salt": "", "name": "", "club": "", "country": "", "rating": "", "seed": 1},
    ],
)
def test_any_other_change_of_a_name_is_refused(change: dict[str, object]) -> None:
    event = a_drawn_event(3)
    who = entrant_named(event, "Petra Horvat")

    with refused_by_the_database():
        Particulars.objects.filter(entrant=who).update(**({"club": "Wien"} | change))


def test_check_and_verify_report_a_missing_trigger() -> None:
    name = "append_only_journal_record_u"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}" + (" ON journal_record" if connection.vendor == "postgresql" else ""))

    assert missing() == [name]
    assert [check.id for check in database_state(None, databases=["default"])] == ["journal.E009"]
    assert verify() == [Flaw("trigger.missing", name)]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite can't switch a trigger off")
def test_a_trigger_that_is_switched_off_is_missing() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE journal_record DISABLE TRIGGER append_only_journal_record_d")

    assert missing() == ["append_only_journal_record_d"]


def test_lifted_triggers_come_back() -> None:
    with lifted():
        assert len(missing()) >= 30

    assert missing() == []


@pytest.mark.usefixtures("emptied_memory")
def test_triggers_survive_a_migration_that_rebuilds_the_table() -> None:
    a_drawn_event(2)
    wider = models.CharField(max_length=99)
    wider.set_attributes_from_name("verb")

    with connection.schema_editor() as editor:
        editor.alter_field(Record, Record._meta.get_field("verb"), wider, strict=True)
    gone = missing()
    call_command("migrate", verbosity=0, stdout=StringIO())

    # SQLite rebuilds the table and silently drops its triggers; PostgreSQL alters it in place.
    assert gone == (
        ["append_only_journal_record_d", "append_only_journal_record_u"] if connection.vendor == "sqlite" else []
    )
    assert missing() == []
    with refused_by_the_database():
        Record.objects.update(verb="other")
    with connection.schema_editor() as editor:
        editor.alter_field(Record, wider, Record._meta.get_field("verb"), strict=True)
    call_command("migrate", verbosity=0, stdout=StringIO())
    assert missing() == []
