"""The form of a club's house rules for chouettes."""

from dataclasses import replace
from typing import Any

from django import forms

from clubs.actions.chouettes.settings import HouseSheet
from clubs.forms.fields import RefusalForm
from clubs.models.chouettes import Shown
from clubs.pages.chouettes.options_form import FILLED, filled_fields, option_fields, posted_options, preset_field
from clubs.read.chouettes.rules import HouseRules
from clubs.words.chouette import form as words
from rules.chouette.options import Options
from rules.money.currency import plain_sum, read_currency, read_sum

SUMS = {"stake": "stake_minor", "stake_limit": "stake_limit_minor", "loss_limit": "loss_limit_minor",
        "rounding": "rounding_minor"}  # fmt: skip


class HouseForm(RefusalForm):
    """The options that new chouettes have by themselves, what others see, and money where the club allows it."""

    preset = preset_field()
    shown = forms.ChoiceField(
        label=words.SHOWN,
        choices=[
            (Shown.NOTHING.value, words.SHOWN_NOTHING),
            (Shown.LINE.value, words.SHOWN_LINE),
            (Shown.POINTS.value, words.SHOWN_POINTS),
        ],
        widget=forms.RadioSelect,
    )
    currency = forms.CharField(label=words.CURRENCY, required=False, max_length=3)
    stake = forms.CharField(label=words.STAKE, help_text=words.STAKE_HINT, required=False, max_length=20)
    stake_limit = forms.CharField(label=words.STAKE_LIMIT, help_text=words.NO_LIMIT, required=False, max_length=20)
    loss_limit = forms.CharField(label=words.LOSS_LIMIT, help_text=words.NO_LIMIT, required=False, max_length=20)
    rounding = forms.CharField(label=words.ROUNDING, help_text=words.ROUNDING_HINT, required=False, max_length=20)
    in_books = forms.BooleanField(label=words.IN_BOOKS, required=False)

    def __init__(self, *args: Any, house: HouseRules, money: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        self.initial = _initial(house) | dict(self.initial)
        self.house, self.has_money = house, money
        if not money:
            for name in ("currency", *SUMS, "in_books"):
                del self.fields[name]
        self.others = tuple(self.fields)
        self.fields |= option_fields(house.options)

    def sheet(self) -> HouseSheet:
        """Return the rules as posted.

        Raises RuleBroken ``sum.unread``, ``sum.digits``, ``currency.code``, or as ``Options`` does.
        """
        values = self.cleaned_data
        options = posted_options(values, self.house.options)
        if not self.has_money:
            return HouseSheet(Shown(values["shown"]), options, self.house.in_books)
        options = replace(options, stake_minor=0, stake_limit_minor=None)
        return HouseSheet(Shown(values["shown"]), replace(options, **self._money()), values["in_books"])

    def _money(self) -> dict[str, Any]:
        sums = {name: self.cleaned_data[name].strip() for name in SUMS}
        if not any(sums.values()):
            return {"currency": "", "rounding_minor": 1, "loss_limit_minor": None}
        currency = read_currency(self.cleaned_data["currency"])
        read = {SUMS[name]: read_sum(text, currency) if text else None for name, text in sums.items()}
        defaults = {"stake_minor": 0, "rounding_minor": 1}
        return {"currency": currency} | {
            name: defaults.get(name) if value is None else value for name, value in read.items()
        }

    def filled(self) -> "HouseForm":
        """Return this form with the fields of the chosen preset filled in, not yet checked."""
        typed = {name: self[name].value() for name in self.others}
        initial = typed | filled_fields(str(self["preset"].value() or ""), self.house.options)
        return HouseForm(initial=initial, house=self.house, money=self.has_money)

    def general(self) -> list[forms.BoundField]:
        """Return the preset."""
        return [self["preset"]]

    def options(self) -> list[forms.BoundField]:
        """Return the fields of the options."""
        return [self[name] for name in self.fields if name not in (*self.others, FILLED)]

    def money(self) -> list[forms.BoundField]:
        """Return the fields for money, none where it is not allowed."""
        return [self[name] for name in ("currency", *SUMS, "in_books") if name in self.fields]


def _initial(house: HouseRules) -> dict[str, Any]:
    options = house.options
    sums = {name: _typed(getattr(options, field), options, field) for name, field in SUMS.items()}
    currency = options.currency or words.USUAL_CURRENCY
    return sums | {"shown": house.shown.value, "currency": currency, "in_books": house.in_books}


def _typed(value: int | None, options: Options, field: str) -> str:
    is_default = value == getattr(Options(), field)
    return "" if value is None or is_default else plain_sum(value, options.currency)
