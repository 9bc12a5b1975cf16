"""Notes about a result, for pages."""

from django import template

from tournaments.words.results import note_of

register = template.Library()


@register.filter
def note_words(code: str) -> str:
    """Return what is odd about a result."""
    return note_of(code)
