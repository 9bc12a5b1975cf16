"""Notes about a result, in words: it counts, but a director may want to see the score card.

Source: docs/rules/match.md#notes.
"""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

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


def note_of(code: str) -> str:
    """Return a note in the reader's language; what needs no remark (``crawford.implied``) is empty."""
    return gettext(NOTES[code]) if code in NOTES else ""
