"""The form of the draw key."""

from django import forms

from rules.draws.chance import LONGEST_KEY, read_key
from tournaments.forms.fields import RefusalForm, read_by
from tournaments.words import fields


class DrawForm(RefusalForm):
    """``discard`` and ``reason`` are asked once something was played."""

    key = forms.CharField(
        label=fields.DRAW_KEY,
        max_length=LONGEST_KEY,
        required=False,
        strip=False,
        help_text=fields.DRAW_KEY_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "class": "draw-key"}),
    )
    discard = forms.BooleanField(label=fields.DISCARD_RESULTS, required=False)
    reason = forms.CharField(label=fields.REASON_TO_DRAW_AGAIN, max_length=500, required=False)

    def clean_key(self) -> str:
        return read_by(read_key, str(self.cleaned_data["key"]))
