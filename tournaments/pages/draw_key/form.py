"""The form of the draw key."""

from django import forms
from django.utils.translation import gettext_lazy as lazy

from rules.draws.chance import LONGEST_KEY, read_key
from tournaments.forms.fields import SaidForm, read_by


class DrawForm(SaidForm):
    """``discard`` and ``reason`` are asked once something was played."""

    key = forms.CharField(
        label=lazy("Draw key"),
        max_length=LONGEST_KEY,
        required=False,
        strip=False,
        help_text=lazy("Roll dice in the room and type what they show: 63 55 21 64"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "class": "draw-key"}),
    )
    discard = forms.BooleanField(label=lazy("Discard the results so far"), required=False)
    reason = forms.CharField(label=lazy("Why it is drawn again"), max_length=500, required=False)

    def clean_key(self) -> str:
        return read_by(read_key, str(self.cleaned_data["key"]))
