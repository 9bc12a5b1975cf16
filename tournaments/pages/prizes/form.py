"""Text in, a division out: the fields of the prize fund designer."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from rules.errors import RuleBroken
from rules.money.currency import plain_sum, read_sum
from rules.money.payout import PoolRule
from rules.money.pots import Division, read_division
from rules.money.presets import PRESETS, preset
from rules.money.prizes import Table
from rules.money.shares import read_share, write_share
from tournaments.forms.fields import RefusalForm
from tournaments.words.money import designs
from tournaments.words.refusals import speak

MOST_PLACES, LEAST_PLACES = 64, 8
# The field at which each refusal is shown.
_AT = {
    "house.percent": "percent", "house.negative": "fixed", "house.cap": "cap", "unit.small": "unit",
    "preset.unknown": "preset", "reason.empty": "reason", "reason.long": "reason", "reason.hidden": "reason",
}  # fmt: skip
_SUMS = {"fixed": "fixed", "at_least": "at_least", "cap": "cap", "house_unit": "unit"}


def _sum(label: Any) -> forms.CharField:
    attrs = {"inputmode": "decimal", "autocomplete": "off", "class": "sum"}
    return forms.CharField(label=label, required=False, max_length=20, widget=forms.TextInput(attrs=attrs))


class PotForm(RefusalForm):
    """How a pot is divided; the cells of the free table are named ``share.<bracket>.<place>``."""

    percent = _sum(designs.PERCENT)
    fixed = _sum(designs.FIXED)
    at_least = _sum(designs.AT_LEAST)
    cap = _sum(designs.CAP)
    house_unit = _sum(designs.HOUSE_UNIT)
    nearest = forms.BooleanField(label=designs.NEAREST, required=False)
    preset = forms.ChoiceField(label=designs.SHARES, widget=forms.RadioSelect)
    below = _sum(designs.BELOW)
    fewer = forms.ChoiceField(label=designs.FEWER, required=False)
    unit = _sum(designs.UNIT)
    rule = forms.ChoiceField(
        label=designs.RULE,
        required=False,
        choices=[(PoolRule.CONSOLATION, designs.RULE_CONSOLATION), (PoolRule.MAIN, designs.RULE_MAIN)],
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(label=designs.REASON, required=False, max_length=500)

    def __init__(self, data: Any, currency: str, brackets: Iterable[str], division: Division | None) -> None:
        shown = division or Division("50-25-25", unit=100)
        super().__init__(data, initial=_first_shown(shown, currency))
        self.currency, self.brackets = currency, tuple(brackets)
        self.table = shown.table if isinstance(shown.table, Table) else None
        self.fewer_table = shown.fewer if isinstance(shown.fewer, Table) else None
        known: list[tuple[str, Any]] = [(each, designs.preset_name(each)) for each in PRESETS]
        self.fields["preset"].choices = [*known, (designs.FREE, designs.FREE_TABLE)]  # type: ignore[attr-defined] # a ChoiceField
        own = [(designs.FREE, designs.FREE_TABLE)] if self.fewer_table else []
        self.fields["fewer"].choices = [("", designs.THE_SAME), *known, *own]  # type: ignore[attr-defined] # a ChoiceField

    @property
    def house_fields(self) -> list[forms.BoundField]:
        """The rarer fields of the house's share."""
        return [self[name] for name in _SUMS]

    @property
    def house_open(self) -> bool:
        """Whether any of the rarer fields is used or wrong."""
        used = any(self[name].value() for name in ("fixed", "at_least", "cap", "nearest"))
        return used or any(each.errors for each in self.house_fields)

    @property
    def other_open(self) -> bool:
        """Whether the table has no box of its own."""
        return self["preset"].value() not in designs.BOXES or bool(self["preset"].errors)

    @property
    def cells(self) -> list[tuple[int, list[tuple[str, str, str]]]]:
        """The rows of the free table: a place, and for each bracket the name, the text and the label of its field."""
        texts = self._cells()
        last = max([LEAST_PLACES - 1, *(place for _, place in texts)])
        return [
            (place, [self._cell(texts, bracket, place) for bracket in self.brackets])
            for place in range(1, min(last + 1, MOST_PLACES) + 1)
        ]

    def _cell(self, texts: Mapping[tuple[str, int], str], bracket: str, place: int) -> tuple[str, str, str]:
        label = designs.place_name(bracket, place, place)
        return f"share.{bracket}.{place}", texts.get((bracket, place), ""), label

    def _cells(self) -> dict[tuple[str, int], str]:
        """Return (bracket, place) → text of the free table, as typed, or as it is."""
        if self.is_bound:
            return dict(_typed_cells(self.data))
        chosen = self.table
        if chosen is None:
            chosen = preset(str(self.initial["preset"])).table_for(0)
        return {(row.bracket, row.place): write_share(row.share) for row in chosen.rows}

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors:
            try:
                values["division"] = read_division(self._data(values))
            except RuleBroken as broken:
                self.refuse(broken)
        return values

    def clean_percent(self) -> str:
        text = str(self.cleaned_data["percent"]).strip().rstrip("%").strip() or "0"
        try:
            read_share(text)
        except RuleBroken:
            raise forms.ValidationError(designs.PERCENT_UNREAD) from None
        return text

    def clean_below(self) -> int:
        text = str(self.cleaned_data["below"]).strip()
        if text and not (text.isascii() and text.isdecimal() and len(text) < 6):
            raise forms.ValidationError(designs.WHOLE_NUMBER)
        return int(text or 0)

    def clean_fixed(self) -> int:
        return self._minor("fixed") or 0

    def clean_at_least(self) -> int:
        return self._minor("at_least") or 0

    def clean_cap(self) -> int | None:
        return self._minor("cap")

    def clean_house_unit(self) -> int:
        return self._minor("house_unit") or 1

    def clean_unit(self) -> int:
        return self._minor("unit") or 1

    def division(self) -> Division | None:
        """Return what the form says, None where it can't be read."""
        division: Division | None = self.cleaned_data.get("division")
        return division

    def refuse(self, broken: RuleBroken) -> None:
        field = "preset" if broken.code.startswith(("table.", "share.")) else _AT.get(broken.code)
        self.add_error(field if field in self.fields else None, speak(broken.code, broken.facts))

    def _minor(self, name: str) -> int | None:
        text = str(self.cleaned_data[name]).strip()
        if not text:
            return None
        try:
            return read_sum(text, self.currency)
        except RuleBroken as broken:
            raise forms.ValidationError(speak(broken.code, broken.facts)) from None

    def _data(self, values: Mapping[str, Any]) -> dict[str, Any]:
        house = {"percent": values["percent"], "nearest": values["nearest"]}
        house |= {word: values[name] for name, word in _SUMS.items()}
        table: Any = values["preset"]
        if table == designs.FREE:
            cells = _typed_cells(self.data)
            table = [
                {"bracket": bracket, "place": place, "share": text} for (bracket, place), text in sorted(
                    cells, key=lambda cell: (self._turn(cell[0][0]), cell[0][1])
                ) if text
            ]  # fmt: skip
        fewer = values["fewer"] or None
        if fewer == designs.FREE and self.fewer_table is not None:
            fewer = Division(self.fewer_table).as_data()["table"]
        rule = values["rule"] or PoolRule.CONSOLATION.value
        return {
            "table": table, "house": house, "unit": values["unit"], "below": values["below"], "fewer": fewer,
            "rule": rule,
        }  # fmt: skip

    def _turn(self, bracket: str) -> int:
        return self.brackets.index(bracket) if bracket in self.brackets else len(self.brackets)


def _typed_cells(data: Mapping[str, Any]) -> list[tuple[tuple[str, int], str]]:
    """Return the cells of the free table that were posted, with their brackets and places."""
    cells = []
    for name in data:
        word, _, rest = str(name).partition(".")
        bracket, _, place = rest.partition(".")
        if word == "share" and place.isascii() and place.isdecimal() and 0 < len(place) < 4:
            cells.append(((bracket[:20], int(place)), str(data[name]).strip()))
    return cells


def _first_shown(division: Division, currency: str) -> dict[str, Any]:
    """Return the fields of a division."""
    house = division.house
    sums = {"fixed": house.fixed, "at_least": house.at_least, "cap": house.cap, "house_unit": house.unit}
    fewer = division.fewer
    return {
        **{name: plain_sum(minor, currency) if minor else "" for name, minor in sums.items()},
        "percent": f"{write_share(house.percent)}",
        "nearest": house.nearest,
        "preset": division.table if isinstance(division.table, str) else designs.FREE,
        "below": division.below or "",
        "fewer": designs.FREE if isinstance(fewer, Table) else fewer or "",
        "unit": plain_sum(division.unit, currency),
        "rule": division.rule.value,
    }


class AddedForm(RefusalForm):
    """Who adds money to a fund, and how much."""

    giver = forms.CharField(label=designs.GIVER, max_length=120)
    sum = _sum(designs.SUM)

    def __init__(self, data: Any, currency: str) -> None:
        super().__init__(data)
        self.currency = currency

    def clean_sum(self) -> int:
        try:
            return read_sum(str(self.cleaned_data["sum"]), self.currency)
        except RuleBroken as broken:
            raise forms.ValidationError(speak(broken.code, broken.facts)) from None
