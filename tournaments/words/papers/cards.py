"""The words on badges, on the cards of tables and on certificates."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def badges_title(title: str) -> str:
    """Return the title of the file of badges."""
    return _("{title}: badges").format(title=title)


def table_cards_title(title: str) -> str:
    """Return the title of the file of table cards."""
    return _("{title}: table cards").format(title=title)


def wifi_code_words() -> str:
    """Return what the upper code of a table's card is for."""
    return _("Join the Wi-Fi")


def draw_code_words() -> str:
    """Return what the code of the draw on a table's card is for."""
    return _("Draw and results")


def certificates_title(title: str) -> str:
    """Return the title of the file of certificates."""
    return _("{title}: certificates").format(title=title)


def of_entrants_words(entrants: int) -> str:
    """Return among how many somebody won a place."""
    return ngettext("among {n} entrant", "among {n} entrants", entrants).format(n=entrants)


def place_words(place: int, shared: int) -> str:
    """Return a place that ``shared`` entrants hold as a certificate has it."""
    if shared > 1:
        return _("Places {first}–{last}").format(first=place, last=place + shared - 1)
    if place == 1:
        return _("Winner")
    return _("Second place") if place == 2 else _("Place {n}").format(n=place)


def bracket_words(bracket: str) -> str:
    """Return the winner's title of a lower bracket."""
    return _("Winner, {bracket}").format(bracket=bracket)
