"""The names of what a club's own site can show, and what a picture of a draw says."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext

from rules.members import EntrantKind
from tournaments.words.members import entrant_count


def event_words() -> tuple[str, str, str]:
    """Return the names of the embeds of an event."""
    return gettext("Draw"), gettext("Results"), gettext("Standings")


def calendar_word() -> str:
    """Return the name of the embed of a club's calendar."""
    return gettext("Calendar")


def about_words(entrants: int, kind: EntrantKind, starts_on: date | None) -> str:
    """Return how many entrants an event has, and its day if it is known."""
    count = entrant_count(entrants, kind)
    return f"{count} · {date_format(starts_on, 'j F Y')}" if starts_on else count
