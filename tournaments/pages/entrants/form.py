"""Text in, values out, for one entrant."""

from collections.abc import Iterable
from typing import Any

from django import forms

from rules.draws.plan import Bracket
from rules.draws.seeding import MOST
from rules.typed.pasted import LONGEST_COUNTRY, LONGEST_RATING
from tournaments.actions.entrants import EVERYTHING, Entry
from tournaments.forms.fields import RefusalForm, number
from tournaments.models.entrants import LONGEST_NAME
from tournaments.words import fields
from tournaments.words.brackets import bracket_name


class EntrantForm(RefusalForm):
    """The details of an entrant; the seed only before the draw."""

    name = forms.CharField(label=fields.NAME, max_length=LONGEST_NAME)
    club = forms.CharField(label=fields.CLUB, max_length=LONGEST_NAME, required=False)
    country = forms.CharField(label=fields.COUNTRY, max_length=LONGEST_COUNTRY, required=False)
    rating = forms.CharField(label=fields.RATING, max_length=LONGEST_RATING, required=False)
    group = forms.CharField(label=fields.GROUP, max_length=LONGEST_NAME, required=False, help_text=fields.GROUP_HELP)
    seed = number(fields.SEED, 1, MOST, required=False)

    def __init__(self, *args: Any, drawn: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if drawn:
            del self.fields["seed"]

    def changes(self) -> dict[str, Any]:
        return dict(self.cleaned_data)

    def entry(self) -> Entry:
        return Entry(**self.cleaned_data)


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
