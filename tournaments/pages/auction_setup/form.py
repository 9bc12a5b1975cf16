"""The rules of an auction as a form: text in, the data of ``read_auction_rules`` out."""

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms

from rules.errors import RuleBroken
from rules.money.auctions.bidding import Band
from rules.money.auctions.rules import AuctionRules
from rules.money.currency import read_sum, spoken_sum
from rules.money.prizes import CONSOLATION, LAST_CHANCE, MAIN, Table
from rules.money.shares import write_share
from tournaments.forms.fields import RefusalForm, number
from tournaments.words.money import auction_setup as words
from tournaments.words.refusals import speak

BRACKETS = {MAIN: "main", CONSOLATION: "consolation", LAST_CHANCE: "last_chance"}
LONGEST, MOST_SECONDS = 200, 24 * 60 * 60
_BAND = re.compile(r"(?:\D*?(?P<start>\d[\d.']*)\s*[:=])?\s*(?P<step>\d[\d.']*)\s*")
# The field at which a refusal of the rule book is shown.
_FIELDS = {
    "bidding.bands": "bands", "bidding.sums": "opening", "auction.clock": "hammer_by_clock", "auction.way": "way",
    "house.percent": "house", "unit.small": "unit", "buyback.share": "buyback", "auction.deadline": "deadline",
}  # fmt: skip


def _text(label: Any, help_text: Any = "", *, required: bool = False, short: bool = True) -> forms.CharField:
    attrs = {"autocomplete": "off"} | ({"class": "short", "size": "12"} if short else {})
    return forms.CharField(
        label=label, help_text=help_text, required=required, max_length=LONGEST, widget=forms.TextInput(attrs=attrs)
    )


class RulesForm(RefusalForm):
    """The rules of an auction in one currency; ``zone`` is that of the tournament."""

    way = forms.ChoiceField(label=words.WAY, choices=words.WAYS, widget=forms.RadioSelect)
    opening = _text(words.OPENING)
    bands = _text(words.BANDS, words.BANDS_HELP, short=False)
    reserve = _text(words.RESERVE, words.RESERVE_HELP)
    clock = number(words.CLOCK, 0, MOST_SECONDS, required=False, help_text=words.CLOCK_HELP)
    soft_close = number(words.SOFT_CLOSE, 0, MOST_SECONDS, required=False, help_text=words.SOFT_CLOSE_HELP)
    hammer_by_clock = forms.BooleanField(label=words.BY_CLOCK, required=False)
    phones = forms.BooleanField(label=words.PHONES, required=False)
    bar_unpaid = forms.BooleanField(label=words.BAR_UNPAID, required=False)
    house = _text(words.HOUSE)
    unit = _text(words.UNIT)
    main = _text(words.MAIN_TABLE, words.TABLE_HELP, short=False)
    consolation = _text(words.CONSOLATION_TABLE, short=False)
    last_chance = _text(words.LAST_CHANCE_TABLE, short=False)
    buyback = _text(words.BUYBACK, words.BUYBACK_HELP)
    deadline = forms.DateTimeField(
        label=words.DEADLINE,
        required=False,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "class": "short"}, format="%Y-%m-%dT%H:%M"),
    )
    field_may = forms.BooleanField(label=words.FIELD_MAY, required=False)
    withhold_draw = forms.BooleanField(label=words.WITHHOLD, required=False)
    least_stake = _text(words.LEAST_STAKE)
    reason = _text(words.REASON, words.REASON_HELP, short=False)

    def __init__(self, *args: Any, currency: str, zone: ZoneInfo, **more: Any) -> None:
        super().__init__(*args, **more)
        self.currency, self.zone = currency, zone

    def refuse(self, broken: RuleBroken) -> None:
        """Show a refusal at the field it speaks of."""
        field = _FIELDS.get(broken.code) or ("main" if broken.code.startswith("table.") else None)
        self.add_error(field, speak(broken.code, broken.facts)) if field else super().refuse(broken)

    def clean(self) -> dict[str, Any]:
        """Read sums, steps and shares; what can't be read is said at its field."""
        values = super().clean() or {}
        for name in ("opening", "reserve", "unit", "least_stake"):
            values[name] = self._read(name, lambda text: read_sum(text, self.currency), 0)
        values["bands"] = self._read("bands", self._bands, [[0, 1]])
        values["table"] = [row for bracket, name in BRACKETS.items() for row in self._places(bracket, name)]
        if not values["table"] and not self.errors:
            self.add_error("main", words.TABLE_MISSING)
        return values

    def data_of_rules(self) -> dict[str, Any]:
        """Return what the rule book reads."""
        values = self.cleaned_data
        deadline: datetime | None = values["deadline"]
        if deadline is not None:
            deadline = deadline.replace(tzinfo=self.zone)
        return {
            "way": values["way"],
            "opening": values["opening"] or 1,
            "bands": values["bands"],
            "reserve": values["reserve"],
            "clock": values["clock"] or 0,
            "soft_close": values["soft_close"] or 0,
            "hammer_by_clock": values["hammer_by_clock"],
            "house": values["house"].strip() or 0,
            "unit": values["unit"] or 1,
            "table": values["table"],
            "buyback": {
                "limit": values["buyback"].strip() or 0,
                "deadline": deadline.isoformat() if deadline else None,
                "field": values["field_may"],
            },
            "withhold_draw": values["withhold_draw"],
            "bar_unpaid": values["bar_unpaid"],
            "phones": values["phones"],
            "least_stake": values["least_stake"] or 1,
        }

    def _read(self, name: str, read: Any, default: Any) -> Any:
        text = self.data.get(name, "").strip()[:LONGEST]
        if not text:
            return default
        try:
            return read(text)
        except RuleBroken as broken:
            self.add_error(name, speak(broken.code, broken.facts))
        except ValueError:
            self.add_error(name, words.BANDS_UNREAD)
        return default

    def _bands(self, text: str) -> list[list[int]]:
        bands = []
        for each in re.split(r"[,;\n]", text):
            band = _BAND.fullmatch(each)
            if band is None:
                raise ValueError(each)
            start = read_sum(band["start"], self.currency) if band["start"] else 0
            bands.append([start, read_sum(band["step"], self.currency)])
        return sorted(bands)

    def _places(self, bracket: str, name: str) -> list[dict[str, Any]]:
        shares = re.split(r"[,;\s]+", self.data.get(name, "").strip()[:LONGEST])
        known = [share for share in shares if share]
        if not all(re.fullmatch(r"\d{1,9}(?:[./]\d{1,9})?", share) for share in known):
            self.add_error(name, words.UNREAD)
            return []
        return [{"bracket": bracket, "place": at, "share": share} for at, share in enumerate(known, start=1)]


def first_shown(rules: AuctionRules, table: Table, currency: str, zone: ZoneInfo) -> dict[str, Any]:
    """Return the values of the form for the rules of an auction."""
    bidding, back = rules.bidding, rules.buyback
    deadline = back.deadline.astimezone(zone).replace(tzinfo=None) if back.deadline else None
    places = {
        name: ", ".join(write_share(share) for share in table.shares(bracket).values())
        for bracket, name in BRACKETS.items()
    }
    return {
        "way": rules.way.value,
        "opening": spoken_sum(bidding.opening, currency),
        "bands": ", ".join(_band(band, currency) for band in bidding.bands),
        "reserve": spoken_sum(bidding.reserve, currency) if bidding.reserve else "",
        "clock": int(bidding.clock.total_seconds()),
        "soft_close": int(bidding.soft_close.total_seconds()),
        "hammer_by_clock": rules.hammer_by_clock,
        "phones": rules.phones,
        "bar_unpaid": rules.bar_unpaid,
        "house": write_share(rules.division.house.percent),
        "unit": spoken_sum(rules.division.unit, currency),
        **places,
        "buyback": str(back.limit) if back.limit else "",
        "deadline": deadline,
        "field_may": back.field_may,
        "withhold_draw": rules.withhold_draw,
        "least_stake": spoken_sum(rules.least_stake, currency) if rules.least_stake > 1 else "",
    }


def new_rules() -> dict[str, Any]:
    """Return what the form of a new auction shows: what is usual in the field."""
    return {
        "way": "rising", "opening": "20", "bands": "5, from 200: 10, from 500: 25", "reserve": "", "clock": 30,
        "soft_close": 12, "house": "10", "unit": "5", "main": "45, 22, 8, 8", "consolation": "12, 5",
        "last_chance": "", "buyback": "1/2", "withhold_draw": True, "least_stake": "5", "phones": True,
    }  # fmt: skip


def _band(band: Band, currency: str) -> str:
    # Commas stand between bands, so there are none in a sum.
    start, step = (spoken_sum(each, currency).replace(",", "") for each in (band.start, band.step))
    return f"from {start}: {step}" if band.start else step
