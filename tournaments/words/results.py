"""How a game and a match ended, in words, and the notes that make a director look at the score card."""

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
# A result counts with its notes. Source: docs/rules/match.md#notes.
NOTES = {
    "length.even": _("The match has an even length."),
    "cube.dead": _("A player doubled although a single win was enough."),
    "cube.leader": _("After the Crawford game the leader doubled."),
    "cube.beyond": _("The cube is higher than either side needed."),
    "double.missed": _("After the Crawford game the trailer did not double."),
    "holland.unchecked": _("It is not known when the cube was turned after the Crawford game (Holland rule)."),
    "crawford.annulled": _("A double in the Crawford game was annulled."),
    "claim.score": _("The players report different scores; the loser's counts."),
    "score.implausible": _("The score is far beyond the length."),
}


def kind_words(kind: str) -> str:
    """Return the words for how a game was won, nothing for a kind that is not known."""
    return gettext(_KINDS[kind]) if kind in _KINDS else ""


def outcome_words(outcome: str) -> str:
    """Return what a player did in a match, before the opponent's name."""
    return gettext(_OUTCOMES.get(outcome, _NEITHER))


def note_of(code: str) -> str:
    """Return a note in the reader's language; what needs no remark (``crawford.implied``) is empty."""
    return gettext(NOTES[code]) if code in NOTES else ""
