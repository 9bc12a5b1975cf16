"""The form of a new chouette: names suffice."""

import re
import secrets
from dataclasses import replace
from typing import Any

from django import forms

from clubs.forms.fields import RefusalForm
from clubs.pages.chouettes.options_form import option_fields, posted_options, preset_field
from clubs.words import chouette_form as words
from rules.chouette.options import Options
from rules.chouette.people import still_to_roll
from rules.money.currency import read_currency, read_sum

TYPED, DICE, ROLLED = "typed", "dice", "rolled"
_DICE = re.compile(r"^(.*?)((?:\s+[1-6])+)$")
LONGEST_LIST = 4000


class NewChouetteForm(RefusalForm):
    """Who sits down, who is the box, and the house rules. With dice, each line ends in what its person rolled."""

    people_typed = forms.CharField(
        label=words.WHO,
        help_text=words.WHO_HINT,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "autocapitalize": "words"}),
        error_messages={"required": words.WHO_MISSING},
    )
    order = forms.ChoiceField(
        label=words.ORDER,
        choices=[
            (ROLLED, words.ROLLED),
            (TYPED, words.TYPED),
            (DICE, words.DICE),
        ],
        initial=ROLLED,
        widget=forms.RadioSelect,
    )
    preset = preset_field()
    stake = forms.CharField(label=words.STAKE, required=False, max_length=20)
    currency = forms.CharField(label=words.CURRENCY, required=False, max_length=3, initial="EUR")

    def __init__(self, *args: Any, house: Options, money: bool = False, **more: Any) -> None:
        super().__init__(*args, **more)
        self.house = house
        if not money:
            del self.fields["stake"], self.fields["currency"]
        self.main = tuple(self.fields)
        self.fields |= option_fields(house)
        self._rolled: list[dict[str, int]] = []

    def people(self) -> tuple[str, ...]:
        """Return the names, without their dice."""
        return tuple(name for name, _dice in self._lines())

    def rolls(self) -> list[dict[str, int]]:
        """Return the rounds of dice, as typed or as rolled here; none where the order is typed."""
        order = self.cleaned_data["order"]
        if order == TYPED:
            return []
        return self._typed_rounds() if order == DICE else self._rounds_rolled_here()

    def options(self) -> Options | None:
        """Return the options, None for the club's own.

        Raises RuleBroken ``sum.unread``, ``sum.digits``, ``currency.code``, or as ``Options`` does.
        """
        stake = self.cleaned_data.get("stake", "").strip()
        options = posted_options(self.cleaned_data, self.house)
        if stake:
            currency = read_currency(self.cleaned_data.get("currency", ""))
            options = replace(options, stake_minor=read_sum(stake, currency), currency=currency)
        return None if options == self.house else options

    def first(self) -> list[forms.BoundField]:
        """Return the fields that everybody fills in."""
        return [self[name] for name in self.main]

    def more(self) -> list[forms.BoundField]:
        """Return the fields of the options."""
        return [self[name] for name in self.fields if name not in self.main]

    def _lines(self) -> list[tuple[str, list[int]]]:
        rows = []
        for line in self.cleaned_data["people_typed"].replace(",", "\n").splitlines():
            text = " ".join(line.split())
            match = _DICE.match(text) if self.cleaned_data.get("order") == DICE else None
            if text:
                rows.append((match[1], [int(die) for die in match[2].split()]) if match else (text, []))
        return rows

    def _typed_rounds(self) -> list[dict[str, int]]:
        lines = self._lines()
        most = max((len(dice) for _name, dice in lines), default=0)
        return [{name: dice[at] for name, dice in lines if at < len(dice)} for at in range(most)] or [{}]

    def _rounds_rolled_here(self) -> list[dict[str, int]]:
        people = self.people()
        if not self._rolled and len(set(people)) == len(people) > 1:
            rolling: tuple[str, ...] = people
            while rolling:
                self._rolled.append({who: secrets.randbelow(6) + 1 for who in rolling})
                rolling = still_to_roll(people, self._rolled)
        return self._rolled
