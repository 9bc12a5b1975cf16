"""The places that the line on top of a page leads to."""

from django.utils.translation import gettext_lazy as _

MY_MATCH = _("My match")
DRAW = _("Draw")
AUCTION = _("Auction")
MY_LOTS = _("My lots")
WALL = _("Wall")

_PLACES = {
    "desk": _("Desk"),
    "draw": DRAW,
    "matches": _("Matches"),
    "entrants": _("Entrants"),
    "places": _("Places"),
    "odds": _("Odds"),
    "money": _("Money"),
    "memory": _("Memory"),
    "papers": _("Papers"),
    "setup": _("Set-up"),
}


def place_word(place: str) -> str:
    """Return the word for a place, such as ``desk``."""
    return str(_PLACES[place])
