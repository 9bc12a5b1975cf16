"""The form of a PIN."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from django import forms

from tournaments.forms.fields import RefusalForm
from tournaments.words import fields

DIGITS = 6


class PinForm(RefusalForm):
    """A name from the list and six digits in any spelling, such as ``482 913``."""

    name = forms.CharField(label=fields.YOUR_NAME, error_messages={"required": fields.NAME_MISSING})
    pin = forms.CharField(
        label=fields.PIN,
        max_length=40,
        help_text=fields.PIN_HELP,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "digits"}),
        error_messages={"required": fields.PIN_MISSING},
    )

    def __init__(self, *args: Any, names: Sequence[tuple[int, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        self.known = {str(entrant) for entrant, _ in names}
        self.fields["name"].widget = forms.Select(choices=[("", fields.CHOOSE), *names])

    def clean_pin(self) -> str:
        digits = "".join(each for each in map(_digit, self.cleaned_data["pin"]) if each)
        if len(digits) != DIGITS:
            raise forms.ValidationError(self.fields["pin"].error_messages["required"])
        return digits

    @property
    def entrant(self) -> int:
        """The entrant; 0 for a name that is not on the list."""
        values = self.cleaned_data["name"]
        return int(values) if values in self.known else 0

    @property
    def digits(self) -> str:
        return str(self.cleaned_data["pin"])


def _digit(letter: str) -> str:
    """Return a digit of any script as 0 to 9, a separator between digits as nothing, any other letter as it is."""
    if letter in " \u00a0\u202f\u2009.-·":
        return ""
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)
