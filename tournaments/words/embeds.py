"""The names of what a club's own site can show."""

from django.utils.translation import gettext


def event_words() -> tuple[str, str, str]:
    """Return the names of the embeds of an event."""
    return gettext("Draw"), gettext("Results"), gettext("Standings")


def calendar_word() -> str:
    """Return the name of the embed of a club's calendar."""
    return gettext("Calendar")
