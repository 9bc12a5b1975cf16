"""Text in, terms out: a queue to be opened, and a name to be put into one."""

from collections.abc import Sequence
from typing import Any

from django import forms

from rules.jackpots import LONGEST_NAME, SIZES, Terms
from rules.money.currency import read_sum
from rules.naming import LONGEST
from tournaments.forms.fields import RefusalForm, number, read_by
from tournaments.words import jackpots as words


class QueueForm(RefusalForm):
    """What a queue plays for. Without a currency there is no stake, no house and no voucher."""

    name = forms.CharField(label=words.NAME, max_length=LONGEST_NAME, help_text=words.NAME_HELP)
    size = forms.TypedChoiceField(label=words.SIZE, coerce=int, choices=[(size, size) for size in SIZES])
    length = number(words.LENGTH, 1, 99)
    stake = forms.CharField(
        label=words.STAKE, max_length=20, required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "class": "short", "autocomplete": "off"}),
    )  # fmt: skip
    house = number(words.HOUSE, 0, 100, required=False)
    voucher_for = forms.TypedChoiceField(
        label=words.VOUCHER_FOR, coerce=int, empty_value=None, required=False, help_text=words.VOUCHER_HELP
    )

    def __init__(self, data: Any, currency: str, events: Sequence[tuple[int, str]]) -> None:
        super().__init__(data, initial={"size": 4, "length": 3, "house": 0}, prefix="queue")
        self.currency = currency
        self.fields["voucher_for"].choices = [("", words.NO_VOUCHER), *events]  # type: ignore[attr-defined] # a ChoiceField
        if not currency:
            for name in ("stake", "house", "voucher_for"):
                del self.fields[name]

    def clean_stake(self) -> int:
        typed = str(self.cleaned_data["stake"]).strip()
        return read_by(read_sum, typed, self.currency) if typed else 0

    def clean_house(self) -> int:
        return self.cleaned_data["house"] or 0

    @property
    def terms(self) -> Terms:
        """What was typed, once it is valid."""
        values = self.cleaned_data
        return Terms(
            values["name"], values["size"], values["length"], values.get("stake", 0), values.get("house", 0)
        )  # fmt: skip

    @property
    def voucher(self) -> int | None:
        return self.cleaned_data.get("voucher_for")


class JoinForm(RefusalForm):
    """Who joins a queue; the club tells namesakes apart."""

    name = forms.CharField(label=words.WHO, max_length=LONGEST)
    club = forms.CharField(label=words.CLUB, max_length=LONGEST, required=False)

    def __init__(self, data: Any, queue: int) -> None:
        super().__init__(data, auto_id=f"q{queue}-%s")
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"
