"""The words of a club's feed of results."""

from django.utils.translation import gettext

from tournaments.read.club.finals import Final
from tournaments.words.brackets import name_of_code


def feed_title(club: str) -> str:
    """Return the title of the feed of a club."""
    return gettext("Results of {club}").format(club=club)


def final_line(final: Final) -> str:
    """Return who won the last match of a bracket, against whom, and how."""
    bracket = name_of_code(final.bracket)
    if final.points is None:
        return gettext("{bracket}: {winner} won").format(bracket=bracket, winner=final.winner)
    score = f"{final.points[0]}–{final.points[1]}"
    sentence = gettext("{bracket}: {winner} beat {loser} {score}")
    return sentence.format(bracket=bracket, winner=final.winner, loser=final.loser, score=score)
