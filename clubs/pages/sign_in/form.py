"""Forms for signing in."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.fields import Told


class SignInForm(Told):
    username = forms.EmailField(
        label=_("E-mail"),
        error_messages={"required": _("Enter your e-mail address."), "invalid": _("This is not an e-mail address.")},
        widget=forms.EmailInput(attrs={"autocomplete": "username", "inputmode": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def clean_username(self) -> str:
        return str(self.cleaned_data["username"]).strip().lower()


class CodeForm(Told):
    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        error_messages={"required": _("Enter the six digits from the letter.")},
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "class": "short", "size": "8"}
        ),
    )
