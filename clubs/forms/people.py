"""Text in, values out, for signing in and taking over."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from clubs.wording import speak
from rules.errors import RuleBroken
from rules.naming import read_name


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _("That address and password do not belong together."),
        "inactive": _("This person may no longer sign in."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail")
        self.fields["username"].widget.attrs.update(autocomplete="username", inputmode="email")
        self.fields["password"].label = _("Password")

    def clean_username(self) -> str:
        return str(self.cleaned_data["username"]).strip().lower()


class OwnerForm(forms.Form):
    name = forms.CharField(label=_("Your name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    email = forms.EmailField(label=_("E-mail"), widget=forms.EmailInput(attrs={"autocomplete": "username"}))
    password = forms.CharField(
        label=_("Password, at least 10 characters"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_name(self) -> str:
        try:
            return read_name(self.cleaned_data["name"])
        except RuleBroken as broken:
            raise forms.ValidationError(speak(broken.code, broken.facts)) from None

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        validate_password(password)
        return password

    def refuse(self, broken: RuleBroken) -> None:
        """Show a refusal on the form."""
        self.add_error(None, speak(broken.code, broken.facts))
