"""Forms of people: a newcomer, a new password."""

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from clubs.forms.fields import Told
from clubs.words.refusals import speak
from rules.errors import RuleBroken
from rules.naming import read_name


class PasswordForm(Told):
    password = forms.CharField(
        label=_("Password, at least 10 characters"),
        strip=False,
        error_messages={"required": _("Choose a password.")},
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        validate_password(password)
        return password


class NewcomerForm(PasswordForm):
    """Name, e-mail and password of a person who signs in for the first time."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=80,
        error_messages={"required": _("Enter your name.")},
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        error_messages={"required": _("Enter your e-mail address."), "invalid": _("This is not an e-mail address.")},
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
    )
    field_order = ["name", "email", "password"]

    def clean_name(self) -> str:
        try:
            return read_name(self.cleaned_data["name"])
        except RuleBroken as broken:
            raise forms.ValidationError(speak(broken.code, broken.facts)) from None
