"""What allauth asks of this installation: nobody signs up, and a code is six digits."""

import secrets

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

CODE_DIGITS = 6


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def generate_login_code(self) -> str:
        return "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
