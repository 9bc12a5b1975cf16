"""Forms about people: details, contact, memberships."""

from typing import Any

from django import forms

from clubs.forms.fields import RefusalForm
from clubs.models.persons import LONGEST_NAME
from clubs.words import persons as words


def _text(label: Any, longest: int = LONGEST_NAME, help_text: Any = "", **attrs: str) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", **attrs})
    return forms.CharField(label=label, max_length=longest, required=False, help_text=help_text, widget=widget)


def _day(label: Any, help_text: Any = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        help_text=help_text,
        error_messages={"invalid": words.DAY_WRONG},
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class DetailsForm(RefusalForm):
    """What the pages say of a person."""

    name = forms.CharField(
        label=words.NAME,
        max_length=LONGEST_NAME,
        error_messages={"required": words.NAME_MISSING},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    latin = _text(words.LATIN, help_text=words.LATIN_HELP)
    home_club = _text(words.HOME_CLUB)
    country = _text(words.COUNTRY, 40)
    federations = _text(words.FEDERATIONS, 200, words.FEDERATIONS_HELP)
    adult_on = _day(words.ADULT_ON, words.ADULT_ON_HELP)

    def sheet(self) -> dict[str, str]:
        """Return the details as text, as the action reads them."""
        values = self.cleaned_data
        day = values["adult_on"].isoformat() if values["adult_on"] else ""
        return {name: values[name] for name in ("name", "latin", "home_club", "country", "federations")} | {
            "adult_on": day
        }


class NewPersonForm(DetailsForm):
    """A new person; as a member or guest from today on, if a kind is chosen."""

    kind = forms.ChoiceField(
        label=words.KIND, required=False, choices=[("", words.NO_KIND), *words.MEMBERSHIPS.items()]
    )


class ContactForm(RefusalForm):
    """How a person is reached."""

    email = _text(words.EMAIL, 254, inputmode="email")
    phone = _text(words.PHONE, 40, inputmode="tel")
    address = _text(words.ADDRESS, 200)
    note = _text(words.NOTE, 300)


class MembershipForm(RefusalForm):
    """A membership from a day on."""

    kind = forms.ChoiceField(label=words.KIND, choices=list(words.MEMBERSHIPS.items()))
    starts_on = _day(words.STARTS_ON)
    ends_on = _day(words.ENDS_ON, words.ENDS_ON_HELP)
