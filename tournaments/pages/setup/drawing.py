"""The part of an event's form that says how its lines are drawn."""

from collections.abc import Mapping
from typing import Any

from django import forms

from rules.draws.pots import Seeding
from rules.formats.format import Format
from tournaments.forms.fields import RefusalForm
from tournaments.words.events import setup

# The field for each group that a draw keeps apart.
APART_FIELDS = {"club": "apart_clubs", "country": "apart_countries", "group": "apart_groups"}
DRAWING_FIELDS = ("seeding", *APART_FIELDS.values())


class DrawingForm(RefusalForm):
    """How seeds are used, and who is kept apart."""

    seeding = forms.ChoiceField(label=setup.SEEDING, required=False, choices=list(setup.SEEDINGS.items()))
    apart_clubs = forms.BooleanField(label=setup.APART_CLUBS, required=False)
    apart_countries = forms.BooleanField(label=setup.APART_COUNTRIES, required=False)
    apart_groups = forms.BooleanField(label=setup.APART_GROUPS, required=False)


def drawing_data(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a format that says how its lines are drawn, nothing where it is as usual."""
    groups = [group for group, name in APART_FIELDS.items() if values[name]]
    seeding = values["seeding"] or Seeding.BY_LOT.value
    data = {"separate": groups} if groups else {}
    return data if seeding == Seeding.BY_LOT else data | {"seeding": seeding}


def drawing_initial(format_: Format) -> dict[str, Any]:
    """Return what the form shows first."""
    apart = {name: group in format_.kept_apart for group, name in APART_FIELDS.items()}
    return {"seeding": format_.seeding.value} | apart
