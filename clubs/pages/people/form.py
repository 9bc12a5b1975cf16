"""Forms of people: a newcomer, a new password."""

from django import forms
from django.contrib.auth.password_validation import validate_password

from clubs.forms.fields import RefusalForm
from clubs.words import fields
from clubs.words.refusals import speak
from rules.errors import RuleBroken
from rules.naming import read_name


class PasswordForm(RefusalForm):
    password = forms.CharField(
        label=fields.NEW_PASSWORD,
        strip=False,
        error_messages={"required": fields.NEW_PASSWORD_MISSING},
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        validate_password(password)
        return password


class NewcomerForm(PasswordForm):
    """Name, e-mail and password of a person who signs in for the first time."""

    name = forms.CharField(
        label=fields.YOUR_NAME,
        max_length=80,
        error_messages={"required": fields.NAME_MISSING},
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=fields.EMAIL,
        error_messages={"required": fields.EMAIL_MISSING, "invalid": fields.EMAIL_WRONG},
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
    )
    field_order = ["name", "email", "password"]

    def clean_name(self) -> str:
        try:
            return read_name(self.cleaned_data["name"])
        except RuleBroken as broken:
            raise forms.ValidationError(speak(broken.code, broken.facts)) from None
