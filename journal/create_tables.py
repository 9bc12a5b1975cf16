"""A migration that creates the tables of many models at once.

Django creates one table after the other, and after each one builds the classes of all models connected with it anew:
for all tables of Barpoint that takes half a minute. Here the classes are built once, when all models are known.
"""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import AddField
from django.db.migrations.operations.models import AddConstraint, AddIndex, CreateModel
from django.db.migrations.state import ProjectState
from django.db.models import Model


class CreateTables(Operation):
    """Create the tables of an app as they are after all of ``operations``, in the order of their ``CreateModel``.

    The other operations may only complete models that are created here: fields that refer to a later model,
    constraints, indexes.
    """

    def __init__(self, operations: Sequence[CreateModel | AddField | AddConstraint | AddIndex]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add the models to the state; their classes are built when somebody asks for one."""
        # Where classes were built before, each operation would build them anew.
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Create the tables."""
        for model in self._models(app_label, schema_editor, to_state):
            schema_editor.create_model(model)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Drop the tables, the last one first."""
        for model in reversed(self._models(app_label, schema_editor, from_state)):
            schema_editor.delete_model(model)

    def _models(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, state: ProjectState
    ) -> list[type[Model]]:
        named = [each.name for each in self.operations if isinstance(each, CreateModel)]
        models = [state.apps.get_model(app_label, name) for name in named]
        return [each for each in models if self.allow_migrate_model(schema_editor.connection.alias, each)]

    def describe(self) -> str:
        """Return what ``migrate --plan`` shows."""
        return f"Create {sum(isinstance(each, CreateModel) for each in self.operations)} tables"
