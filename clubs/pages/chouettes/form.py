"""The forms of a new chouette and of a table that splits: names suffice."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms

from clubs.forms.fields import RefusalForm
from clubs.pages.chouettes.options_form import FILLED, filled_fields, option_fields, posted_options, preset_field
from clubs.read.chouettes.tonight import Present
from clubs.words.chouette import form as words
from rules.chouette.options import Options
from rules.chouette.people import still_to_roll
from rules.money.currency import plain_sum, read_currency, read_sum

TYPED, DICE, ROLLED = "typed", "dice", "rolled"
_DICE = re.compile(r"^(.*?)((?:\s+[1-6])+)$")
LONGEST_LIST = 4000


class SeatingForm(RefusalForm):
    """Who sits down, and who is the box. With dice, each line ends in what its person rolled."""

    people_typed = forms.CharField(
        label=words.WHO,
        help_text=words.WHO_HINT,
        max_length=LONGEST_LIST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "autocapitalize": "words"}),
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

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
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


class NewChouetteForm(SeatingForm):
    """Who sits down, who is the box, and the house rules. People who are checked in are chosen by a tap."""

    preset = preset_field()
    stake = forms.CharField(label=words.STAKE, required=False, max_length=20)
    currency = forms.CharField(label=words.CURRENCY, required=False, max_length=3)

    def __init__(
        self, *args: Any, house: Options, present: Sequence[Present] = (), money: bool = False, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.house, self.present = house, tuple(present)
        if present:
            self.fields["here"] = forms.MultipleChoiceField(
                label=words.HERE,
                choices=[(str(each.id), each.name) for each in present],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
            self.fields = {"here": self.fields["here"], **self.fields}
            self.fields["people_typed"].label = words.MORE
            self.fields["people_typed"].help_text = words.MORE_HINT
        else:
            self.fields["people_typed"].required = True
            self.fields["people_typed"].error_messages["required"] = words.WHO_MISSING
        if money:
            self.fields["currency"].initial = house.currency or words.USUAL_CURRENCY
            self.fields["stake"].initial = plain_sum(house.stake_minor, house.currency) if house.stake_minor else ""
        else:
            del self.fields["stake"], self.fields["currency"]
        self.main = tuple(self.fields)
        self.fields |= option_fields(house)

    def persons(self) -> dict[str, int]:
        """Return who was chosen among those checked in: the key of each by name."""
        chosen = set(self.cleaned_data.get("here", []))
        return {each.name: each.id for each in self.present if str(each.id) in chosen}

    def options(self) -> Options | None:
        """Return the options, None for the club's own.

        Raises RuleBroken ``sum.unread``, ``sum.digits``, ``currency.code``, or as ``Options`` does.
        """
        options = posted_options(self.cleaned_data, self.house)
        if "stake" in self.fields:
            stake = self.cleaned_data.get("stake", "").strip()
            currency = read_currency(self.cleaned_data.get("currency", "")) if stake else ""
            stake_minor = read_sum(stake, currency) if stake else 0
            options = replace(options, stake_minor=stake_minor, currency=currency if stake_minor else "")
        return None if options == self.house else options

    def money(self) -> list[forms.BoundField]:
        """Return the fields for money, none where it is not allowed."""
        return [self[name] for name in ("stake", "currency") if name in self.fields]

    def options_shown(self) -> list[forms.BoundField]:
        """Return the fields of the options."""
        return [self[name] for name in self.fields if name not in (*self.main, FILLED)]

    def filled(self) -> "NewChouetteForm":
        """Return this form with the fields of the chosen preset filled in, not yet checked."""
        typed = {name: self[name].value() for name in self.main}
        initial = typed | filled_fields(str(self["preset"].value() or ""), self.house)
        money = "stake" in self.fields
        return NewChouetteForm(initial=initial, house=self.house, present=self.present, money=money)

    def _lines(self) -> list[tuple[str, list[int]]]:
        chosen: list[tuple[str, list[int]]] = [(name, []) for name in self.persons()]
        return [*chosen, *super()._lines()]
