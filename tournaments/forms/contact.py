"""The address to which a player's mail goes."""

from django import forms

from tournaments.forms.fields import RefusalForm
from tournaments.words import fields


class ContactForm(RefusalForm):
    """Where to write to; nothing takes the address away."""

    email = forms.EmailField(
        label=fields.MAIL,
        max_length=254,
        required=False,
        help_text=fields.MAIL_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={"invalid": fields.MAIL_WRONG},
    )

    @property
    def address(self) -> str:
        return str(self.cleaned_data["email"])
