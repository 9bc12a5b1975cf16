"""Text in, sums out: a chop between two people."""

from typing import Any

from django import forms

from rules.errors import RuleBroken
from rules.money.currency import read_sum
from tournaments.forms.fields import RefusalForm
from tournaments.words.money import payouts
from tournaments.words.refusals import speak


class ChopForm(RefusalForm):
    """Who leaves how much to whom, and why."""

    giver = forms.TypedChoiceField(label=payouts.GIVER, coerce=int)
    taker = forms.TypedChoiceField(label=payouts.TAKER, coerce=int)
    amount = forms.CharField(
        label=payouts.AMOUNT, max_length=20, widget=forms.TextInput(attrs={"inputmode": "decimal", "class": "short"})
    )
    reason = forms.CharField(label=payouts.REASON, max_length=500)

    def __init__(self, data: Any, currency: str, people: list[tuple[int, str]]) -> None:
        super().__init__(data)
        self.currency = currency
        for name in ("giver", "taker"):
            self.fields[name].choices = people  # type: ignore[attr-defined] # a ChoiceField

    def clean_amount(self) -> int:
        try:
            return read_sum(str(self.cleaned_data["amount"]), self.currency)
        except RuleBroken as broken:
            raise forms.ValidationError(speak(broken.code, broken.facts)) from None
