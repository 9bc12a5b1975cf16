"""What stands in the boxes of a drawing and beside them."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

FINAL = _("Final")
SECOND_FINAL = _("Second final")
READY = _("Ready")
TWO_RESULTS = _("Two results")
NOW = _("On now")
WINNER = _("Winner")
TO_THE_FINALS = _("To the finals")
TABLE = _("Table {table}")
BYE = _("bye")
LOSER_OF = _("loser of {code}")
UNBEATEN_LOSER_OF = _("loser of {code}, if unbeaten")
IF_NEEDED = _("only if needed")
CODE_IF_NEEDED = _("{code} only if needed")
WINNER_OF = _("winner of {code}")
BY_RULING = _("{code} by ruling")
NOT_CONFIRMED = _("Not confirmed")
SETTLES_AT = _("Settles at {time}")
FINALS_2 = _("Finals")
QUARTER = _("Quarter {number}")


def play_in(points: str) -> str:
    """Return what stands over a play-in round: "play-in, 7 points"."""
    return str(_("play-in, {points}")).format(points=points)


def points(length: int) -> str:
    """Return the length of a match: "7 points"."""
    return ngettext("{n} point", "{n} points", length).format(n=length)
