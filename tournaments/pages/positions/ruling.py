"""The form by which a director rules on a position."""

from django import forms

from tournaments.actions.positions.questions import LONGEST_WORDS
from tournaments.forms.fields import RefusalForm
from tournaments.words import positions as words


class RulingForm(RefusalForm):
    """What is ruled, and why."""

    outcome = forms.ChoiceField(label=words.OUTCOME, choices=list(words.OUTCOMES.items()), widget=forms.RadioSelect)
    words = forms.CharField(
        label=words.RULING_WORDS, max_length=LONGEST_WORDS, widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"})
    )  # fmt: skip
