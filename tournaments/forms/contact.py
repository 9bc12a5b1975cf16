"""The address to which a player's mail goes."""

from django import forms
from django.utils.translation import gettext_lazy as lazy

from tournaments.forms.fields import SaidForm


class ContactForm(SaidForm):
    """Where to write to; nothing takes the address away."""

    email = forms.EmailField(
        label=lazy("Mail address"),
        max_length=254,
        required=False,
        help_text=lazy("For calls and results. Shown only to the desk and the player; leave it empty to erase it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={"invalid": lazy("This is not a mail address. Use the form name@example.org.")},
    )

    @property
    def address(self) -> str:
        return str(self.cleaned_data["email"])
