"""The tables of the room as they are typed: one a line, ``1-12`` for many, why one is closed behind a colon."""

import re

from django import forms

from tournaments.actions.matches.tables import MOST_TABLES
from tournaments.models import Table
from tournaments.words import desk

_RANGE = re.compile(r"(\d{1,3})\s*[-–]\s*(\d{1,3})")


class TablesForm(forms.Form):
    lines = forms.CharField(
        label=desk.TABLES,
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 10, "class": "lines", "spellcheck": "false", "autocomplete": "off"}),
    )

    @property
    def tables(self) -> list[Table]:
        """Return the tables in the order in which they were typed."""
        tables: list[Table] = []
        for line in self.cleaned_data.get("lines", "").splitlines():
            name, _colon, closed = line.partition(":")
            span = _RANGE.fullmatch(name.strip())
            if span and int(span[1]) <= int(span[2]) <= int(span[1]) + MOST_TABLES:
                tables += [Table(str(number)) for number in range(int(span[1]), int(span[2]) + 1)]
            elif name.strip():
                tables.append(Table(name.strip(), closed.strip()))
        return tables


def as_typed(tables: tuple[Table, ...]) -> str:
    """Return the tables as the form takes them."""
    return "\n".join(f"{each.name}: {each.closed}" if each.closed else each.name for each in tables)
