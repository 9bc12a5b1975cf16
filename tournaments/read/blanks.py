"""The blanks of statements that are written once and run many times: to build one takes longer than to run it."""

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BigIntegerField, Expression
from django.db.models.sql.compiler import SQLCompiler


class Blank(Expression):
    """A named parameter, a whole number."""

    def __init__(self, name: str) -> None:
        super().__init__(output_field=BigIntegerField())
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[str | int, ...]]:
        """Return the parameter as a cursor reads it."""
        return f"%({self.name})s", ()
