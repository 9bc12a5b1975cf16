"""A round of a draw's list. A result changes one or two of fifty: the others stay as they were made."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubs.http.compact import compacted
from tournaments.pages.draw.parts import RoundPart

# The rounds of some ten large draws, a few KB each.
ROUNDS = 512

register = template.Library()


@register.simple_tag
def a_round(part: RoundPart, query: str) -> SafeString:
    """Return a round with its matches; names lead to what ``query`` asks for."""
    return _made(part, query, get_language())


@lru_cache(maxsize=ROUNDS)
def _made(part: RoundPart, query: str, language: str | None) -> SafeString:
    return compacted(render_to_string("tournaments/draw/_round.html", {"round": part, "query": query}))
