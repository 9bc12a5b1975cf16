"""Forms for signing in."""

from django import forms

from clubs.forms.fields import RefusalForm
from clubs.words import fields


class SignInForm(RefusalForm):
    username = forms.EmailField(
        label=fields.EMAIL,
        error_messages={"required": fields.EMAIL_MISSING, "invalid": fields.EMAIL_WRONG},
        widget=forms.EmailInput(attrs={"autocomplete": "username", "inputmode": "email"}),
    )
    password = forms.CharField(
        label=fields.PASSWORD,
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def clean_username(self) -> str:
        return str(self.cleaned_data["username"]).strip().lower()


class CodeForm(RefusalForm):
    code = forms.CharField(
        label=fields.CODE,
        max_length=20,
        error_messages={"required": fields.CODE_MISSING},
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "class": "short", "size": "8"}
        ),
    )
