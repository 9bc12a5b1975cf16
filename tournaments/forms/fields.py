"""Fields that several forms share."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.text import format_lazy

from rules.errors import RuleBroken
from tournaments.words import fields
from tournaments.words.refusals import speak

# The field at which a form shows each refusal of the rule book.
FIELDS = {
    "name": "name", "timezone": "timezone", "tables": "tables", "holland": "holland", "lines": "notes",
    "rest": "rest", "key": "key", "draw.key_used": "key", "reason": "reason", "seed": "seed",
}  # fmt: skip


def read_by[Read](read: Callable[..., Read], *arguments: Any) -> Read:
    """Return what the rule book reads. Raises ValidationError with its sentence."""
    try:
        return read(*arguments)
    except RuleBroken as broken:
        raise forms.ValidationError(speak(broken.code, broken.facts)) from None


class RefusalForm(forms.Form):
    """A form that shows refusals of the rule book and of the state."""

    def refuse(self, broken: RuleBroken) -> None:
        """Show a refusal at the field it speaks of."""
        field = FIELDS.get(broken.code) or FIELDS.get(broken.code.partition(".")[0])
        self.add_error(field if field in self.fields else None, speak(broken.code, broken.facts))


def number(label: Any, least: int, most: int, **more: Any) -> forms.IntegerField:
    """Return a field for a whole number, typed as text: a wheel never changes it."""
    attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "short"}
    message = format_lazy(fields.NUMBER_OUT_OF_RANGE, label=label, least=least, most=most)
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        widget=forms.TextInput(attrs=attrs),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value", "required"), message),
        **more,
    )


def hour(label: Any, **more: Any) -> forms.TimeField:
    """Return a field for a time of day that may stay empty."""
    widget = forms.TimeInput(attrs={"type": "time", "class": "short"}, format="%H:%M")
    return forms.TimeField(label=label, required=False, widget=widget, **more)
