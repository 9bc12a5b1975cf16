"""The fields of the options of a chouette, and the options that a posted form has."""

from dataclasses import replace
from enum import StrEnum
from typing import Any

from django import forms

from clubs.words.chouette import form as words
from clubs.words.chouette.options import PRESET_NAMES, choices, flags, numbers
from rules.chouette.options import Options
from rules.chouette.presets import house_rules

LARGEST = 1000
# Longer words would be cut off in a list on a phone; they stand one below the other.
LONGEST_IN_A_LIST = 28
# The preset with which the fields were filled in, empty for the house rules.
FILLED = "filled_in"
MONEY = ("stake_minor", "currency", "rounding_minor", "stake_limit_minor", "loss_limit_minor")


def option_fields(house: Options) -> dict[str, forms.Field]:
    """Return a field for each option, filled with the house rules."""
    rows: dict[str, forms.Field] = {FILLED: forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)}
    for name, (label, values) in choices().items():
        initial = getattr(house, name).value
        is_long = max(len(str(word)) for _value, word in values) > LONGEST_IN_A_LIST
        widget = forms.RadioSelect if is_long else forms.Select
        rows[name] = forms.ChoiceField(label=str(label), choices=values, initial=initial, required=False, widget=widget)
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


def filled_fields(preset: str, house: Options) -> dict[str, Any]:
    """Return what the fields of the options show for a preset, or for the house rules where it is unknown."""
    options = _base(preset, house)
    shown = {name: getattr(options, name) for name in (*choices(), *flags(), *numbers())}
    return shown | {FILLED: preset if options is not house else ""}


def posted_options(cleaned: dict[str, Any], house: Options) -> Options:
    """Return a preset, or the house rules, with every option that was changed in the form.

    A field counts where it differs from what the form showed: the preset that was filled in, or the house rules.
    Raises RuleBroken as ``Options`` does.
    """
    base, shown = _base(cleaned.get("preset", ""), house), _base(cleaned.get(FILLED, ""), house)
    changed = {}
    for name in (*choices(), *flags(), *numbers()):
        before = getattr(shown, name)
        posted = _read(before, cleaned.get(name), getattr(Options(), name))
        if posted != before:
            changed[name] = posted
    return replace(base, **changed)


def _base(preset: str, house: Options) -> Options:
    """Return the options of a preset with the house's money, or the house rules for an unknown name."""
    if preset not in PRESET_NAMES:
        return house
    return replace(house_rules(preset), **{name: getattr(house, name) for name in MONEY})


def _read(before: Any, value: Any, default: Any) -> Any:
    """Return a posted value as the option has it; what was left out is as before, an empty number the default."""
    if isinstance(before, StrEnum):
        return type(before)(value) if value else before
    return default if value is None else value
