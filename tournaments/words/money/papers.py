"""The words on papers about money."""

from django.utils.translation import gettext as _


def receipt_title(tournament: str, number: str) -> str:
    """Return the title of a receipt."""
    return _("{tournament}: receipt {number}").format(tournament=tournament, number=number)
