"""The languages of a tournament's papers."""

from contextlib import AbstractContextManager

from paper.languages import printed_in
from tournaments.models import Tournament


def printed_for(tournament: Tournament) -> AbstractContextManager[None]:
    """Print in the languages of a tournament, in that of the reader where it names none."""
    return printed_in(tournament.language, tournament.second_language)
