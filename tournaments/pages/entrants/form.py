"""Text in, values out, for one entrant."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as lazy

from rules.draws.seeding import MOST
from rules.typed.pasted import LONGEST_COUNTRY, LONGEST_RATING
from tournaments.actions.entrants import Entry, Scope
from tournaments.forms.fields import SaidForm, number
from tournaments.models.entrants import LONGEST_NAME


class EntrantForm(SaidForm):
    """What is told of an entrant; his seed before the draw only."""

    name = forms.CharField(label=lazy("Name"), max_length=LONGEST_NAME)
    club = forms.CharField(label=lazy("Club"), max_length=LONGEST_NAME, required=False)
    country = forms.CharField(label=lazy("Country"), max_length=LONGEST_COUNTRY, required=False)
    rating = forms.CharField(label=lazy("Rating"), max_length=LONGEST_RATING, required=False)
    seed = number(lazy("Seed"), 1, MOST, required=False)

    def __init__(self, *args: Any, drawn: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if drawn:
            del self.fields["seed"]

    def changes(self) -> dict[str, Any]:
        return dict(self.cleaned_data)

    def entry(self) -> Entry:
        return Entry(**self.cleaned_data)


class WithdrawForm(SaidForm):
    scope = forms.ChoiceField(
        label=lazy("Withdraw from"),
        choices=[
            (Scope.MAIN, lazy("Main")),
            (Scope.CONSOLATION, lazy("Consolation")),
            (Scope.ALL, lazy("Everything")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": lazy("Say what he withdraws from.")},
    )

    def chosen(self) -> Scope:
        return Scope(self.cleaned_data["scope"])
