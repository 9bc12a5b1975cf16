"""The form of the draw key."""

from collections.abc import Iterable
from typing import Any

from django import forms

from rules.draws.chance import LONGEST_KEY, read_key
from tournaments.forms.fields import RefusalForm, read_by
from tournaments.words import fields


class KeyForm(RefusalForm):
    """The key of a draw."""

    key = forms.CharField(
        label=fields.DRAW_KEY,
        max_length=LONGEST_KEY,
        required=False,
        strip=False,
        help_text=fields.DRAW_KEY_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "class": "draw-key"}),
    )

    def clean_key(self) -> str:
        return read_by(read_key, str(self.cleaned_data["key"]))


class DrawForm(KeyForm):
    """``discard`` and ``reason`` are wanted once something was played."""

    discard = forms.BooleanField(label=fields.DISCARD_RESULTS, required=False)
    reason = forms.CharField(label=fields.REASON_TO_DRAW_AGAIN, max_length=500, required=False)


class RedrawForm(KeyForm):
    """A round that is drawn anew, by how many are left, and its key."""

    left = forms.ChoiceField(label=fields.REDRAW_LEFT, widget=forms.RadioSelect)

    def __init__(self, rounds: Iterable[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(left, fields.LAST.format(n=left)) for left in rounds]
        self.fields["left"].choices = choices  # type: ignore[attr-defined] # a ChoiceField
