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
        help_text=lazy(
            "For calls and results. Shown to the desk and to the player himself; leave it empty to erase it."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={"invalid": lazy("This is no mail address: write it as name@example.org.")},
    )

    @property
    def address(self) -> str:
        return str(self.cleaned_data["email"])
