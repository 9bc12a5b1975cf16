"""A record's sentence, the name of its kind, and what is odd about a result, for pages."""

from django import template
from django.utils.safestring import SafeString

from tournaments.read.records import Sentence
from tournaments.words.notes import note_of
from tournaments.words.records import kind_of, sentence

register = template.Library()


@register.filter
def sentence_of(record: Sentence) -> SafeString:
    """Return what a record says."""
    return sentence(record.verb, record.words, record.variant)


@register.filter
def kind_name(family: str) -> str:
    """Return the name of a family of verbs."""
    return kind_of(family)


@register.filter
def note_said(code: str) -> str:
    """Return what is odd about a result."""
    return note_of(code)
