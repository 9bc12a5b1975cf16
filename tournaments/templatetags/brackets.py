"""Brackets on pages: their names, those of their rounds, and the topics under which their matches change."""

from django import template

from rules.formats.format import Stage
from rules.formats.registry import BRACKETS
from tournaments.words.brackets import name_of_code, phrase_of_code
from tournaments.words.events.formats import stage_word

register = template.Library()


@register.filter
def bracket_name(code: str) -> str:
    """Return the name of a bracket, as a heading."""
    return name_of_code(code)


@register.filter
def bracket_phrase(code: str) -> str:
    """Return the name of a bracket, inside a sentence."""
    return phrase_of_code(code)


@register.filter
def stage_name(stage: Stage) -> str:
    """Return the name of a round behind that of its bracket."""
    return stage_word(stage)


@register.filter
def bracket_topics(event: int) -> str:
    """Return the topics of an event and of every bracket that it may have."""
    return " ".join([f"event:{event}", *(f"event:{event}/{bracket.code}" for bracket in BRACKETS)])
