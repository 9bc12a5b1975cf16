"""What is odd about a result, in words: it stands, but a director may want to look at the score card.

Source: docs/rules/match.md#notes.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as said

NOTES = {
    "length.even": said("The match has an even length."),
    "cube.dead": said("Somebody doubled although a single win was enough for him."),
    "cube.leader": said("After the Crawford game the leader doubled."),
    "cube.beyond": said("The cube is higher than what either side needed."),
    "double.missed": said("After the Crawford game the trailer did not double."),
    "holland.unchecked": said("Nobody told when the cube was turned after the Crawford game (Holland rule)."),
    "crawford.annulled": said("A double in the Crawford game was annulled."),
    "claim.score": said("The two tell different scores; the loser's counts."),
    "score.implausible": said("The score is far beyond the length."),
}


def note_of(code: str) -> str:
    """Return a note in the reader's language; what needs no remark (``crawford.implied``) is empty."""
    return _(NOTES[code]) if code in NOTES else ""
