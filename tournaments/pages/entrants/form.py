"""Text in, values out, for one entrant."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django import forms

from rules.draws.plan import Bracket
from rules.draws.seeding import MOST
from rules.members import EntrantKind, Member
from rules.typed.members import read_member_lines
from rules.typed.pasted import LONGEST_COUNTRY, LONGEST_RATING
from tournaments.actions.entrants.entering import EVERYTHING, Entry
from tournaments.forms.fields import RefusalForm, number
from tournaments.models.entrants import LONGEST_NAME
from tournaments.words import fields
from tournaments.words.brackets import bracket_name


class EntrantForm(RefusalForm):
    """The details of an entrant: the members of one of several people, the seed only before the draw."""

    members = forms.CharField(
        label=fields.MEMBERS,
        max_length=2000,
        help_text=fields.MEMBERS_HELP,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocomplete": "off"}),
    )
    name = forms.CharField(label=fields.NAME, max_length=LONGEST_NAME)
    club = forms.CharField(label=fields.CLUB, max_length=LONGEST_NAME, required=False)
    country = forms.CharField(label=fields.COUNTRY, max_length=LONGEST_COUNTRY, required=False)
    rating = forms.CharField(label=fields.RATING, max_length=LONGEST_RATING, required=False)
    group = forms.CharField(label=fields.GROUP, max_length=LONGEST_NAME, required=False, help_text=fields.GROUP_HELP)
    seed = number(fields.SEED, 1, MOST, required=False)

    def __init__(
        self, *args: Any, drawn: bool = False, kind: EntrantKind = EntrantKind.SINGLE, now: Sequence[Member] = (),
        **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.now = now
        if drawn:
            del self.fields["seed"]
        if kind.is_several or now:
            self.fields["name"].required = False
            self.fields["name"].help_text = fields.NAME_OF_SEVERAL_HELP
            self.fields["members"].widget.attrs["rows"] = kind.most if kind is EntrantKind.PAIR else 5
        else:
            del self.fields["members"]

    def changes(self) -> dict[str, Any]:
        """Return what was typed; a member who was entered with a country keeps it."""
        values = dict(self.cleaned_data)
        if "members" in values:
            countries = {each.name: each.country for each in self.now}
            typed = read_member_lines(values["members"])
            values["members"] = tuple(
                replace(each, country=each.country or countries.get(each.name, "")) for each in typed
            )
        return values

    def entry(self) -> Entry:
        return Entry(**self.changes())


class WithdrawForm(RefusalForm):
    scope = forms.ChoiceField(
        label=fields.WITHDRAW_FROM,
        widget=forms.RadioSelect,
        error_messages={"required": fields.WITHDRAWAL_MISSING},
    )

    def __init__(self, brackets: Iterable[Bracket], *args: Any) -> None:
        super().__init__(*args)
        choices = [(bracket.code, bracket_name(bracket)) for bracket in brackets]
        self.fields["scope"].choices = [*choices, (EVERYTHING, fields.EVERYTHING)]  # type: ignore[attr-defined] # a ChoiceField

    @property
    def chosen(self) -> str:
        """The code of a bracket, or ``EVERYTHING``."""
        return str(self.cleaned_data["scope"])


class TakeOutForm(RefusalForm):
    """Why; ``auto_id`` keeps its field apart from that of the other form on the card that asks for a reason."""

    ids = "taking_%s"
    reason = forms.CharField(label=fields.REASON, max_length=5000)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id=self.ids)

    @property
    def wording(self) -> str:
        return str(self.cleaned_data["reason"])


class ExchangeForm(TakeOutForm):
    """Another entrant of the draw, and why the two exchange their lines."""

    ids = "exchanging_%s"
    with_entrant = forms.ChoiceField(label=fields.EXCHANGE_WITH)

    def __init__(self, others: Iterable[tuple[int, str]], *args: Any) -> None:
        super().__init__(*args)
        choices = [(str(pk), name) for pk, name in others]
        self.fields["with_entrant"].choices = [("", "…"), *choices]  # type: ignore[attr-defined] # a ChoiceField

    @property
    def other(self) -> int:
        return int(self.cleaned_data["with_entrant"])
