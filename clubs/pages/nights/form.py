"""The form that plans nights."""

from django import forms

from clubs.actions.nights import NightSheet
from clubs.forms.fields import RefusalForm
from clubs.words import nights as words
from journal.zones import zone_names


class NightForm(RefusalForm):
    """When a club meets, once or again and again."""

    name = forms.CharField(label=words.NAME, max_length=80, error_messages={"required": words.NAME_MISSING})
    first = forms.DateField(
        label=words.FIRST,
        error_messages={"required": words.DAY_WRONG, "invalid": words.DAY_WRONG},
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    at = forms.TimeField(
        label=words.AT,
        error_messages={"required": words.TIME_WRONG, "invalid": words.TIME_WRONG},
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    zone = forms.ChoiceField(label=words.ZONE, choices=[(each, each) for each in sorted(zone_names())])
    place = forms.CharField(label=words.PLACE, max_length=120, required=False)
    minutes = forms.IntegerField(label=words.MINUTES, error_messages={"required": words.NUMBER_WRONG})
    weeks = forms.TypedChoiceField(
        label=words.WEEKS,
        coerce=int,
        choices=[
            (0, words.ONCE), (1, words.EVERY_WEEK), (2, words.EVERY_SECOND_WEEK), (4, words.EVERY_FOURTH_WEEK),
        ],
    )  # fmt: skip
    until = forms.DateField(
        label=words.UNTIL,
        required=False,
        help_text=words.UNTIL_HELP,
        error_messages={"invalid": words.DAY_WRONG},
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def sheet(self) -> NightSheet:
        """Return what was entered."""
        return NightSheet(**self.cleaned_data)
