"""The state of a match in words, for every template."""

from django import template

from tournaments.words import states

register = template.Library()


@register.filter
def state_words(state: str) -> str:
    """Return the words for a state of a match."""
    return states.state_words(state)
