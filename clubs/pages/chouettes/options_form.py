"""The fields of the options of a chouette, and the options that a posted form has."""

from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from django import forms

from clubs.words import chouette_form as words
from clubs.words.chouette_options import PRESET_NAMES, choices, flags, numbers
from rules.chouette.options import Options
from rules.chouette.presets import house_rules

LARGEST = 1000


def option_fields(house: Options) -> dict[str, forms.Field]:
    """Return a field for each option, filled with the house rules."""
    rows: dict[str, forms.Field] = {}
    for name, (label, values) in choices().items():
        initial = getattr(house, name).value
        rows[name] = forms.ChoiceField(label=str(label), choices=values, initial=initial, required=False)
    for name, label in flags().items():
        rows[name] = forms.BooleanField(label=str(label), initial=getattr(house, name), required=False)
    for name, label in numbers().items():
        initial = getattr(house, name)
        rows[name] = forms.IntegerField(
            label=str(label), initial=initial, required=False, min_value=0, max_value=LARGEST
        )
    return rows


def preset_field() -> forms.ChoiceField:
    """Return the choice among house rules by name; the first leaves the fields as they are."""
    return forms.ChoiceField(
        label=words.HOUSE_RULES, choices=[("", words.AS_THE_CLUB), *PRESET_NAMES.items()], required=False
    )


def posted_options(cleaned: dict[str, Any], house: Options) -> Options:
    """Return a preset, or the house rules, with every option that was changed in the form.

    Raises RuleBroken as ``Options`` does.
    """
    base = house_rules(cleaned["preset"]) if cleaned.get("preset") else house
    if cleaned.get("preset"):
        base = replace(base, stake_minor=house.stake_minor, currency=house.currency)
    changed = {}
    for each in fields(Options):
        if each.name not in cleaned or each.name in ("stake_minor", "currency"):
            continue
        before, value = getattr(house, each.name), cleaned[each.name]
        posted = _read(before, value, getattr(Options(), each.name))
        if posted != before:
            changed[each.name] = posted
    return replace(base, **changed)


def _read(before: Any, value: Any, default: Any) -> Any:
    """Return a posted value as the option has it; what was left out is as before, an empty number the default."""
    if isinstance(before, StrEnum):
        return type(before)(value) if value else before
    return default if value is None else value
