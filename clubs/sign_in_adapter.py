"""The settings of allauth: nobody can sign up, and its own codes are not used."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc] # allauth has no types
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
