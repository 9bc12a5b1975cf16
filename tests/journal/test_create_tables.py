"""Tables that one operation creates, whatever the order in which their models refer to each other."""

import pytest
from django.db import connection, migrations, models
from django.db.migrations.state import ProjectState

from journal.create_tables import CreateTables

TABLES = ["hall_chair", "hall_table"]


def made_at_once() -> CreateTables:
    """Return an operation for two models, the first of which refers to the second."""
    return CreateTables([
        migrations.CreateModel("Chair", [("id", models.AutoField(primary_key=True)), ("seat", models.IntegerField())]),
        migrations.CreateModel("Table", [("id", models.AutoField(primary_key=True))]),
        migrations.AddField("chair", "table", models.ForeignKey("hall.Table", models.PROTECT)),
        migrations.AddConstraint(
            "chair", models.UniqueConstraint(fields=["table", "seat"], name="one_chair_per_table_and_seat")
        ),
    ])  # fmt: skip


def tables() -> list[str]:
    return sorted(name for name in connection.introspection.table_names() if name.startswith("hall_"))


@pytest.mark.usefixtures("emptied_memory")
def test_tables_are_created_as_they_are_after_all_operations_and_dropped_again() -> None:
    operation, before, after = made_at_once(), ProjectState(), ProjectState()
    operation.state_forwards("hall", after)

    with connection.schema_editor() as editor:
        operation.database_forwards("hall", editor, before, after)

    assert tables() == TABLES
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, "hall_chair")
    assert sorted(constraints["one_chair_per_table_and_seat"]["columns"]) == ["seat", "table_id"]
    assert [each["foreign_key"] for each in constraints.values() if each["foreign_key"]] == [("hall_table", "id")]

    with connection.schema_editor() as editor:
        operation.database_backwards("hall", editor, after, before)

    assert tables() == []


def test_classes_are_built_once_although_others_were_before() -> None:
    state = ProjectState()
    migrations.CreateModel("Hall", [("id", models.AutoField(primary_key=True))]).state_forwards("other", state)
    assert "hall" in state.apps.all_models["other"]

    made_at_once().state_forwards("hall", state)

    assert "apps" not in state.__dict__
    assert sorted(state.apps.all_models["hall"]) == ["chair", "table"]


def test_a_plan_names_the_number_of_tables() -> None:
    assert made_at_once().describe() == "Create 2 tables"
