"""How a game and a match ended, in words."""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

# How a game was won, as a score card writes it.
_KINDS = {
    "single": _("single"),
    "gammon": _("gammon"),
    "backgammon": _("backgammon"),
    "drop": _("double passed"),
    "draw": _("drawn, no points"),
    "draw_one": _("drawn, one each"),
    "resign_single": _("single, resigned"),
    "resign_gammon": _("gammon, resigned"),
    "resign_backgammon": _("backgammon, resigned"),
}
# What a player did to the opponent whose name follows.
_OUTCOMES = {"won": _("beat"), "lost": _("lost to")}
_NEITHER = _("neither came, against")


def kind_words(kind: str) -> str:
    """Return the words for how a game was won, nothing for a kind that is not known."""
    return gettext(_KINDS[kind]) if kind in _KINDS else ""


def outcome_words(outcome: str) -> str:
    """Return what a player did in a match, before the opponent's name."""
    return gettext(_OUTCOMES.get(outcome, _NEITHER))
